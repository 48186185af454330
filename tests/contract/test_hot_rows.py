"""A row that everybody changes at once: nothing is lost, and nobody asks for it forty times."""

import asyncio
import json

import pytest

from shared.decisions import habits
from shared.errors import Conflict
from shared.models.agent import RunOutcome
from shared.models.person import Habit
from shared.models.principal import Principal
from shared.storage.folding import MAX_TRIES, REMEMBERED, FoldedRows
from shared.storage.memory import MemoryRows
from shared.storage.people import StoredPeople
from shared.storage.records import StoredRecords
from shared.storage.rows import Delete
from tests.support.fakes import NOON, ManualClock
from tests.support.leaping import in_no_time

ANN = Principal(tenant="acme", user="ann")
AT_ONCE = 64
SECONDS = 0.005


class FarRows(MemoryRows):
    """A table that takes its time to answer, as one across a network does."""

    def __init__(self):
        self.asked = 0
        super().__init__(self._count_one)

    def _count_one(self, _operation, _rows):
        self.asked += 1

    async def get(self, partition, key):
        await asyncio.sleep(SECONDS)
        return await super().get(partition, key)

    async def commit(self, partition, writes):
        await asyncio.sleep(SECONDS)
        return await super().commit(partition, writes)


def numbers(number):
    return lambda body: json.dumps(sorted({*json.loads(body or "[]"), number}))


async def changed(processes, rows):
    """Each process has its share of the changes to make, all at the same time."""
    tables = [FoldedRows(rows) for _ in range(processes)]
    changes = (tables[n % processes].change("p", "k", numbers(n)) for n in range(AT_ONCE))
    await asyncio.gather(*changes)
    return json.loads((await rows.get("p", "k")).body)


@pytest.mark.parametrize(("processes", "most"), [(1, 0.2), (4, 2), (AT_ONCE, 16)])
def test_changes_at_the_same_time_are_all_kept_for_few_requests_each(processes, most):
    rows = FarRows()

    kept, _ = in_no_time(changed(processes, rows))

    assert kept == list(range(AT_ONCE))
    assert rows.asked / AT_ONCE < most


async def test_a_change_that_breaks_leaves_the_others_alone(rows):
    table = FoldedRows(rows)

    def broken(_body):
        raise ValueError("broken")

    tried = [table.change("p", "k", broken), table.change("p", "k", numbers(1))]
    first, _ = await asyncio.gather(*tried, return_exceptions=True)

    assert isinstance(first, ValueError)
    await table.change("p", "k", numbers(2))
    assert json.loads((await rows.get("p", "k")).body)[-1] == 2


async def test_who_gives_up_waiting_takes_nothing_along(rows):
    table = FoldedRows(rows)
    first = asyncio.ensure_future(table.change("p", "k", numbers(1)))
    second = asyncio.ensure_future(table.change("p", "k", numbers(2)))
    await asyncio.sleep(0)
    first.cancel()

    await second

    assert 2 in json.loads((await rows.get("p", "k")).body)


def test_a_table_that_always_refuses_is_given_up():
    class Refusing(FarRows):
        async def commit(self, _partition, _writes):
            self.asked += 1
            raise Conflict("no")

    async def once():
        with pytest.raises(Conflict, match="kept changing"):
            await FoldedRows(rows).change("p", "k", numbers(1))

    rows = Refusing()
    in_no_time(once())
    assert rows.asked == 2 * MAX_TRIES


async def test_turns_that_close_at_once_write_a_person_and_an_agent_a_few_times():
    done = []
    rows = MemoryRows(lambda operation, _: done.append(operation))
    people, records = StoredPeople(rows), StoredRecords(rows, ManualClock())

    async def close(number):
        turn = f"k/{number}"
        habit = Habit(turn=turn, agent="email", at=NOON)
        outcome = RunOutcome(turn=turn, succeeded=True, milliseconds=1, at=NOON)
        await records.count("acme", "email", outcome)
        await people.change(ANN, lambda person: habits.used(person, habit))

    await asyncio.gather(*map(close, range(50)))

    assert len((await people.get(ANN)).habits) == 50
    assert len((await records.of("acme", ["email"]))["email"].outcomes) == 50
    assert done.count("commit") <= 10


def counting():
    asked = []
    return MemoryRows(lambda operation, _: asked.append(operation)), asked


async def test_what_this_process_wrote_last_it_writes_over_without_reading():
    rows, asked = counting()
    table = FoldedRows(rows)
    await table.change("p", "k", numbers(1))
    asked.clear()

    await table.change("p", "k", numbers(2))

    assert asked == ["commit"]
    assert json.loads((await rows.get("p", "k")).body) == [1, 2]


async def test_what_another_process_wrote_meanwhile_is_kept(rows):
    here, there = FoldedRows(rows), FoldedRows(rows)
    await here.change("p", "k", numbers(1))
    await there.change("p", "k", numbers(2))

    assert json.loads(await here.change("p", "k", numbers(3))) == [1, 2, 3]


async def test_a_change_that_leaves_a_row_as_it_was_looks_whether_it_still_is(rows):
    """By what this process knows nothing is to be taken out; by what there is, it is."""
    here, there = FoldedRows(rows), FoldedRows(rows)
    await here.change("p", "k", numbers(1))
    await there.change("p", "k", numbers(2))

    def without(body):
        return json.dumps([number for number in json.loads(body) if number != 2])

    assert json.loads(await here.change("p", "k", without)) == [1]


async def test_a_row_that_was_removed_is_begun_anew(rows):
    table = FoldedRows(rows)
    await table.change("p", "k", numbers(1))
    await rows.commit("p", [Delete("k")])

    assert json.loads(await table.change("p", "k", numbers(2))) == [2]


async def test_of_many_rows_the_ones_written_last_are_known():
    rows, asked = counting()
    table = FoldedRows(rows)
    for number in range(REMEMBERED + 1):
        await table.change("p", f"k{number}", numbers(1))
    asked.clear()

    await table.change("p", f"k{REMEMBERED}", numbers(2))
    await table.change("p", "k0", numbers(2))

    assert asked == ["commit", "get", "commit"]
