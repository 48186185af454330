"""When it is and how long it takes: a card changed in words."""

import pytest

from shared.models.reasoning import ReviseRequest
from shared.reasoning.embedded.revising import revise
from tests.support.revising import EVENT, EVENT_HAS, LATER, NOW, READER, different, revised, tool_of

FIVE = {"start": "2025-11-21T17:00", "end": "2025-11-21T17:30"}


@pytest.mark.parametrize(
    ("wish", "after"),
    [
        ("at 4pm instead", {"start": "2025-11-21T16:00", "end": "2025-11-21T16:30"}),
        ("an hour later", {"start": "2025-11-21T16:00", "end": "2025-11-21T16:30"}),
        ("half an hour earlier", {"start": "2025-11-21T14:30", "end": "2025-11-21T15:00"}),
        ("push it back 30 minutes", {"start": "2025-11-21T15:30", "end": "2025-11-21T16:00"}),
        ("make it 45 minutes", {"end": "2025-11-21T15:45", "minutes": 45}),
        ("move it to Monday", {"start": "2025-11-24T15:00", "end": "2025-11-24T15:30"}),
        ("on Monday at 9am", {"start": "2025-11-24T09:00", "end": "2025-11-24T09:30"}),
        ("change Friday to Monday", {"start": "2025-11-24T15:00", "end": "2025-11-24T15:30"}),
        ("tomorrow instead", {"start": "2025-11-20T15:00", "end": "2025-11-20T15:30"}),
        ("until 5pm", {"end": "2025-11-21T17:00"}),
        (
            "The Thursday of that week suits more people, again at three.",
            {"start": "2025-11-20T15:00", "end": "2025-11-20T15:30"},
        ),
        ("back to two please", {"start": "2025-11-21T14:00", "end": "2025-11-21T14:30"}),
        ("at four, but on the Thursday", {"start": "2025-11-20T16:00", "end": "2025-11-20T16:30"}),
        ("on Thursday, not Monday", {"start": "2025-11-20T15:00", "end": "2025-11-20T15:30"}),
        ("at 11:00, not 12:00", {"start": "2025-11-21T11:00", "end": "2025-11-21T11:30"}),
        ("from 2 to 3pm", {"start": "2025-11-21T14:00", "end": "2025-11-21T15:00"}),
        (
            "From half past ten to half past eleven, the rest remains so.",
            {"start": "2025-11-21T10:30", "end": "2025-11-21T11:30"},
        ),
        (
            "from ten to quarter past eleven",
            {"start": "2025-11-21T10:00", "end": "2025-11-21T11:15"},
        ),
        ("from Friday to Monday", {"start": "2025-11-24T15:00", "end": "2025-11-24T15:30"}),
        ("five in the afternoon", {"start": "2025-11-21T17:00", "end": "2025-11-21T17:30"}),
        ("2:30-4pm will do", {"start": "2025-11-21T14:30", "end": "2025-11-21T16:00"}),
        ("2:30 to 4pm will do", {"start": "2025-11-21T14:30", "end": "2025-11-21T16:00"}),
        ("in Room 4 btw", {"location": "Room 4"}),
        ("remove John", {"attendees": ["sarah@acme.com"]}),
        ("invite Tom too", {"attendees": ["sarah@acme.com", "john.doe@x.org", "Tom"]}),
        ("in Room 4", {"location": "Room 4"}),
        ("location: Zoom", {"location": "Zoom"}),
        ("call it planning", {"title": "Planning"}),
        ("and put us in Room Tyne, please", {"location": "Room Tyne"}),
        ("book us into Room Tyne", {"location": "Room Tyne"}),
        ("move it to room tyne", {"location": "room tyne"}),
        ("can we have room tyne for it", {"location": "room tyne"}),
        ("add Room Tyne", {"location": "Room Tyne"}),
        (
            "rather at 4pm, and give us the full hour",
            {"start": "2025-11-21T16:00", "end": "2025-11-21T17:00", "minutes": 60},
        ),
        (
            "better 45 minutes, and in Room 4",
            {"end": "2025-11-21T15:45", "minutes": 45, "location": "Room 4"},
        ),
        (
            "until 5pm, in Room 4 and add Tom",
            {
                "end": "2025-11-21T17:00",
                "location": "Room 4",
                "attendees": ["sarah@acme.com", "john.doe@x.org", "Tom"],
            },
        ),
        (
            "until 5pm, and call it Planning, spring and summer",
            {"end": "2025-11-21T17:00", "title": "Planning, spring and summer"},
        ),
        (
            "rather until 5pm, and invite Tom",
            {
                "end": "2025-11-21T17:00",
                "attendees": ["sarah@acme.com", "john.doe@x.org", "Tom"],
            },
        ),
        ("make it 5pm, in case Tom is late", FIVE),
        ("make it 5pm, in person", FIVE),
    ],
)
def test_an_event_is_moved_renamed_and_peopled(wish, after):
    assert different(wish, EVENT, EVENT_HAS) == after


