"""Limits in tables: each person's, each organisation's, by several processes, at what price."""

from collections import Counter

import pytest

from shared.decisions.budgets import allowance
from shared.errors import LimitReached, StorageUnavailable
from shared.models.budget import Bucket
from shared.models.principal import Principal
from shared.storage.budgets import SETTLING, SLICE, StoredBudgets
from shared.storage.keys import digest
from tests.support.fakes import ManualClock

ANN, BEN = (Principal(tenant="acme", user=user) for user in ("ann", "ben"))
EVE = Principal(tenant="other", user="ann")
KINDS = ("requests", "streams", "turns", "tools", "tokens")
ONE = {"requests": 1.0}


class Counting:
    """Rows that count what they are asked."""

    def __init__(self, rows):
        self._rows = rows
        self.asked = Counter()
        self.failing = False

    async def get(self, partition, key):
        self.asked["get"] += 1
        if self.failing:
            raise StorageUnavailable("away")
        return await self._rows.get(partition, key)

    async def commit(self, partition, writes):
        self.asked["commit"] += 1
        if self.failing:
            raise StorageUnavailable("away")
        return await self._rows.commit(partition, writes)


@pytest.fixture
def clock():
    return ManualClock()


@pytest.fixture
def counted(rows):
    return Counting(rows)


@pytest.fixture
def process(counted, clock):
    """Begin a process that keeps these limits of `requests`; all the others are none."""

    def begin(person=0, tenant=0, kind="requests"):
        numbers = dict.fromkeys(KINDS, (0, 0)) | {kind: (person, tenant)}
        limits = {kind: allowance(kind, *given) for kind, given in numbers.items()}
        return StoredBudgets(counted, clock, limits)

    return begin


async def let_through(budgets, principal, tries, wanted=None):
    """Try so often; return how many were let through."""
    done = 0
    for _ in range(tries):
        try:
            await budgets.take(principal, wanted or ONE)
        except LimitReached:
            continue
        done += 1
    return done


async def test_a_person_has_so_much_and_others_have_theirs(process, clock):
    budgets = process(person=10)
    assert await let_through(budgets, ANN, 25) == 10
    assert await let_through(budgets, BEN, 25) == 10
    assert await let_through(budgets, EVE, 25) == 10
    clock.advance(seconds=30)
    assert await let_through(budgets, ANN, 25) == 5


async def test_an_organisation_has_so_much_together_and_others_have_theirs(process):
    budgets = process(tenant=10)
    assert await let_through(budgets, ANN, 6) + await let_through(budgets, BEN, 25) == 10
    assert await let_through(budgets, EVE, 25) == 10


async def test_who_is_refused_learns_of_what_and_for_how_long_and_takes_nothing(process, clock):
    budgets = process(person=60)
    assert await let_through(budgets, ANN, 60) == 60
    with pytest.raises(LimitReached) as refused:
        await budgets.take(ANN, {"requests": 2.0, "turns": 5.0})
    assert (refused.value.code, refused.value.seconds) == ("too_many_requests", 2.0)
    assert "60 requests a minute" in str(refused.value)
    clock.advance(seconds=2)
    await budgets.take(ANN, {"requests": 2.0})


async def test_a_process_that_ends_leaves_behind_all_but_a_slice(process, clock):
    assert await let_through(process(person=1000), ANN, 1000) == 1000
    again = await let_through(process(person=1000), ANN, 1000)
    assert again <= 2 * SLICE * 1000


async def test_several_processes_let_through_their_slices_more_at_most(process, clock):
    many = [process(person=1000) for _ in range(5)]
    done = 0
    for _ in range(600):
        for budgets in many:
            done += await let_through(budgets, ANN, 1)
    assert 1000 <= done <= 1000 + len(many) * 2 * SLICE * 1000


async def test_a_request_costs_one_operation_at_most_and_mostly_none(process, counted, clock):
    budgets, most, before = process(person=1000, tenant=5000), 0, 0
    for _ in range(500):
        await budgets.take(ANN, {"requests": 1.0, "turns": 30.0, "streams": 60.0})
        most = max(most, counted.asked.total() - before)
        before = counted.asked.total()
        clock.advance(seconds=0.1)
    assert most == 1
    assert counted.asked.total() <= 500 * 0.2


async def test_a_request_refused_costs_nothing(process, counted):
    budgets = process(person=10)
    await let_through(budgets, ANN, 30)
    before = counted.asked.total()
    assert await let_through(budgets, ANN, 100) == 0
    assert counted.asked.total() - before <= 1


async def test_what_is_charged_afterwards_may_be_more_than_is_left(process, clock):
    budgets = process(person=86_400, kind="tokens")
    await budgets.take(ANN, {"tokens": 0.0})
    budgets.charge(ANN, "tokens", 86_410)
    with pytest.raises(LimitReached) as refused:
        await budgets.take(ANN, {"tokens": 0.0})
    assert refused.value.seconds == pytest.approx(10, abs=0.01)
    clock.advance(seconds=11)
    await budgets.take(ANN, {"tokens": 0.0})


async def test_what_is_given_back_can_be_had_again(process):
    budgets = process(person=2, kind="streams")
    stream = {"streams": 60.0}
    assert await let_through(budgets, ANN, 5, stream) == 2
    budgets.charge(ANN, "streams", -60.0)
    assert await let_through(budgets, ANN, 5, stream) == 1


async def test_what_is_charged_only_is_written_off_by_whatever_is_taken_next(process, rows, clock):
    budgets = process(person=2, kind="turns")
    budgets.charge(ANN, "turns", 5.0)
    for _ in range(9):
        await budgets.take(ANN, {"tools": 1.0})
        clock.advance(seconds=SETTLING.total_seconds())
    row = await rows.get(digest("acme"), "turns")
    assert sum(Bucket.stored(row.body).spent.values()) == 5.0


async def test_without_its_table_the_product_goes_on_with_what_is_known(process, counted, clock):
    budgets = process(person=10)
    counted.failing = True
    assert await let_through(budgets, ANN, 25) == 10
    counted.failing = False
    clock.advance(seconds=60)
    assert await let_through(budgets, ANN, 25) == 10


async def test_what_a_day_took_is_on_record(process, rows, clock):
    budgets = process(person=1000)
    await let_through(budgets, ANN, 100)
    clock.advance(seconds=60)
    for _ in range(4):
        await let_through(budgets, ANN, 1)
        clock.advance(seconds=SETTLING.total_seconds())
    await let_through(budgets, ANN, 1)  # which may write off what went before, not itself
    row = await rows.get(digest("acme"), "requests")
    [(day, taken)] = Bucket.stored(row.body).spent.items()
    assert day == clock.now().date().isoformat()
    assert 103 <= taken <= 104
