"""Schedules name the instants the Functions host would."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devhost.schedules import parse_schedule

NOON = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)  # a Sunday


@pytest.mark.parametrize(
    ("schedule", "expected"),
    [
        ("*/10 * * * * *", NOON + timedelta(seconds=10)),
        ("0 */5 * * * *", NOON + timedelta(minutes=5)),
        ("*/5 * * * *", NOON + timedelta(minutes=5)),
        ("0 30 9 * * MON-FRI", datetime(2026, 3, 2, 9, 30, tzinfo=UTC)),
        ("0 0 0 13 * FRI", datetime(2026, 3, 13, tzinfo=UTC)),
        ("0 0 0 14 * FRI", datetime(2026, 8, 14, tzinfo=UTC)),
        ("00:00:30", NOON + timedelta(seconds=30)),
        ("1.02:00:00", NOON + timedelta(days=1, hours=2)),
    ],
)
def test_the_next_occurrence(schedule, expected):
    assert parse_schedule(schedule)(NOON) == expected


@pytest.mark.parametrize(
    "schedule", ["", "* * * *", "0 61 * * * *", "0 0 0 L * *", "00:60:00", "24:00:00", "soon"]
)
def test_what_cannot_be_read_is_refused(schedule):
    with pytest.raises(ValueError, match=r"."):
        parse_schedule(schedule)


@given(
    st.sampled_from(["0 */5 * * * *", "*/7 * 3 * * *", "00:00:01"]),
    st.datetimes(min_value=datetime(2020, 1, 1), max_value=datetime(2040, 1, 1)),  # noqa: DTZ001
)
def test_an_occurrence_is_always_later(schedule, instant):
    instant = instant.replace(tzinfo=UTC)
    assert parse_schedule(schedule)(instant) > instant
