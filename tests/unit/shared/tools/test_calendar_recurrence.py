import pytest

from shared.errors import ToolFailed
from shared.tools.calendar.recurrence import in_words, regular


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("FREQ=WEEKLY;BYDAY=MO", "every week on Monday"),
        ("RRULE:FREQ=DAILY", "every day"),
        ("rrule:freq=weekly;interval=2;byday=tu,th", "every 2 weeks on Tuesday, Thursday"),
        ("FREQ=MONTHLY;COUNT=10", "every month, 10 times"),
        ("FREQ=YEARLY;UNTIL=20301231T230000Z", "every year, until 2030-12-31"),
        ("FREQ=MONTHLY;BYDAY=2MO", "RRULE:FREQ=MONTHLY;BYDAY=2MO"),
        ("FREQ=MONTHLY;BYMONTHDAY=15", "RRULE:FREQ=MONTHLY;BYMONTHDAY=15"),
        ("", ""),
    ],
)
def test_a_rule_is_made_regular_and_said_in_words(rule, words):
    plain = regular(rule)
    assert plain == regular(plain)
    assert plain == "" or plain.startswith("RRULE:FREQ=")
    assert in_words(plain) == words


@pytest.mark.parametrize(
    "rule",
    [
        "every week",
        "FREQ=HOURLY",
        "FREQ=WEEKLY;INTERVAL=X",
        "FREQ=DAILY;INTERVAL=0",
        "FREQ=WEEKLY\nEXDATE:1",
    ],
)
def test_what_is_no_rule_is_refused(rule):
    with pytest.raises(ToolFailed, match="how often"):
        regular(rule)
