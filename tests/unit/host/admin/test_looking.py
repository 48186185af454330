from datetime import timedelta

import pytest

from host.admin import looking
from shared.conversation import later
from shared.decisions.budgets import allowance
from shared.models.effect import EffectRecord
from shared.models.principal import Principal
from shared.naming import digest
from shared.storage.budgets import SETTLING, StoredBudgets
from shared.storage.ledger import StoredLedger
from shared.storage.memory import MemoryRows
from shared.sweeper import sweep
from tests.support.engine import RecordingEngine
from tests.support.fakes import NOON, Conversation, ManualClock

ANN, BEN = (Principal(tenant="acme", user=user) for user in ("ann", "ben"))


@pytest.fixture
def talk():
    return Conversation()


async def looked_after(talk):
    """Enter what is entered with a message."""
    await talk.services.due.add(later.rescue(talk.key, 1, talk.clock.now()))


async def test_a_message_that_nobody_works_on_is_stuck_after_a_while(talk):
    await talk.say()
    await looked_after(talk)
    assert await looking.stuck(talk.services, 10) == []
    talk.clock.advance(minutes=25)
    [found] = await looking.stuck(talk.services, 10)
    assert (found.thread.key, found.thread.pending, found.minutes) == (talk.key, 1, 25)


async def test_a_turn_that_does_not_move_on_is_stuck(talk):
    await talk.turn_for()
    await looked_after(talk)
    talk.clock.advance(minutes=11)
    [found] = await looking.stuck(talk.services, 10)
    assert (found.thread.phase, found.thread.open_turn) == ("running", 1)


@pytest.mark.parametrize("gone", [True, False])
async def test_what_is_deleted_or_is_not_there_is_not_stuck(talk, gone):
    if not gone:
        await talk.say()
        await talk.delete()
    await looked_after(talk)
    talk.clock.advance(minutes=25)
    assert await looking.stuck(talk.services, 10) == []


async def test_an_entry_that_fails_is_told_with_how_often_and_why(talk):
    class Broken:
        async def head(self, key):
            raise OSError("of somebody's")

    await looked_after(talk)
    broken = Conversation(clock=talk.clock, due=talk.services.due, threads=Broken()).services
    for _ in range(3):
        await sweep(RecordingEngine(), broken)
        talk.clock.advance(minutes=2)

    [entry] = await looking.failing(talk.services, timedelta(minutes=5))
    assert (entry.kind, entry.thread, entry.failed, entry.why) == ("rescue", talk.key, 3, "OSError")


async def test_an_entry_that_is_dealt_with_in_the_end_has_failed_no_more(talk):
    await talk.say()
    entry = later.rescue(talk.key, 1, talk.clock.now())
    await talk.services.due.add(entry.model_copy(update={"failed": 4, "why": "OSError"}))
    await sweep(RecordingEngine(), talk.services)  # it rings, and looks again later
    assert [(one.failed, one.why) for one in await talk.due()] == [(0, "")]


async def test_an_entry_that_nobody_deals_with_is_told(talk):
    await looked_after(talk)
    assert await looking.failing(talk.services, timedelta(minutes=5)) == []
    talk.clock.advance(minutes=6)
    assert len(await looking.failing(talk.services, timedelta(minutes=5))) == 1


def record(key, state, at, until=timedelta()):
    return EffectRecord(
        key=key,
        tool="gmail_send_email",
        hash="h",
        state=state,
        owner="o",
        until=at + until,
        begun_at=at,
        result={"body": "secret"},
    )


async def test_changes_of_all_people_are_looked_through_for_unknown_ones():
    rows = MemoryRows()
    ledger = StoredLedger(rows)
    for person, one in (
        (ANN, record("a", "done", NOON)),
        (ANN, record("b", "unknown", NOON + timedelta(minutes=1))),
        (BEN, record("c", "intended", NOON)),
        (BEN, record("d", "intended", NOON, timedelta(hours=1))),
    ):
        await ledger.put(person, one, None)
    found = await looking.unknown(rows, NOON + timedelta(minutes=5))
    assert [(one.owner, one.record.key) for one in found] == [
        (ledger.owner(BEN), "c"),
        (ledger.owner(ANN), "b"),
    ]
    assert all(one.record.result is None for one in found)


async def test_what_an_organisation_spent_is_told_by_day_and_of_no_person():
    rows, clock = MemoryRows(), ManualClock()
    kinds = ("requests", "streams", "turns", "tools", "tokens")
    budgets = StoredBudgets(rows, clock, {kind: allowance(kind, 0, 0) for kind in kinds})
    for person in (ANN, BEN):
        budgets.charge(person, "tokens", 500.0)
        for _ in range(8):
            await budgets.take(person, {"tokens": 0.0})
            clock.advance(seconds=SETTLING.total_seconds())
    [found] = await looking.spent(rows, lambda kind: kind == "tokens")
    assert (found.tenant, found.kind, found.amount) == (digest("acme"), "tokens", 1000.0)
    assert found.day == clock.now().date().isoformat()
