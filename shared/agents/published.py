"""Agents that their organisation shows to everybody: by their cards, and nothing else of them."""

from shared.agents import registry
from shared.errors import Conflict, NotFound
from shared.models.agent import Agent
from shared.models.principal import Principal
from shared.naming import unmarked
from shared.services import Services


async def published(services: Services, tenant: str, agent_id: str) -> Agent:
    """Return the agent of an organisation whose card anybody may read, by the id people know.

    Raises NotFound, alike for one that is not public, switched off, deleted or was never there.
    """
    if found := await _public(services, tenant, agent_id):
        return found
    if (await services.agents.page(tenant, "", 1)).agents:  # else its index would push out others'
        index = await services.catalogue.index(tenant)
        for entry in index.entries:
            name = entry.agent.id
            beside = unmarked(name) == agent_id != name
            if beside and (found := await _public(services, tenant, name)):
                return found
    raise _nobody()


async def addressed(services: Services, who: Principal, tenant: str, agent_id: str) -> Agent:
    """Return the public agent that somebody speaks to at its address.

    Raises NotFound, also to whoever is not of its organisation, and Conflict where what is said to
    it would reach an agent of their own that has the same id.
    """
    if who.tenant != tenant:
        raise _nobody()
    agent = await published(services, tenant, agent_id)
    reached, _ = await registry.readable(services, who, agent.id)
    if reached.id != agent.id:
        raise Conflict(f"You have another agent called @{unmarked(agent.id)}. Delete it first.")
    return agent


def _nobody() -> NotFound:
    return NotFound("There is no public agent at this address.")


async def _public(services: Services, tenant: str, agent_id: str) -> Agent | None:
    try:
        agent, _ = await services.agents.get(tenant, agent_id)
    except NotFound:
        return None
    return agent if agent.public and agent.enabled and not agent.users else None
