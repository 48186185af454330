from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.errors import ToolFailed
from shared.tools.times import (
    DAY,
    day_of,
    extent,
    from_moment,
    is_date,
    local_text,
    minutes_of,
    moment,
    relative,
    window,
)

BERLIN = ZoneInfo("Europe/Berlin")
ZONES = st.sampled_from(
    [ZoneInfo(name) for name in ("UTC", "Europe/Berlin", "America/New_York", "Africa/Cairo")]
)


def utc(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("2026-11-27T15:00", "2026-11-27T14:00"),
        ("2026-11-27 15:00", "2026-11-27T14:00"),
        ("2026-11-27", "2026-11-26T23:00"),
        ("2026-11-27T15:00:59", "2026-11-27T14:00"),
        ("2026-11-27T15:00Z", "2026-11-27T15:00"),
        ("2026-11-27T15:00:00+00:00", "2026-11-27T15:00"),
        ("2026-03-29T02:30", "2026-03-29T01:30"),  # skipped: 03:30
        ("2026-10-25T02:30", "2026-10-25T00:30"),  # comes twice: the first
        ("2026-10-25T02:30+01:00", "2026-10-25T01:30"),
    ],
)
def test_a_local_time_is_a_moment(text, when):
    assert moment(text, BERLIN) == utc(when)


@pytest.mark.parametrize(
    ("when", "text"),
    [
        ("2026-11-27T14:00", "2026-11-27T15:00"),
        ("2026-03-29T01:30", "2026-03-29T03:30"),
        ("2026-10-25T00:30", "2026-10-25T02:30"),
        ("2026-10-25T01:30", "2026-10-25T02:30+01:00"),
    ],
)
def test_a_moment_is_a_local_time(when, text):
    assert local_text(utc(when), BERLIN) == text


@given(
    st.integers(0, 45_000_000).map(lambda n: utc("2000-01-01") + timedelta(minutes=n)),
    ZONES,
)
def test_a_moment_survives_being_written_locally(when, zone):
    assert moment(local_text(when, zone), zone) == when


@pytest.mark.parametrize("text", ["", "tomorrow", "2026-13-01", "0001-01-01T00:00", "9999-12-31"])
def test_what_is_no_time_is_refused(text):
    with pytest.raises(ToolFailed, match="can't read") as caught:
        moment(text, BERLIN)
    assert caught.value.kind == "params"


def test_a_day_is_told_from_a_time():
    assert is_date("2026-11-27")
    assert not is_date("2026-11-27T15:00")
    assert not is_date("2026-11-27 15:00")
    assert day_of("2026-11-27T23:30Z", BERLIN) == date(2026, 11, 28)


@pytest.mark.parametrize(
    ("start", "end", "begins", "ends"),
    [
        ("2026-11-27", "", "2026-11-26T23:00", "2026-11-27T23:00"),
        ("2026-11-27", "2026-11-28", "2026-11-26T23:00", "2026-11-28T23:00"),
        ("2026-11-27T12:00", "", "2026-11-27T11:00", "2026-11-27T23:00"),
        ("2026-11-27T12:00", "2026-11-27", "2026-11-27T11:00", "2026-11-27T23:00"),
        ("2026-11-27T12:00", "2026-11-27T13:00", "2026-11-27T11:00", "2026-11-27T12:00"),
        ("2026-10-25", "", "2026-10-24T22:00", "2026-10-25T23:00"),  # 25 hours long
    ],
)
def test_a_window_includes_the_whole_last_day(start, end, begins, ends):
    assert window(start, end, BERLIN, 9 * DAY) == (utc(begins), utc(ends))


@pytest.mark.parametrize(
    ("start", "end", "why"),
    [
        ("2026-11-27", "2026-11-26", "ends before"),
        ("2026-11-27T12:00", "2026-11-27T12:00", "ends before"),
        ("2026-11-01", "2026-11-30", "9 days are the most"),
    ],
)
def test_a_window_runs_forward_and_not_too_far(start, end, why):
    with pytest.raises(ToolFailed, match=why):
        window(start, end, BERLIN, 9 * DAY)


