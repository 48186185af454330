"""A client that never gives up: what it could not deliver it sends again, with the same id."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import httpx

from tests.e2e.kill.journeys import Journey, Press, Say

PATIENCE_S = 600
"""Longer than a slow machine takes for as many restarts as a test has."""
_BETWEEN_LOOKS_S = 0.2

T = TypeVar("T")


async def until(look: Callable[[], Awaitable[T | None]], what: str) -> T:
    """Look again and again until there is something to see; fail when it takes too long."""
    deadline = time.monotonic() + PATIENCE_S
    while (seen := await look()) is None:
        assert time.monotonic() < deadline, f"{what} did not happen within {PATIENCE_S} s"
        await asyncio.sleep(_BETWEEN_LOOKS_S)
    return seen


class Person:
    """Somebody in one thread, who goes on once the last answer or a question is there."""

    def __init__(self, http: httpx.AsyncClient, thread: str) -> None:
        self._http = http
        self._path = f"/api/v1/threads/{thread}"
        self.thread = thread
        self.accepted: list[str] = []
        """Message and run ids that the host has taken in, in this order."""
        self.turned_away = 0
        """Requests that found the host down, or lost it before its answer."""

    async def live(self, journey: Journey) -> None:
        """Go through a journey to its end."""
        for act in journey:
            if not (isinstance(act, Say) and act.at_once):
                await self.quiet()
            await self.do(act)
        await self.quiet()

    async def do(self, act: Say | Press) -> None:
        """Deliver one thing."""
        chosen = f"{self.thread}-{len(self.accepted) + 1}"
        match act:
            case Say(text):
                await self._deliver("messages", {"message": text, "message_id": chosen})
            case Press(option):
                question = (await self.get(""))["question"]["id"]
                answer = {"action": "respond", "option": option, "run_id": chosen}
                await self._deliver(f"interrupts/{question}", answer)
        self.accepted.append(chosen)

    async def quiet(self) -> None:
        """Wait until the thread has answered everything, or waits for an answer itself."""
        if self.accepted:
            await until(self._quiet, f"an answer in thread {self.thread}")

    async def get(self, where: str, **query: int) -> dict[str, Any]:
        """Read something of the thread, as often as it takes."""

        async def read() -> dict[str, Any] | None:
            answer = await self._ask("GET", where, params=query)
            if answer is None:
                return None
            assert answer.status_code == 200, (where, answer.text)
            return answer.json()

        return await until(read, f"an answer to GET {where}")

    async def messages(self) -> list[dict[str, Any]]:
        """Return the whole transcript."""
        return await self._pages("messages")

    async def events(self) -> list[dict[str, Any]]:
        """Return the whole event log, as `{"id", "event"}`."""
        return await self._pages("events")

    async def turns(self) -> list[dict[str, Any]]:
        """Return every turn."""
        count = (await self.get(""))["counts"]["turns"]
        return [await self.get(f"turns/{number}") for number in range(1, count + 1)]

    async def _pages(self, name: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        after = 0
        while (page := await self.get(name, after=after))[name]:
            found += page[name]
            after = page["next"]
        return found

    async def _quiet(self) -> bool | None:
        thread = await self.get("")
        answered = thread["phase"] == "parked" and not thread["counts"]["queued"]
        return (answered or thread["question"] is not None) or None

    async def _deliver(self, where: str, body: dict[str, str]) -> None:
        async def send() -> bool | None:
            answer = await self._ask("POST", where, json=body)
            if answer is None:
                return None
            assert answer.status_code == 202, (where, body, answer.text)
            return True

        await until(send, f"taking in {body}")

    async def _ask(self, method: str, where: str, **details: Any) -> httpx.Response | None:
        """Return the answer; None when there was none, or the host was not ready for it."""
        try:
            answer = await self._http.request(
                method, f"{self._path}/{where}".rstrip("/"), **details
            )
        except httpx.TransportError:
            self.turned_away += 1
            return None
        return None if answer.status_code == 503 else answer
