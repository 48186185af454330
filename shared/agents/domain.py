"""The domain sub-agents: each needs its domain connected, and owns a set of tools (spec 003)."""

from shared.models.agent import Agent
from shared.workspace.across.finding import FIND
from shared.workspace.registry import SERVICES


def _looking_everywhere(agent: Agent) -> Agent:
    """Let an agent look elsewhere for what it does not find: people say what, and seldom where."""
    return agent.model_copy(update={"tools": tuple(dict.fromkeys((*agent.tools, FIND.name)))})


DOMAIN_AGENTS = tuple(_looking_everywhere(service.agent) for service in SERVICES)
