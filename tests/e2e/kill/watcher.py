"""A client that follows a thread's event stream and, cut off, goes on where it was."""

import asyncio
import json
from typing import Any

import httpx

_BEFORE_RECONNECTING_S = 0.1


class Watcher:
    """Collects what it is sent; an event that was cut off half-way does not count (SSE)."""

    def __init__(self, http: httpx.AsyncClient, thread: str) -> None:
        self._http = http
        self._path = f"/api/v1/threads/{thread}/events"
        self.seen: list[dict[str, Any]] = []
        """As in the event log: `{"id", "event"}`."""
        self.cut_off = 0
        """Streams that broke, or ended, after they had begun."""

    async def watch(self) -> None:
        """Follow the thread until cancelled."""
        while True:
            try:
                await self._follow()
            except httpx.TransportError:
                await asyncio.sleep(_BEFORE_RECONNECTING_S)

    async def _follow(self) -> None:
        headers = {"Accept": "text/event-stream"}
        if self.seen:
            headers["Last-Event-ID"] = str(self.seen[-1]["id"])
        async with self._http.stream("GET", self._path, headers=headers) as answer:
            if answer.status_code in {404, 503}:  # nobody has said anything yet, or not yet ready
                await asyncio.sleep(_BEFORE_RECONNECTING_S)
                return
            assert answer.status_code == 200, answer.status_code
            try:
                await self._read(answer)
            finally:
                self.cut_off += 1

    async def _read(self, answer: httpx.Response) -> None:
        frame: dict[str, str] = {}
        async for line in answer.aiter_lines():
            name, _, value = line.partition(": ")
            if line:
                frame[name] = value
                continue
            if "data" in frame:
                self.seen.append({"id": int(frame["id"]), "event": json.loads(frame["data"])})
            frame = {}
