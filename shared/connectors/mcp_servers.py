"""The `Lender` port over the Model Context Protocol: streamable HTTP or, where allowed, stdio.

Each call is a session of its own: it asks what the server offers, makes sure that the tool is what
was accepted, and only then calls it, once. Nothing a server sends is resent, redirected or looked
up elsewhere for it, and it can ask nothing back.
"""

import asyncio
import json
import logging
from base64 import b64encode
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import unquote, urlsplit

import httpx2

from shared.connectors.outward import OutOfBounds, Outward, Resolve, causes, fault, resolved
from shared.connectors.rest import well_formed
from shared.errors import InvalidRequest, ToolFailed
from shared.models.base import Json
from shared.models.given import Sent
from shared.models.lent import LentTool, Offered, ToolServer
from shared.naming import digest
from shared.security.sealing import NotOpened, Sealer
from shared.tools.effect import OutcomeUnknown
from shared.tools.lent.offers import offered
from shared.tools.wording import one_line

if TYPE_CHECKING:
    from mcp.client.client import Client
    from mcp_types import CallToolResult

SECONDS = 20.0
"""A server has this long for a whole call: a tool's own limit is longer."""
MOST_BYTES = 1_000_000
"""Of one answer."""
MAX_TEXT_CHARACTERS = 50_000
MAX_DATA_CHARACTERS = 50_000
_MAX_DEPTH = 20
_MOST_PAGES = 10
_MOST_OFFERED = 64
_REFUSED = frozenset({-32602, -32601})
"""What a server answers that did not take a call: its arguments, or that there is such a tool."""

_LOG = logging.getLogger(__name__)


class McpServers:
    """Reaches servers that lend tools.

    `loopback`: servers on this machine may be reached. `stdio`: they may be started as commands.
    `sealer` is looked at when a credential is first needed.
    """

    def __init__(
        self,
        sealer: Callable[[], Sealer],
        *,
        loopback: bool,
        stdio: bool,
        resolve: Resolve = resolved,
        seconds: float = SECONDS,
    ) -> None:
        self._sealer = sealer
        self._loopback = loopback
        self._stdio = stdio
        self._resolve = resolve
        self._seconds = seconds

    def check(self, url: str, command: Sequence[str]) -> None:
        """Raise InvalidRequest for an address or a command that may not be reached from here."""
        if command and not self._stdio:
            raise InvalidRequest(
                "Servers that are started as a command are not allowed here; give a url."
            )
        if url and (wrong := fault(url, loopback=self._loopback)):
            raise InvalidRequest(f"The url {wrong}.")

    def seal(self, tenant: str, server: ToolServer, credential: str) -> str:
        """Return a credential as only calls of this very server can use it."""
        return self._sealer().seal(credential, _context(tenant, server)) if credential else ""

    def sealed_anew(self, tenant: str, server: ToolServer) -> str:
        """Return a server's credential as it would be sealed now; raise ToolFailed."""
        return self.seal(tenant, server, self._opened(tenant, server))

    async def offers(self, tenant: str, server: ToolServer) -> Sequence[Offered]:
        """Return what a server offers now; raise ToolFailed."""
        found: list[Sequence[Offered]] = []
        try:
            async with asyncio.timeout(self._seconds), self._session(tenant, server) as session:
                found.append(await _listed(session))
        except Exception as error:
            if not found:  # what it does as it is left says nothing about what it said
                raise ToolFailed(*_failing(server, error, self._seconds)) from error
        return found[0]

    async def call(
        self, tenant: str, server: ToolServer, tool: LentTool, arguments: Mapping[str, Json]
    ) -> Mapping[str, Json]:
        """Call a tool that still is what was accepted, and return what it answered.

        Raises ToolFailed where nothing was called, or the server says that it failed;
        OutcomeUnknown where it was called and no answer came that can be read.
        """
        called, ended = False, list[Mapping[str, Json] | ToolFailed]()
        try:
            async with asyncio.timeout(self._seconds), self._session(tenant, server) as session:
                refusal = _refusal(server, tool, await _listed(session))
                if refusal is not None:
                    ended.append(refusal)
                else:
                    called = True
                    ended.append(await _answered(session, server, tool, arguments))
        except Exception as error:
            if not ended:
                why, kind = _failing(server, error, self._seconds)
                failed = OutcomeUnknown(why) if called else ToolFailed(why, kind, recoverable=True)
                raise failed from error
        if isinstance(ended[0], ToolFailed):
            raise ended[0]
        return ended[0]

    @asynccontextmanager
    async def _session(self, tenant: str, server: ToolServer) -> AsyncGenerator["Client", None]:
        from mcp import Client, StdioServerParameters  # noqa: PLC0415 - 0.6 s to import
        from mcp.client.streamable_http import streamable_http_client  # noqa: PLC0415

        self.check(server.url, server.command)
        if server.command:
            first, *rest = server.command
            started = StdioServerParameters(command=first, args=rest)
            async with Client(started, cache=None, read_timeout_seconds=self._seconds) as client:
                yield client
            return
        headers = self._headers(tenant, server)
        outward = Outward(loopback=self._loopback, most=MOST_BYTES, resolve=self._resolve)
        async with httpx2.AsyncClient(
            transport=outward, headers=headers, timeout=self._seconds, trust_env=False
        ) as http:
            transport = streamable_http_client(
                server.url, http_client=http, max_sse_event_size=MOST_BYTES
            )
            async with Client(transport, cache=None, read_timeout_seconds=self._seconds) as client:
                yield client

    def _headers(self, tenant: str, server: ToolServer) -> dict[str, str]:
        opened = self._opened(tenant, server)
        return {"Authorization": f"Bearer {opened}"} if opened else {}

    def _opened(self, tenant: str, server: ToolServer) -> str:
        if not server.sealed:
            return ""
        try:
            return self._sealer().open(server.sealed, _context(tenant, server))
        except NotOpened as error:
            told = f"What opens {server.name} cannot be read any more: register it again."
            raise ToolFailed(told, "auth") from error


