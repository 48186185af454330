import asyncio
from datetime import timedelta

import pytest

from shared.matching.records import KEPT_OUTCOMES
from shared.models.agent import AgentRecord, RunOutcome
from shared.storage.memory import MemoryRows
from shared.storage.records import AT_ONCE, StoredRecords
from tests.support.fakes import NOON, ManualClock


def outcome(number=1, *, succeeded=True, milliseconds=200):
    return RunOutcome(
        turn=f"k/{number}",
        succeeded=succeeded,
        milliseconds=milliseconds,
        at=NOON + timedelta(minutes=number),
    )


@pytest.fixture
def clock():
    return ManualClock()


@pytest.fixture
def here(rows, clock):
    return StoredRecords(rows, clock)


@pytest.fixture
def there(rows, clock):
    return StoredRecords(rows, clock)


async def test_only_agents_that_ran_have_a_record(here):
    await here.count("acme", "email", outcome())

    assert await here.of("acme", ["email", "notes"]) == {
        "email": AgentRecord(agent="email", outcomes=(outcome(),))
    }
    assert await here.of("acme", []) == {}


async def test_runs_are_kept_newest_last_and_capped(here):
    for number in range(KEPT_OUTCOMES + 2):
        await here.count("acme", "email", outcome(number))

    kept = (await here.of("acme", ["email"]))["email"].outcomes
    assert kept == tuple(outcome(number) for number in range(2, KEPT_OUTCOMES + 2))


async def test_a_turn_is_counted_once_and_as_it_was_judged_last(here):
    for said in (outcome(1), outcome(1), outcome(2), outcome(1, succeeded=False)):
        await here.count("acme", "email", said)

    kept = (await here.of("acme", ["email"]))["email"].outcomes
    assert kept == (outcome(1, succeeded=False), outcome(2))


async def test_another_process_sees_a_run_after_half_a_minute(here, there, clock):
    assert await there.of("acme", ["email"]) == {}
    await here.count("acme", "email", outcome())

    clock.advance(seconds=29)
    assert await there.of("acme", ["email"]) == {}
    clock.advance(seconds=1)
    assert await there.of("acme", ["email"]) == await here.of("acme", ["email"])


async def test_runs_counted_at_the_same_time_are_all_kept(here, there, clock):
    await asyncio.gather(
        *((here if n % 2 else there).count("acme", "email", outcome(n)) for n in range(6))
    )

    clock.advance(seconds=30)
    kept = (await here.of("acme", ["email"]))["email"].outcomes
    assert kept == tuple(outcome(number) for number in range(6))


async def test_tenants_never_see_each_other(here):
    await here.count("acme", "email", outcome())

    assert await here.of("globex", ["email"]) == {}


async def test_a_repeated_outcome_is_not_written_again():
    done = []
    kept = StoredRecords(MemoryRows(lambda operation, _: done.append(operation)), ManualClock())
    await kept.count("acme", "email", outcome())
    done.clear()

    await kept.count("acme", "email", outcome())
    await kept.of("acme", ["email"])

    assert done == ["get"]


async def test_what_is_remembered_of_records_does_not_grow_for_ever():
    done = []
    kept = StoredRecords(MemoryRows(lambda operation, _: done.append(operation)), ManualClock())
    many = [f"agent-{number}" for number in range(10_001)]
    await kept.of("acme", many)
    done.clear()

    await kept.of("acme", many[-10:])
    assert done == []
    await kept.of("acme", many[:1])
    assert done == ["get"]


async def test_what_a_turn_added_is_taken_back(here, there):
    await here.count("acme", "email", outcome(1))
    await here.count("acme", "email", outcome(2))

    await here.withdraw("acme", "email", "k/1")
    await here.withdraw("acme", "email", "k/9")
    await here.withdraw("acme", "notes", "k/1")

    for records in (here, there):
        read = await records.of("acme", ["email", "notes"])
        assert {agent: record.outcomes for agent, record in read.items()} == {
            "email": (outcome(2),)
        }


async def read(there, agents):
    """What a process that knows nothing asks for the records of these agents."""
    done = []
    kept = StoredRecords(Told(there, done), ManualClock())
    found = await kept.of("acme", agents)
    again = await kept.of("acme", [*agents, "one more"])
    assert again == found
    return found, done


class Told:
    def __init__(self, rows, done):
        self._rows, self._done = rows, done

    async def get(self, partition, key):
        self._done.append("get")
        return await self._rows.get(partition, key)

    async def range(self, *wanted):
        self._done.append("range")
        return await self._rows.range(*wanted)


async def test_where_few_agents_ran_all_are_read_at_once(here, rows):
    ran = [f"agent-{number}" for number in range(5)]
    for agent in ran:
        await here.count("acme", agent, outcome())

    found, done = await read(rows, [*ran, "never"])

    assert [*found] == ran
    assert done == ["range", "get"]


async def test_where_many_did_those_that_are_wanted_are(here, rows):
    ran = [f"agent-{number}" for number in range(AT_ONCE + 1)]
    for agent in ran:
        await here.count("acme", agent, outcome())

    found, done = await read(rows, [*ran[:3], "never"])

    assert [*found] == ran[:3]
    assert done == ["range", *["get"] * 4, "get"]


async def test_two_that_want_to_know_at_the_same_time_ask_once():
    done = []
    kept = StoredRecords(MemoryRows(lambda operation, _: done.append(operation)), ManualClock())

    await asyncio.gather(*(kept.of("acme", ["email", "notes"]) for _ in range(5)))

    assert done == ["range"]
