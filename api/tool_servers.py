"""The servers that lend tools to an organisation's agents (Model Context Protocol)."""

import re
from datetime import datetime
from http import HTTPStatus
from typing import Annotated, Literal

from azurefunctions.extensions.http.fastapi import Request, Response
from pydantic import AfterValidator, Field

from api import links
from api.agent_bodies import Name
from api.ids import path_id
from api.parsing import Body, parse, refuse
from api.shown import Shown, shown
from shared.agents import lending
from shared.errors import ToolFailed
from shared.models.base import Json
from shared.models.intent import Risk
from shared.models.lent import LentTool, ToolServer, Unusable
from shared.models.principal import Principal
from shared.ports import Engine
from shared.services import Services
from shared.tools.lent.offers import Change, called
from shared.tools.lent.tools import risk_of

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_MAX_ID = 20
_MAX_CREDENTIAL = 8_000
_MAX_COMMAND, _MAX_WORD = 20, 500


def handle(value: str) -> str:
    """Return the id of something registered; raise ValueError for what none can be."""
    if len(value) > _MAX_ID or not _ID.fullmatch(value):
        raise ValueError(
            "must consist of lowercase letters and digits, with single dashes between them, "
            f"at most {_MAX_ID} characters"
        )
    return value


def credential_text(value: str) -> str:
    """Return what can be sent as a bearer token; raise ValueError for anything else."""
    if len(value) > _MAX_CREDENTIAL or not (value.isascii() and value.isprintable()):
        raise ValueError(f"must have at most {_MAX_CREDENTIAL:,} printable ASCII characters")
    return value


class ToolServerBody(Body):
    """A server to register: where it is reached, and what it is shown as a bearer token."""

    id: Annotated[str, AfterValidator(handle)]
    name: Name
    url: str = ""
    command: list[Annotated[str, Field(min_length=1, max_length=_MAX_WORD)]] = Field(
        default=[], max_length=_MAX_COMMAND
    )
    credential: Annotated[str, AfterValidator(credential_text)] = ""


class AcceptBody(Body):
    """What was looked at and is agreed to: the `offer` that the server was shown with."""

    offer: str


class LentToolView(Shown):
    """A tool that agents may have: `name` is what it is called here, `lent` what it is there."""

    name: str
    lent: str
    title: str
    description: str
    risk: Risk
    changes: bool
    parameters: dict[str, Json]


class ChangeView(Shown):
    """A tool, as its server calls it, that is not as it was accepted.

    `now` is what it would be from the moment it is accepted; null where it could not be used, and
    `why` says why of one that is there.
    """

    lent: str
    change: Change
    now: LentToolView | None
    why: str


class ToolServerView(Shown):
    """A server as it was accepted.

    `changes` is how what it offers by now differs, and `offer` stands for that; both are empty for
    who may not accept it, and where it does not answer: then `unreachable` says why.
    """

    id: str
    name: str
    url: str
    command: list[str]
    credential: bool
    tools: list[LentToolView]
    unusable: list[Unusable]
    accepted_at: datetime
    offer: str
    changes: list[ChangeView]
    unreachable: str
    links: links.ToolServerLinks


class ToolServerBrief(Shown):
    """What a list says of a server."""

    id: str
    name: str
    url: str
    tools: list[str]
    accepted_at: datetime
    links: links.ToolServerLinks


class ToolServerList(Shown):
    """The servers of an organisation, by id."""

    servers: list[ToolServerBrief]


class ToolServerDeleted(Shown):
    """A server that was given up."""

    id: str
    deleted: Literal[True] = True


async def get_servers(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return the organisation's servers in brief."""
    del request, engine
    servers = await lending.SERVERS.listed(services, caller)
    return shown(ToolServerList(servers=[_brief(one) for one in servers]))


async def post_server(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Register a server: it is asked what it offers, and that is accepted."""
    del engine
    body = await parse(request, ToolServerBody)
    if bool(body.url) == bool(body.command):
        refuse("url", "give either this or a command")
    if body.command and body.credential:
        refuse("credential", "goes with a url; a command is shown none")
    wanted = ToolServer(
        id=body.id,
        name=body.name,
        url=body.url,
        command=tuple(body.command),
        accepted_at=services.clock.now(),
    )
    try:
        kept = await lending.registered(services, caller, wanted, body.credential)
    except ToolFailed as error:  # what was given leads to nothing that can be used
        refuse("url" if body.url else "command", str(error))
    location = {"Location": links.tool_server(kept.id)}
    return shown(_view(lending.Looked(kept, kept.offer)), HTTPStatus.CREATED, location)


async def get_server(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return a server and, for who may accept it, what it offers differently by now."""
    del engine
    return shown(_view(await lending.looked(services, caller, path_id(request, "server"))))


async def post_accept(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Accept what a server offers now, as it was looked at."""
    del engine
    body = await parse(request, AcceptBody)
    kept = await lending.accepted(services, caller, path_id(request, "server"), body.offer)
    return shown(_view(lending.Looked(kept, kept.offer)))


async def delete_server(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Give a server up."""
    del engine
    server_id = path_id(request, "server")
    await lending.given_up(services, caller, server_id)
    return shown(ToolServerDeleted(id=server_id))


def _view(looked: lending.Looked) -> ToolServerView:
    server = looked.server
    return ToolServerView(
        id=server.id,
        name=server.name,
        url=server.url,
        command=list(server.command),
        credential=bool(server.sealed),
        tools=[_tool(server, one) for one in server.tools],
        unusable=list(server.unusable),
        accepted_at=server.accepted_at,
        offer=looked.offer,
        changes=[_change(server, one) for one in looked.changes],
        unreachable=looked.why,
        links=_links(server),
    )


def _change(server: ToolServer, one: lending.Changed) -> ChangeView:
    now = _tool(server, one.now) if one.now is not None else None
    return ChangeView(lent=one.name, change=one.change, now=now, why=one.why)


def _tool(server: ToolServer, tool: LentTool) -> LentToolView:
    return LentToolView(
        name=called(server.id, tool.name),
        lent=tool.name,
        title=tool.title,
        description=tool.description,
        risk=risk_of(tool),
        changes=tool.hints.reads is not True,
        parameters=tool.parameters,
    )


def _brief(server: ToolServer) -> ToolServerBrief:
    return ToolServerBrief(
        id=server.id,
        name=server.name,
        url=server.url,
        tools=[called(server.id, one.name) for one in server.tools],
        accepted_at=server.accepted_at,
        links=_links(server),
    )


def _links(server: ToolServer) -> links.ToolServerLinks:
    return links.ToolServerLinks(server=links.tool_server(server.id))
