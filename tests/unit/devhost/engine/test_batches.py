"""Which messages one turn takes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devhost.engine.live import next_batch
from devhost.history import EventType

STARTED = EventType.EXECUTION_STARTED
RAISED = EventType.EVENT_RAISED
SUSPENDED = EventType.EXECUTION_SUSPENDED
RESUMED = EventType.EXECUTION_RESUMED
TERMINATED = EventType.EXECUTION_TERMINATED


@pytest.mark.parametrize(
    ("kinds", "suspended", "taken"),
    [
        ([], False, 0),
        ([STARTED, RAISED], False, 2),
        ([STARTED, SUSPENDED, RAISED], False, 1),
        ([SUSPENDED, RAISED], False, 1),
        ([RAISED, RAISED], True, 0),
        ([RAISED, RESUMED, RAISED], True, 3),
        ([RAISED, RESUMED, RAISED, SUSPENDED], True, 3),
        ([RAISED, SUSPENDED, TERMINATED], True, 3),
    ],
)
def test_a_turn_takes_messages_up_to_the_next_suspension(kinds, suspended, taken):
    assert next_batch(kinds, suspended=suspended) == taken


@given(st.lists(st.sampled_from([RAISED, SUSPENDED, RESUMED])), st.booleans())
def test_turn_by_turn_everything_is_taken_unless_the_instance_stays_suspended(kinds, suspended):
    while taken := next_batch(kinds, suspended=suspended):
        suspended = kinds[:taken] == [SUSPENDED]
        kinds = kinds[taken:]
    assert not kinds or (suspended and RESUMED not in kinds)
