"""The HTTP calls of the SDK's durable client and of the durable webhooks.

Status codes and bodies are those of the extension's HttpApiHandler. Paths are split before they are
decoded, so that an encoded slash stays inside its instance id.
"""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from urllib.parse import unquote

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from devhost.client_binding import RPC_PATH, WEBHOOK_PATH, management_urls
from devhost.engine import (
    AlreadyExists,
    Engine,
    EngineError,
    EngineStopped,
    InstanceStatus,
    Reception,
    RuntimeStatus,
)
from devhost.status_history import status_history

Json = dict[str, Any]

POLL_AGAIN_SECONDS = "5"
CREATED_RETRY_SECONDS = "10"
NOT_OFFERED = {"rewind", "restart"}


def routes(engine: Callable[[], Engine], base_url: str) -> list[Route]:
    """Serve `engine()`, asked anew for each request, at the RPC path and the webhook path."""

    def at(prefix: str) -> Route:
        async def endpoint(request: Request) -> Response:
            path = request.scope["raw_path"].decode("ascii").partition(prefix)[2]
            segments = [unquote(part) for part in path.strip("/").split("/")]
            return await _Api(engine(), base_url, request).answer(segments)

        return Route(f"{prefix}/{{rest:path}}", endpoint, methods=["GET", "POST", "DELETE"])

    return [at(RPC_PATH), at(WEBHOOK_PATH)]