def _context(tenant: str, server: ToolServer) -> str:
    return f"tool-server/{digest(tenant, server.id, server.url)}"


async def _listed(client: "Client") -> list[Offered]:
    """Return all that a server offers; raise ValueError for more than anybody would look at."""
    from mcp_types import PaginatedRequestParams  # noqa: PLC0415

    found: list[Offered] = []
    cursor: str | None = None
    for _ in range(_MOST_PAGES):
        params = PaginatedRequestParams(cursor=cursor) if cursor else None
        page = await client.session.list_tools(params=params)
        for one in page.tools:
            said = one.annotations.model_dump(mode="json", by_alias=True) if one.annotations else {}
            title = one.title or str(said.get("title") or "")
            found.append(offered(one.name, title, one.description or "", one.input_schema, said))
        cursor = page.next_cursor
        if not cursor and len(found) <= _MOST_OFFERED:
            return found
    raise ValueError("more tools than anybody would look at")


def _refusal(server: ToolServer, tool: LentTool, offers: Sequence[Offered]) -> ToolFailed | None:
    """Return why a tool is not called: it is not what somebody said yes to."""
    now = {one.name: one.digest for one in offers}.get(tool.name)
    if now == tool.digest:
        return None
    name = one_line(tool.title or tool.name, 80)
    what = "does not offer it any more" if now is None else "offers something else under its name"
    told = (
        f"I did not use {name}: {server.name} {what} since it was accepted. Whoever looks after "
        "your organisation's agents has to look at it and accept it again."
    )
    return ToolFailed(told, "permission")


