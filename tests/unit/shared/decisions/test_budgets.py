from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.decisions.budgets import (
    DAYS_KEPT,
    allowance,
    left,
    seconds_until,
    settled,
    tokens_of,
    told,
)
from shared.models.budget import Bucket, Limit
from shared.models.reasoning import Usage
from tests.support.fakes import NOON

MINUTE = Limit(60, 60)
NONE = Limit(0, 60)
AMOUNTS = st.floats(0, 1e6, allow_nan=False)


def after(seconds):
    return NOON + timedelta(seconds=seconds)


def test_all_of_it_is_there_at_first():
    assert left(None, MINUTE, NOON) == 60


def test_what_was_taken_comes_back_with_time_and_never_more_than_there_was():
    taken = settled(None, 30, MINUTE, NOON)
    assert [left(taken, MINUTE, after(s)) for s in (0, 10, 30, 900)] == [30, 40, 60, 60]


def test_a_clock_that_goes_back_gives_nothing_and_takes_nothing():
    assert left(settled(None, 30, MINUTE, NOON), MINUTE, after(-90)) == 30


def test_a_debt_has_to_come_back_first():
    owing = settled(None, 90, MINUTE, NOON)
    there = left(owing, MINUTE, NOON)
    assert there == -30
    assert seconds_until(1, there, MINUTE) == 31
    assert seconds_until(0, there, MINUTE) == pytest.approx(30)


def test_more_than_the_whole_is_had_when_all_of_it_is_there():
    assert seconds_until(100, 60, MINUTE) == 0
    assert seconds_until(100, 59, MINUTE) == 1


def test_without_a_limit_there_is_always_enough_and_what_was_had_is_still_counted():
    spent = settled(settled(None, 5, NONE, NOON), 7, NONE, NOON)
    assert left(spent, NONE, NOON) == float("inf")
    assert spent.spent == {NOON.date().isoformat(): 12}


def test_days_long_past_are_forgotten():
    bucket = None
    for day in range(DAYS_KEPT + 10):
        bucket = settled(bucket, 1, MINUTE, NOON + timedelta(days=day))
    assert len(bucket.spent) == DAYS_KEPT
    assert min(bucket.spent) == (NOON + timedelta(days=10)).date().isoformat()


@given(st.lists(st.tuples(AMOUNTS, st.floats(0, 1000)), max_size=20))
def test_over_any_time_no_more_is_let_through_than_the_limit_and_what_came_back(steps):
    bucket, had, passed = None, 0.0, 0.0
    for amount, seconds in steps:
        passed += seconds
        now = after(passed)
        if seconds_until(amount, left(bucket, MINUTE, now), MINUTE) == 0 and amount <= MINUTE.most:
            bucket = settled(bucket, amount, MINUTE, now)
            had += amount
    assert had <= MINUTE.most + passed * MINUTE.most / MINUTE.seconds + 1e-3


@given(AMOUNTS, st.floats(-1e4, 60))
def test_after_the_time_that_was_named_there_is_enough_and_not_much_before(amount, there):
    wait = seconds_until(amount, there, MINUTE)
    bucket = Bucket(left=there, at=NOON)
    if wait:
        assert seconds_until(amount, left(bucket, MINUTE, after(wait + 1e-5)), MINUTE) < 2e-3
        assert seconds_until(amount, left(bucket, MINUTE, after(wait - 0.1)), MINUTE) > 0


@pytest.mark.parametrize("kind", ["streams", "turns"])
def test_what_is_held_is_as_much_as_that_many_take_who_begin_at_once(kind):
    limit = allowance(kind, 3, 9).person
    bucket = None
    for _ in range(3):
        assert seconds_until(limit.seconds, left(bucket, limit, NOON), limit) == 0
        bucket = settled(bucket, limit.seconds, limit, NOON)
    assert seconds_until(limit.seconds, left(bucket, limit, NOON), limit) > 0
    # three that stay open take just what comes back
    bucket = settled(bucket, 3 * limit.seconds, limit, after(limit.seconds))
    assert left(bucket, limit, after(limit.seconds)) == 0


@pytest.mark.parametrize(
    ("kind", "numbers", "seconds", "everybody", "sentence"),
    [
        (
            "requests",
            (3000, 1),
            1.2,
            False,
            "You have reached the limit of 3,000 requests a minute. Please try again in 2 seconds.",
        ),
        (
            "streams",
            (20, 1),
            0.2,
            False,
            "You have reached the limit of 20 open streams. Please try again in a second.",
        ),
        (
            "tokens",
            (0, 5_000_000),
            3600,
            True,
            (
                "Your organisation has reached the limit of 5,000,000 model tokens a day. "
                "Please try again in 60 minutes."
            ),
        ),
    ],
)
def test_what_a_person_reads(kind, numbers, seconds, everybody, sentence):
    allowed = allowance(kind, *numbers)
    limit = allowed.tenant if everybody else allowed.person
    assert told(kind, limit, seconds, everybody=everybody) == sentence


def test_what_a_call_read_and_what_it_wrote_count_alike():
    assert tokens_of(Usage(input_tokens=30, output_tokens=12)) == 42
