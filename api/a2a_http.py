"""A2A over HTTP: JSON-RPC at one address, and REST below it; the SDK reads and writes both.

What a request takes of its caller's limits depends on the method it names, so it is taken here.
"""

import json
from collections.abc import AsyncGenerator, AsyncIterable, Awaitable, Callable
from typing import Any, cast

import a2a.server.routes as served  # first: the adapter is read by it, and reads it
from a2a.compat.v0_3.jsonrpc_adapter import JSONRPC03Adapter
from a2a.server.routes.jsonrpc_dispatcher import JsonRpcDispatcher
from a2a.utils.constants import A2A_JSON_MEDIA_TYPE
from a2a.utils.error_handlers import build_rest_error_payload
from a2a.utils.errors import A2AError, ContentTypeNotSupportedError
from azurefunctions.extensions.http.fastapi import Request, Response, StreamingResponse
from pydantic import ValidationError
from sse_starlette.event import ensure_bytes  # pyright: ignore[reportUnknownVariableType]
from sse_starlette.sse import EventSourceResponse
from starlette.routing import Match
from starlette.routing import Route as StarletteRoute
from starlette.types import Message

from api import sse
from api.a2a_requests import Tasks
from api.a2a_taking import Visit
from api.a2a_versions import headed
from api.limiting import within_limits
from api.parsing import bounded
from shared.decisions.budgets import STREAM_SECONDS, TURN_SECONDS
from shared.errors import NotFound
from shared.models.base import Json
from shared.models.budget import Kind
from shared.models.principal import Principal
from shared.ports import Engine
from shared.services import Services

_BEGINS = frozenset({"SendMessage", "SendStreamingMessage", "message/send", "message/stream"})
"""The methods that have something worked on."""
_LASTS = _BEGINS | {"SubscribeToTask", "CancelTask", "tasks/resubscribe", "tasks/cancel"}
"""The methods that may take a while: their answer is a stream, or waits for a turn."""
_SAYS_NOTHING = "tasks/pushNotificationConfig/delete"
"""The method whose result is null: the SDK leaves that out, and an answer without one is none."""
_JSON = "application/json"
_NO_METHOD, _NO_PARAMETERS, _NO_JSON = -32601, -32602, -32005
_SENTENCES = {
    _NO_METHOD: "Method not found",
    _NO_PARAMETERS: "Invalid parameters",
    _NO_JSON: "Incompatible content types: a call is application/json",
}
_LINE_END = "\n"
_REST = {"message:send": "SendMessage", "message:stream": "SendStreamingMessage"}
"""How a path ends, and the method that it is."""


