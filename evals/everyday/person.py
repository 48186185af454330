"""A person who talks to the product over HTTP: says lines, presses buttons, and looks."""

import re
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx

from shared.decisions.building.wording import AGREE as CREATE
from shared.decisions.errands import AGREE

_API = "/api/v1"
_AGENTS = f"{_API}/agents"
_MOST_AGENTS = 200
_STREAM = {"Accept": "text/event-stream"}
_BUTTON = re.compile(r"\[(accept|reject)\]")
_AGREES = frozenset({AGREE, CREATE[0]})
"""What is said by the button that agrees to what is offered, or to an agent as it is shown."""
_MOST_CARDS = 6
"""So many cards are agreed to at once, at most."""


@dataclass(frozen=True)
class Answer:
    """What came of one line: the turn it belongs to, and the question that is open after it.

    `branches` is the work of the agents that the line was divided among.
    """

    turn: Mapping[str, Any]
    question: Mapping[str, Any] | None
    branches: Sequence[Mapping[str, Any]] = ()
    said: Sequence[str] = ()
    """What was answered, but for questions."""

    @property
    def worded(self) -> bool:
        """Whether a model worded the answer."""
        replies = [one for one in self.turn.get("trace", ()) if one["name"] == "reply"]
        return any(one["usage"]["calls"] for one in replies)

    @property
    def listed(self) -> tuple[str, ...]:
        """The ids of what the answer lists, in its order."""
        return tuple(each["id"] for each in self.turn["references"])

    @property
    def steps(self) -> Sequence[Mapping[str, Any]]:
        """The tool calls of the agent that worked on it last, or of all that shared it."""
        run = self.turn.get("agent_run")
        runs = [*([run] if run else []), *self.branches]
        return [step for each in runs for step in each["steps"]]

    @property
    def earlier(self) -> Sequence[str]:
        """What was said to the commands of the same line that came before the last."""
        run = self.turn.get("agent_run")
        return [one["text"] for one in run.get("earlier", ())] if run else ()


class NothingAsked(Exception):
    """A button was to be pressed where no approval is asked for."""


class Person:
    """One person in one new thread."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.thread = f"everyday-{uuid.uuid4().hex}"
        self._client = client
        self._path = f"{_API}/threads/{self.thread}"
        self._approval = ""

    async def say(self, line: str) -> Answer:
        """Say a line, or press its button, and wait for what comes of it; raise NothingAsked."""
        if line == "[agree]":
            return await self._press_all("accept", _MOST_CARDS)
        if line == "[refuse]":
            return await self._press_all("reject", 1)
        button = _BUTTON.fullmatch(line)
        if button is None:
            await self._post("/messages", {"message": line})
        elif not self._approval:
            raise NothingAsked(line)
        else:
            await self._press(button[1])
        return await self._look()

    async def _press_all(self, action: str, most: int) -> Answer:
        """Press a button on every card that comes up, there may be none, and then on an offer."""
        answer = await self._look()
        for _ in range(most):
            if not self._approval:
                break
            await self._press(action)
            answer = await self._look()
        offered = (*answer.turn.get("suggestions", ()), *_options(answer.question))
        agreed = next((one for one in offered if one in _AGREES), None)
        if action == "accept" and agreed is not None:
            await self._post("/messages", {"message": agreed})
            answer = await self._look()
        return answer

    async def _press(self, action: str) -> None:
        await self._post(f"/interrupts/{self._approval}", {"action": action})

    async def _look(self) -> Answer:
        thread = await self._get("")
        question = thread["question"]
        self._approval = question["id"] if question and question["kind"] == "approval" else ""
        number = thread["counts"]["turns"]
        messages = (await self._get("/messages")).get("messages", ())
        said = [
            one["text"]
            for one in messages
            if one["role"] == "assistant" and one["turn"] == number and not one.get("request")
        ]
        return Answer(await self._get(f"/turns/{number}"), question, said=said)

    async def _post(self, below: str, body: Mapping[str, str]) -> None:
        response = await self._client.post(self._path + below, json=body, headers=_STREAM)
        response.raise_for_status()

    async def _get(self, below: str) -> dict[str, Any]:
        response = await self._client.get(self._path + below)
        response.raise_for_status()
        return response.json()


def _options(question: Mapping[str, Any] | None) -> list[str]:
    """Return what the buttons of a question say."""
    return [str(one["label"]) for one in (question or {}).get("options", ())]


async def set_policy(client: httpx.AsyncClient, policy: Mapping[str, Any]) -> None:
    """Give the organisation a policy."""
    response = await client.put(f"{_API}/policy", json=policy)
    response.raise_for_status()


async def own_agents(client: httpx.AsyncClient) -> dict[str, str]:
    """Return the names of the organisation's own agents, by id."""
    response = await client.get(_AGENTS, params={"limit": str(_MOST_AGENTS)})
    response.raise_for_status()
    agents = response.json()["agents"]
    return {agent["id"]: agent["name"] for agent in agents if agent["kind"] != "workspace"}


async def forget_agents(client: httpx.AsyncClient) -> None:
    """Take the organisation's own agents away."""
    for agent in await own_agents(client):
        found = await client.get(f"{_AGENTS}/{agent}")
        tag = {"If-Match": found.raise_for_status().headers["ETag"]}
        (await client.delete(f"{_AGENTS}/{agent}", headers=tag)).raise_for_status()
