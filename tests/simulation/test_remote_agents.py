"""An agent of another system, asked by an engine that dies, forgets or fails at every step."""

from dataclasses import replace

import pytest

from shared.connectors.a2a_agents import A2aAgents
from shared.models.remote import RemoteAgent
from shared.security.sealing import Sealer
from shared.storage.memory import MemoryRows
from shared.storage.registered import StoredRemoteAgents
from shared.tools.remote import agent_of
from tests.support.connecting import key_of
from tests.support.disturbed import fault, play
from tests.support.fakes import NOON
from tests.support.remote_agents import Traveller
from tests.support.simulation import TENANT, World

ENVOY = A2aAgents(lambda: Sealer([key_of(1)]), loopback=True)
LINES = ["@travel find me a train to Vienna", "Berlin", "@travel and back?"]


async def works(work):
    """Ask where from, and answer whatever is said next in the same context."""
    if work.context.current_task is None and "train" in work.text:
        await work.ends("INPUT_REQUIRED", "From where?")
    else:
        await work.answers(f"{work.text}: ", "the 9:10.")


async def with_travel(world, url):
    """Give a world the agent behind a card."""
    kept = StoredRemoteAgents(MemoryRows())
    remote = RemoteAgent(id="travel", url=url, card=await ENVOY.card(url), accepted_at=NOON)
    await kept.put(TENANT, remote, None)
    world.services = replace(world.services, remote_agents=kept, envoy=ENVOY)
    await world.services.agents.save(TENANT, agent_of(remote), None)
    return world


@pytest.mark.no_cover
@pytest.mark.parametrize("how", ["crash", "forget", "fail"])
async def test_every_step_can_be_the_last_and_each_message_is_sent_once(how, tmp_path):
    traveller = Traveller(works)
    with traveller.served() as url:
        calm = await with_travel(World(journal=tmp_path / "calm"), url)
        undisturbed = await play(calm, LINES, None)
        assert [text for role, text in undisturbed.transcript if role == "assistant"] == [
            "Travel Desk asks:\n\nFrom where?",
            "Travel Desk:\n\nBerlin: the 9:10.",
            "Travel Desk:\n\nand back?: the 9:10.",
        ]
        for step in range(1, len(calm.ran) + 1):
            traveller.sent.clear()
            world = await with_travel(World(journal=tmp_path / str(step)), url)
            outcome = await play(world, LINES, fault(how, step))

            at = f"{how} at step {step}: {calm.ran[step - 1]}"
            assert outcome == undisturbed, at
            assert [one.parts[0].text for one in traveller.sent] == [
                "find me a train to Vienna",
                "Berlin",
                "and back?",
            ], at
            first, second, third = traveller.sent
            assert second.task_id == first.task_id, at
            assert third.context_id == first.context_id, at
            assert third.task_id != first.task_id, at
