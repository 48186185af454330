"""A person who talks to the product over HTTP: says lines, presses buttons, and looks."""

import re
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx

_API = "/api/v1"
_STREAM = {"Accept": "text/event-stream"}
_BUTTON = re.compile(r"\[(accept|reject)\]")


@dataclass(frozen=True)
class Answer:
    """What came of one line: the turn it belongs to, and the question that is open after it."""

    turn: Mapping[str, Any]
    question: Mapping[str, Any] | None

    @property
    def listed(self) -> tuple[str, ...]:
        """The ids of what the answer lists, in its order."""
        return tuple(each["id"] for each in self.turn["references"])

    @property
    def steps(self) -> Sequence[Mapping[str, Any]]:
        """The tool calls of the agent that worked on it last."""
        run = self.turn.get("agent_run")
        return run["steps"] if run else ()


class NothingAsked(Exception):
    """A button was to be pressed where no approval is asked for."""


class Person:
    """One person in one new thread."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self._client = client
        self._thread = f"{_API}/threads/everyday-{uuid.uuid4().hex}"
        self._approval = ""

    async def say(self, line: str) -> Answer:
        """Say a line, or press its button, and wait for what comes of it; raise NothingAsked."""
        button = _BUTTON.fullmatch(line)
        if button is None:
            await self._post("/messages", {"message": line})
        elif not self._approval:
            raise NothingAsked(line)
        else:
            await self._post(f"/interrupts/{self._approval}", {"action": button[1]})
        thread = await self._get("")
        question = thread["question"]
        self._approval = question["id"] if question and question["kind"] == "approval" else ""
        return Answer(await self._get(f"/turns/{thread['counts']['turns']}"), question)

    async def _post(self, below: str, body: Mapping[str, str]) -> None:
        response = await self._client.post(self._thread + below, json=body, headers=_STREAM)
        response.raise_for_status()

    async def _get(self, below: str) -> dict[str, Any]:
        response = await self._client.get(self._thread + below)
        response.raise_for_status()
        return response.json()


async def set_policy(client: httpx.AsyncClient, policy: Mapping[str, Any]) -> None:
    """Give the organisation a policy."""
    response = await client.put(f"{_API}/policy", json=policy)
    response.raise_for_status()
