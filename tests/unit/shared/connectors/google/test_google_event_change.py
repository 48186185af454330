"""A change that was sent and stored is held by the event, and moves it as was wanted."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.connectors.google.answers import taken
from shared.connectors.google.event import CalendarEvent, event_of, instant
from shared.connectors.google.event_change import changed, holds, new_event
from shared.workspace.calendar.port import Attendee, EventChange, NewEvent

ZONES = st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata"])
TIMES = st.integers(0, 2 * 365 * 24 * 3600).map(
    lambda seconds: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
)
LENGTHS = st.integers(1, 3000).map(lambda minutes: timedelta(minutes=minutes))
PEOPLE = st.lists(st.sampled_from("abcdef"), unique=True).map(
    lambda names: tuple(Attendee(email=f"{name}@b.example") for name in names)
)
NEW = st.builds(
    lambda zone, start, length, people, text: NewEvent(
        title=text, starts_at=start, ends_at=start + length, time_zone=zone, attendees=people
    ),
    ZONES, TIMES, LENGTHS, PEOPLE, st.text(max_size=5),
)  # fmt: skip
CHANGES = st.builds(
    lambda title, notes, start, length, people: EventChange(
        title=title,
        notes=notes,
        starts_at=start,
        ends_at=start + length if start and length else None,
        attendees=people,
    ),
    *(st.none() | st.text(max_size=5), st.none() | st.text(max_size=5)),
    *(st.none() | TIMES, st.none() | LENGTHS, st.none() | PEOPLE),
)


def stored(body, event_id="e"):
    """Return what Google keeps of a body."""
    kept = {
        name: {k: v for k, v in part.items() if v is not None} if isinstance(part, dict) else part
        for name, part in body.items()
    }
    return taken(CalendarEvent, {"id": event_id, **kept})


@given(NEW)
def test_a_new_event_is_read_back_as_it_was_made(new):
    event = event_of(stored(new_event(new, "e")), "UTC")
    assert (event.starts_at, event.ends_at) == (new.starts_at, new.ends_at)
    assert (event.title, event.attendees) == (new.title, new.attendees)
    assert event.time_zone == new.time_zone


@given(NEW, CHANGES)
def test_a_change_that_was_made_is_held_and_not_made_again(new, change):
    before = new_event(new, "e")
    body = changed(stored(before), change, new.time_zone)
    after = stored(before | body)
    assert holds(after, body, new.time_zone)
    assert changed(after, change, new.time_zone) == {} or change.ends_at is None
    wanted = change.model_dump(exclude_none=True, include={"title", "notes", "starts_at"})
    assert event_of(after, "UTC").model_dump(include=set(wanted)) == wanted


@given(NEW, CHANGES)
def test_a_change_that_was_not_made_is_not_held(new, change):
    event = stored(new_event(new, "e"))
    body = changed(event, change, new.time_zone)
    assert holds(event, body, new.time_zone) == (not body)


@given(NEW, TIMES)
def test_moving_keeps_the_length(new, start):
    body = changed(stored(new_event(new, "e")), EventChange(starts_at=start), new.time_zone)
    after = stored(new_event(new, "e") | body)
    assert instant(after.end, "UTC") - instant(after.start, "UTC") == new.ends_at - new.starts_at


@given(st.dates(date(2026, 1, 1), date(2027, 1, 1)), st.integers(1, 9), ZONES)
def test_whole_days_are_midnights_where_the_calendar_is(day, days, zone):
    until = day + timedelta(days=days)
    moments = {"start": {"date": day.isoformat()}, "end": {"date": until.isoformat()}}
    event = event_of(taken(CalendarEvent, {"id": "e", **moments}), zone)
    local = [at.astimezone(ZoneInfo(zone)) for at in (event.starts_at, event.ends_at)]
    assert [at.date() for at in local] == [day, until]
    assert {at.time() for at in local} == {datetime.min.time()}


@pytest.mark.parametrize("naive", ["2026-11-27T15:00:00"])
def test_a_time_without_offset_is_one_of_its_zone(naive):
    moment = {"dateTime": naive, "timeZone": "Europe/Berlin"}
    event = event_of(taken(CalendarEvent, {"id": "e", "start": moment, "end": moment}), "UTC")
    assert event.starts_at == datetime(2026, 11, 27, 14, tzinfo=UTC)
