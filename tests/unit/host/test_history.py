"""The SDK reads a history's times as they are written."""

from datetime import UTC, datetime, timedelta

import pytest
from azure.durable_functions.models.history import HistoryEvent, HistoryEventType
from dateutil.parser import parse

from host.azure import build


@pytest.fixture(autouse=True)
def indexed():
    build(dict, dict)


def told(written: str) -> datetime:
    return HistoryEvent(
        HistoryEventType.TIMER_FIRED, 0, IsPlayed=False, Timestamp=written
    ).timestamp


@pytest.mark.parametrize(
    "written",
    [
        "2026-11-24T09:00:00Z",
        "2026-11-24T09:00:00.5Z",
        "2026-11-24T09:00:00.123456Z",
        "2026-11-24T09:00:00.1234567Z",
        "2026-11-24T09:00:00.123456+00:00",
    ],
)
def test_a_time_of_a_history_is_what_the_parser_that_guesses_took_it_for(written):
    assert told(written) == parse(written)
    assert told(written).utcoffset() == timedelta(0)
    assert told(written).replace(microsecond=0) == datetime(2026, 11, 24, 9, tzinfo=UTC)


def test_no_other_notation_is_guessed_at():
    """That the SDK still reads its times through the name that was given another reader."""
    assert parse("24 November 2026").day == 24

    with pytest.raises(ValueError, match="24 November"):
        told("24 November 2026")
