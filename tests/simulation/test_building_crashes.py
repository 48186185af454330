"""Whatever step of a builder's conversation fails, one agent and one schedule come of it."""

from dataclasses import replace

import pytest

from shared.decisions import lifecycle
from shared.models.rows import HANDOFF
from tests.support.building import EVERYTHING, SHEETS_TO_SLACK
from tests.support.disturbed import fault, in_turn, play
from tests.support.simulation import TENANT, World

pytestmark = pytest.mark.no_cover  # what these many turns run, other tests cover


async def made(world):
    agents = await world.services.agents.list(TENANT)
    schedules = await world.services.schedules.of(TENANT)
    return (
        [(agent.id, agent.version, agent.tools) for agent in agents],
        [(one.agent, one.recurrence.rrule, one.thread) for one in schedules],
    )


async def test_every_step_can_be_the_last(tmp_path):
    calm = World(journal=tmp_path / "calm", domains=EVERYTHING)
    undisturbed = await play(calm, SHEETS_TO_SLACK, None), await made(calm)
    assert [len(each) for each in undisturbed[1]] == [1, 1]

    for step, name, how in in_turn(calm.ran):
        world = World(journal=tmp_path / str(step), domains=EVERYTHING)
        outcome = await play(world, SHEETS_TO_SLACK, fault(how, step)), await made(world)

        assert outcome == undisturbed, f"{how} at step {step}: {name}"


class ReturnedMeanwhile:
    """Threads where the conversation is given back while the agent that was agreed on is made."""

    def __init__(self, world):
        self._world, self._threads, self._returned = world, world.services.threads, False

    async def commit(self, head, change):
        made = any(put.kind is HANDOFF and put.value.artifacts for put in change.puts)
        if made and not self._returned:
            self._returned = True
            handoff = await self._threads.get(head.value.key, HANDOFF, "handoff-1")
            now = self._world.clock.now()
            back, _ = lifecycle.hand_back(head.value, handoff, "cancelled", now)
            await self._threads.commit(head, back)
        return await self._threads.commit(head, change)

    def __getattr__(self, name):
        return getattr(self._threads, name)


async def test_a_conversation_returned_while_its_agent_is_made_stays_returned():
    world = World(domains=EVERYTHING)
    world.services = replace(world.services, threads=ReturnedMeanwhile(world))
    async with world:
        for number, line in enumerate(SHEETS_TO_SLACK):
            await world.say(line, f"m{number}")
        agents, _ = await made(world)
        handoff = (await world.services.threads.get(world.key(), HANDOFF, "handoff-1")).value

        assert [agent for agent, *_ in agents] == list(handoff.artifacts)
        assert (handoff.state, (await world.head()).handoff) == ("cancelled", None)
        assert "is ready" in (await world.transcript())[-1][1]
