"""A conversation comes back by itself from an agent that has had it for as long as it may."""

import pytest

from activities.close_turn import close_turn
from shared.conversation import later
from shared.decisions import handoffs, lifecycle
from shared.models.rows import HANDOFF, Change, Put
from shared.models.steps import CloseTurn
from shared.sweeper import sweep
from tests.support.engine import RecordingEngine
from tests.support.fakes import NOON, Conversation


@pytest.fixture
def talk():
    return Conversation()


@pytest.fixture
def engine():
    return RecordingEngine()


async def swept(talk, engine):
    """Sweep once; return what is left to look at, and when."""
    await sweep(engine, talk.services)
    return [(entry.kind, entry.at) for entry in await talk.due()]


def soon(talk):
    return talk.clock.now() + talk.services.limits.rescue


async def handed(talk):
    """Give the quiet thread to an agent; return the entry that says when that is over."""
    await talk.turn_for()
    await close_turn(CloseTurn(thread=talk.key, turn=1), talk.services)
    handoff = handoffs.begun(
        1, "help-desk", reason="", summary="", recent=(), seconds=60, now=talk.clock.now()
    )
    entry = later.handoff(talk.key, handoff)
    await talk.transact(lambda head: lifecycle.hand_over(head.value, handoff, NOON)[0])
    for known in await talk.due():
        await talk.services.due.remove(known)
    await talk.services.due.add(entry)
    return entry


async def kept(talk):
    return (await talk.threads.get(talk.key, HANDOFF, "handoff-1")).value


async def states(talk):
    return [e["value"]["state"] for e in await talk.events() if e.get("name") == "handoff"]


async def test_a_handoff_whose_time_is_over_comes_back_by_itself(talk, engine):
    await handed(talk)
    talk.clock.advance(seconds=60 + later.GRACE.total_seconds())
    assert await swept(talk, engine) == []
    head = await talk.head()
    assert (head.handoff, head.resumable) == (None, "handoff-1")
    assert (await kept(talk)).state == "paused"
    assert await states(talk) == ["requested", "active", "returning", "paused"]
    assert (engine.started, engine.raised) == ([], [])


async def test_looked_at_twice_it_comes_back_once(talk, engine):
    entry = await handed(talk)
    talk.clock.advance(minutes=5)
    await swept(talk, engine)
    before = await talk.stored()
    await talk.services.due.add(entry)
    assert await swept(talk, engine) == []
    assert await talk.stored() == before


async def test_an_answer_of_storage_that_got_lost_is_looked_for(talk, engine):
    await handed(talk)
    talk.clock.advance(minutes=5)
    talk.threads.lose_answer = True
    assert await swept(talk, engine) == [("handoff", soon(talk))]
    talk.clock.advance(minutes=1)
    assert await swept(talk, engine) == []
    assert await states(talk) == ["requested", "active", "returning", "paused"]


async def test_one_taken_up_again_is_looked_at_when_it_is_over_then(talk, engine):
    entry = await handed(talk)
    known = await talk.threads.get(talk.key, HANDOFF, "handoff-1")
    again = handoffs.resumed(known.value, 600, talk.clock.now())
    row = Put(HANDOFF, again.id, again, known.etag)
    await talk.transact(lambda head: Change(head.value, (row,)))
    talk.clock.advance(minutes=5)
    before = await talk.stored()
    assert await swept(talk, engine) == [("handoff", later.handoff(talk.key, again).at)]
    assert entry.at != later.handoff(talk.key, again).at
    assert await talk.stored() == before


@pytest.mark.parametrize("busy", [{"phase": "running"}, {"phase": "waiting"}, {"accepted": 2}])
async def test_what_is_being_said_in_it_is_waited_for(talk, engine, busy):
    await handed(talk)
    await talk.change(**busy)
    talk.clock.advance(minutes=5)
    assert await swept(talk, engine) == [("handoff", soon(talk))]
    assert (await kept(talk)).state == "active"


async def test_a_message_that_comes_meanwhile_is_not_lost(talk, engine):
    await handed(talk)
    talk.clock.advance(minutes=5)
    talk.threads.rivals = [lambda: talk.say("is it back?", "m2")]
    assert await swept(talk, engine) == [("handoff", soon(talk))]
    assert (await kept(talk)).state == "active"

    await talk.open()
    await close_turn(CloseTurn(thread=talk.key, turn=2), talk.services)
    assert (await talk.turn(2)).handoff is None
    assert (await kept(talk)).state == "paused"
    talk.clock.advance(seconds=60)
    assert await swept(talk, engine) == []


@pytest.mark.parametrize("gone", ["returned", "deleted", "vanished", "never begun"])
async def test_one_that_is_not_there_any_more_needs_nothing(talk, engine, gone):
    entry = await handed(talk)
    talk.clock.advance(minutes=5)
    if gone == "returned":
        known = await talk.threads.get(talk.key, HANDOFF, "handoff-1")
        await talk.transact(
            lambda head: lifecycle.hand_back(head.value, known, "completed", NOON)[0]
        )
    elif gone == "deleted":
        await talk.delete()
    elif gone == "vanished":
        await talk.services.due.remove(entry)
        await talk.change(handoff="handoff-7")
        await talk.services.due.add(entry.model_copy(update={"subject": "handoff-7"}))
    else:
        await talk.services.due.remove(entry)
        await talk.services.due.add(entry.model_copy(update={"subject": "handoff-7"}))
    before = await talk.stored()
    assert await swept(talk, engine) == []
    assert await talk.stored() == before
