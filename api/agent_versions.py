"""What an agent was before, and making something of that: going back, restoring, cloning."""

import re
from collections.abc import Iterator

from azurefunctions.extensions.http.fastapi import Request, Response
from pydantic import PositiveInt

from api import agent_views, links
from api.agent_bodies import MAX_NAME, Handle, Name
from api.agent_views import AgentSummary, Seen, summary
from api.ids import path_id
from api.parsing import Body, parse
from api.preconditions import if_match, telling_both
from api.shown import Shown, shown
from shared.agents import registry
from shared.errors import Conflict, Forbidden, NotFound
from shared.models.agent import Agent
from shared.models.principal import Principal
from shared.naming import unmarked
from shared.ports import Engine
from shared.services import Services

_MOST_VERSIONS = 100
_MAX_DIGITS = 9
_MOST_COPIES = 100
_MAX_STEM = 50
_COPY = " (copy)"
_NO_HANDLE = re.compile(r"[^a-z0-9]+")


class RollbackBody(Body):
    """The version to go back to."""

    version: PositiveInt


class CloneBody(Body):
    """What the copy is to be called; without these, as the original with "copy" added."""

    id: Handle | None = None
    name: Name | None = None


class VersionBrief(AgentSummary):
    """What a list says of one version of an agent."""

    links: links.VersionLinks


class VersionList(Shown):
    """An agent's versions, the one there is now first."""

    versions: list[VersionBrief]


async def get_versions(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return an agent's versions in brief, the one there is now first."""
    del engine
    agent = await _own(services, caller, path_id(request, "agent"))
    before = await services.agents.versions(caller.tenant, agent.id, _MOST_VERSIONS)
    return shown(VersionList(versions=[_brief(one) for one in (agent, *before)]))


async def get_version(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return an agent as it was, or is, in one version."""
    del engine
    agent = await _own(services, caller, path_id(request, "agent"))
    given = str(request.path_params.get("version", ""))
    if not (given.isascii() and given.isdecimal() and len(given) <= _MAX_DIGITS):
        raise NotFound("There is no such version of this agent.")
    version = await services.agents.version(caller.tenant, agent.id, int(given))
    return shown(agent_views.view(caller, version))


async def post_rollback(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Make an agent, as a new version, what it was in an earlier one."""
    del engine
    agent_id, etag = path_id(request, "agent"), if_match(request)
    body = await parse(request, RollbackBody)
    with telling_both("agent", body.model_dump(), etag):
        back = await registry.rolled_back(services, caller, agent_id, body.version, etag)
    return agent_views.answer(caller, Seen(*back))


async def post_restore(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Bring a deleted agent back."""
    del engine
    agent_id = path_id(request, "agent")
    return agent_views.answer(caller, Seen(*await registry.restored(services, caller, agent_id)))


async def post_clone(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Make an agent of the caller's own that does the same."""
    del engine
    agent_id, body = path_id(request, "agent"), await parse(request, CloneBody)
    original, _ = await registry.readable(services, caller, agent_id)
    name = body.name or f"{original.name[: MAX_NAME - len(_COPY)]}{_COPY}"
    for handle in (body.id,) if body.id else _handles(unmarked(original.id)):
        try:
            made = await registry.cloned(services, caller, agent_id, handle, name)
        except Conflict:
            if body.id:
                raise
        else:
            return agent_views.made(caller, Seen(*made))
    raise Conflict("There are too many copies of this agent; choose an id for this one.")


async def _own(services: Services, caller: Principal, agent_id: str) -> Agent:
    """Return an agent whose past the caller may see: what was taken out of it, others may not."""
    agent, _ = await registry.readable(services, caller, agent_id)
    if not registry.may_change(caller, agent):
        raise Forbidden("Only those who can change an agent can see what it was before.")
    return agent


def _brief(agent: Agent) -> VersionBrief:
    return VersionBrief(**summary(agent), links=links.of_version(agent.id, agent.version))


def _handles(original: str) -> Iterator[str]:
    """Yield ids for copies of an agent, whatever its own is like."""
    stem = _NO_HANDLE.sub("-", original.lower())[:_MAX_STEM].strip("-") or "agent"
    yield f"{stem}-copy"
    for number in range(2, _MOST_COPIES + 1):
        yield f"{stem}-copy-{number}"
