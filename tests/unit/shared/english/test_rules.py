"""Rules of recurrence taken apart and put together again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.english.rules import CODES, Rule, on_date, parse


@pytest.mark.parametrize(
    "text",
    [
        "",
        "FREQ=HOURLY",
        "FREQ",
        "FREQ=DAILY;FREQ=DAILY",
        "FREQ=DAILY;COUNT=0",
        "FREQ=DAILY;COUNT=2;UNTIL=20261201",
        "FREQ=DAILY;UNTIL=soon",
        "FREQ=DAILY;WKST=XX",
        "FREQ=DAILY;BYSECOND=7",
        "FREQ=WEEKLY;BYDAY=XX",
        "FREQ=MONTHLY;BYDAY=MO,2TU",
        "FREQ=MONTHLY;BYMONTHDAY=0",
        "FREQ=MONTHLY;BYMONTHDAY=x",
        "FREQ=MONTHLY;BYMONTH=13",
    ],
)
def test_what_is_no_rule_is_refused(text):
    with pytest.raises(ValueError, match=r"."):
        parse(text)


days = st.lists(st.tuples(st.just(0), st.sampled_from(range(len(CODES)))), unique=True, max_size=3)


@given(
    st.builds(
        Rule,
        frequency=st.sampled_from(["DAILY", "MONTHLY", "YEARLY"]),
        interval=st.integers(1, 9),
        days=days.map(tuple),
        months=st.lists(st.integers(1, 12), unique=True, max_size=2).map(tuple),
        dates=st.lists(st.integers(1, 31), unique=True, max_size=2).map(tuple),
        hours=st.just((9,)),
        minutes=st.just((0,)),
        count=st.integers(0, 9),
    )
)
def test_a_rule_is_read_as_it_is_written(rule):
    assert parse(rule.text) == parse(f"RRULE:{rule.text}") == rule


@pytest.mark.parametrize("day", [29, 30, 31])
def test_a_day_that_some_months_lack_is_clipped_or_left_out(day):
    assert on_date(day, clip=True).clipped == day
    assert on_date(day, clip=True).at((9, 17), (0, 30)).clipped == day
    assert on_date(day, clip=False).clipped == 0
