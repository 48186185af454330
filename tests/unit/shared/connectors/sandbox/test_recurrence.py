"""Rules of recurring events, and the days they name."""

from datetime import date, timedelta
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.connectors.sandbox.recurrence import moved, parse
from shared.english.counting import days as days_of
from shared.errors import ToolFailed

WEDNESDAY = date(2026, 7, 15)


def days(rule, first=WEDNESDAY, number=4):
    return [f"{day:%m-%d}" for day in islice(days_of(parse(rule), first), number)]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("FREQ=DAILY", ["07-15", "07-16", "07-17", "07-18"]),
        ("RRULE:FREQ=DAILY;INTERVAL=10", ["07-15", "07-25", "08-04", "08-14"]),
        ("FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", ["07-15", "07-16", "07-17", "07-20"]),
        ("FREQ=WEEKLY", ["07-15", "07-22", "07-29", "08-05"]),
        ("rrule:freq=weekly;byday=mo,we;", ["07-15", "07-20", "07-22", "07-27"]),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=FR,MO", ["07-17", "07-27", "07-31", "08-10"]),
        ("FREQ=WEEKLY;COUNT=2", ["07-15", "07-22"]),
        ("FREQ=WEEKLY;UNTIL=20260728T235959Z;WKST=MO", ["07-15", "07-22"]),
        ("FREQ=WEEKLY;UNTIL=20260722", ["07-15", "07-22"]),
        ("FREQ=MONTHLY", ["07-15", "08-15", "09-15", "10-15"]),
        ("FREQ=MONTHLY;BYMONTHDAY=31", ["07-31", "08-31", "10-31", "12-31"]),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", ["07-31", "08-31", "09-30", "10-31"]),
        ("FREQ=MONTHLY;BYDAY=1MO", ["08-03", "09-07", "10-05", "11-02"]),
        ("FREQ=MONTHLY;BYDAY=-1FR", ["07-31", "08-28", "09-25", "10-30"]),
        ("FREQ=MONTHLY;BYDAY=5WE", ["07-29", "09-30", "12-30", "03-31"]),
        ("FREQ=MONTHLY;INTERVAL=6;BYDAY=SA", ["07-18", "07-25", "01-02", "01-09"]),
        ("FREQ=YEARLY", ["07-15", "07-15", "07-15", "07-15"]),
        ("FREQ=WEEKLY;UNTIL=20260701", []),
    ],
)
def test_rules_name_days(rule, expected):
    assert days(rule) == expected


def test_a_leap_day_comes_in_leap_years():
    found = islice(days_of(parse("FREQ=YEARLY"), date(2024, 2, 29)), 3)
    assert [day.year for day in found] == [2024, 2028, 2032]


def test_days_end_with_the_calendar():
    found = list(days_of(parse("FREQ=YEARLY;INTERVAL=999"), WEDNESDAY))
    assert (len(found), found[-1]) == (8, date(9019, 7, 15))


@pytest.mark.parametrize(
    "rule",
    [
        "",
        "every monday",
        "FREQ=HOURLY",
        "FREQ=WEEKLY;BYDAY=XX",
        "FREQ=WEEKLY;BYDAY=1MO",
        "FREQ=WEEKLY;BYMONTHDAY=3",
        "FREQ=WEEKLY;INTERVAL=0",
        "FREQ=WEEKLY;COUNT=0",
        "FREQ=WEEKLY;COUNT=many",
        "FREQ=WEEKLY;UNTIL=soon",
        "FREQ=DAILY;BYHOUR=9",
        "FREQ=MONTHLY;BYMONTHDAY=32",
    ],
)
def test_other_rules_are_refused(rule):
    with pytest.raises(ToolFailed) as failure:
        parse(rule)
    assert failure.value.kind == "params"


@pytest.mark.parametrize(
    ("rule", "by", "expected"),
    [
        ("RRULE:FREQ=WEEKLY;BYDAY=MO,FR", 1, "RRULE:FREQ=WEEKLY;BYDAY=TU,SA"),
        ("FREQ=WEEKLY;BYDAY=MO;COUNT=3", -1, "FREQ=WEEKLY;BYDAY=SU;COUNT=3"),
        ("FREQ=WEEKLY", 3, "FREQ=WEEKLY"),
        ("FREQ=MONTHLY;BYDAY=1MO", 0, "FREQ=MONTHLY;BYDAY=1MO"),
    ],
)
def test_a_series_that_moves_takes_its_rule_along(rule, by, expected):
    assert moved(rule, by) == expected


@pytest.mark.parametrize("rule", ["FREQ=MONTHLY;BYDAY=1MO", "FREQ=MONTHLY;BYMONTHDAY=3"])
def test_some_series_cannot_move_to_another_day(rule):
    with pytest.raises(ToolFailed):
        moved(rule, 1)


WEEKLY = st.builds(
    "FREQ=WEEKLY;INTERVAL={};BYDAY={}".format,
    st.integers(1, 5),
    st.lists(st.sampled_from(["MO", "TU", "WE", "TH", "FR", "SA", "SU"]), min_size=1).map(",".join),
)
DAYS = st.dates(date(2020, 1, 1), date(2040, 1, 1))


@given(rule=WEEKLY, first=DAYS)
def test_weekly_days_are_in_order_and_on_their_weekdays(rule, first):
    found = list(islice(days_of(parse(rule), first), 20))
    weekdays = {weekday for _, weekday in parse(rule).days}

    assert found == sorted(set(found))
    assert found[0] >= first
    assert {day.weekday() for day in found} == weekdays
    monday = first - timedelta(days=first.weekday())
    assert all((day - monday).days // 7 % parse(rule).interval == 0 for day in found)
