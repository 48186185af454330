"""A client of the chat API for end-to-end tests: conversations, and streams read strictly."""

import json
import re
import uuid
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import httpx

from api.links import thread as thread_path

PATIENCE_S = 60
SSE = "text/event-stream"
ENDS = ("RUN_FINISHED", "RUN_ERROR")
BESIDE = {
    "STATE_SNAPSHOT",
    "STATE_DELTA",
    "MESSAGES_SNAPSHOT",
    "ACTIVITY_SNAPSHOT",
    "SUBAGENT_STARTED",
    "SUBAGENT_FINISHED",
    "SUBAGENT_ERROR",
}
"""What a stream may tell beside the log."""


@dataclass(frozen=True)
class Frame:
    """One event as it was sent, under its id; what ends a deleted thread's stream has none."""

    id: int | None
    event: dict[str, Any]

    @property
    def type(self) -> str:
        """The event's AG-UI type."""
        return self.event["type"]

    @property
    def run(self) -> str:
        """The run it belongs to."""
        return self.event["metadata"]["run"]


class FrameReader:
    """Puts bytes together to frames; what is no well-formed frame fails the test.

    `beside` are those that tell of the run without being of the log.
    """

    def __init__(self) -> None:
        self._rest = b""
        self.beside: list[Frame] = []

    def feed(self, chunk: bytes) -> list[Frame]:
        """Return the frames of the log, or what ended it, that this chunk completes."""
        *whole, self._rest = (self._rest + chunk).split(b"\n\n")
        found = [_frame(text) for text in whole if not text.startswith(b":")]
        logged = [one for one in found if one.id is not None or one.type == "RUN_ERROR"]
        self.beside += (more := [one for one in found if one not in logged])
        assert {one.type for one in more} <= BESIDE
        return logged


def _frame(text: bytes) -> Frame:
    found = re.fullmatch(r"(?:id: (\d+)\n)?data: (.+)", text.decode("ascii"))
    assert found, text
    return Frame(int(found[1]) if found[1] else None, json.loads(found[2]))


async def frames_of(response: httpx.Response) -> AsyncIterator[Frame]:
    """Yield a stream's frames as they arrive."""
    assert response.status_code == 200, await response.aread()
    assert response.headers["content-type"].startswith(SSE)
    reader = FrameReader()
    async for chunk in response.aiter_raw():
        for frame in reader.feed(chunk):
            yield frame


def http_client(url: str, **headers: str) -> httpx.AsyncClient:
    """Return a client for a host; proxies of the environment do not apply."""
    return httpx.AsyncClient(base_url=url, timeout=PATIENCE_S, trust_env=False, headers=headers)


