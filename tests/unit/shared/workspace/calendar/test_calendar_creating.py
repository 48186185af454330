from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.errors import ToolFailed
from shared.models.run import Card
from shared.tools.tool import Desk
from shared.tools.workspace import Workspace
from shared.workspace.calendar.port import Attendee, Busy, Calendar
from tests.unit.shared.workspace.calendar.calendar_desk import (
    BO,
    CY,
    EFFECT,
    NOW,
    PROFILE,
    TOOLS,
    ScriptedCalendar,
    at,
    desk,
    event,
    prepared,
    risk,
    said,
    suggested,
)


async def test_a_meeting_is_shown_exactly_as_it_will_be():
    calendar = ScriptedCalendar(
        event(1, "2026-11-27T14:15", title="Standup"),
        event(2, "2026-11-27T14:00", title="Declined", response="declined"),
        busy=(
            Busy(
                person="bo@omni.dev",
                starts_at=at("2026-11-27T13:45"),
                ends_at=at("2026-11-27T14:10"),
            ),
        ),
    )
    ready = await prepared(
        "calendar_create_event",
        desk(calendar, BO, CY),
        {
            "title": " Budget  review ",
            "start": "2026-11-27T15:00",
            "end": "2026-11-27T16:00",
            "attendees": ["bo ek", "cy@client.com", "me", "ADA@omni.dev", "bo@omni.dev"],
            "location": "Room 4",
            "notes": "1. Numbers\n2. Plans",
            "recurrence": "FREQ=WEEKLY;BYDAY=FR",
        },
    )
    assert ready.arguments == {
        "title": "Budget review",
        "start": "2026-11-27T15:00",
        "end": "",
        "minutes": 60,
        "all_day": False,
        "starts_at": "2026-11-27T14:00:00Z",
        "ends_at": "2026-11-27T15:00:00Z",
        "time_zone": "Europe/Berlin",
        "attendees": [
            {"email": "bo@omni.dev", "name": "Bo Ek"},
            {"email": "cy@client.com", "name": ""},
        ],
        "location": "Room 4",
        "notes": "1. Numbers\n2. Plans",
        "recurrence": "RRULE:FREQ=WEEKLY;BYDAY=FR",
    }
    assert ready.card == Card(
        title="New meeting",
        fields=(
            ("Title", "Budget review"),
            ("When", "Fri 27 Nov, 15:00-16:00 (Europe/Berlin)"),
            ("Repeats", "every week on Friday"),
            ("Attendees", "Bo Ek <bo@omni.dev>, cy@client.com"),
            ("Where", "Room 4"),
        ),
        body="1. Numbers\n2. Plans",
        warnings=(
            "cy@client.com is outside your organisation.",
            'You already have "Standup" then (Fri 27 Nov, 15:15-15:45).',
            "Bo Ek is busy Fri 27 Nov, 14:45-15:10.",
        ),
    )
    assert risk("calendar_create_event", ready.arguments) == "high"


async def test_a_meeting_is_made_as_prepared():
    calendar = ScriptedCalendar()
    table = desk(calendar, BO)
    arguments = {"title": "Chat", "start": "2026-11-27T15:00", "attendees": ["Bo Ek"]}
    ready = await prepared("calendar_create_event", table, arguments)
    result = await TOOLS["calendar_create_event"].run(table, ready.arguments)
    ((made, effect),) = calendar.did
    assert effect == EFFECT
    assert (made.starts_at, made.ends_at) == (at("2026-11-27T14:00"), at("2026-11-27T14:30"))
    assert made.attendees == (Attendee(email="bo@omni.dev", name="Bo Ek"),)
    assert said("calendar_create_event", result) == (
        "It's in your calendar: **Chat**, Fri 27 Nov, 15:00-15:30, with Bo Ek.\n"
        "Invitations go to Bo Ek."
    )
    assert suggested("calendar_create_event", result) == ("What's on my calendar on Fri 27 Nov?",)


@pytest.mark.parametrize(
    ("attendees", "expected"),
    [
        ([], "medium"),
        (["bo@omni.dev"], "medium"),
        (["bo@omni.dev", "Ada <ada@omni.dev>"], "medium"),
        (["bo@omni.dev", "di@omni.dev"], "high"),
        (["cy@client.com"], "high"),
        (["Somebody"], "high"),
    ],
)
def test_the_risk_of_an_invitation(attendees, expected):
    assert risk("calendar_create_event", {"title": "x", "attendees": attendees}) == expected


@pytest.mark.parametrize(
    ("edit", "starts", "minutes"),
    [
        ({"start": "2026-11-27T16:00"}, "2026-11-27T16:00", 60),
        ({"end": "2026-11-27T15:20"}, "2026-11-27T15:00", 20),
        ({"minutes": 90}, "2026-11-27T15:00", 90),
        ({"start": "2026-11-28T10:00", "end": "2026-11-28T12:00"}, "2026-11-28T10:00", 120),
    ],
)
async def test_an_edit_of_what_was_prepared_counts(edit, starts, minutes):
    table = desk(ScriptedCalendar())
    arguments = {"title": "x", "start": "2026-11-27T15:00", "end": "2026-11-27T16:00"}
    ready = await prepared("calendar_create_event", table, arguments)
    edited = await prepared("calendar_create_event", table, {**ready.arguments, **edit})
    assert (edited.arguments["start"], edited.arguments["minutes"]) == (starts, minutes)