class _Api:
    """One request."""

    def __init__(self, engine: Engine, base_url: str, request: Request) -> None:
        self._engine = engine
        self._base_url = base_url
        self._request = request
        self._query = request.query_params

    async def answer(self, segments: list[str]) -> Response:
        try:
            return await self._route(segments)
        except AlreadyExists as refused:
            kind = "DurableTask.Core.Exceptions.OrchestrationAlreadyExistsException"
            return _error(500, "Something went wrong while processing your request", refused, kind)
        except EngineStopped as stopped:
            return _plain(503, str(stopped))
        except EngineError as refused:
            message = "One or more of the arguments submitted is incorrect"
            return _error(400, message, refused, "System.ArgumentException")
        except json.JSONDecodeError as malformed:
            kind = "Newtonsoft.Json.JsonReaderException"
            return _error(400, "Invalid JSON content", malformed, kind)

    async def _route(self, segments: list[str]) -> Response:  # noqa: PLR0911 - a table
        match self._request.method, *segments:
            case "POST", "orchestrators", name:
                return await self._start(name, None)
            case "POST", "orchestrators", name, instance_id:
                return await self._start(name, instance_id)
            case "GET", "instances":
                return await self._list()
            case "DELETE", "instances":
                return await self._purge_many()
            case "GET", "instances", instance_id:
                return await self._status(instance_id)
            case "DELETE", "instances", instance_id:
                return await self._purge(instance_id)
            case "POST", "instances", instance_id, "raiseEvent", name:
                return await self._raise_event(instance_id, name)
            case "POST", "instances", instance_id, operation:
                return await self._control(instance_id, operation.lower())
            case _, "entities", *_:
                return _plain(501, "Entities are not supported by the dev host.")
            case _:
                return Response(status_code=404)

    async def _start(self, name: str, instance_id: str | None) -> Response:
        body = await self._request.body()
        value = json.loads(body) if body else None
        # The SDK sends JSON text inside a JSON string; a webhook call sends the value itself.
        text = value if value is None or isinstance(value, str) else json.dumps(value)
        version = self._query.get("version")
        started = await self._engine.start_new(name, instance_id, text, version=version)
        if "timeout" in self._query and "pollingInterval" in self._query:
            return await self._finish(started, float(self._query["timeout"]))
        return self._check_status(started)

    async def _finish(self, instance_id: str, timeout: float) -> Response:  # noqa: ASYNC109
        try:
            status = await self._engine.wait_for(instance_id, timeout)
        except TimeoutError:
            return self._check_status(instance_id)
        if status.runtime_status is RuntimeStatus.COMPLETED:
            return JSONResponse(status.output)
        return JSONResponse(_payload(status))

    def _check_status(self, instance_id: str) -> Response:
        links = management_urls(self._base_url, instance_id)
        del links["rewindPostUri"]
        headers = {"Location": links["statusQueryGetUri"], "Retry-After": CREATED_RETRY_SECONDS}
        return JSONResponse(links, 202, headers)

    async def _status(self, instance_id: str) -> Response:
        show_history, show_input = self._flag("showHistory"), self._flag("showInput", default=True)
        status = await self._engine.status(instance_id, show_history, show_input)
        if status is None:
            return Response(status_code=404)
        payload = _payload(status)
        if status.history is not None:
            payload["historyEvents"] = status_history(
                status.history, show_input=show_input, show_output=self._flag("showHistoryOutput")
            )
        if not status.runtime_status.terminal:
            headers = {"Location": str(self._request.url), "Retry-After": POLL_AGAIN_SECONDS}
            return JSONResponse(payload, 202, headers)
        failed = status.runtime_status is RuntimeStatus.FAILED
        code = 500 if failed and self._flag("returnInternalServerErrorOnFailure") else 200
        return JSONResponse(payload, code)

    async def _list(self) -> Response:
        found = await self._matching(self._query.get("instanceIdPrefix", ""))
        top = int(self._query.get("top", len(found)))
        payloads = [_payload(status) for status in found[:top]]
        if not self._flag("showInput", default=True):
            payloads = [{**payload, "input": None} for payload in payloads]
        return JSONResponse(payloads)

    async def _matching(self, prefix: str = "") -> list[InstanceStatus]:
        wanted = [s for each in self._query.getlist("runtimeStatus") for s in each.split(",")]
        since, until = self._moment("createdTimeFrom"), self._moment("createdTimeTo")
        return [
            status
            for status in await self._engine.query(wanted, prefix)
            if (since is None or since <= _moment(status.created_time))
            and (until is None or _moment(status.created_time) <= until)
        ]

    async def _purge(self, instance_id: str) -> Response:
        if await self._engine.status(instance_id) is None:
            return Response(status_code=404)
        return JSONResponse({"instancesDeleted": await self._engine.purge(instance_id)})

    async def _purge_many(self) -> Response:
        if self._moment("createdTimeFrom") is None:
            return _plain(400, "Please provide value for 'createdTimeFrom' parameter.")
        ended = [one for one in await self._matching() if one.runtime_status.terminal]
        deleted = [await self._engine.purge(status.instance_id) for status in ended]
        if not sum(deleted):
            return Response(status_code=404)
        return JSONResponse({"instancesDeleted": sum(deleted)})

    async def _raise_event(self, instance_id: str, name: str) -> Response:
        status = await self._engine.status(instance_id)
        if status is None or status.runtime_status.terminal:
            return Response(status_code=404 if status is None else 410)
        media_type = self._request.headers.get("content-type", "").partition(";")[0].strip()
        if media_type.lower() != "application/json":
            return _plain(400, "Only application/json request content is supported")
        data = json.dumps(json.loads(await self._request.body()))
        return Response(status_code=await self._engine.raise_event(instance_id, name, data))

    async def _control(self, instance_id: str, operation: str) -> Response:
        if operation in NOT_OFFERED:
            return _plain(501, f"{operation} is not supported by the dev host.")
        controls = {
            "terminate": self._engine.terminate,
            "suspend": self._engine.suspend,
            "resume": self._engine.resume,
        }
        if operation not in controls:
            return Response(status_code=404)
        reception = await controls[operation](instance_id, self._query.get("reason", ""))
        if reception is Reception.REFUSED:
            refused = ValueError(f"Cannot {operation} the orchestration instance {instance_id}.")
            message = "Something went wrong while processing your request"
            return _error(500, message, refused, "System.InvalidOperationException")
        return Response(status_code=reception)

    def _flag(self, name: str, *, default: bool = False) -> bool:
        value = self._query.get(name, "").lower()
        return value == "true" if value in {"true", "false"} else default

    def _moment(self, name: str) -> datetime | None:
        try:
            return _moment(self._query[name])
        except (KeyError, ValueError):
            return None


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _payload(status: InstanceStatus) -> Json:
    return {
        "name": status.name,
        "instanceId": status.instance_id,
        "runtimeStatus": status.runtime_status.value,
        "input": status.input,
        "customStatus": status.custom_status,
        "output": status.output,
        "createdTime": _seconds(status.created_time),
        "lastUpdatedTime": _seconds(status.last_updated_time),
    }


def _seconds(timestamp: str) -> str:
    return f"{timestamp.partition('.')[0]}Z"


def _plain(status_code: int, message: str) -> Response:
    return JSONResponse({"Message": message}, status_code)


def _error(status_code: int, message: str, error: Exception, kind: str) -> Response:
    body = {"Message": message, "ExceptionMessage": str(error), "ExceptionType": kind}
    return JSONResponse(body, status_code)