def test_an_event_without_an_end_keeps_its_minutes():
    event = {"title": "Sync", "start": "2025-11-21T15:00", "minutes": 30}
    assert different("an hour later", event, EVENT_HAS) == {"start": "2025-11-21T16:00"}
    assert different("make it an hour", event, EVENT_HAS) == {"minutes": 60}


@pytest.mark.parametrize(
    ("wish", "after"),
    [
        ("make it 1h", {"minutes": 60}),
        ("2h will do", {"minutes": 120}),
        ("I was mistaken, it is 16h15 that suits", {"start": "2025-11-21T16:15"}),
        ("mk it 15:30 & 45 min", {"start": "2025-11-21T15:30", "minutes": 45}),
        ("16:00 for 45 min pls", {"start": "2025-11-21T16:00", "minutes": 45}),
        ("rather 16:00, and let it last an hour", {"start": "2025-11-21T16:00", "minutes": 60}),
        ("move it to 16:00, the bus takes 50 minutes", {"start": "2025-11-21T16:00"}),
    ],
)
def test_lengths_and_times_are_read_as_people_write_them(wish, after):
    before = {"title": "Sync", "start": "2025-11-21T15:00", "minutes": 30}
    answer = revised(wish, before, ("title", "start", "minutes", "attendees"))
    assert answer.arguments == before | after


@pytest.mark.parametrize(
    ("wish", "end"),
    [
        ("it goes till half past seven", "2025-11-20T19:30"),
        ("until 8 am", "2025-11-20T08:00"),
        ("until 18:30", "2025-11-20T18:30"),
    ],
)
def test_an_end_is_in_the_afternoon_where_only_that_lies_after_the_start(wish, end):
    event = {"title": "Concert", "start": "2025-11-20T17:00", "end": "2025-11-20T18:00"}
    assert revised(wish, event, (*event, "minutes")).arguments["end"] == end


@pytest.mark.parametrize(
    ("start", "wish", "moved"),
    [
        ("2025-11-21T20:00", "from nine until eleven", "2025-11-21T21:00"),
        ("2025-11-21T07:00", "at six", "2025-11-21T06:00"),
        ("2025-11-21T15:00", "from nine until eleven", "2025-11-21T09:00"),
    ],
)
def test_an_hour_is_of_the_half_of_the_day_that_is_nearest(start, wish, moved):
    event = {"title": "Sync", "start": start, "minutes": 60}
    after = revised(wish, event, EVENT_HAS).arguments
    assert after is not None
    assert after["start"] == moved


@pytest.mark.parametrize(
    ("wish", "start"),
    [
        ("half an hour later is plenty", "2025-11-21T14:30"),
        ("two hours later, I mean", "2025-11-21T16:00"),
        ("another half hour later", "2025-11-21T15:30"),
    ],
)
def test_by_how_much_it_moves_is_said_anew_or_further(wish, start):
    call = {"event_id": "e", "start": "2025-11-21T15:00", "end": "2025-11-21T16:00"}
    request = ReviseRequest(
        command="can the sync start an hour later",
        tool=tool_of(call),
        arguments=call,
        wish=wish,
        today="2025-11-19",
        now=NOW,
    )
    assert revise(request, READER).arguments["start"] == start


@pytest.mark.parametrize(
    ("wish", "start"),
    [
        ("five would be better than three", "2025-11-21T17:00"),
    ],
)
def test_an_hour_that_suits_better_is_the_time(wish, start):
    assert different(wish, EVENT, EVENT_HAS)["start"] == start


