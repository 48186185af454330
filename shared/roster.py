"""The agents a person can reach: their tenant's, and the domain sub-agents they have connected."""

import asyncio

from shared.models.agent import Agent
from shared.models.principal import Principal
from shared.services import Services


async def agents_of(services: Services, principal: Principal) -> tuple[Agent, ...]:
    """Return them, the tenant's own first."""
    own, connected = await asyncio.gather(
        services.agents.list(principal.tenant), services.workspaces.connected(principal)
    )
    domain = tuple(agent for agent in services.domain_agents if agent.domain in connected)
    return (*own, *domain)
