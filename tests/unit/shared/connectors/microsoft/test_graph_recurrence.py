"""Rules of repetition in RFC 5545's words and in Graph's."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.connectors.microsoft.recurrence import Recurrence, recurrence_of, rule_of
from shared.errors import ToolFailed

FIRST = date(2026, 11, 26)  # a Thursday


def there(rule):
    return recurrence_of(rule, FIRST, "Europe/Berlin")


def back(rule):
    return rule_of(Recurrence.model_validate(there(rule)))


@pytest.mark.parametrize(
    ("rule", "pattern"),
    [
        ("RRULE:FREQ=DAILY", {"type": "daily"}),
        ("FREQ=WEEKLY", {"type": "weekly", "daysOfWeek": ["thursday"]}),
        ("FREQ=WEEKLY;BYDAY=MO,WE", {"type": "weekly", "daysOfWeek": ["monday", "wednesday"]}),
        ("FREQ=DAILY;BYDAY=MO,TU", {"type": "weekly", "daysOfWeek": ["monday", "tuesday"]}),
        ("FREQ=MONTHLY", {"type": "absoluteMonthly", "dayOfMonth": 26}),
        ("FREQ=MONTHLY;BYMONTHDAY=1", {"type": "absoluteMonthly", "dayOfMonth": 1}),
        (
            "FREQ=MONTHLY;BYDAY=-1FR",
            {"type": "relativeMonthly", "daysOfWeek": ["friday"], "index": "last"},
        ),
        (
            "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1",
            {"type": "relativeMonthly", "daysOfWeek": ["monday", "tuesday"], "index": "first"},
        ),
        ("FREQ=YEARLY", {"type": "absoluteYearly", "dayOfMonth": 26, "month": 11}),
        (
            "FREQ=YEARLY;BYMONTH=5;BYDAY=2SU",
            {"type": "relativeYearly", "daysOfWeek": ["sunday"], "index": "second", "month": 5},
        ),
    ],
)
def test_a_rule_becomes_a_pattern(rule, pattern):
    found = there(rule)["pattern"]
    found.pop("firstDayOfWeek", None)
    assert found == pattern | {"interval": 1}


@pytest.mark.parametrize(
    ("rule", "ends"),
    [
        ("FREQ=DAILY", {"type": "noEnd"}),
        ("FREQ=DAILY;COUNT=3", {"type": "numbered", "numberOfOccurrences": 3}),
        ("FREQ=DAILY;UNTIL=20261224", {"type": "endDate", "endDate": "2026-12-24"}),
        ("FREQ=DAILY;UNTIL=20261224T235959Z", {"type": "endDate", "endDate": "2026-12-24"}),
    ],
)
def test_a_rule_ends_as_it_says(rule, ends):
    always = {"startDate": "2026-11-26", "recurrenceTimeZone": "Europe/Berlin"}
    assert there(rule)["range"] == always | ends


@pytest.mark.parametrize(
    "rule",
    [
        "",
        "every week",
        "FREQ=HOURLY",
        "FREQ=MINUTELY",
        "FREQ=DAILY;INTERVAL=2;BYDAY=MO",
        "FREQ=WEEKLY;BYDAY=1MO",
        "FREQ=WEEKLY;BYDAY=XX",
        "FREQ=MONTHLY;BYDAY=5MO",
        "FREQ=MONTHLY;BYDAY=1MO,2TU",
        "FREQ=MONTHLY;BYDAY=MO",
        "FREQ=MONTHLY;BYMONTHDAY=1,15",
        "FREQ=MONTHLY;BYMONTHDAY=-2",
        "FREQ=MONTHLY;BYMONTHDAY=31",
        "FREQ=MONTHLY;BYMONTHDAY=x",
        "FREQ=YEARLY;BYWEEKNO=20",
        "FREQ=DAILY;INTERVAL=0",
        "FREQ=DAILY;COUNT=many",
        "FREQ=DAILY;UNTIL=tomorrow",
    ],
)
def test_what_outlook_cannot_repeat_is_refused(rule):
    with pytest.raises(ToolFailed) as error:
        there(rule)
    assert error.value.kind == "params"


DAYS = st.lists(
    st.sampled_from(["MO", "TU", "WE", "TH", "FR", "SA", "SU"]), min_size=1, unique=True
).map(",".join)
NUMBER = st.sampled_from(["1", "2", "3", "4", "-1"])
EVERY = st.integers(1, 99).map(lambda n: f";INTERVAL={n}" if n > 1 else "")
END = st.one_of(
    st.just(""),
    st.integers(1, 99).map(lambda n: f";COUNT={n}"),
    st.dates(FIRST, date(2099, 1, 1)).map(lambda day: f";UNTIL={day:%Y%m%d}"),
)


def on_day(number):
    """Outlook takes the last day of a month that lacks one."""
    clipped = ",".join(str(day) for day in range(28, number + 1))
    return f";BYMONTHDAY={number}" if number <= 28 else f";BYMONTHDAY={clipped};BYSETPOS=-1"


RULES = st.one_of(
    st.tuples(st.just("FREQ=DAILY"), EVERY, END),
    st.tuples(st.just("FREQ=WEEKLY"), DAYS.map(lambda days: f";BYDAY={days}"), END),
    st.tuples(st.just("FREQ=MONTHLY"), EVERY, st.integers(1, 31).map(on_day), END),
    st.tuples(
        st.just("FREQ=MONTHLY"),
        EVERY,
        st.tuples(NUMBER, DAYS).map(
            lambda pair: (
                f";BYDAY={pair[0]}{pair[1]}"
                if "," not in pair[1]
                else f";BYDAY={pair[1]};BYSETPOS={pair[0]}"
            )
        ),
        END,
    ),
    st.tuples(
        st.just("FREQ=YEARLY"),
        st.integers(1, 12).map(lambda n: f";BYMONTH={n}"),
        st.integers(1, 28).map(lambda n: f";BYMONTHDAY={n}"),
        END,
    ),
)


@given(RULES.map("".join))
def test_a_rule_comes_back_as_it_went(rule):
    assert back(rule) == f"RRULE:{rule}"


def test_a_fortnight_keeps_the_day_its_week_begins_with():
    assert (
        back("FREQ=WEEKLY;INTERVAL=2;BYDAY=SU") == "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;WKST=MO"
    )


def test_the_last_day_of_a_month_is_outlooks_31st():
    read = back("FREQ=MONTHLY;BYMONTHDAY=-1")
    assert read == "RRULE:FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1"
