"""What callers see of agents: which ones, and how they are shown."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Literal

from azurefunctions.extensions.http.fastapi import JSONResponse, Response

from api import links
from api.preconditions import quoted
from shared import registry
from shared.models.agent import Agent
from shared.models.base import Json
from shared.models.principal import Principal
from shared.services import Services

Kind = Literal["own", "workspace"]

_BRIEF = {"id", "name", "description", "domain", "tags", "enabled", "owner", "version"}
_BRIEF_TIMES = {"created_at", "updated_at"}


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


def shown(agent: Agent, kind: Kind = "own") -> dict[str, Json]:
    """Return all of an agent."""
    return {**agent.model_dump(mode="json"), "kind": kind, "links": links.of_agent(agent.id)}


def brief(agent: Agent, kind: Kind = "own") -> dict[str, Json]:
    """Return what a list says of an agent."""
    return {
        **agent.model_dump(mode="json", include=_BRIEF | _BRIEF_TIMES),
        "kind": kind,
        "links": links.of_agent(agent.id),
    }


def answer(
    found: Seen,
    status: HTTPStatus = HTTPStatus.OK,
    headers: Mapping[str, str] | None = None,
    notes: Sequence[str] = (),
) -> Response:
    """Answer with an agent and its ETag, and with what is to be told besides."""
    tagged = {"ETag": quoted(found.etag), **(headers or {})}
    told: dict[str, Json] = {"notes": list(notes)} if notes else {}
    return JSONResponse({**shown(found.agent, found.kind), **told}, status, tagged)


def made(found: Seen, notes: Sequence[str] = ()) -> Response:
    """Answer with an agent that is new, and where it is."""
    where = {"Location": links.agent(found.agent.id)}
    return answer(found, HTTPStatus.CREATED, where, notes)


def _etag(agent: Agent) -> str:
    return hashlib.sha256(agent.model_dump_json().encode()).hexdigest()[:32]
