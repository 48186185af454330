"""Which of the events that a message names is meant by its order."""

import pytest

from shared.models.world import Thing
from shared.understanding.ordered_event import of_shown, only_ordered
from shared.understanding.reader import Reader
from shared.understanding.said import said_in

READER = Reader().knowing([Thing(kind="event", name="Offsite", id="o", day="2026-12-16")])


@pytest.mark.parametrize(
    ("text", "topics"),
    [
        ("The offsite eats the team sync that Wednesday. Cancel that sync.", ["team sync"]),
        ("The offsite fills that Friday, so the team sync is no use. Please cancel it.", ["sync"]),
        ("The offsite runs into the team sync. Please cancel the team sync.", ["team sync"]),
        ("The offsite swallows the sync. Drop the sync, only that one.", ["sync"]),
        ("Cancel the offsite and the team sync.", ["offsite", "team sync"]),
        ("Drop the offsite. And the team sync too.", ["offsite", "team sync"]),
        ("Cancel the offsite. Cancel the team sync as well.", ["offsite", "team sync"]),
    ],
)
def test_an_event_that_only_says_why_is_not_meant(text, topics):
    said = only_ordered(said_in(READER.read_as("cal_cancel", text)), READER)

    named = [one.text for one in said.spans if one.kind == "topic"]
    assert len(named) == len(topics)
    assert all(one in name for one, name in zip(topics, named, strict=True))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Priya wants me at hers. Decline it, please.", []),
        ("Decline it please, I promised Priya to be at hers", []),
        ("Decline it for now because Priya needs me then", []),
        ("Decline the one with Priya, I am away", ["Priya"]),
        ("Tom can do without me. Decline the one with Priya.", ["Priya"]),
        ("I won't make Priya's call. Decline it, please.", ["Priya's"]),
    ],
)
def test_who_only_says_why_tells_no_event_where_one_was_shown(text, named):
    said = of_shown(said_in(READER.read_as("cal_respond", text)), READER)

    who = [one.text for one in said.spans if one.kind in {"person", "organisation"}]
    assert [one for one in who if one.startswith(("Priya", "Tom"))] == named


def test_a_day_that_is_pointed_at_is_still_told_by_the_other_event():
    text = "The offsite is on 16 December, so cancel the team sync on that day."
    said = only_ordered(said_in(READER.read_as("cal_cancel", text)), READER)

    times = [one.text for one in said.spans if one.kind == "time"]
    assert [one.text for one in said.spans if one.kind == "topic"] == ["team sync"]
    assert any("16 December" in one for one in times)
