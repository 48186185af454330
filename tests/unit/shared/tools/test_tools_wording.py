from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.tools import wording
from shared.workspace.email.port import Address

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 22, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("  one\n two\t", "one two"),
        ("**bold** and `code`", "bold and code"),
        ("[click](http://evil.org)", "[click] (http://evil.org)"),
        ("[JIRA-1] fix", "[JIRA-1] fix"),
        ("a\u202eb\x00c\u200bd", "abcd"),
        (None, ""),
        (0, "0"),
        ("x" * 400, "x" * 297 + "..."),
    ],
)
def test_foreign_text_is_one_plain_line(text, line):
    assert wording.one_line(text) == line


@given(st.text())
def test_a_line_stays_as_it_is_when_it_is_made_one_again(text):
    once = wording.one_line(text)
    assert wording.one_line(once) == once
    assert len(once) <= wording.MAX_LINE_CHARACTERS
    assert not set(once) & set("\n\r*`")
    assert "](" not in once


@pytest.mark.parametrize(
    ("when", "day", "short"),
    [
        ("2026-11-26T23:30:00Z", "Fri 27 Nov", "Nov 27"),
        ("2026-11-26", "Thu 26 Nov", "Nov 26"),
        (date(2025, 1, 2), "Thu 2 Jan 2025", "Jan 2, 2025"),
        (datetime(2026, 1, 2, 12), "Fri 2 Jan", "Jan 2"),  # noqa: DTZ001
    ],
)
def test_days_are_those_of_the_person(when, day, short):
    assert wording.day(when, BERLIN, NOW) == day
    assert wording.short_day(when, BERLIN, NOW) == short


def test_the_year_is_the_one_it_is_for_the_person():
    at = datetime(2026, 12, 31, 23, 30, tzinfo=UTC)
    assert wording.day(at, BERLIN, at) == "Fri 1 Jan"
    assert wording.short_day("", BERLIN, NOW) == "no date"


@pytest.mark.parametrize(
    ("start", "end", "all_day", "text"),
    [
        ("2026-11-26T14:00:00Z", "2026-11-26T14:30:00Z", False, "Thu 26 Nov, 15:00-15:30"),
        (
            "2026-11-26T22:00:00Z",
            "2026-11-27T01:00:00Z",
            False,
            "Thu 26 Nov, 23:00 to Fri 27 Nov, 02:00",
        ),
        ("2026-11-25T23:00:00Z", "2026-11-26T23:00:00Z", True, "Thu 26 Nov, all day"),
        ("2026-11-26", "2026-11-29", True, "Thu 26 Nov to Sat 28 Nov, all day"),
    ],
)
def test_a_span_says_no_more_than_is_needed(start, end, all_day, text):
    assert wording.span(start, end, BERLIN, NOW, all_day=all_day) == text


@given(st.datetimes(timezones=st.just(UTC)), st.timedeltas(timedelta(0), timedelta(days=9)))
def test_any_span_can_be_said(start, length):
    start = min(max(start, datetime(2, 1, 1, tzinfo=UTC)), datetime(9990, 1, 1, tzinfo=UTC))
    for all_day in (False, True):
        assert wording.span(start, start + length, BERLIN, NOW, all_day=all_day)


ANN = {"name": "Ann", "email": "ann@x.org"}
SIX = ["a", "b", "c", "d", "e", "f"]


@pytest.mark.parametrize(
    ("addresses", "text"),
    [
        ([], ""),
        ([ANN], "Ann"),
        ([ANN, Address(email="bo@x.org")], "Ann and bo@x.org"),
        ([ANN, {"email": "c@x.org"}, "Dee"], "Ann, c@x.org and Dee"),
        (SIX, "a, b, c, d, e and f"),
        ([*SIX, "g"], "a, b, c, d, e and 2 more"),
    ],
)
def test_people_go_by_their_names(addresses, text):
    assert wording.people(addresses) == text


def test_a_list_counts_what_it_leaves_out():
    assert wording.listed(["a", "b"], 2) == "1. a\n2. b"
    assert wording.listed(["a"], 1200) == "1. a\n... and 1,199 more"
    assert wording.listed(["a"], 3, "email") == "1. a\n... and 2 more emails"
    assert wording.listed(["a"], 2, "reply", at_least=True) == "1. a\n... and at least 1 more reply"
    assert wording.listed(["x"] * 12, 0).endswith("10. x\n... and 2 more")


@pytest.mark.parametrize(
    ("number", "noun", "text"),
    [
        (0, "email", "0 emails"),
        (1, "email", "1 email"),
        (1234, "email", "1,234 emails"),
        (2, "person", "2 people"),
        (2, "unread reply", "2 unread replies"),
        (2, "day", "2 days"),
        (2, "mailbox", "2 mailboxes"),
    ],
)
def test_things_are_counted(number, noun, text):
    assert wording.count(number, noun) == text
