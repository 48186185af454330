"""What an agent's last runs say of it."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.matching.records import (
    KEPT_OUTCOMES,
    NEUTRAL,
    available,
    counted,
    performance,
    recency,
)
from shared.models.agent import AgentRecord, RunOutcome

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)


def outcome(turn: int, *, succeeded: bool = True, milliseconds: int = 500, ago: float = 0):
    return RunOutcome(
        turn=str(turn),
        succeeded=succeeded,
        milliseconds=milliseconds,
        at=NOW - timedelta(seconds=ago),
    )


def record(*outcomes: RunOutcome) -> AgentRecord:
    return AgentRecord(agent="a", outcomes=outcomes)


def failures(number: int, ago: float) -> AgentRecord:
    return record(*(outcome(k, succeeded=False, ago=ago + number - 1 - k) for k in range(number)))


outcomes = st.builds(
    outcome,
    st.integers(0, 9),
    succeeded=st.booleans(),
    milliseconds=st.integers(-1, 10**7),
    ago=st.floats(-100, 10**7),
)


@given(st.lists(outcomes, max_size=8), outcomes)
def test_a_turn_is_counted_once(before, new):
    known = AgentRecord(agent="a")
    for one in before:
        known = counted(known, one)
    once = counted(known, new)
    assert counted(once, new) == once
    assert len({one.turn for one in once.outcomes}) == len(once.outcomes)


def test_only_the_newest_outcomes_are_kept():
    known = record()
    for turn in range(KEPT_OUTCOMES + 5):
        known = counted(known, outcome(turn, ago=1000 - turn))
    assert [one.turn for one in known.outcomes] == [str(t) for t in range(5, KEPT_OUTCOMES + 5)]


def test_outcomes_that_arrive_late_take_their_place():
    known = counted(record(outcome(1, ago=5)), outcome(2, ago=9))
    assert [one.turn for one in known.outcomes] == ["2", "1"]


@pytest.mark.parametrize("known", [None, record()])
def test_an_agent_without_history_is_neutral(known):
    assert performance(known) == NEUTRAL
    assert recency(known, NOW) == NEUTRAL
    assert available(known, NOW)


def test_success_raises_and_failure_lowers_performance():
    good, bad = outcome(1), outcome(1, succeeded=False)
    assert performance(record(bad)) < NEUTRAL < performance(record(good))


def test_one_success_counts_less_than_ten():
    ten = record(*(outcome(turn) for turn in range(10)))
    assert performance(record(outcome(1))) < performance(ten)


def test_a_slow_agent_performs_worse_than_a_quick_one():
    assert performance(record(outcome(1, milliseconds=60_000))) < performance(record(outcome(1)))


def test_a_success_long_ago_counts_less_than_one_just_now():
    lately, once = (recency(record(outcome(1, ago=ago)), NOW) for ago in (0, 10**6))
    assert NEUTRAL < once < lately == 1


def test_failures_alone_leave_recency_neutral():
    assert recency(failures(2, 0), NOW) == NEUTRAL


@given(st.lists(outcomes, max_size=8))
def test_performance_and_recency_stay_between_0_and_1(runs):
    known = record(*runs)
    assert 0 <= performance(known) <= 1
    assert 0 <= recency(known, NOW) <= 1


@pytest.mark.parametrize(
    ("number", "ago", "expected"),
    [
        (2, 0, True),
        (3, 0, False),
        (3, 59, False),
        (3, 60, True),
        (4, 60, False),
        (4, 120, True),
        (6, 480, True),
        (7, 899, False),
        (7, 900, True),
        (50, 900, True),
    ],
)
def test_three_failures_in_a_row_open_the_circuit_for_longer_each_time(number, ago, expected):
    assert available(failures(number, ago), NOW) is expected


def test_a_success_closes_the_circuit():
    known = failures(9, 10)
    assert not available(known, NOW)
    assert available(counted(known, outcome(99)), NOW)
