import pytest

from shared.agents.domain import DOMAIN_AGENTS
from shared.storage.catalogue import StoredCatalogue
from shared.storage.memory import MemoryRows
from shared.workspace.registry import DOMAINS, TOOLS
from tests.support.fakes import HashedWords, ManualClock


def test_no_two_agents_share_an_id():
    assert len({agent.id for agent in DOMAIN_AGENTS}) == len(DOMAIN_AGENTS)


def test_each_tool_is_listed_under_its_own_name_and_somebody_owns_it():
    assert {name: tool.name for name, tool in TOOLS.items()} == {name: name for name in TOOLS}
    owned = {name for agent in DOMAIN_AGENTS for name in agent.tools}
    assert set(TOOLS) == owned | {"changes_made", "undo"}  # which every agent has


@pytest.mark.parametrize("agent", DOMAIN_AGENTS, ids=lambda agent: agent.id)
def test_each_agent_needs_a_domain_that_can_be_connected(agent):
    assert agent.domain in DOMAINS
    assert agent.enabled
    assert agent.skills


async def test_each_agent_is_the_nearest_to_its_own_examples():
    encoder = HashedWords()
    catalogue = StoredCatalogue(MemoryRows(), encoder, ManualClock(), DOMAIN_AGENTS)
    index = await catalogue.index("acme")
    for agent in DOMAIN_AGENTS:
        for example in agent.examples:
            [vector] = encoder.encode([example])
            assert index.search(example, vector, limit=1)[0].agent == agent
