"""The HTTP side of the Functions host: an ASGI app that finds the function and sends its answer."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import azure.functions as func
from fastapi.encoders import jsonable_encoder
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from devhost.functions import Functions, HttpFunction
from devhost.invocation import invoke
from devhost.routing import RouteTable
from devhost.runs import FAILED, TriggerRan

_SERVER_ERROR = 500
_Answered = tuple[Response, BaseException | None]


class Front:
    """Answers every route of an app."""

    def __init__(
        self,
        functions: Functions,
        prefix: str,
        client_binding: str,
        report: Callable[[TriggerRan], None],
    ) -> None:
        """Take host.json's route prefix and the JSON that durable client parameters receive."""
        self._streaming = functions.streaming
        self._client_binding = client_binding
        self._report = report
        self._streams: set[asyncio.Task[Any]] = set()
        self._routes = RouteTable(
            {one: (f"{prefix}/{one.route}", one.methods) for one in functions.http}
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request (ASGI)."""
        found = self._routes.find(scope["method"], scope["raw_path"].decode("latin-1"))
        if found is None:
            await Response(status_code=404)(scope, receive, send)
            return
        function, scope["path_params"] = found
        request = Request(scope, receive)
        response = await self._answer(function, request)
        if isinstance(response, StreamingResponse):
            await self._stream(function, request, response, send)
        else:
            await response(scope, receive, send)

    def end_streams(self) -> None:
        """Cancel every open stream, as a client's disconnect would."""
        for stream in self._streams:
            stream.cancel()

    async def _answer(self, function: HttpFunction, request: Request) -> Response:
        started = time.perf_counter()
        response, error = await self._run(function, request)
        self._say(function, request, started, error, response.status_code)
        return response

    async def _run(self, function: HttpFunction, request: Request) -> _Answered:
        try:
            taken = request if self._streaming else await _as_http_request(request)
            clients = dict.fromkeys(function.clients, self._client_binding)
            result = await invoke(function.run, {function.parameter: taken, **clients})
            return self._as_response(result), None
        except Exception as error:  # noqa: BLE001 - whatever a handler raises is a 500, as in the cloud
            return Response(status_code=500), error

    def _as_response(self, result: Any) -> Response:
        if isinstance(result, Response):
            return result
        return JSONResponse(jsonable_encoder(result)) if self._streaming else _from_plain(result)

    async def _stream(
        self, function: HttpFunction, request: Request, response: StreamingResponse, send: Send
    ) -> None:
        """Send a stream; the invocation already succeeded when the handler returned it."""
        started = time.perf_counter()
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - a coroutine always runs in a task
        self._streams.add(task)
        try:
            await response(request.scope, request.receive, send)
        except Exception as error:
            self._say(function, request, started, error)
            raise  # the server cuts the connection short
        finally:
            self._streams.discard(task)

    def _say(
        self,
        function: HttpFunction,
        request: Request,
        started: float,
        error: BaseException | None,
        status: int = 200,
    ) -> None:
        refused = f"it answered {status}" if status >= _SERVER_ERROR else ""
        detail = f"{type(error).__name__}: {error}" if error else refused
        self._report(
            TriggerRan(
                kind="http",
                name=function.name,
                occasion=f"{request.method} {request.url.path}",
                duration_ms=(time.perf_counter() - started) * 1000,
                outcome=FAILED if detail else "ok",
                detail=detail,
            )
        )


async def _as_http_request(request: Request) -> func.HttpRequest:
    return func.HttpRequest(
        method=request.method,
        url=str(request.url),
        headers=dict(request.headers),
        params=dict(request.query_params),
        route_params=dict(request.path_params),
        body=await request.body(),
    )


def _from_plain(result: Any) -> Response:
    if result is None:
        return Response(status_code=204)
    if isinstance(result, str):
        return PlainTextResponse(result)
    if not isinstance(result, func.HttpResponse):
        raise TypeError(f"an HTTP function returned {type(result).__name__}, not HttpResponse")
    response = Response(result.get_body(), status_code=result.status_code)
    for name, value in result.headers.items():
        response.headers.append(name, value)
    if "content-type" not in response.headers:
        charset = f"; charset={result.charset}" if result.mimetype.startswith("text/") else ""
        response.headers["content-type"] = result.mimetype + charset
    return response
