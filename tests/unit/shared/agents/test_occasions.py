"""A reminder that is told by an event: which one, and when that makes it."""

from datetime import UTC, datetime, timedelta

import pytest

from shared.agents.occasions import before, told_by_event
from shared.workspace.calendar.port import Event

NOW = datetime(2026, 11, 22, 9, tzinfo=UTC)


def event(title, day, hour):
    at = datetime(2026, 11, day, hour, tzinfo=UTC)
    return Event(id=f"{title}{day}", title=title, starts_at=at, ends_at=at + timedelta(hours=1))


@pytest.mark.parametrize(
    ("text", "at", "what"),
    [
        (
            "half an hour before next week's fair, that I mean to ask Bo",
            "2026-11-23 13:30",
            "I mean",
        ),
        ("15 min before: fair", "2026-11-23 13:45", ""),
        ("an hour before the stand-up to print it", "2026-11-24 07:00", "print it"),
        ("2 hours before the stand-up on Wednesday", "2026-11-25 06:00", ""),
        ("an hour before the review", "", ""),
        ("an hour before the circus", "", ""),
    ],
)
def test_the_moment_is_that_of_the_one_event_meant(text, at, what):
    events = [
        event("Fair", 23, 14),
        event("Stand-up", 24, 8),
        event("Stand-up", 25, 8),
        event("Review Ann", 26, 9),
        event("Review Bo", 26, 10),
    ]
    told = told_by_event(text, NOW)
    within = [one for one in events if told.start <= one.starts_at <= told.end]
    meant = before(told, within, NOW)

    assert (f"{meant.at:%Y-%m-%d %H:%M}" if meant else "") == at
    assert told.what.startswith(what)


@pytest.mark.parametrize(
    "text", ["an hour before it to pack", "20 min before 9", "tomorrow at 9", "before the fair"]
)
def test_other_words_tell_it_by_no_event(text):
    assert told_by_event(text, NOW) is None
