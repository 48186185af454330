"""When rules come, also on the days when clocks change."""

from datetime import UTC, date, datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

import pytest
from croniter import croniter
from hypothesis import assume, given, settings

from shared.decisions.recurring import coming, next_after, shortest
from shared.decisions.recurring.cron import parse
from shared.models.schedule import Recurrence
from tests.support.recurrences import CHANGES, MOMENTS, ZONES, recurrences

NOW = datetime(2026, 11, 22, 11, 30, tzinfo=ZoneInfo("Europe/Berlin"))


@settings(deadline=None)
@given(recurrences(("UTC",)), MOMENTS)
def test_without_changes_of_the_clock_times_are_those_of_cron(recurrence, after):
    cron = parse(recurrence.cron)
    assume(not cron.places or cron.every_date)  # croniter wants both there, cron either
    expected = croniter(recurrence.cron, after).get_next(datetime)
    assert next_after(recurrence, after) == expected


@settings(deadline=None)
@given(recurrences(), MOMENTS)
def test_the_next_time_is_after_and_nothing_lies_between(recurrence, after):
    following = next_after(recurrence, after)
    assert following > after
    assert next_after(recurrence, following - timedelta(microseconds=1)) == following
    between = after + (following - after) / 2
    assert next_after(recurrence, between) == (following if between < following else None)


@settings(deadline=None, max_examples=60)
@given(recurrences(), CHANGES)
def test_no_time_comes_twice_and_none_is_skipped(recurrence, after):
    """Walking on minute by minute finds each local time that the rule takes, once."""
    zone, cron = ZoneInfo(recurrence.zone), parse(recurrence.cron)
    start = after.replace(second=0, microsecond=0)
    seen, minutes = [], [start + timedelta(minutes=n) for n in range(1, 300)]
    shown = set()
    for at in minutes:
        local = at.astimezone(zone)
        fresh = local.fold == 0 and local.replace(tzinfo=None) not in shown
        shown.add(local.replace(tzinfo=None))
        takes = _takes(cron, local)
        if (fresh and takes) or _after_a_gap(at, zone, cron):
            seen.append(at)
    found, at = [], start
    while (at := next_after(recurrence, at)) <= minutes[-1]:
        found.append(at)
    assert found == seen


def _after_a_gap(at, zone, cron):
    """Tell whether a local time skipped just before this minute is one of the rule's."""
    here = at.astimezone(zone).replace(tzinfo=None)
    before = (at - timedelta(minutes=1)).astimezone(zone).replace(tzinfo=None)
    skipped = int((here - before) / timedelta(minutes=1)) - 1
    times = [before + timedelta(minutes=n) for n in range(1, skipped + 1)]
    return any(_takes(cron, t) for t in times)


def _takes(cron, local):
    """Tell whether a local time is one of an expression's, by croniter."""
    there = local.replace(tzinfo=None)
    found = (
        croniter.match(f"{minute} {hour} {days}", there) for minute, hour, days in _fields(cron)
    )
    return any(found)


def _fields(cron):
    """Return an expression as croniter knows it, for each way a day may be taken."""
    minute, hour, dates, months, weekdays = cron.text.split()
    if cron.every_date or cron.every_weekday:
        return [(minute, hour, f"{dates} {months} {weekdays}")]
    return [(minute, hour, f"{dates} {months} *"), (minute, hour, f"* {months} {weekdays}")]


RULES = [
    # rule, start, from, the local days that follow
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", "2026-11-27", "2026-11-22", ["11-27", "12-11", "12-25"]),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", "2026-11-27", "2026-12-01", ["12-11", "12-25", "01-08"]),
    ("FREQ=DAILY;COUNT=3", "2026-11-30", "2026-11-30", ["11-30", "12-01", "12-02"]),
    (
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
        None,
        "2026-11-22",
        ["11-30", "12-31", "01-29"],
    ),
    (
        "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1",
        None,
        "2027-01-01",
        ["01-31", "02-28", "03-31", "04-30"],
    ),
    ("FREQ=MONTHLY;BYMONTHDAY=31", None, "2027-01-01", ["01-31", "03-31", "05-31"]),
    ("FREQ=WEEKLY;BYDAY=MO;UNTIL=20261207T235959Z", None, "2026-11-28", ["11-30", "12-07"]),
]


@pytest.mark.parametrize(("rule", "start", "after", "days"), RULES)
def test_the_days_of_a_rule(rule, start, after, days):
    recurrence = Recurrence(
        rrule=f"RRULE:{rule};BYHOUR=9;BYMINUTE=0",
        start=date.fromisoformat(start) if start else None,
        zone="Europe/Berlin",
    )
    begin = datetime.fromisoformat(after).replace(tzinfo=NOW.tzinfo)
    found = [f"{at.astimezone(NOW.tzinfo):%m-%d}" for at in islice(coming(recurrence, begin), 4)]
    assert found[: len(days)] == days
    assert len(found) == 4 or found == days


