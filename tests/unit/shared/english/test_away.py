"""Days told by another day that was talked about."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.english.away import Away, by_date, dated, find_away, find_shift, in_week

WEDNESDAY = date(2026, 12, 2)


@pytest.mark.parametrize(
    ("said", "first", "last", "rest"),
    [
        ("that week", "2026-11-30", "2026-12-06", ""),
        ("in the same week", "2026-11-30", "2026-12-06", ""),
        ("the Friday of that week", "2026-12-04", "2026-12-04", ""),
        ("that very Monday at 2pm", "2026-11-30", "2026-11-30", "at 2pm"),
        ("the Monday after that same week", "2026-11-30", "2026-11-30", ""),
        ("Monday that same week at 2pm", "2026-11-30", "2026-11-30", "at 2pm"),
        ("that week, on Sunday", "2026-12-06", "2026-12-06", ""),
        ("that Friday, at 2pm", "2026-12-04", "2026-12-04", "at 2pm"),
        ("on the same Friday", "2026-12-04", "2026-12-04", ""),
        ("the week after", "2026-12-07", "2026-12-13", ""),
        ("the Thursday in the week after that one", "2026-12-10", "2026-12-10", ""),
        ("Tuesday of the following week", "2026-12-08", "2026-12-08", ""),
        ("the week before that", "2026-11-23", "2026-11-29", ""),
        ("the same day, 4pm", "2026-12-02", "2026-12-02", "4pm"),
        ("the day after", "2026-12-03", "2026-12-03", ""),
        ("on the day thereafter", "2026-12-03", "2026-12-03", ""),
        ("the next day at 9", "2026-12-03", "2026-12-03", "at 9"),
        ("the day before that", "2026-12-01", "2026-12-01", ""),
        ("two days later", "2026-12-04", "2026-12-04", ""),
        ("three days earlier", "2026-11-29", "2026-11-29", ""),
        ("a week after that", "2026-12-09", "2026-12-09", ""),
        ("the Friday after", "2026-12-04", "2026-12-04", ""),
        ("the Wednesday after that", "2026-12-09", "2026-12-09", ""),
        ("the following Monday", "2026-12-07", "2026-12-07", ""),
        ("the Wednesday before", "2026-11-25", "2026-11-25", ""),
    ],
)
def test_a_day_is_told_by_another(said, first, last, rest):
    found = find_away(said)

    assert found is not None
    days = found[0].days_from(WEDNESDAY, WEDNESDAY)
    assert ([day.isoformat() for day in days], found[1]) == ([first, last], rest)


@pytest.mark.parametrize(
    "said",
    [
        "Friday",
        "next week",
        "this Friday after 3",
        "the week after next",
        "the day after tomorrow",
        "the day before yesterday",
        "the week after the fair",
        "the day after the review",
        "an hour later",
        "in two days",
        "",
    ],
)
def test_a_day_that_is_told_by_itself_is_not(said):
    assert find_away(said) is None


@pytest.mark.parametrize(
    ("said", "minutes", "rest"),
    [
        ("an hour later", 60, ""),
        ("and half an hour earlier, please", -30, "and , please"),
        ("two and a half hours later", None, ""),
        ("45 minutes sooner", -45, ""),
        ("one hour and a half later", 90, ""),
        ("later", None, ""),
        ("two days later", None, ""),
    ],
)
def test_a_time_is_told_by_another(said, minutes, rest):
    assert find_shift(said) == (None if minutes is None else (minutes, rest))


@given(st.dates(date(2000, 1, 1), date(2100, 1, 1)), st.integers(-60, 60), st.integers(0, 6))
def test_a_weekday_of_another_week_is_that_day_so_many_weeks_away(day, weeks, weekday):
    first, last = Away(weeks=weeks, weekday=weekday).days_from(day, day)

    assert first == last
    assert first.weekday() == weekday
    assert (first - first.resolution * weekday) - (day - day.resolution * day.weekday()) == (
        timedelta(weeks=weeks)
    )


@given(st.dates(date(2000, 1, 1), date(2100, 1, 1)), st.integers(0, 6), st.sampled_from([1, -1]))
def test_the_next_such_day_is_within_a_week_and_never_the_day_itself(day, weekday, way):
    first, _ = Away(days=way, weekday=weekday).days_from(day, day)

    assert first.weekday() == weekday
    assert 1 <= (first - day).days * way <= 7


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("on the Friday of the week of our fair, at two", "Friday 4 December 2026, at two"),
        ("drop the sync in the week of the fair", "drop the sync in the week of 30 November 2026"),
        ("the day after the fair", "Thursday 3 December 2026"),
        ("two days before our fair at 9", "Monday 30 November 2026 at 9"),
        ("the Tuesday before the fair", "Tuesday 1 December 2026"),
        ("an hour before the fair", "an hour before the fair"),
        ("move the fair to Friday", "move the fair to Friday"),
    ],
)
def test_a_day_told_by_what_has_a_name_is_that_date(said, told):
    at = said.index("fair")
    assert dated(said, at, at + len("fair"), WEDNESDAY) == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("no, the thurs of that week, same time", "no, on Thursday 10 December 2026, same time"),
        ("ten o'clock, same Friday", "ten o'clock, on Friday 11 December 2026"),
        ("nine that same morning", "nine on Wednesday 9 December 2026 morning"),
        ("nine that morning", "nine on Wednesday 9 December 2026 morning"),
        ("the day after", "on Thursday 10 December 2026"),
        ("two days later", "two days later"),
        ("some day of that week", "some day of that week"),
        ("at nine", "at nine"),
    ],
)
def test_a_day_told_by_another_is_written_as_its_date(said, told):
    assert by_date(said, date(2026, 12, 9)) == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Thursday at nine", "on Thursday 17 December 2026 at nine"),
        ("better on Monday", "better on Monday 14 December 2026"),
        ("next Thursday at nine", "next Thursday at nine"),
        ("Thursday of next week", "Thursday of next week"),
        ("Thursday or Friday", "Thursday or Friday"),
        ("Wednesday is too late, Tuesday", "Wednesday is too late, on Tuesday 15 December 2026"),
        ("Thursday 3 December", "Thursday 3 December"),
        ("at nine", "at nine"),
    ],
)
def test_a_weekday_alone_is_in_the_week_that_is_talked_about(said, told):
    assert in_week(said, date(2026, 12, 16), date(2026, 11, 30)) == told


def test_a_weekday_that_is_over_is_of_another_week():
    assert in_week("Monday", date(2026, 12, 2), date(2026, 12, 1)) == "Monday"