async def post_rpc(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Answer a call by JSON-RPC: with what it gives, or with a stream."""
    return await by_rpc(Visit(request, caller, engine, services))


async def any_rest(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Answer a call by REST, as either version of the protocol has its paths."""
    return await by_rest(Visit(request, caller, engine, services))


async def by_rpc(visit: Visit) -> Response:
    """Answer a call by JSON-RPC."""
    request, tasks = visit.request, Tasks(visit)
    body = await bounded(request)
    dispatcher = JsonRpcDispatcher(tasks, enable_v0_3_compat=True)
    call = _call(body)
    if (code := _wrong(request, call)) is not None:
        return _refused(call, code)
    asked = _again(request, body)
    method = call.get("method", "")
    answer = await _answered(tasks, method, lambda: dispatcher.handle_requests(asked))
    if method == _SAYS_NOTHING and "error" not in (said := json.loads(bytes(answer.body))):
        return Response(json.dumps({"result": None} | said), media_type=_JSON)
    return answer


async def by_rest(visit: Visit) -> Response:
    """Answer a call by REST."""
    request, tasks = visit.request, Tasks(visit)
    body = await bounded(request)
    path = f"/{request.path_params.get('path') or ''}"
    endpoint, named = _endpoint(tasks, request, path)
    if body and not _comes_as_json(request):
        return _told(ContentTypeNotSupportedError(_SENTENCES[_NO_JSON]), 415)
    last = path.rpartition("/")[2]
    method = "SubscribeToTask" if last.endswith(":subscribe") else _REST.get(last, "")

    return await _answered(tasks, method, lambda: endpoint(_again(request, body, named)))


async def _answered(tasks: Tasks, method: str, call: Callable[[], Awaitable[Response]]) -> Response:
    """Answer a call within its caller's limits; a turn that did not begin is given back."""
    visit = tasks.visit
    takes = _takes(visit.request, method)

    async def answer() -> Response:
        return await _given(tasks, call())

    response = await within_limits(visit.services, visit.caller, takes, answer)
    if "turns" in takes and not tasks.took and not isinstance(response, StreamingResponse):
        visit.services.budgets.charge(visit.caller, "turns", -TURN_SECONDS)
    return response


def _endpoint(
    tasks: Tasks, request: Request, path: str
) -> tuple[Callable[[Request], Awaitable[Response]], dict[str, Any]]:
    """Return what the SDK has for a path, and what the path names; raise NotFound."""
    scope = {"type": "http", "method": request.method, "path": path, "root_path": ""}
    for route in served.create_rest_routes(tasks, enable_v0_3_compat=True):
        match, found = route.matches(scope)
        if isinstance(route, StarletteRoute) and match is Match.FULL:
            return route.endpoint, found["path_params"]
    raise NotFound(f"There is nothing at {request.url.path} for {request.method}.")


def _call(body: bytes) -> dict[str, Json]:
    """Return a call; an empty one for what is none, which the SDK refuses."""
    try:
        call: Json = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return cast("dict[str, Json]", call) if isinstance(call, dict) else {}


def _comes_as_json(request: Request) -> bool:
    content = request.headers.get("content-type", _JSON).partition(";")[0].strip().lower()
    return content == _JSON or content.endswith("+json")


def _wrong(request: Request, call: dict[str, Json]) -> int | None:
    """Return what is wrong with a call that the SDK would say less exactly, if anything is.

    It reads any type of content, and takes what is wrong in 0.3's parameters for a wrong request.
    """
    if not _comes_as_json(request):
        return _NO_JSON
    method = call.get("method", "")
    if not isinstance(method, str):
        return _NO_METHOD
    model = JSONRPC03Adapter.METHOD_TO_MODEL.get(method)
    if model is None or not isinstance(call.get("id"), str | int | None):
        return None
    try:
        model.model_validate({"id": 1} | call)  # a notification has none
    except ValidationError as error:
        places = {place["loc"][:1] for place in error.errors()}
        return _NO_PARAMETERS if places == {("params",)} else None
    return None


def _refused(call: dict[str, Json], code: int) -> Response:
    error = {"code": code, "message": _SENTENCES[code]}
    answer = {"jsonrpc": "2.0", "id": call.get("id"), "error": error}
    return Response(json.dumps(answer), media_type=_JSON)


def _takes(request: Request, method: str) -> dict[Kind, float]:
    """Return what a call takes of its caller's limits besides being a request."""
    takes: dict[Kind, float] = {}
    if method in _BEGINS:
        takes["turns"] = TURN_SECONDS
    if method in _LASTS and not sse.wanted(request):  # who says so has taken it at the edge
        takes["streams"] = STREAM_SECONDS
    return takes


def _again(request: Request, body: bytes, named: dict[str, Any] | None = None) -> Request:
    """Return a request whose body was read, to be read once more; `named` is what its path says."""

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    scope = {**request.scope, "path_params": named or {}, "headers": headed(request)}
    return Request(scope, receive)


async def _given(tasks: Tasks, answering: Awaitable[Response]) -> Response:
    """Return the SDK's answer as the rest of the API answers; raise what went wrong on our side."""
    response = await answering
    if isinstance(response, EventSourceResponse):
        frames = _frames(tasks, cast("AsyncIterable[Any]", response.body_iterator))  # pyright: ignore[reportUnknownMemberType]
        try:
            first = await anext(frames, b"")  # what fails before it is no stream
        except A2AError as error:
            if tasks.failed is not None:
                raise tasks.failed from error
            return _told(error)
        return StreamingResponse(
            _from(first, frames),
            media_type=sse.MEDIA_TYPE,
            headers={"X-Accel-Buffering": "no"},
        )
    if tasks.failed is not None:
        raise tasks.failed
    if response.headers.get("content-type") == A2A_JSON_MEDIA_TYPE:
        response.headers["content-type"] = _JSON  # which the protocol asks for (1.0, section 11.1)
    return response


def _told(error: A2AError, status: int | None = None) -> Response:
    """Answer by REST with an error, with the status that the protocol has for it unless given."""
    refused = build_rest_error_payload(error)
    refused["error"]["code"] = status or refused["error"]["code"]
    return Response(json.dumps(refused), refused["error"]["code"], media_type=_JSON)


async def _from(first: bytes, frames: AsyncIterable[bytes]) -> AsyncGenerator[bytes, None]:
    yield first
    async for frame in frames:
        yield frame


async def _frames(tasks: Tasks, events: AsyncIterable[Any]) -> AsyncGenerator[bytes, None]:
    """Yield frames; raise Told at the end for what operators should hear of."""
    async for event in events:
        yield ensure_bytes(event, _LINE_END)
    if tasks.failed is not None:
        raise sse.Told(tasks.failed)
