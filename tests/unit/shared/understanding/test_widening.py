"""Spans as wide as what they say."""

import pytest

from shared.models.world import Link
from shared.understanding.widening import whole
from tests.support.marked import plain

KINDS = ("duration", "newtime", "person", "time", "topic")


def widened(marked, *names, kinds=KINDS):
    text, spans = plain(marked)
    links = [
        Link(kind=kind, start=(at := text.index(name)), end=at + len(name), things=())
        for kind, name in names
    ]
    found = whole(text, spans, links, kinds)
    assert all(text[one.start : one.end] == one.text for one in found)
    return [(one.kind, one.text) for one in found]


@pytest.mark.parametrize(
    ("marked", "spans"),
    [
        ("move my {topic:one-to-}one", [("topic", "one-to-one")]),
        ("move my one-{topic:to-one}, please", [("topic", "one-to-one")]),
        ("the {topic:kick-off}", [("topic", "kick-off")]),
        ("between {time:9}-10 today", [("time", "between 9-10 today")]),
    ],
)
def test_no_word_is_cut_in_half(marked, spans):
    assert widened(marked) == spans


@pytest.mark.parametrize(
    ("marked", "names", "spans"),
    [
        ("tell {person:my sister Emma} no", ["Emma"], [("person", "Emma")]),
        ("{person:Mei Wong rang}, new number", ["Mei Wong"], [("person", "Mei Wong")]),
        ("lunch with {person:my brother} {person:Ben}", ["Ben"], [("person", "Ben")]),
        ("with {person:Ann} {person:Ben}", ["Ben"], [("person", "Ann"), ("person", "Ben")]),
        ("{person:Emma's brother}", ["Emma"], [("person", "Emma's brother")]),
        ("{person:Tom from sales}", ["Tom"], [("person", "Tom from sales")]),
        ("{person:Tom and Ann}", ["Tom", "Ann"], [("person", "Tom and Ann")]),
        ("{person:Dr Ann} called", ["Ann"], [("person", "Dr Ann")]),
        ("{person:the boss}", [], [("person", "the boss")]),
    ],
)
def test_somebody_known_is_who_they_are_called(marked, names, spans):
    assert widened(marked, *(("person", name) for name in names)) == spans


@pytest.mark.parametrize(
    ("marked", "spans"),
    [
        ("begin of the {time:week} after next at nine, same length", "the week after next at nine"),
        ("we meet {time:this} week, add Jo", "this week"),
        ("at {time:two} o'clock it begins", "two o'clock"),
        ("on {time:Tuesday} at 3 in the afternoon", "Tuesday at 3 in the afternoon"),
        ("{time:tomorrow}, one more thing", "tomorrow"),
        ("remind me {time:Friday} of the call", "Friday"),
    ],
)
def test_a_time_is_all_that_is_said_of_it(marked, spans):
    assert widened(marked) == [("time", spans)]


def test_a_time_ends_where_something_else_is_marked():
    marked = "from {time:Monday} {newtime:at 3} with {person:Ann} {duration:an hour}"

    assert widened(marked) == [
        ("time", "Monday"),
        ("newtime", "at 3"),
        ("person", "Ann"),
        ("duration", "an hour"),
    ]


def test_an_hour_of_the_day_is_no_length_where_times_are_read():
    marked = "on Tuesday {duration:2pm} for {duration:30 min}"

    assert widened(marked) == [("time", "Tuesday 2pm"), ("duration", "30 min")]
    assert widened(marked, kinds=("duration",))[0][0] == "duration"
