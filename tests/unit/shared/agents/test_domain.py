import pytest

from shared.agents.domain import DOMAIN_AGENTS, TOOLS
from shared.decisions import discovery
from shared.models.workspace import DOMAINS


def test_no_two_agents_share_an_id():
    assert len({agent.id for agent in DOMAIN_AGENTS}) == len(DOMAIN_AGENTS)


def test_each_tool_is_listed_under_its_own_name_and_somebody_owns_it():
    assert {name: tool.name for name, tool in TOOLS.items()} == {name: name for name in TOOLS}
    assert set(TOOLS) == {name for agent in DOMAIN_AGENTS for name in agent.tools}


@pytest.mark.parametrize("agent", DOMAIN_AGENTS, ids=lambda agent: agent.id)
def test_each_agent_needs_a_domain_that_can_be_connected(agent):
    assert agent.domain in DOMAINS
    assert agent.enabled
    assert agent.skills


@pytest.mark.parametrize("agent", DOMAIN_AGENTS, ids=lambda agent: agent.id)
def test_each_agent_is_the_best_for_its_own_examples(agent):
    for example in agent.examples:
        assert discovery.rank(example, DOMAIN_AGENTS)[0].agent == agent.id
