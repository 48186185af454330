"""A2A over HTTP: JSON-RPC at one address, both versions of the protocol; the SDK reads and writes.

What a request takes of its caller's limits depends on the method it names, so it is taken here.
"""

import json
from collections.abc import AsyncGenerator, AsyncIterable, Awaitable
from typing import Any, cast

from a2a.server.routes.jsonrpc_dispatcher import JsonRpcDispatcher
from azurefunctions.extensions.http.fastapi import Request, Response, StreamingResponse
from sse_starlette.event import ensure_bytes  # pyright: ignore[reportUnknownVariableType]
from sse_starlette.sse import EventSourceResponse
from starlette.types import Message

from api import sse
from api.a2a_requests import Tasks
from api.a2a_taking import Visit
from api.limiting import within_limits
from api.parsing import bounded
from shared.decisions.budgets import STREAM_SECONDS, TURN_SECONDS
from shared.models.base import Json
from shared.models.budget import Kind
from shared.models.principal import Principal
from shared.ports import Engine
from shared.services import Services

_BEGINS = frozenset({"SendMessage", "SendStreamingMessage", "message/send", "message/stream"})
"""The methods that have something worked on."""
_STREAMS = frozenset(
    {"SendStreamingMessage", "SubscribeToTask", "message/stream", "tasks/resubscribe"}
)
_LINE_END = "\n"


async def post_rpc(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Answer a call by JSON-RPC: with what it gives, or with a stream."""
    body = await bounded(request)
    tasks = Tasks(Visit(request, caller, engine, services))
    dispatcher = JsonRpcDispatcher(tasks, enable_v0_3_compat=True)

    async def answer() -> Response:
        return await _given(tasks, dispatcher.handle_requests(_again(request, body)))

    return await within_limits(services, caller, _takes(request, _method(body)), answer)


def _method(body: bytes) -> str:
    """Return the method that a call names; "" where it names none, which the SDK refuses."""
    try:
        call: Json = json.loads(body)
    except (ValueError, RecursionError):
        return ""
    match call:
        case {"method": str(named)}:
            return named
        case _:
            return ""


def _takes(request: Request, method: str) -> dict[Kind, float]:
    """Return what a call takes of its caller's limits besides being a request."""
    takes: dict[Kind, float] = {}
    if method in _BEGINS:
        takes["turns"] = TURN_SECONDS
    if method in _STREAMS and not sse.wanted(request):  # who says so has taken it at the edge
        takes["streams"] = STREAM_SECONDS
    return takes


def _again(request: Request, body: bytes) -> Request:
    """Return a request whose body was read, to be read once more."""

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    return Request(dict(request.scope), receive)


async def _given(tasks: Tasks, answering: Awaitable[Response]) -> Response:
    """Return the SDK's answer as the rest of the API answers; raise what went wrong on our side."""
    response = await answering
    if isinstance(response, EventSourceResponse):
        return StreamingResponse(
            _frames(tasks, cast("AsyncIterable[Any]", response.body_iterator)),  # pyright: ignore[reportUnknownMemberType]
            media_type=sse.MEDIA_TYPE,
            headers={"X-Accel-Buffering": "no"},
        )
    if tasks.failed is not None:
        raise tasks.failed
    return response


async def _frames(tasks: Tasks, events: AsyncIterable[Any]) -> AsyncGenerator[bytes, None]:
    """Yield frames; raise Told at the end for what operators should hear of."""
    async for event in events:
        yield ensure_bytes(event, _LINE_END)
    if tasks.failed is not None:
        raise sse.Told(tasks.failed)
