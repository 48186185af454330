"""Servers that lend tools, to be reached on this machine: a good one, and some that are not."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp_types import ToolAnnotations
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from tests.support.loopback import listening, served

EVERYTHING = ("node_modules/@modelcontextprotocol/server-everything/dist/index.js", "stdio")
"""A server of others' making, as an argument of Node.js."""
READS = ToolAnnotations(read_only_hint=True)
ADDS = ToolAnnotations(read_only_hint=False, destructive_hint=False)


class Tracker:
    """A tracker of issues, with all that was done in it."""

    def __init__(self):
        self.opened = []
        self.app = MCPServer("Tracker")
        self.app.add_tool(self.find_issues, annotations=READS, structured_output=False)
        self.app.add_tool(self.open_issue, structured_output=False)
        self.app.add_tool(self.comment, annotations=ADDS, structured_output=False)

    def find_issues(self, query: str, limit: int = 10) -> str:
        """Find issues of the tracker by words of their title."""
        return f"{limit} issues about {query}: the printer is on fire"

    def open_issue(self, title: str, priority: int = 2, *, urgent: bool = False) -> str:
        """Open a new issue in the tracker."""
        self.opened.append((title, priority, urgent))
        return f"Opened #{len(self.opened)}"

    def comment(self, issue: int, text: str) -> str:
        """Comment on an issue of the tracker."""
        if issue != 1:
            raise ValueError("there is no such issue")
        self.opened.append((issue, text))
        return "Commented"

    @contextmanager
    def served(self, **options: Any) -> Iterator[str]:
        """Serve it on this machine; yield its address."""
        app = self.app.streamable_http_app(**options)
        with listening() as (listener, address), served(app, listener, lifespan="on"):
            yield f"{address}/mcp"


def tool(name="act", description="Acts", takes=None, **annotations):
    """A tool as a server lists it."""
    takes = takes or {"type": "object", "properties": {"what": {"type": "string"}}}
    return {
        "name": name,
        "description": description,
        "inputSchema": takes,
        **({"annotations": annotations} if annotations else {}),
    }


class Peer:
    """A server that says exactly what a test wants, message by message.

    `tools` are what it lists; `answer` gives the result of a call, its error, or a whole response.
    """

    def __init__(self, *tools, answer=None):
        self.tools = list(tools) or [tool()]
        self.answer = answer or (lambda _call: text_result("Done"))
        self.calls = []
        self.headers = []
        self.seen = threading.Event()

    async def respond(self, request: Request) -> Response:
        if request.method != "POST":
            return Response(status_code=405)
        self.headers.append(dict(request.headers))
        message = json.loads(await request.body())
        method = message.get("method")
        if "id" not in message:
            return Response(status_code=202)
        if method == "initialize":
            return _result(
                message,
                {
                    "protocolVersion": message["params"]["protocolVersion"],
                    "capabilities": {"tools": {}},
                    "serverInfo": {"name": "peer", "version": "1"},
                },
            )
        if method == "tools/list":
            return _result(message, {"tools": self.tools})
        if method == "tools/call":
            self.calls.append(message["params"])
            self.seen.set()
            given = self.answer(message["params"])
            return given if isinstance(given, Response) else _result(message, given)
        error = {"code": -32601, "message": "Method not found"}
        return JSONResponse({"jsonrpc": "2.0", "id": message["id"], "error": error})

    @contextmanager
    def served(self) -> Iterator[str]:
        """Serve it on this machine; yield its address."""
        app = Starlette(routes=[Route("/mcp", self.respond, methods=["GET", "POST", "DELETE"])])
        with listening() as (listener, address), served(app, listener):
            yield f"{address}/mcp"


def text_result(text, **more):
    """What a call answers in words."""
    return {"content": [{"type": "text", "text": text}], **more}


def hanging():
    """A response that begins, and never goes on."""

    async def nothing():
        import asyncio  # noqa: PLC0415

        yield b": wait\n\n"
        await asyncio.Event().wait()

    return StreamingResponse(nothing(), media_type="text/event-stream")


def nowhere():
    """An address of this machine that nobody answers at."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return f"http://127.0.0.1:{listener.getsockname()[1]}/mcp"


def _result(message, result):
    told = result if "error" in result else {"result": result}
    return JSONResponse({"jsonrpc": "2.0", "id": message["id"], **told})
