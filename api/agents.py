"""An organisation's agents: found, made, changed and taken away."""

import asyncio
from datetime import datetime
from typing import Literal

from azurefunctions.extensions.http.fastapi import Request, Response

from api import agent_views, sse
from api.agent_bodies import agent_of, settable
from api.agent_views import AgentBrief, Seen
from api.bodies import fields
from api.ids import path_id
from api.messages import chosen_id, fingerprint
from api.parsing import refuse
from api.preconditions import if_match, telling_both
from api.shown import Shown, shown
from shared.agents import registry
from shared.agents.lending import toolbox
from shared.agents.roster import reach
from shared.models.agent import UNDO, Agent
from shared.models.base import Json, printable
from shared.models.principal import Principal
from shared.naming import digest
from shared.ports import Engine
from shared.services import Services

MAX_PAGE = 200
_PAGE = 50


class AgentList(Shown):
    """Agents in brief; `next` leads to more of them, "" nowhere."""

    agents: list[AgentBrief]
    next: str


class AgentDeleted(Shown):
    """An agent that was taken away, and until when it can be brought back."""

    id: str
    deleted: Literal[True] = True
    restorable_until: datetime


async def get_agents(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return the agents that the caller may run or change: all by pages, or those `q` is about.

    The first page begins with the workspace's agents, which `limit` does not count.
    """
    del engine
    limit = sse.number("limit", request.query_params.get("limit") or str(_PAGE))
    if not 1 <= limit <= MAX_PAGE:
        refuse("limit", f"must be between 1 and {MAX_PAGE}")
    wanted, after = (_parameter(request, name) for name in ("q", "after"))
    if wanted and after:
        refuse("after", "does not go with q, whose answer is one page")
    if wanted:
        found = await _search(services, caller, wanted, limit)
        return shown(AgentList(agents=found, next=""))
    return shown(await _page(services, caller, after, limit))


async def post_agent(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Make an agent, which belongs to the caller; with an `Idempotency-Key`, once."""
    del engine
    given = await fields(request)
    agent = agent_of(given, await toolbox(services, caller.tenant))
    if key := chosen_id(request, None, "Idempotency-Key"):
        origin = f"api-{digest(key, fingerprint('agent', given))}"
        agent = agent.model_copy(update={"origin": origin})
    return agent_views.made(caller, Seen(*await registry.created(services, caller, agent)))


async def get_agent(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return an agent with its ETag."""
    del engine
    return agent_views.answer(
        caller, await agent_views.seen(services, caller, path_id(request, "agent"))
    )


async def put_agent(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Replace an agent."""
    del engine
    agent_id, etag = path_id(request, "agent"), if_match(request)
    given = await fields(request)
    agent = agent_of(given, await toolbox(services, caller.tenant), {"id": agent_id})
    return await _replaced(services, caller, agent, etag, given)


async def patch_agent(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Change some fields of an agent, or switch it on or off; null is a field's default."""
    del engine
    agent_id, etag = path_id(request, "agent"), if_match(request)
    given = await fields(request)
    current, _ = await registry.readable(services, caller, agent_id)
    agent = agent_of(given, await toolbox(services, caller.tenant), settable(current))
    if set(given) != {"enabled"}:
        return await _replaced(services, caller, agent, etag, given)
    with telling_both("agent", given, etag):
        switched = await registry.switched(services, caller, agent_id, agent.enabled, etag)
    return agent_views.answer(caller, Seen(*switched))


async def delete_agent(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Take an agent away, and say until when it can be brought back."""
    del engine
    agent_id, etag = path_id(request, "agent"), if_match(request)
    with telling_both("agent", {}, etag):
        await registry.deleted(services, caller, agent_id, etag)
    until = services.clock.now() + UNDO
    return shown(AgentDeleted(id=agent_id, restorable_until=until))


async def _replaced(
    services: Services, caller: Principal, agent: Agent, etag: str, given: dict[str, Json]
) -> Response:
    with telling_both("agent", given, etag):
        return agent_views.answer(
            caller, Seen(*await registry.replaced(services, caller, agent, etag))
        )


def _parameter(request: Request, name: str) -> str:
    given = request.query_params.get(name, "").strip()
    try:
        return printable(given) if given else ""
    except ValueError as error:
        refuse(name, str(error))


async def _page(services: Services, caller: Principal, after: str, limit: int) -> AgentList:
    """Return the agents of a page that the caller may know of, and where the next one begins.

    Where some are for others a page is shorter than `limit`, but it is empty at the end only.
    """
    workspace = () if after else await agent_views.workspace_agents(services, caller)
    agents = [agent_views.brief(caller, agent, "workspace") for agent in workspace]
    while True:
        page = await services.agents.page(caller.tenant, after, limit)
        own = [agent for agent in page.agents if registry.may_read(services, caller, agent)]
        agents += [agent_views.brief(caller, agent) for agent in own]
        if own or not page.next:
            return AgentList(agents=agents, next=page.next)
        after = page.next


async def _search(
    services: Services, caller: Principal, wanted: str, limit: int
) -> list[AgentBrief]:
    """Return the agents that something speaks for, best first; one of that name before all."""
    index = (await reach(services, caller)).index
    workspace = {agent.id for agent in await agent_views.workspace_agents(services, caller)}
    domain = {agent.id for agent in services.domain_agents}

    def allowed(agent: Agent) -> bool:
        if agent.id in domain:
            return agent.id in workspace
        return registry.may_read(services, caller, agent)

    vector = (await asyncio.to_thread(services.encoder.encode, [wanted]))[0]
    matches = await asyncio.to_thread(index.search, wanted, vector, limit=limit, allowed=allowed)
    found = [(match.agent, match.reasons) for match in matches if match.reasons]
    called = index.resolve(wanted)  # one that is switched off can be found by its name only
    if called is not None and allowed(called):
        others = [(agent, reasons) for agent, reasons in found if agent.id != called.id]
        found = [(called, ("called so",)), *others]
    return [
        agent_views.brief(caller, agent, "workspace" if agent.id in domain else "own", reasons)
        for agent, reasons in found[:limit]
    ]
