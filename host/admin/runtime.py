"""The durable runtime as an operator reaches it: by its webhooks, with their system key.

It serves as much of the `Engine` port as ringing needs.
"""

from datetime import datetime
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx2

from shared.errors import StorageUnavailable
from shared.models.base import Payload

_PATH = "/runtime/webhooks/durabletask"
_ALIVE = frozenset({"Running", "Pending", "ContinuedAsNew", "Suspended"})
_REFUSED = frozenset({HTTPStatus.NOT_FOUND, HTTPStatus.GONE})


class Runtime:
    """The webhooks of a host. `key` is the system key of the Durable extension; "" asks without."""

    def __init__(self, client: httpx2.AsyncClient, url: str, key: str = "") -> None:
        self._client = client
        self._base = f"{url.rstrip('/')}{_PATH}"
        self._key = {"code": key} if key else {}

    async def start(self, orchestrator: str, instance: str, start: Payload) -> bool:
        """Start an instance; False when one with this id is still running or ending."""
        path = f"orchestrators/{quote(orchestrator)}/{quote(instance)}"
        answer = await self._send("POST", path, start.model_dump(mode="json"))
        return answer.status_code == HTTPStatus.ACCEPTED

    async def raise_event(self, instance: str, name: str) -> bool:
        """Raise an event without payload; False when the instance is unknown or has ended."""
        path = f"instances/{quote(instance)}/raiseEvent/{quote(name)}"
        answer = await self._send("POST", path, None)
        return answer.status_code not in _REFUSED

    async def alive(self, instance: str) -> bool:
        """Return whether the instance is pending or running."""
        return (await self.status(instance)).get("runtimeStatus") in _ALIVE

    async def stalled(self, instance: str, since: datetime) -> bool:
        """Return whether the instance is pending or running, and has not moved on since then."""
        status = await self.status(instance)
        moved = datetime.fromisoformat(status.get("lastUpdatedTime") or since.isoformat())
        return status.get("runtimeStatus") in _ALIVE and moved < since

    async def terminate(self, instance: str) -> None:
        """End an instance, whatever it waits for; it has ended a little later."""
        await self._send("POST", f"instances/{quote(instance)}/terminate?reason=by+an+operator")

    async def purge(self, instance: str) -> None:
        """Remove the history of an instance that has ended."""
        await self._send("DELETE", f"instances/{quote(instance)}")

    async def ping(self) -> None:
        """Raise StorageUnavailable unless the runtime answers."""
        await self.status("health")

    async def status(self, instance: str) -> dict[str, Any]:
        """Return what the runtime says of an instance; nothing of one it does not know."""
        answer = await self._send("GET", f"instances/{quote(instance)}?showInput=false")
        return {} if answer.status_code == HTTPStatus.NOT_FOUND else answer.json()

    async def _send(self, method: str, path: str, content: Any = ...) -> httpx2.Response:
        body = {} if content is ... else {"json": content}
        try:
            answer = await self._client.request(
                method, f"{self._base}/{path}", params=self._key or None, **body
            )
        except httpx2.HTTPError as error:
            raise StorageUnavailable(f"the runtime at {self._base} does not answer") from error
        if answer.status_code in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
            raise StorageUnavailable("the runtime wants its system key: --key, or RUNTIME_KEY")
        return answer