class Conversation:
    """One thread, as one person talks in it."""

    def __init__(self, client: httpx.AsyncClient, thread: str | None = None) -> None:
        self.client = client
        self.thread = thread or f"thread-{uuid.uuid4().hex}"
        self.path = thread_path(self.thread)

    async def post(self, text: str, **fields: Any) -> httpx.Response:
        """Send a message; return the answer whatever it is."""
        return await self.client.post(f"{self.path}/messages", json={"message": text, **fields})

    async def say(self, text: str, **fields: Any) -> dict[str, Any]:
        """Send a message that must be accepted; return its receipt."""
        response = await self.post(text, **fields)
        assert response.status_code == 202, response.text
        return response.json()

    async def ask(self, text: str, **fields: Any) -> list[Frame]:
        """Send a message and return the events of its run."""
        return await self.follow((await self.say(text, **fields))["links"])

    async def follow(self, links: dict[str, str], after: int | None = None) -> list[Frame]:
        """Return a run's events to its end."""
        async with self.stream("GET", links["events"], after=after) as frames:
            return [frame async for frame in frames]

    async def chat(self, text: str, run: str | None = None, **more: Any) -> list[Frame]:
        """Run a message through the AG-UI endpoint and return the events."""
        body = self.run_input(text, run or f"run-{uuid.uuid4().hex}", **more)
        async with self.stream("POST", "/api/v1/chat", json=body) as frames:
            return [frame async for frame in frames]

    def run_input(self, text: str, run: str, **more: Any) -> dict[str, Any]:
        """Return an AG-UI input whose last message says the text."""
        said = {"id": f"message-of-{run}"[:255], "role": "user", "content": text}
        return {"threadId": self.thread, "runId": run, "messages": [said], **more}

    def resume_input(self, interrupt: str, run: str, **entry: Any) -> dict[str, Any]:
        """Return an AG-UI input that answers a question."""
        answer = {"interruptId": interrupt, "status": "resolved", **entry}
        return {"threadId": self.thread, "runId": run, "messages": [], "resume": [answer]}

    @asynccontextmanager
    async def stream(
        self, method: str, url: str, after: int | None = None, **more: Any
    ) -> AsyncIterator[AsyncIterator[Frame]]:
        """Open a stream, after an event if given."""
        headers = {"Accept": SSE, **({"Last-Event-ID": str(after)} if after is not None else {})}
        async with self.client.stream(method, url, headers=headers, **more) as response:
            yield frames_of(response)

    async def log(self, run: str | None = None) -> list[Frame]:
        """Return everything logged so far, read page by page."""
        found: list[Frame] = []
        after, only = 0, f"&run={quote(run, safe='')}" if run else ""
        while True:
            page = await self.get(f"/events?after={after}{only}")
            found += [Frame(e["id"], e["event"]) for e in page["events"]]
            if page["next"] == after or not page["events"]:
                return found
            after = page["next"]

    async def get(self, below: str = "") -> dict[str, Any]:
        """Return what a path below the thread answers with."""
        response = await self.client.get(f"{self.path}{below}")
        assert response.status_code == 200, response.text
        return response.json()

    async def transcript(self) -> list[tuple[str, str]]:
        """Return who said what."""
        found: list[tuple[str, str]] = []
        while True:
            page = await self.get(f"/messages?after={len(found)}")
            if not page["messages"]:
                return found
            found += [(m["role"], m["text"]) for m in page["messages"]]

    async def wait_for(self, ends: int) -> list[Frame]:
        """Return the thread's events up to and with so many ended runs."""
        seen: list[Frame] = []
        async with self.stream("GET", f"{self.path}/events", after=0) as frames:
            async for frame in frames:
                seen.append(frame)
                ends -= frame.type in ENDS
                if not ends:
                    return seen
        raise AssertionError(f"the stream closed with {ends} runs open: {types(seen)}")


def types(frames: Iterable[Frame]) -> list[str]:
    """Return the events' types."""
    return [frame.type for frame in frames]


def ids(frames: Iterable[Frame]) -> list[int]:
    """Return the events' ids."""
    return [frame.id for frame in frames]


def spoken(frames: Iterable[Frame]) -> str:
    """Return the text of the answer, of every message in it."""
    return "".join(f.event["delta"] for f in frames if f.type == "TEXT_MESSAGE_CONTENT")


def outcome(frames: list[Frame]) -> dict[str, Any]:
    """Return how the last of these runs ended."""
    assert frames[-1].type == "RUN_FINISHED", types(frames)
    return frames[-1].event["outcome"]


def interrupt(frames: list[Frame]) -> dict[str, Any]:
    """Return the question that the last of these runs ended with."""
    ended = outcome(frames)
    assert ended["type"] == "interrupt", ended
    (asked,) = ended["interrupts"]
    return asked


def assert_problem(response: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """Fail unless the answer is this problem document; return it."""
    assert (response.status_code, response.headers["content-type"]) == (
        status,
        "application/problem+json",
    ), response.text
    problem = response.json()
    assert problem["code"] == code, problem
    assert problem["status"] == status
    assert problem["trace_id"] == response.headers["x-trace-id"]
    assert problem["detail"]
    return problem
