"""Whatever step of a builder's conversation fails, one agent and one schedule come of it."""

import pytest

from tests.support.building import EVERYTHING, SHEETS_TO_SLACK
from tests.support.disturbed import fault, in_turn, play
from tests.support.simulation import TENANT, World

pytestmark = pytest.mark.no_cover  # what these many turns run, other tests cover


async def made(world):
    agents = await world.services.agents.list(TENANT)
    schedules = await world.services.schedules.of(TENANT)
    return (
        [(agent.id, agent.version, agent.tools) for agent in agents],
        [(one.agent, one.recurrence.cron, one.thread) for one in schedules],
    )


async def test_every_step_can_be_the_last(tmp_path):
    calm = World(journal=tmp_path / "calm", domains=EVERYTHING)
    undisturbed = await play(calm, SHEETS_TO_SLACK, None), await made(calm)
    assert [len(each) for each in undisturbed[1]] == [1, 1]

    for step, name, how in in_turn(calm.ran):
        world = World(journal=tmp_path / str(step), domains=EVERYTHING)
        outcome = await play(world, SHEETS_TO_SLACK, fault(how, step)), await made(world)

        assert outcome == undisturbed, f"{how} at step {step}: {name}"