@pytest.mark.parametrize(
    ("wish", "after"),
    [
        ("fifteen minutes later", {"start": "2025-11-21T15:15", "end": "2025-11-21T15:45"}),
        ("let's say quarter past four", {"start": "2025-11-21T16:15", "end": "2025-11-21T16:45"}),
        (
            "three is too early for me, five?",
            {"start": "2025-11-21T17:00", "end": "2025-11-21T17:30"},
        ),
        ("45 minutes, half an hour won't do", {"end": "2025-11-21T15:45", "minutes": 45}),
        ("we can sit in Room Tyne", {"location": "Room Tyne"}),
        ("Planning is a better title", {"title": "Planning"}),
        ("call it Planning, that's clearer", {"title": "Planning"}),
        ("the title's wrong, it should be Planning", {"title": "Planning"}),
        ("Elena takes John's place", {"attendees": ["sarah@acme.com", "Elena"]}),
    ],
)
def test_an_event_is_as_the_person_says_without_the_reason(wish, after):
    assert different(wish, EVENT, EVENT_HAS) == after


DINNER = {"title": "Dinner", "start": "2025-12-05T19:00", "end": "2025-12-05T21:00"}


@pytest.mark.parametrize(
    ("wish", "event", "after"),
    [
        ("two is nap time for half of them lol, 4", LATER, {"start": "2025-12-05T16:00"}),
        ("uh john is out that day. wed", LATER, {"start": "2025-12-03T14:00"}),
        ("13:30 suits me better after all", LATER, {"start": "2025-12-05T13:30"}),
        (
            "oh shoot, she works fridays. saturday that same week",
            DINNER,
            {"start": "2025-12-06T19:00", "end": "2025-12-06T21:00"},
        ),
        ("thirty minutes is a joke, give us an hour", LATER, {"minutes": 60}),
        ("Better half past two.", LATER, {"start": "2025-12-05T14:30"}),
        ("two is when he swims. half past two then", LATER, {"start": "2025-12-05T14:30"}),
        (
            "Oh no, he swims that day until quarter past. So 14:30, if you would.",
            LATER,
            {"start": "2025-12-05T14:30"},
        ),
        ("I teach until quarter past two, so half past two", LATER, {"start": "2025-12-05T14:30"}),
        ("She is out from 2:45. So until quarter past two", LATER, {"end": "2025-12-05T14:15"}),
    ],
)
def test_what_is_said_of_the_time_shown_is_why_and_what_is_said_by_itself_is_wanted(
    wish, event, after
):
    assert different(wish, event, EVENT_HAS) == after


@pytest.mark.parametrize(
    ("command", "wish", "after"),
    [
        ("let it end at 5:30", "better make it 6 to be safe", {"end": "2025-12-08T18:00"}),
        ("let it end at 5:30", "start at 3 then", {"start": "2025-12-08T15:00"}),
        ("move it to 4", "better make it 5 to be safe", {"start": "2025-12-08T17:00"}),
    ],
)
def test_a_time_is_that_of_the_end_where_the_end_was_ordered(command, wish, after):
    call = {"event_id": "e", "start": "2025-12-08T16:00", "minutes": 90}
    request = ReviseRequest(
        command=command,
        tool=tool_of((*call, "end")),
        arguments=call,
        wish=wish,
        today="2025-11-19",
        now=NOW,
    )
    assert revise(request, READER).arguments == call | after


@pytest.mark.parametrize(
    ("wish", "after"),
    [
        ("And let it run until half past three, nobody likes to rush", {"end": "T15:30"}),
        ("it should end at 4pm", {"end": "T16:00"}),
        ("'Alpha: what we learned' \u2014 reads warmer", {"title": "Alpha: what we learned"}),
    ],
)
def test_a_change_of_something_there_may_get_an_end_or_another_name(wish, after):
    placed = {"event_id": "e", "title": "Looking back", "start": None, "end": None}
    assert different(wish, placed, (*EVENT_HAS, "event_id")) == after


MOVED = {"event_id": "e", "start": "2025-12-10T14:30", "minutes": 60, "end": None}


@pytest.mark.parametrize(
    ("wish", "after"),
    [
        (
            "Start at 14:15. And the end does not move, 15:00 like before.",
            {"start": "2025-12-10T14:15", "end": "2025-12-10T15:00"},
        ),
        ("14:15 but the end stays the same", {"start": "2025-12-10T14:15", "end": "+PT0M"}),
        ("Start as it was, but only forty minutes", {"start": "+PT0M", "minutes": 40}),
        ("Friday rather, and keep the 12.30 start", {"start": "2025-12-12T12:30"}),
        ("ah no wed is swimming. the thurs of that week, same time", {"start": "2025-12-11T14:30"}),
        ("The day after, same time.", {"start": "2025-12-11T14:30"}),
    ],
)
def test_what_stays_of_a_change_is_as_it_was_before(wish, after):
    assert different(wish, MOVED, (*EVENT_HAS, "event_id")) == after
