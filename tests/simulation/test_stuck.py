"""An instance whose queued work is lost, a step that takes its process down: both have an end."""

import sqlite3

import pytest

from devhost.engine import Fault, SimulatedCrash
from shared.conversation import later
from shared.conversation.doorbell import instance_id
from shared.decisions import lifecycle
from shared.deliveries import MOST
from tests.support.disturbed import go_quiet, outcome_of, play
from tests.support.scripted_reasoner import ScriptedReasoner
from tests.support.simulation import World, embedded

LINES = ["Show me emails from Sarah about the budget"]


async def without_its_work(world):
    """Stop the engine, and lose what was queued for its instances, as a deleted message is lost."""
    with pytest.raises(SimulatedCrash):
        await world.engine.idle()
    with sqlite3.connect(world.journal) as journal:
        for table in ("activity", "inbox", "timer"):
            journal.execute(f"DELETE FROM {table}")  # noqa: S608
    await world.boot()
    assert await world.settle()


async def broken_at(step, path):
    world = await World(journal=path).boot(Fault(step, "call"))
    await world.put(LINES[0], "m1")
    await world.ring()
    await without_its_work(world)
    return world


@pytest.mark.parametrize("step", [1, 2, 4, 5, 7])
async def test_a_thread_whose_queued_work_is_lost_goes_on(step, tmp_path):
    calm = await play(World(journal=tmp_path / "calm"), LINES, None)
    world = await broken_at(step, tmp_path / "lost")

    world.clock.advance(minutes=11)
    await world.sweep()
    await go_quiet(world)

    assert await outcome_of(world) == calm
    await world.engine.stop()


async def test_a_deleted_thread_whose_queued_work_is_lost_leaves_no_row(tmp_path):
    world = await broken_at(4, tmp_path / "lost")
    head = await world.services.threads.head(world.key())
    now = world.clock.now()
    await world.services.due.add(later.purge(world.key(), now))
    await world.services.threads.commit(head, lifecycle.tombstone(head.value, now))

    for _ in range(4):
        world.clock.advance(minutes=11)
        await world.sweep()
        assert await world.settle()

    assert await world.rows.range(world.key(), " ", "~", 10) == []
    assert await world.engine.status(instance_id(world.key())) is None
    await world.engine.stop()


class Deadly(ScriptedReasoner):
    """A reasoner that takes the process down, whenever it is asked for this."""

    def __init__(self, method):
        super().__init__(embedded())
        self.died = 0

        async def die(_request):
            self.died += 1
            raise SimulatedCrash("out of memory")

        setattr(self, method, die)


@pytest.mark.parametrize("method", ["analyze_intent", "plan_tools"])
async def test_a_step_that_takes_the_process_down_is_given_up_in_time(method, tmp_path):
    model = Deadly(method)
    world = await World(journal=tmp_path / "journal", reasoner=model).boot()
    await world.put(LINES[0], "m1")
    await world.ring()

    starts = 0
    while not await world.settle():
        starts += 1
        assert starts <= MOST, "the host never comes up again"
        await world.boot()

    assert (starts, model.died) == (MOST, MOST)
    said = [text for role, text in await world.transcript() if role == "assistant"]
    assert len(said) == 1
    assert said[0]
    assert (await world.head()).phase == "parked"
    assert [entry.name for entry in (await world.turn(1)).trace].count("fault") == 1
    await world.engine.stop()
