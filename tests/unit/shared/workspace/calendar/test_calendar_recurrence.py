import pytest

from shared.errors import ToolFailed
from shared.workspace.calendar.recurrence import in_words, regular


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("FREQ=WEEKLY;BYDAY=MO", "every week on Monday"),
        ("RRULE:FREQ=DAILY", "every day"),
        ("rrule:freq=weekly;interval=2;byday=tu,th", "every 2 weeks on Tuesday, Thursday"),
        ("FREQ=MONTHLY;COUNT=10", "every month, 10 times"),
        ("FREQ=YEARLY;UNTIL=20301231T230000Z", "every year, until 2030-12-31"),
        ("FREQ=MONTHLY;BYDAY=2MO", "every month on the second Monday"),
        ("FREQ=MONTHLY;BYMONTHDAY=15", "every month on day 15"),
        ("FREQ=MONTHLY;BYMONTHDAY=31", "every month on day 31, skipping shorter months"),
        (
            "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1",
            "every month on day 30, or the last day of a shorter month",
        ),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", "every month on the last day"),
        (
            "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
            "every month on the last working day",
        ),
        ("FREQ=MONTHLY;BYDAY=-2MO", "RRULE:FREQ=MONTHLY;BYDAY=-2MO"),
        ("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=2", "RRULE:FREQ=MONTHLY;BYDAY=MO;BYSETPOS=2"),
        ("FREQ=MONTHLY;BYMONTHDAY=-2", "RRULE:FREQ=MONTHLY;BYMONTHDAY=-2"),
        ("FREQ=YEARLY;BYMONTH=5", "RRULE:FREQ=YEARLY;BYMONTH=5"),
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
    assert in_words(rule) == rule
    with pytest.raises(ToolFailed, match="how often"):
        regular(rule)
