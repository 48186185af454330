"""Every example of the documentation does what the documentation says, as it is written there."""

from dataclasses import replace

import pytest

from shared.models.rows import AGENT_RUN
from shared.storage.memory import MemoryRows
from shared.storage.registered import StoredToolServers
from tests.simulation.documented import COMPANY, EXPECTED, TRACKER, examples
from tests.support.building import EVERYTHING
from tests.support.simulation import OWNER, TENANT, World


def test_every_example_has_an_expectation_and_none_is_left_over():
    assert set(examples()) == set(EXPECTED)


@pytest.mark.parametrize("example", EXPECTED)
async def test_it_does_what_is_said_of_it(example):
    expected = EXPECTED[example]
    made = World(domains=EVERYTHING)
    servers = StoredToolServers(MemoryRows())
    await servers.put(TENANT, TRACKER, None)
    made.services = replace(made.services, tool_servers=servers)
    async with made as world:
        for agent in (*expected.agents, *(COMPANY if expected.tools == () else ())):
            mine = agent.model_copy(update={"owner": OWNER})
            await world.services.agents.save(TENANT, mine, None)
        for number, text in enumerate((*expected.before, expected.say or example)):
            await world.say(text, f"m{number}")

        head = await world.head()
        role, said = (await world.transcript())[-1]
        run = await world.services.threads.get(world.key(), AGENT_RUN, head.turns)
        steps = run.value.steps if run is not None else ()
        assert role == "assistant"
        for words in expected.says.split("|"):
            assert words in said
        if expected.tools:
            assert tuple(step.tool for step in steps) == expected.tools
        assert head.phase == expected.phase
