"""Each time of a message as one span."""

import pytest

from shared.models.world import Link
from shared.understanding.timed import with_times
from tests.support.marked import plain

KINDS = ("duration", "newtime", "person", "repeat", "time", "topic")


def timed(marked, *names, task="cal_update", kinds=KINDS):
    text, spans = plain(marked)
    links = [
        Link(kind="event", start=(at := text.index(name)), end=at + len(name), things=())
        for name in names
    ]
    found = with_times(task, text, spans, links, kinds)
    assert all(text[one.start : one.end] == one.text for one in found)
    return [(one.kind, one.text) for one in found]


@pytest.mark.parametrize(
    ("marked", "spans"),
    [
        ("begin of the {time:week} after next at nine, same length", "the week after next at nine"),
        ("we meet {time:this} week, add Jo", "this week"),
        ("at {time:two} o'clock it begins", "two o'clock"),
        ("on {time:Tuesday} at 3 in the afternoon", "Tuesday at 3 in the afternoon"),
        ("{time:tomorrow}, one more thing", "tomorrow"),
        ("remind me {time:Friday} of the call", "Friday"),
        ("between {time:9}-10 today", "between 9-10 today"),
        (
            "{time:Thursday of next week}, {duration:two} {time:in the afternoon}",
            "Thursday of next week, two in the afternoon",
        ),
        (
            "{time:in three} {duration:weeks} {time:on the Friday}, Jo",
            "in three weeks on the Friday",
        ),
        ("with {time:the} {repeat:Thursday} {time:of next week}", "the Thursday of next week"),
        ("{time:5pm}, {repeat:starting} {time:next} {repeat:week}", "5pm, starting next week"),
        ("{time:from this morning on}, at least", "from this morning on"),
    ],
)
def test_a_time_is_all_that_is_said_of_it(marked, spans):
    assert timed(marked) == [("time", spans)]


@pytest.mark.parametrize(
    ("marked", "spans"),
    [
        (
            "from {time:Monday} {newtime:at 3} with {person:Ann} {duration:an hour}",
            [("time", "Monday"), ("newtime", "at 3"), ("person", "Ann"), ("duration", "an hour")],
        ),
        ("move the {time:2pm} to {newtime:4}", [("time", "2pm"), ("newtime", "4")]),
        ("{repeat:weekly} on {time:Monday}", [("repeat", "weekly"), ("time", "Monday")]),
        ("who is free in {duration:ten minutes}", [("duration", "ten minutes")]),
        (
            "{duration:two hours}, {time:the 12th}",
            [("duration", "two hours"), ("time", "the 12th")],
        ),
    ],
)
def test_a_time_ends_where_another_is_marked(marked, spans):
    assert timed(marked) == spans


@pytest.mark.parametrize(
    ("marked", "spans"),
    [
        ("{time:tomorrow one hour} please", [("time", "tomorrow"), ("duration", "one hour")]),
        (
            "{repeat:every Monday quarter} {time:past nine}",
            [("repeat", "every Monday"), ("time", "quarter past nine")],
        ),
        ("{duration:half} {newtime:an hour earlier}", [("newtime", "half an hour earlier")]),
        ("make it {duration:forty-}{newtime:five minutes}", [("duration", "forty-five minutes")]),
        (
            "on Tuesday {duration:2pm} for {duration:30 min}",
            [("time", "Tuesday 2pm"), ("duration", "30 min")],
        ),
        (
            "{time:next} {topic:weeks retro} to {newtime:3pm}",
            [("time", "next weeks"), ("topic", "retro"), ("newtime", "3pm")],
        ),
    ],
)
def test_what_is_read_of_a_time_says_of_what_sort_it_is(marked, spans):
    assert timed(marked) == spans


def test_an_hour_of_the_day_is_a_length_where_no_times_are_read():
    assert timed("on Tuesday {duration:2pm}", kinds=("duration",))[0][0] == "duration"


@pytest.mark.parametrize(
    ("marked", "names", "spans"),
    [
        (
            "in three weeks, on the Monday, who has it?",
            (),
            [("time", "in three weeks, on the Monday")],
        ),
        (
            "in two weeks on the Monday, two things late afternoon",
            (),
            [("time", "in two weeks on the Monday"), ("time", "late afternoon")],
        ),
        ("drop {topic:Friday drinks}", (), [("topic", "Friday drinks")]),
        ("drop Friday drinks", ("Friday drinks",), []),
        ("we met Monday and they meet the 14th", (), []),
        ("on Thursday I said {newtime:Friday}", (), [("newtime", "Friday")]),
        ("who ate my lunch", (), []),
    ],
)
def test_one_day_that_is_said_is_meant(marked, names, spans):
    assert timed(marked, *names) == spans


def test_a_day_that_is_not_marked_says_nothing_of_mail():
    assert timed("who was against Sunday opening", task="mail_search") == []
