"""Around every handler: who calls, which pages may, what an error becomes, and a trace id."""

import logging
import re
import traceback
import uuid
from collections.abc import AsyncGenerator, AsyncIterable, Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import TypeVar

from azurefunctions.extensions.http.fastapi import Request, Response, StreamingResponse

from api import sse
from api.limiting import wanted, within_limits
from api.problems import problem, status_of
from api.routes import Route
from shared.decisions.permissions import may
from shared.errors import Misconfigured, NotFound
from shared.models.principal import Principal
from shared.naming import unmarked
from shared.ports import Engine
from shared.security.identity import Authenticator, Call
from shared.services import Services
from shared.telemetry import measured

T = TypeVar("T")

TRACE_HEADER = "X-Trace-Id"

_NOBODY = Principal(tenant="public", user="nobody")
_TRACEPARENT = re.compile(r"[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}")
_FORWARDED_FOR = re.compile(r"for=([^;,]*)", re.IGNORECASE)
_ALLOWED_HEADERS = (
    "Accept, Authorization, Content-Type, Idempotency-Key, If-Match, Last-Event-ID, traceparent,"
    " X-Time-Zone"
)
_EXPOSED_HEADERS = f"{TRACE_HEADER}, ETag, Location, Content-Disposition, WWW-Authenticate"

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Edge:
    """What every request passes through. `origins` are the web origins that may read answers."""

    authenticator: Authenticator
    origins: tuple[str, ...] = ()

    async def handle(
        self, route: Route, request: Request, engine: Engine, services: Callable[[], Services]
    ) -> Response:
        """Answer a request to a route; whatever goes wrong becomes a problem document."""
        trace = _trace_id(request)
        try:
            with measured(f"request {route.name}"):
                response = await self._answer(route, request, engine, services)
        except Exception as error:  # noqa: BLE001 - this is where errors become answers
            _log_failure(route, trace, error)
            response = _unmarked(problem(error, trace))
        if isinstance(response, StreamingResponse):
            response.body_iterator = _watched(response.body_iterator, route, trace)
        response.headers[TRACE_HEADER] = trace
        response.headers.setdefault("Cache-Control", "no-store")
        response.headers["X-Content-Type-Options"] = "nosniff"
        self._allow_origin(request, response)
        return response

    async def _answer(
        self, route: Route, request: Request, engine: Engine, services: Callable[[], Services]
    ) -> Response:
        if request.method == "OPTIONS":
            return _preflight(route)
        handler = route.handler(request.method)
        if handler is None:
            raise NotFound(f"{request.method} is not answered here.")
        if request.method in route.public:
            return await handler(request, _NOBODY, engine, services())
        caller = await self.authenticator.authenticate(_call(request))
        here = services()

        async def answer() -> Response:
            if request.method not in route.unnoted:
                await here.directory.met(caller)
            return await handler(request, caller, engine, here)

        response = await within_limits(here, caller, wanted(route, request), answer)
        return response if may(caller.roles, "administer") else _unmarked(response)

    def _allow_origin(self, request: Request, response: Response) -> None:
        origin = request.headers.get("origin")
        response.headers.add_vary_header("Origin")
        if origin is not None and origin in self.origins:
            response.headers["Access-Control-Allow-Origin"] = origin
            response.headers["Access-Control-Expose-Headers"] = _EXPOSED_HEADERS


def not_started(error: Exception) -> Response:
    """Answer in place of an app that could not be put together; operators read why in the log."""
    trace = uuid.uuid4().hex
    why = str(error) if isinstance(error, Misconfigured) else type(error).__name__
    _log.error("The app cannot start: %s (trace %s)", why, trace)
    return problem(error, trace)


def _unmarked(response: Response) -> Response:
    """Take out of an answer what would tell that an agent stands beside a hidden one.

    Administrators see everything, and tell the two apart by it.
    """
    if isinstance(response, StreamingResponse):
        response.body_iterator = _each_unmarked(response.body_iterator)
        return response
    text = bytes(response.body).decode(errors="surrogateescape")
    plain = unmarked(text)
    if plain != text:
        response.body = plain.encode(errors="surrogateescape")
        response.headers["Content-Length"] = str(len(response.body))
    for name, value in response.headers.items():
        if (bare := unmarked(value)) != value:
            response.headers[name] = bare
    return response


async def _each_unmarked(chunks: AsyncIterable[T]) -> AsyncGenerator[T, None]:
    async for chunk in chunks:
        if isinstance(chunk, bytes):
            plain = unmarked(chunk.decode(errors="surrogateescape"))
            yield plain.encode(errors="surrogateescape")  # pyright: ignore[reportReturnType]
        elif isinstance(chunk, str):
            yield unmarked(chunk)  # pyright: ignore[reportReturnType]
        else:
            yield chunk


def _preflight(route: Route) -> Response:
    headers = {
        "Access-Control-Allow-Methods": ", ".join(route.methods),
        "Access-Control-Allow-Headers": _ALLOWED_HEADERS,
        "Access-Control-Max-Age": "600",
    }
    return Response(status_code=204, headers=headers)


def _call(request: Request) -> Call:
    proxies = ",".join(request.headers.getlist("x-forwarded-for"))
    forwarded = ",".join(request.headers.getlist("forwarded"))
    return Call(
        peer=request.client.host if request.client is not None else None,
        host=request.headers.get("host", ""),
        origin=request.headers.get("origin"),
        forwarded=(
            *filter(None, map(str.strip, proxies.split(","))),
            *_FORWARDED_FOR.findall(forwarded),
        ),
        authorization=request.headers.get("authorization"),
        platform=request.headers.get("x-ms-client-principal"),
    )


def _trace_id(request: Request) -> str:
    """Return the id of the trace the request belongs to, or a new one."""
    found = _TRACEPARENT.fullmatch(request.headers.get("traceparent", ""))
    return found[1] if found else uuid.uuid4().hex


async def _watched(chunks: AsyncIterable[T], route: Route, trace: str) -> AsyncGenerator[T, None]:
    """Pass a stream on; log what breaks it, since its status has long been sent."""
    try:
        async for chunk in chunks:
            yield chunk
    except sse.Told as told:
        _log_failure(route, trace, told.error)
    except Exception as error:
        _log_failure(route, trace, error)
        raise


def _log_failure(route: Route, trace: str, error: Exception) -> None:
    """Log where it failed; of messages only our own to operators, as others may quote people."""
    if status_of(error) < HTTPStatus.INTERNAL_SERVER_ERROR:
        _log.info("%s: %s (trace %s)", route.name, type(error).__name__, trace)
        return
    if isinstance(error, Misconfigured):
        _log.error("%s: %s (trace %s)", route.name, error, trace)
        return
    where = "".join(traceback.format_tb(error.__traceback__))
    _log.error("%s failed: %s (trace %s)\n%s", route.name, type(error).__name__, trace, where)
