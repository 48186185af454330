from hypothesis import given
from hypothesis import strategies as st

from shared.reasoning.budget import ModelBudget
from tests.support.fakes import ManualClock


def taken(budget, tries):
    return sum(budget.take() for _ in range(tries))


def test_a_minutes_worth_may_be_called_at_once():
    assert taken(ModelBudget(5, ManualClock()), 8) == 5


def test_calls_come_back_steadily():
    clock = ManualClock()
    budget = ModelBudget(60, clock)
    assert taken(budget, 60) == 60
    clock.advance(seconds=3)
    assert taken(budget, 10) == 3


def test_no_more_than_a_minutes_worth_is_saved_up():
    clock = ManualClock()
    budget = ModelBudget(5, clock)
    clock.advance(hours=1)
    assert taken(budget, 9) == 5


def test_no_limit_is_no_limit():
    budget = ModelBudget(0, ManualClock())
    budget.charge(5)
    assert taken(budget, 1000) == 1000


def test_further_calls_of_the_same_request_count_and_unused_ones_do_not():
    clock = ManualClock()
    budget = ModelBudget(3, clock)
    assert budget.take()
    budget.charge(3)
    clock.advance(seconds=20)
    assert not budget.take()
    clock.advance(seconds=20)
    assert budget.take()
    budget.charge(-1)
    assert taken(budget, 2) == 1


def test_a_clock_set_back_takes_nothing_away():
    clock = ManualClock()
    budget = ModelBudget(2, clock)
    clock.advance(hours=-1)
    assert taken(budget, 3) == 2


@given(st.integers(1, 100), st.lists(st.floats(0, 30), max_size=50))
def test_never_more_than_a_minutes_worth_beyond_what_time_allows(most, pauses):
    clock = ManualClock()
    budget = ModelBudget(most, clock)
    calls = taken(budget, 5)
    for pause in pauses:
        clock.advance(seconds=pause)
        calls += taken(budget, 5)
    assert calls <= most + most * (sum(pauses) + 0.001) / 60 + 1e-6
