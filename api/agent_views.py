"""What callers see of agents: which ones, and how they are shown."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus
from typing import Any, Literal

from azurefunctions.extensions.http.fastapi import Response

from api import links
from api.preconditions import quoted
from api.shown import Shown, shown
from shared.agents import registry
from shared.models.agent import Agent
from shared.models.principal import Principal
from shared.services import Services

Kind = Literal["own", "workspace"]


class AgentSummary(Shown):
    """What lists say of an agent, or of one of its versions."""

    id: str
    name: str
    description: str
    domain: str
    tags: tuple[str, ...]
    enabled: bool
    owner: str
    version: int
    created_at: datetime | None
    updated_at: datetime | None


class AgentBrief(AgentSummary):
    """What a list says of an agent; `reasons` are why a search found it."""

    kind: Kind
    links: links.AgentLinks
    reasons: tuple[str, ...]


class AgentView(Agent):
    """All of an agent, and where it comes from."""

    kind: Kind
    links: links.AgentLinks


class AgentTaken(AgentView):
    """An agent that was made of files; `notes` say what of them it does not have."""

    notes: tuple[str, ...]


@dataclass(frozen=True)
class Seen:
    """An agent as a caller finds it: one of the organisation's own, or one of the workspace."""

    agent: Agent
    etag: str
    kind: Kind = "own"


async def workspace_agents(services: Services, caller: Principal) -> tuple[Agent, ...]:
    """Return the domain sub-agents that a person can run: those whose domain they connected."""
    connected = await services.workspaces.connected(caller)
    return tuple(
        agent
        for agent in services.domain_agents
        if agent.domain in connected and services.may_run(caller, agent)
    )


async def seen(services: Services, caller: Principal, agent_id: str) -> Seen:
    """Return an agent that a caller may run or change; raise NotFound for any other."""
    if any(agent.id == agent_id for agent in services.domain_agents):
        for agent in await workspace_agents(services, caller):
            if agent.id == agent_id:
                return Seen(agent, _etag(agent), "workspace")
    return Seen(*await registry.readable(services, caller, agent_id))


def view(caller: Principal, agent: Agent, kind: Kind = "own") -> AgentView:
    """Return all of an agent."""
    return AgentView(**dict(agent), kind=kind, links=links.of_agent(caller.tenant, agent))


def brief(
    caller: Principal, agent: Agent, kind: Kind = "own", reasons: Sequence[str] = ()
) -> AgentBrief:
    """Return what a list says of an agent."""
    where = links.of_agent(caller.tenant, agent)
    return AgentBrief(**summary(agent), kind=kind, links=where, reasons=tuple(reasons))


def summary(agent: Agent) -> dict[str, Any]:
    """Return the fields of a summary, as an agent has them."""
    return {name: getattr(agent, name) for name in AgentSummary.model_fields}


def answer(
    caller: Principal,
    found: Seen,
    status: HTTPStatus = HTTPStatus.OK,
    headers: Mapping[str, str] | None = None,
    notes: Sequence[str] | None = None,
) -> Response:
    """Answer with an agent and its ETag and, where it was made of files, with the `notes`."""
    whole = view(caller, found.agent, found.kind)
    told = whole if notes is None else AgentTaken(**dict(whole), notes=tuple(notes))
    return shown(told, status, {"ETag": quoted(found.etag), **(headers or {})})


def made(caller: Principal, found: Seen, notes: Sequence[str] | None = None) -> Response:
    """Answer with an agent that is new, and where it is."""
    where = {"Location": links.agent(found.agent.id)}
    return answer(caller, found, HTTPStatus.CREATED, where, notes)


def _etag(agent: Agent) -> str:
    return hashlib.sha256(agent.model_dump_json().encode()).hexdigest()[:32]
