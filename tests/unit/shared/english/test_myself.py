"""What people say of where they are and when they work."""

from datetime import time

import pytest

from shared.english import Myself, read_myself
from shared.models.profile import WorkingHours

WEEK = (0, 1, 2, 3, 4)


def hours(start, end, days=WEEK):
    return Myself(hours=WorkingHours(start=time(start), end=time(end), days=days))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I'm in Tokyo now", Myself("Tokyo", "Asia/Tokyo")),
        ("Hi, I am currently in New York.", Myself("New York", "America/New_York")),
        ("I've just moved to Munich", Myself("Munich", "Europe/Berlin")),
        ("my time zone is Europe/Berlin", Myself("Europe/Berlin", "Europe/Berlin")),
        ("Set my timezone to PST", Myself("PST", "America/Los_Angeles")),
        ("My time zone is Mars/Olympus", Myself("Mars/Olympus", "")),
        ("I work from 8 to 4", hours(8, 16)),
        ("My working hours are 10:00 to 18:00, Monday to Thursday", hours(10, 18, (0, 1, 2, 3))),
        ("I only work Mondays and Fridays from nine to five", hours(9, 17, (0, 4))),
        ("What's my time zone?", Myself(asks=True)),
        ("Show my working hours", Myself(asks=True)),
    ],
)
def test_what_is_said_of_ones_own_time_is_read(text, said):
    assert read_myself(text) == said


@pytest.mark.parametrize(
    "text",
    [
        *("I'm in a meeting", "I'm on holiday now", "I work from home", "I work at 9"),
        *("I'm in Berlin next week, book a room there", "What time is it in Tokyo?"),
        *("I work from 8 to 4 with Anna, move the standup", "x" * 200, "my time is short"),
    ],
)
def test_other_things_are_left_alone(text):
    assert read_myself(text) is None