def test_two_rules_come_in_order_and_a_time_of_both_comes_once():
    lines = "RRULE:FREQ=DAILY;BYHOUR=9,17;BYMINUTE=30\nRRULE:FREQ=DAILY;BYHOUR=9;BYMINUTE=0,30"
    times = coming(Recurrence(rrule=lines, zone="UTC"), datetime(2026, 11, 22, tzinfo=UTC))
    assert [f"{at:%H:%M}" for at in islice(times, 4)] == ["09:00", "09:30", "17:30", "09:00"]


YEARS = [
    # zone, cron, around, the local times with their offsets
    (
        "Europe/Berlin",
        "30 2 * * *",
        "2026-03-28T00:00+01:00",
        ["03-28T02:30+01:00", "03-29T03:00+02:00", "03-30T02:30+02:00"],
    ),
    (
        "Europe/Berlin",
        "30 2 * * *",
        "2026-10-24T00:00+02:00",
        ["10-24T02:30+02:00", "10-25T02:30+02:00", "10-26T02:30+01:00"],
    ),
    (
        "America/New_York",
        "15 2 * * *",
        "2026-03-07T00:00-05:00",
        ["03-07T02:15-05:00", "03-08T03:00-04:00", "03-09T02:15-04:00"],
    ),
    (
        "America/New_York",
        "15 1 * * *",
        "2026-10-31T00:00-04:00",
        ["10-31T01:15-04:00", "11-01T01:15-04:00", "11-02T01:15-05:00"],
    ),
    (
        "America/New_York",
        "0 */2 * * *",
        "2026-03-08T00:00-05:00",
        ["03-08T03:00-04:00", "03-08T04:00-04:00", "03-08T06:00-04:00"],
    ),
    (
        "Australia/Lord_Howe",
        "15 2 * * *",
        "2026-10-03T00:00+10:30",
        ["10-03T02:15+10:30", "10-04T02:30+11:00", "10-05T02:15+11:00"],
    ),
    (
        "Australia/Lord_Howe",
        "45 1 * * *",
        "2026-04-04T00:00+11:00",
        ["04-04T01:45+11:00", "04-05T01:45+11:00", "04-06T01:45+10:30"],
    ),
    (
        "Asia/Kolkata",
        "0 9 * * 1",
        "2026-03-28T00:00+05:30",
        ["03-30T09:00+05:30", "04-06T09:00+05:30", "04-13T09:00+05:30"],
    ),
    (
        "Europe/Berlin",
        "0 9 1 */3 *",
        "2026-11-22T12:30+01:00",
        ["01-01T09:00+01:00", "04-01T09:00+02:00", "07-01T09:00+02:00"],
    ),
    (
        "Pacific/Apia",
        "0 9 * * *",
        "2011-12-28T00:00-10:00",
        ["12-28T09:00-10:00", "12-29T09:00-10:00", "12-31T00:00+14:00", "12-31T09:00+14:00"],
    ),
]


@pytest.mark.parametrize(("zone", "cron", "start", "times"), YEARS)
def test_times_when_the_clocks_change(zone, cron, start, times):
    at, found = datetime.fromisoformat(start), []
    recurrence = Recurrence(cron=cron, zone=zone)
    for _ in times:
        at = next_after(recurrence, at)
        assert at.tzinfo is UTC
        found.append(at.astimezone(ZoneInfo(zone)).isoformat(timespec="minutes")[5:])
    assert found == times


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize(
    ("cron", "count"), [("30 2 * * *", 365), ("0 9 * * 1", 52), ("45 1 1 * *", 12)]
)
def test_a_year_has_as_many_runs_as_it_has_days(zone, cron, count):
    at = datetime(2026, 1, 1, tzinfo=ZoneInfo(zone)) - timedelta(seconds=1)
    end = datetime(2027, 1, 1, tzinfo=ZoneInfo(zone))
    recurrence, found = Recurrence(cron=cron, zone=zone), []
    while (at := next_after(recurrence, at)) < end:
        found.append(at.astimezone(ZoneInfo(zone)))
    assert len(found) == len({one.date() for one in found}) == count


def test_a_fifth_monday_in_february_is_found_far_away():
    rule = Recurrence(cron="0 9 * 2 1#5", zone="UTC")
    assert next_after(rule, datetime(2072, 3, 1, tzinfo=UTC)).year == 2112
    assert next_after(rule, datetime(2044, 3, 1, tzinfo=UTC)).year == 2072


def test_a_single_time_comes_once():
    once = Recurrence(once=NOW, zone="UTC")
    assert next_after(once, NOW - timedelta(seconds=1)) == NOW
    assert next_after(once, NOW) is None


@pytest.mark.parametrize(
    ("cron", "minutes"),
    [
        ("* * * * *", 1),
        ("*/5 * * * *", 5),
        ("58,2 * * * *", 4),
        ("0 9 * * *", 1440),
        ("0 0,23 * * *", 60),
    ],
)
def test_the_shortest_time_between_two_runs(cron, minutes):
    assert shortest(Recurrence(cron=cron, zone="UTC")) == timedelta(minutes=minutes)


def test_a_single_run_has_nothing_after_it():
    assert shortest(Recurrence(once=NOW, zone="UTC")) is None
