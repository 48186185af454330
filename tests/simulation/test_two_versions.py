"""Conversations that an older version of the orchestrator began: it ends them, or the new one."""

import pytest

from shared.conversation import doorbell
from shared.conversation.doorbell import instance_id
from shared.models.steps import ThreadStart
from tests.support.disturbed import fault, go_quiet, outcome_of, play
from tests.support.simulation import World

SARAH = "Show me emails from Sarah about the budget"
JOHN, THE_CLIENT = "Show me emails from John", "The client"
OLD = "thread_v1"


async def began(world, text):
    """Take a message in as the deployment before did: its doorbell started another version."""
    await world.put(text, "m1")
    start = ThreadStart(thread=world.key(), execution="before")
    assert await world.port.start(OLD, instance_id(world.key()), start)


def versions(world):
    return {one.name for one in world.ran if one.name.startswith("thread_")}


async def test_a_question_the_old_version_asked_is_answered_by_it_and_the_next_turn_by_the_new():
    async with World() as calm:
        for number, text in enumerate((JOHN, THE_CLIENT, SARAH), 1):
            await calm.say(text, f"m{number}")
        expected = await outcome_of(calm)

    async with World() as world:
        await began(world, JOHN)
        await world.settle()
        assert (await world.head()).phase == "waiting"
        await world.say(THE_CLIENT, "m2")
        assert versions(world) == {OLD}

        await world.say(SARAH, "m3")

        assert versions(world) == {OLD, doorbell.ORCHESTRATOR}
        assert await outcome_of(world) == expected


async def test_a_question_whose_instance_is_lost_is_taken_up_by_the_new_version():
    async with World() as world:
        await began(world, JOHN)
        await world.settle()
        await world.engine.terminate(instance_id(world.key()), "lost")
        await world.settle()

        await world.say(THE_CLIENT, "m2")

        assert "John Doe" in (await world.transcript())[-1][1]
        assert versions(world) == {OLD, doorbell.ORCHESTRATOR}


@pytest.mark.no_cover  # what these turns run, other tests cover
async def test_whatever_step_the_old_version_is_lost_at_the_new_one_goes_on(tmp_path):
    calm = await play(World(journal=tmp_path / "calm"), [SARAH], None)
    old = await World(journal=tmp_path / "old").boot()
    await began(old, SARAH)
    await go_quiet(old)
    assert await outcome_of(old) == calm
    steps = len(old.ran)
    await old.engine.stop()

    for step in range(1, steps):
        world = await World(journal=tmp_path / str(step)).boot(fault("fail", step))
        await began(world, SARAH)
        await go_quiet(world)

        assert await outcome_of(world) == calm, f"lost at step {step}: {world.ran[step - 1]}"
        await world.engine.stop()
