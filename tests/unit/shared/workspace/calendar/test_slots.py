from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.models.profile import WorkingHours
from shared.workspace.calendar.port import Event
from shared.workspace.calendar.slots import (
    Span,
    blocks,
    conflicts,
    free,
    overlap,
    placed,
    slots,
    working,
)

BERLIN = ZoneInfo("Europe/Berlin")
ZONES = [
    ZoneInfo(name)
    for name in (
        "UTC",
        "Europe/Berlin",
        "America/New_York",
        "Asia/Kathmandu",
        "Australia/Lord_Howe",
        "Africa/Cairo",
    )
]


def utc(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def span(start, end):
    return Span(utc(start), utc(end))


def event(number, start, end, **more):
    return Event(
        id=f"e{number}", title=f"E{number}", starts_at=utc(start), ends_at=utc(end), **more
    )


def local(spans, zone):
    return [
        f"{s.starts_at.astimezone(zone):%a %H:%M}-{s.ends_at.astimezone(zone):%H:%M}" for s in spans
    ]


def test_working_hours_follow_the_local_clock_across_a_change_of_clocks():
    # Clocks in Berlin go back on Sunday 25 October 2026.
    week = span("2026-10-22T22:00", "2026-10-27T23:00")
    found = working(week, WorkingHours(), BERLIN)
    assert local(found, BERLIN) == ["Fri 09:00-17:00", "Mon 09:00-17:00", "Tue 09:00-17:00"]
    assert [s.starts_at.hour for s in found] == [7, 8, 8]


def test_working_hours_are_cut_to_the_time_asked_about():
    found = working(span("2026-11-26T10:30", "2026-11-27T08:20"), WorkingHours(), BERLIN)
    assert local(found, BERLIN) == ["Thu 11:30-17:00", "Fri 09:00-09:20"]


def test_hours_past_midnight_belong_to_the_day_they_began_on():
    nights = WorkingHours(start=time(22), end=time(6), days=(3,))
    found = working(span("2026-11-26T00:00", "2026-11-28T00:00"), nights, ZoneInfo("UTC"))
    assert found == [span("2026-11-26T22:00", "2026-11-27T06:00")]


def test_a_night_on_which_the_clocks_go_forward_is_an_hour_shorter():
    nights = WorkingHours(start=time(1), end=time(5), days=(6,))
    (night,) = working(span("2026-03-28T00:00", "2026-03-30T00:00"), nights, BERLIN)
    assert night.ends_at - night.starts_at == timedelta(hours=3)


@pytest.mark.parametrize(
    ("taken", "left"),
    [
        ([], ["09:00-17:00"]),
        ([("09:00", "10:00")], ["10:00-17:00"]),
        ([("12:00", "13:00")], ["09:00-12:00", "13:00-17:00"]),
        ([("08:00", "18:00")], []),
        ([("10:00", "12:00"), ("11:00", "13:00")], ["09:00-10:00", "13:00-17:00"]),
        ([("12:00", "12:00")], ["09:00-12:00", "12:00-17:00"]),
        ([("17:00", "18:00"), ("07:00", "09:00")], ["09:00-17:00"]),
    ],
)
def test_what_is_left_of_a_day(taken, left):
    day = "2026-11-26T"
    busy = [span(day + start, day + end) for start, end in taken]
    found = free([span(day + "09:00", day + "17:00")], busy)
    assert [text[4:] for text in local(found, UTC)] == left


def test_slots_begin_on_the_quarter_and_follow_each_other():
    found = slots([span("2026-11-26T09:05", "2026-11-26T11:00")], timedelta(minutes=40), UTC, 9)
    assert local(found, UTC) == ["Thu 09:15-09:55", "Thu 10:00-10:40"]


def test_slots_are_spread_over_the_days():
    days = [span(f"2026-11-{day}T09:00", f"2026-11-{day}T11:00") for day in (26, 27)]
    found = slots(days, timedelta(hours=1), UTC, 3)
    assert local(found, UTC) == ["Thu 09:00-10:00", "Thu 10:00-11:00", "Fri 09:00-10:00"]


@pytest.mark.parametrize(
    ("more", "does"),
    [
        ({}, True),
        ({"response": "declined"}, False),
        ({"response": "tentative"}, True),
        ({"response": "none", "mine": False}, True),
        ({"all_day": True}, True),
        ({"all_day": True, "mine": False}, False),
    ],
)
def test_which_events_take_time(more, does):
    assert blocks(event(1, "2026-11-26T09:00", "2026-11-26T10:00", **more)) is does


def test_conflicts_name_each_pair_and_the_time_they_share():
    events = [
        event(3, "2026-11-26T11:00", "2026-11-26T12:00"),
        event(1, "2026-11-26T09:00", "2026-11-26T11:00"),
        event(2, "2026-11-26T10:00", "2026-11-26T11:30"),
        event(4, "2026-11-26T09:00", "2026-11-26T12:00", response="declined"),
    ]
    found = [(a.id, b.id, shared) for a, b, shared in conflicts(events)]
    assert found == [
        ("e1", "e2", span("2026-11-26T10:00", "2026-11-26T11:00")),
        ("e2", "e3", span("2026-11-26T11:00", "2026-11-26T11:30")),
    ]


moments = st.integers(0, 57_600).map(lambda n: utc("2026-03-01") + timedelta(minutes=n))
spans = st.tuples(moments, st.integers(1, 3000)).map(
    lambda pair: Span(pair[0], pair[0] + timedelta(minutes=pair[1]))
)
hours = st.builds(
    WorkingHours,
    start=st.integers(0, 23).map(time),
    end=st.integers(0, 23).map(time),
    days=st.sets(st.integers(0, 6)).map(lambda days: tuple(sorted(days))),
)


def on_the_clock(when, zone, of):
    """Say whether a moment lies in working hours, by the local clock alone."""
    at = when.astimezone(zone)
    yesterday = (at.weekday() - 1) % 7
    if of.end > of.start:
        return at.weekday() in of.days and of.start <= at.time() < of.end
    begun = at.weekday() in of.days and at.time() >= of.start
    return begun or (yesterday in of.days and at.time() < of.end)


@given(st.sampled_from(ZONES), spans, st.lists(spans, max_size=8), hours, st.integers(5, 300))
def test_a_slot_is_free_within_working_hours_and_as_long_as_wanted(zone, asked, busy, of, minutes):
    length = timedelta(minutes=minutes)
    found = slots(free(working(asked, of, zone), busy), length, zone, 20)
    assert len(found) <= 20
    assert found == sorted(found)
    for slot in found:
        assert slot.ends_at - slot.starts_at == length
        assert asked.starts_at <= slot.starts_at
        assert slot.ends_at <= asked.ends_at
        assert not any(overlap(slot, taken) for taken in busy)
        # A time that the clocks skip has no moment of its own, so only its edges could differ.
        for when in (
            slot.starts_at + length / 2,
            slot.starts_at,
            slot.ends_at - timedelta(minutes=1),
        ):
            assert on_the_clock(when, zone, of) or _near_a_change(when, zone)
    assert not any(overlap(one, other) for one, other in pairwise(found))


def _near_a_change(when, zone):
    around = (when - timedelta(hours=26), when + timedelta(hours=26))
    return len({near.astimezone(zone).utcoffset() for near in around}) > 1


@given(st.lists(spans, max_size=10))
def test_conflicts_are_exactly_the_pairs_that_share_time(taken):
    events = [
        Event(id=str(n), title="x", starts_at=one.starts_at, ends_at=one.ends_at)
        for n, one in enumerate(taken)
    ]
    expected = {
        frozenset((one.id, other.id))
        for one in events
        for other in events
        if one.id != other.id and overlap(one, other)
    }
    found = conflicts(events)
    assert {frozenset((one.id, other.id)) for one, other, _ in found} == expected
    assert len(found) == len(expected)


@given(spans, st.lists(spans, max_size=8))
def test_busy_and_free_time_make_up_the_whole(whole, busy):
    left = free([whole], busy)
    for when in (whole.starts_at, *(edge for one in busy for edge in one)):
        if whole.starts_at <= when < whole.ends_at:
            taken = any(one.starts_at <= when < one.ends_at for one in busy)
            assert taken != any(one.starts_at <= when < one.ends_at for one in left)


def test_a_whole_day_is_that_day_wherever_the_person_is_and_free_time_clashes_with_nothing():
    utc = ZoneInfo("UTC")
    day = Event(
        id="d",
        title="Holiday",
        starts_at=datetime(2026, 11, 27, tzinfo=utc),
        ends_at=datetime(2026, 11, 28, tzinfo=utc),
        all_day=True,
    )
    here = placed(day, BERLIN)
    assert (here.starts_at, here.ends_at) == (
        datetime(2026, 11, 27, tzinfo=BERLIN),
        datetime(2026, 11, 28, tzinfo=BERLIN),
    )
    assert placed(here, BERLIN) is here
    free_day = day.model_copy(update={"id": "f", "free": True})
    assert blocks(day)
    assert not blocks(free_day)
    assert conflicts([day, free_day]) == []
