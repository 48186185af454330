"""Times in another zone, and what zones are called."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from tzlocal.windows_tz import win_tz

from shared.english import read_when
from shared.english.zones import find_zone, spoken, zone_called, zone_named

NOW = datetime(2026, 11, 26, 10, 0, tzinfo=ZoneInfo("Europe/Berlin"))


@pytest.mark.parametrize(
    ("said", "zone", "start", "there"),
    [
        ("tomorrow at 9am Tokyo time", "Asia/Tokyo", "2026-11-27T01:00", "2026-11-27T09:00"),
        ("3pm PST", "America/Los_Angeles", "2026-11-27T00:00", "2026-11-26T15:00"),
        ("tomorrow 10:00 CET", "Europe/Berlin", "2026-11-27T10:00", "2026-11-27T10:00"),
        ("Friday at noon UTC", "UTC", "2026-11-27T13:00", "2026-11-27T12:00"),
        (
            "Friday at half past two London time",
            "Europe/London",
            "2026-11-27T15:30",
            "2026-11-27T14:30",
        ),
    ],
)
def test_a_time_in_another_zone_is_by_both_clocks(said, zone, start, there):
    when = read_when(said, NOW)
    assert (when.zone, when.start, when.there.start) == (zone, start, there)
    assert when.rest_of(said) == ""


def test_a_range_that_passes_midnight_here_has_a_length():
    when = read_when("Friday from 2pm to 4pm PST", NOW)
    assert (when.start, when.end) == ("2026-11-27T23:00", "")
    assert when.minutes == 120


@pytest.mark.parametrize(
    "said", ["the best time", "the same time", "an est. cost", "at 9 in March"]
)
def test_other_words_are_no_zone(said):
    assert find_zone(said) is None


def test_without_a_zone_of_ones_own_only_the_words_are_taken_away():
    assert read_when("9am Tokyo time", NOW.replace(tzinfo=None)).there is None


@pytest.mark.parametrize(
    ("words", "zone"),
    [
        ("Tokyo", "Asia/Tokyo"),
        ("the UK", "Europe/London"),
        ("Eastern Time", "America/New_York"),
        ("W. Europe Standard Time", "Europe/Berlin"),
        ("europe/berlin", None),
        ("Mars", None),
        ("", None),
    ],
)
def test_a_zone_is_known_by_many_names(words, zone):
    assert zone_called(words) == zone


@pytest.mark.parametrize("name", win_tz)
def test_every_zone_of_windows_is_one(name):
    assert zone_named(name) is not None


@pytest.mark.parametrize("name", ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "UTC",
                                  "America/Indiana/Indianapolis", "Etc/GMT+5"])  # fmt: skip
def test_what_a_zone_is_called_is_read_as_that_zone(name):
    assert find_zone(f"at 9:00, {spoken(name)}").name == name