async def _answered(
    client: "Client", server: ToolServer, tool: LentTool, arguments: Mapping[str, Json]
) -> Mapping[str, Json] | ToolFailed:
    """Make the call, once; raise whatever leaves open what became of it."""
    from mcp.shared.exceptions import MCPError  # noqa: PLC0415
    from mcp_types import (  # noqa: PLC0415
        CallToolRequest,
        CallToolRequestParams,
        CallToolResult,
        InputRequiredResult,
    )
    from pydantic import TypeAdapter  # noqa: PLC0415

    wanted = CallToolRequestParams(name=tool.name, arguments=dict(arguments))
    forms: TypeAdapter[Any] = TypeAdapter(CallToolResult | InputRequiredResult)
    try:
        answer = await client.session.send_request(CallToolRequest(params=wanted), forms)
    except MCPError as error:
        if error.code in _REFUSED:
            return ToolFailed(f"{server.name} refused the call: {_said(error.message)}", "params")
        raise
    if not isinstance(answer, CallToolResult):
        return ToolFailed(f"{server.name} asks for more, which I cannot give it.", "tool_error")
    result = _result(answer)
    if answer.is_error:
        said = _said(str(result["text"])) or "it says no more."
        return ToolFailed(f"{server.name} says that it failed: {said}", "tool_error")
    return result


def _result(answer: "CallToolResult") -> dict[str, Json]:
    """Return what was answered: text, structure, files, and whether more was said than is kept."""
    texts = [str(one.text) for one in answer.content if one.type == "text"]
    sent = [_sent(one) for one in answer.content if one.type != "text"]
    text, data = "\n\n".join(texts), answer.structured_content
    keeps = data is not None and _size(data) <= MAX_DATA_CHARACTERS
    result: dict[str, Json] = {
        "text": text[:MAX_TEXT_CHARACTERS],
        "data": data if keeps else None,
        "cut": len(text) > MAX_TEXT_CHARACTERS or (data is not None and not keeps),
        "sent": [one.model_dump(mode="json") for one in sent],
    }
    return cast("dict[str, Json]", well_formed(result))


def _sent(block: Any) -> Sent:
    """Return a picture, a recording, or what is embedded or linked, as a file."""
    kind = str(getattr(block, "mime_type", None) or "")
    if block.type == "resource_link":
        return Sent(name=block.name, type=kind, url=str(block.uri))
    if block.type == "resource":
        inside = block.resource
        text = getattr(inside, "text", None)
        content = inside.blob if text is None else b64encode(text.encode()).decode()
        name = unquote(urlsplit(str(inside.uri)).path).rpartition("/")[2]
        return Sent(name=name, type=inside.mime_type or "", content=content)
    return Sent(name=block.type, type=kind, content=block.data)


def _size(value: Json) -> int:
    level: list[Any] = [value]
    for _ in range(_MAX_DEPTH):
        level = [inner for outer in level for inner in _inside(outer)]
    try:
        return MAX_DATA_CHARACTERS + 1 if level else len(json.dumps(value, allow_nan=False))
    except ValueError:
        return MAX_DATA_CHARACTERS + 1


def _inside(value: Any) -> Sequence[Any]:
    if isinstance(value, Mapping):
        return list(cast("Mapping[str, Any]", value).values())
    return cast("list[Any]", value) if isinstance(value, list) else ()


def _said(text: str) -> str:
    return one_line(text, 200)


def _failing(server: ToolServer, error: BaseException, seconds: float) -> tuple[str, Any]:
    """Return in words what went wrong on the way to a server or back, and of what kind that is."""
    led = causes(error)
    for one in led:
        if isinstance(one, ToolFailed):
            return str(one), one.kind
        if isinstance(one, InvalidRequest):
            return f"{server.name} may not be reached from here. {one}", "permission"
        if isinstance(one, OutOfBounds):
            return f"I could not take what {server.name} answered: {_said(str(one))}.", "tool_error"
    _LOG.info("a tool server failed: %s", ", ".join(type(one).__name__ for one in led))
    if any(isinstance(one, TimeoutError | httpx2.TimeoutException) for one in led):
        return f"{server.name} did not answer within {seconds:g} seconds.", "network"
    if any(isinstance(one, httpx2.ConnectError | OSError) for one in led):
        return f"{server.name} cannot be reached.", "network"
    return f"{server.name} did not answer in a form that I understand.", "network"