async def test_a_day_alone_is_a_whole_day():
    ready = await prepared(
        "calendar_create_event",
        desk(ScriptedCalendar()),
        {"title": "Offsite", "start": "2026-11-27", "end": "2026-11-28"},
    )
    assert ready.arguments["all_day"] is True
    assert ready.arguments["start"] == "2026-11-27"
    assert ready.arguments["minutes"] == 2880
    assert ready.card == Card(
        title="New event",
        fields=(
            ("Title", "Offsite"),
            ("When", "Fri 27 Nov to Sat 28 Nov, all day (Europe/Berlin)"),
        ),
    )


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"start": "2026-11-25T09:29"}, "in the past: Wed 25 Nov, 09:29-09:59"),
        ({"start": "2026-11-24"}, "in the past: Tue 24 Nov, all day"),
        ({"start": "2026-11-27T15:00", "end": "2026-11-27T14:00"}, "ends before it starts"),
        ({"start": "soon"}, "can't read"),
        ({"start": "2026-11-27", "attendees": ["bo@omni.dev"]}, "At what time"),
        ({"start": "2026-11-27T15:00", "attendees": ["Zoe"]}, "no contact called Zoe"),
        (
            {"start": "2026-11-27T15:00", "attendees": ["y"]},
            r"Several contacts fit y: Cy Young \(cy@client.com\), Amy \(amy@omni.dev\)",
        ),
        ({"start": "2026-11-27T15:00", "recurrence": "weekly"}, "how often"),
        ({"start": "2026-11-27T15:00", "title": "  "}, "needs a title"),
    ],
)
async def test_what_cannot_be_made_is_refused(arguments, why):
    table = desk(ScriptedCalendar(), CY, Attendee(email="amy@omni.dev", name="Amy"))
    with pytest.raises(ToolFailed, match=why) as caught:
        await TOOLS["calendar_create_event"].preview(table, {"title": "x", **arguments})
    assert caught.value.kind == "params"


async def test_what_starts_this_very_minute_or_lasts_today_is_not_past():
    table = desk(ScriptedCalendar())
    for start in ("2026-11-25T09:30", "2026-11-25"):
        await prepared("calendar_create_event", table, {"title": "x", "start": start})


async def test_a_full_name_is_meant_although_a_longer_one_fits_too():
    table = desk(ScriptedCalendar(), BO, Attendee(email="boe@omni.dev", name="Bo Ekman"))
    arguments = {"title": "x", "start": "2026-11-27T15:00", "attendees": ["Bo Ek"]}
    ready = await prepared("calendar_create_event", table, arguments)
    assert ready.arguments["attendees"] == [{"email": "bo@omni.dev", "name": "Bo Ek"}]


async def test_an_address_needs_no_address_book():
    table = Desk(Workspace({Calendar: ScriptedCalendar()}), PROFILE, NOW, EFFECT)
    arguments = {"title": "x", "start": "2026-11-27T15:00", "attendees": ["Bo <bo@omni.dev>"]}
    ready = await prepared("calendar_create_event", table, arguments)
    assert ("Attendees", "Bo <bo@omni.dev>") in ready.card.fields


@given(
    start=st.integers(0, 400_000).map(
        lambda n: datetime.fromisoformat("2027-01-01") + timedelta(minutes=n)
    ),
    minutes=st.integers(1, 4000),
    all_day=st.booleans(),
    end=st.one_of(st.just(None), st.integers(1, 4000)),
)
async def test_preparing_twice_changes_nothing(start, minutes, all_day, end):
    arguments = {
        "title": "x",
        "start": start.isoformat(),
        "minutes": minutes,
        "all_day": all_day,
        "end": (start + timedelta(minutes=end)).isoformat() if end else "",
    }
    table = desk(ScriptedCalendar())
    try:
        await TOOLS["calendar_create_event"].preview(table, arguments)
    except ToolFailed:
        return  # the clocks went back between a start and an end that named the first time
    await prepared("calendar_create_event", table, arguments)


@pytest.mark.parametrize(
    ("said_so", "written"), [("room severn", "Room Severn"), ("Room severn", "Room severn")]
)
async def test_a_place_is_written_as_the_persons_events_do(said_so, written):
    calendar = ScriptedCalendar(event(1, "2026-11-27T14:15", location="Room Severn"))
    wanted = {"title": "Budget", "start": "2026-11-27T18:00", "location": said_so}
    ready = await prepared("calendar_create_event", desk(calendar), wanted)
    assert ready.arguments["location"] == written
