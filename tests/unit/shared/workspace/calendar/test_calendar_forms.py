"""What the form of words about an event tells of them."""

from dataclasses import replace

import pytest

from shared.understanding.revision import Marked, Wished
from shared.workspace.calendar.frames.forms import in_form
from tests.support.marked import plain, said


def formed(task, marked):
    return [(one.kind, one.text) for one in in_form(said(task, marked)).spans]


@pytest.mark.parametrize(
    ("marked", "spans"),
    [
        ("add {value:30 min} to {topic:the fair}", [("duration", "30 min")]),
        ("add {value:half an hour} at the end", [("duration", "half an hour")]),
        ("rename it to {value:30 min}", [("value", "30 min")]),
        ("the room is {value:30}", [("value", "30")]),
    ],
)
def test_what_a_value_is_shows_in_its_form(marked, spans):
    assert [one for one in formed("cal_update", marked) if one[0] != "topic"] == spans


def test_what_is_new_lasts_from_one_hour_to_the_other():
    marked = "{person:Al} {time:monday 2pm} to {newtime:3pm}"
    assert formed("cal_create", marked)[1:] == [("time", "monday 2pm to 3pm")]
    assert formed("cal_create", "{time:monday} to {newtime:3pm}")[0] == ("time", "monday")


@pytest.mark.parametrize(
    ("marked", "spans"),
    [
        ("when do I see {person:Al} one to one", [("person", "Al"), ("topic", "1:1")]),
        ("my one-on-one with {person:Al}", [("topic", "1:1"), ("person", "Al")]),
        ("my {topic:1-1} with {person:Al}", [("topic", "1:1"), ("person", "Al")]),
        ("the one {topic:to} one with {person:Al}", [("topic", "1:1"), ("person", "Al")]),
        ("my one-to-ones {time:next week}", [("topic", "1:1"), ("time", "next week")]),
        ("is the {topic:one-to-one prep} on", [("topic", "one-to-one prep")]),
        ("{topic:gym} {time:from one to one thirty}", [("topic", "gym")]),
        ("{topic:gym} from one to one thirty", [("topic", "gym")]),
    ],
)
def test_a_meeting_of_two_is_called_so_however_it_is_said(marked, spans):
    assert [one for one in formed("cal_list", marked) if one[1][:4] != "from"] == spans


@pytest.mark.parametrize(
    ("marked", "name"),
    [
        ('the entry "{topic:Fair}", call it "{>title:Fair, bring tea}"', "Fair, bring tea"),
        ("rename {topic:the fair} to {>title:Market please}", "Market"),
        ("give it another name: {>title:Market.}", "Market"),
        ("call it {value>title:Market} {time:Friday}", "Market"),
        ("retitle {topic:the fair} as {body>title:Market day}", "Market day"),
        ("rename {topic>title:the fair} to {topic>title:Market from now on}", "Market"),
        ("could {topic:the retro} be called '{>title:Alpha looking back'}", "Alpha looking back"),
    ],
)
def test_a_new_name_is_what_is_marked_as_one(marked, name):
    assert ("value", name) in formed("cal_update", marked)


@pytest.mark.parametrize(
    ("marked", "place"),
    [
        ("swap the place for {>place:The Garden}, she loves it", "The Garden"),
        ("not {flag:online}, we meet in {>place:Room 4}", "Room 4"),
        ("have it in {topic>place:Room 4 instead}", "Room 4"),
        ("rather {place:A1}, leave {>place:Room 4}", "A1"),
        ("swap the chair for a table", ""),
    ],
)
def test_a_new_place_is_what_is_marked_as_one(marked, place):
    found = [text for kind, text in formed("cal_update", marked) if kind == "place"]
    assert found == ([place] if place else [])


def test_what_is_renamed_is_no_part_of_its_new_name():
    whole = "Mei lunch to Lunch with Mei"
    renamed = said("cal_update", "rename {topic:Mei lunch} to {newtime:Lunch} with {person:Mei}")
    mark = Marked("title", whole, 7, 7 + len(whole))
    found = in_form(replace(renamed, wished=Wished({"title": 1.0}, (mark,)))).spans

    assert [(one.kind, one.text) for one in found] == [
        ("topic", "Mei lunch"),
        ("value", "Lunch with Mei"),
    ]


def test_what_names_nothing_is_left_as_it_is():
    text, spans = plain("rename {topic:the fair}")
    assert in_form(said("cal_update", "rename {topic:the fair}")).spans == spans
    assert text == "rename the fair"