@pytest.mark.parametrize(
    ("start", "end", "minutes", "all_day", "begins", "ends"),
    [
        ("2026-11-27T15:00", "", 30, False, "2026-11-27T14:00", "2026-11-27T14:30"),
        ("2026-11-27T15:00", "2026-11-27T17:00", 30, False, "2026-11-27T14:00", "2026-11-27T16:00"),
        ("2026-10-25T01:30", "", 120, False, "2026-10-24T23:30", "2026-10-25T01:30"),
        ("2026-11-27", "", 30, True, "2026-11-26T23:00", "2026-11-27T23:00"),
        ("2026-11-27", "", 2880, True, "2026-11-26T23:00", "2026-11-28T23:00"),
        ("2026-11-27", "2026-11-28", 30, True, "2026-11-26T23:00", "2026-11-28T23:00"),
        ("2026-11-27T09:00", "2026-11-28T00:00", 30, True, "2026-11-26T23:00", "2026-11-27T23:00"),
    ],
)
def test_when_an_event_begins_and_ends(start, end, minutes, all_day, begins, ends):
    assert extent(start, end, minutes, BERLIN, all_day=all_day) == (utc(begins), utc(ends))


@pytest.mark.parametrize("all_day", [True, False])
def test_an_event_does_not_end_before_it_starts(all_day):
    with pytest.raises(ToolFailed, match="ends before it starts"):
        extent("2026-11-27T15:00", "2026-11-26T16:00", 30, BERLIN, all_day=all_day)


def test_an_event_lasts_a_year_at_the_most():
    with pytest.raises(ToolFailed, match="a year at the most"):
        extent("2026-11-27T15:00", "2028-11-26T16:00", 30, BERLIN, all_day=False)


@given(st.dates(date(2020, 1, 1), date(2040, 1, 1)), st.integers(1, 20), ZONES)
def test_the_length_of_whole_days_survives_changes_of_the_clocks(day, days, zone):
    begins, ends = extent(str(day), "", days * 1440, zone, all_day=True)
    assert minutes_of(begins, ends, zone, all_day=True) == days * 1440
    assert ends - begins >= days * DAY - timedelta(hours=1)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("T16:00", "2026-03-27T16:00"),
        ("+PT30M", "2026-03-27T10:30"),
        ("-PT1H30M", "2026-03-27T08:30"),
        ("+P1W", "2026-04-03T10:00"),
        ("+P1DT1H", "2026-03-28T11:00"),
        ("+P", "+P"),
        ("W+0-5", "2026-03-27"),
        ("W+0-1T14:00", "2026-03-23T14:00"),
        ("W+1-4", "2026-04-02"),
        ("W-1-7", "2026-03-22"),
        (">5", "2026-04-03"),
        (">6T09:30", "2026-03-28T09:30"),
        ("D+2T15:00", "2026-03-29T15:00"),
        ("D-1", "2026-03-26"),
        ("W+0-8", "W+0-8"),
        ("2026-03-28", "2026-03-28"),
        ("2026-03-28T09:00", "2026-03-28T09:00"),
        ("later", "later"),
    ],
)
def test_a_time_may_be_given_by_another(text, meant):
    known = datetime(2026, 3, 27, 9, tzinfo=UTC)  # 10:00 in Berlin, before the clocks change

    assert relative(text, known, BERLIN) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("2026-11-27T15:00:00Z|-PT30M", "2026-11-27T15:30"),
        ("2026-11-27T15:00:00Z|D+1T09:00", "2026-11-28T09:00"),
        ("2026-11-27T15:00:00Z", "2026-11-27T15:00:00Z"),
        ("2026-11-27", "2026-11-27"),
    ],
)
def test_a_time_may_be_told_by_a_moment(text, meant):
    assert from_moment(text, BERLIN) == meant


def test_a_moment_that_is_none_tells_no_time():
    with pytest.raises(ToolFailed):
        from_moment("soon|-PT30M", BERLIN)
