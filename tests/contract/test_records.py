import asyncio
from datetime import timedelta

import pytest

from shared.matching.records import KEPT_OUTCOMES
from shared.models.agent import AgentRecord, RunOutcome
from shared.storage.memory import MemoryRows
from shared.storage.records import StoredRecords
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
