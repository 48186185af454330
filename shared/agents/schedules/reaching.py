"""Whether an agent can be run for somebody, now that its time has come."""

from shared.decisions import scheduling
from shared.errors import NotFound
from shared.models.agent import Agent
from shared.models.principal import Principal
from shared.models.schedule import Schedule
from shared.services import Services


async def agent_of(services: Services, tenant: str, agent_id: str) -> Agent | None:
    """Return an agent of a tenant or of the product, as it is stored at this moment."""
    ours = product_agent(services, agent_id)
    if ours is not None:
        return ours
    try:
        return (await services.agents.get(tenant, agent_id))[0]
    except NotFound:
        return None


def product_agent(services: Services, agent_id: str) -> Agent | None:
    """Return the agent of this id that comes with the product, if one does."""
    return next((agent for agent in services.domain_agents if agent.id == agent_id), None)


async def owner_of(services: Services, schedule: Schedule) -> tuple[Principal, str]:
    """Return whom a schedule runs for, with the roles they were here with last.

    And why these hold no longer, where that was too long ago to go by; "" where it was not.
    """
    owner = Principal(tenant=schedule.tenant, user=schedule.owner, roles=schedule.roles)
    met, now = await services.directory.last(owner), services.clock.now()
    away = scheduling.away(
        schedule, met.on if met is not None else None, now, services.limits.roles
    )
    if met is None or met.roles is None:
        return owner, away
    return owner.model_copy(update={"roles": met.roles}), away


async def refusal(services: Services, who: Principal, schedule: Schedule) -> str:
    """Return why a schedule's agent cannot be run for somebody; "" when it can."""
    agent = await agent_of(services, who.tenant, schedule.agent)
    if agent is None or not scheduling.meant(schedule, agent.created_at):
        return "there is no such agent any more"
    if not services.may_run(who, agent):
        return "you may not run it any more"
    if not agent.enabled:
        return "it is switched off"
    if agent in services.domain_agents:
        connected = await services.workspaces.connected(who)
        if agent.domain not in connected:
            return "the account it works with is not connected"
    return ""
