"""Where else an event is looked for that is not where it was said to be."""

import pytest

from shared.workspace.calendar.listing import LIST_EVENTS


@pytest.mark.parametrize(
    ("given", "widest"),
    [
        (
            {"start": "2026-11-26", "end": "2026-11-26", "query": "lunch", "limit": 1},
            {"start": "2026-11-19", "end": "2026-12-10"},
        ),
        (
            {"start": "2026-11-26T15:00", "end": "2026-11-26T15:15", "query": "lunch"},
            {"start": "2026-11-26T15:00", "end": "2026-11-26T15:15"},
        ),
        (
            {"start": "2026-11-26T15:00", "end": "2026-11-26T15:15", "query": "alpha lunch"},
            {"start": "2026-11-19", "end": "2026-12-10"},
        ),
        ({"start": "2026-11-26", "query": "lunch"}, {"start": "2026-11-26"}),
        (
            {"start": "0001-01-02", "end": "0001-01-02", "query": "lunch"},
            {"start": "0001-01-02", "end": "0001-01-02"},
        ),
        ({"start": "2026-11-26", "end": "2026-11-26"}, None),
    ],
)
def test_around_a_day_and_at_an_hour(given, widest):
    assert LIST_EVENTS.rules.widest(given) == widest
