from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.connectors.sandbox.days import Moment, dated, in_order, in_week, past, working_day

WEDNESDAY = datetime(2026, 7, 15, 12, tzinfo=UTC)
NINE = time(9)


def moment(day, at=NINE, *, any_day=False):
    return Moment(day=day, time=at, any_day=any_day)


@pytest.mark.parametrize(
    ("day", "expected"),
    [(17, 17), (18, 17), (19, 17), (20, 20)],
    ids=["friday stays", "saturday", "sunday", "monday stays"],
)
def test_weekend_becomes_the_friday_before(day, expected):
    assert working_day(date(2026, 7, day)) == date(2026, 7, expected)


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        (moment(-1), datetime(2026, 7, 14, 9, tzinfo=UTC)),
        (moment(0), datetime(2026, 7, 15, 9, tzinfo=UTC)),
        (moment(0, time(12)), WEDNESDAY),
        (moment(0, time(12, 1)), datetime(2026, 7, 14, 12, 1, tzinfo=UTC)),
        (moment(-3), datetime(2026, 7, 10, 9, tzinfo=UTC)),
        (moment(-3, any_day=True), datetime(2026, 7, 12, 9, tzinfo=UTC)),
    ],
)
def test_past_moments(when, expected):
    assert past(when, WEDNESDAY) == expected


def test_what_has_not_come_yet_on_a_monday_was_on_friday():
    monday = datetime(2026, 7, 13, 6, tzinfo=UTC)
    assert past(moment(0), monday) == datetime(2026, 7, 10, 9, tzinfo=UTC)


def test_a_reply_on_sunday_still_follows_the_mail_of_saturday():
    saturday, sunday = moment(-4, time(15)), moment(-3, time(9))
    first, reply = in_order([saturday, sunday], WEDNESDAY)
    assert first == datetime(2026, 7, 10, 15, tzinfo=UTC)
    assert reply == datetime(2026, 7, 10, 15, 7, tzinfo=UTC)


@given(
    now=st.datetimes(datetime(2020, 1, 1), datetime(2040, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001
    moments=st.lists(
        st.builds(Moment, day=st.integers(-60, 0), time=st.times(), any_day=st.booleans()),
        max_size=8,
    ),
)
def test_conversations_are_in_order_and_never_in_the_future(now, moments):
    times = in_order(moments, now)
    assert list(times) == sorted(times)
    assert all(when <= now for when in times)


def test_settled_times_stay():
    first, last = datetime(2026, 7, 1, tzinfo=UTC), datetime(2026, 7, 2, tzinfo=UTC)
    assert in_order([last, first], WEDNESDAY) == (last, first)
    assert in_order([first, moment(-1)], WEDNESDAY) == (first, past(moment(-1), WEDNESDAY))


def test_weeks_are_counted_from_the_current_one():
    assert in_week(0, 0, NINE, WEDNESDAY) == datetime(2026, 7, 13, 9, tzinfo=UTC)
    assert in_week(-1, 6, NINE, WEDNESDAY) == datetime(2026, 7, 12, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("by {day +1}", "by Thursday"),
        ("on {date -14}", "on 1 July"),
        ("{day +3}, {date +3}", "Friday, 17 July"),
        ("{iso +3} to {iso +5}", "2026-07-17 to 2026-07-20"),
        ("{name} {day 3} {}", "{name} {day 3} {}"),
    ],
)
def test_texts_name_days_relative_to_today(text, expected):
    assert dated(text, WEDNESDAY) == expected
    assert dated(text, WEDNESDAY + timedelta(weeks=520)) != text or expected == text
