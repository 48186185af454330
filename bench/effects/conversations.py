"""A change a person agreed to: delivered, approved or asked for more than once."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

from api.intake import take_answer
from bench.effects.cases import Boundary, Case, judged
from bench.effects.places import Opening
from bench.effects.stage import PERSON, Scene, Stage
from shared.agents.domain import DOMAIN_AGENTS
from shared.conversation.effects import UNKNOWN
from shared.errors import OmniForgeError, ToolFailed
from shared.models.thread import Answer, HumanRequest
from shared.tools.effect import OutcomeUnknown
from shared.workspace.registry import TOOLS
from tests.support.peers.asks import SENDS
from tests.support.peers.line import Cut

Played = Callable[[Stage, str, str], Awaitable[None]]
"""Plays what follows when a change has been shown: in this thread, for this question."""

_ASKED = "please do what I have written down"
_UNKNOWN = UNKNOWN.partition(":")[0]


async def conversation(
    stage: Stage, opening: Opening, tool: str, boundary: Boundary, whole: int
) -> Case:
    """Ask for a change and play one scene with it; return what came of it."""
    async with opening(stage.clock) as place:
        thread = f"{boundary}, {tool} at {place.provider}"
        scene = stage.scene = Scene(place, tool)
        question = await _shown(stage, thread)
        in_flight = boundary == "delivered twice"
        place.line.begin(lambda: place.seen(tool), Cut(0, "held") if in_flight else None)
        await _SCENES[boundary](stage, thread, question)
        if in_flight and not scene.waits.is_set():
            raise RuntimeError(f"{thread}: nobody met the first delivery")
        error = await _failure(stage, thread)
        kind = judged(place.line.made, whole, error)
        why = "" if kind == "one" else await _said(stage, thread)
        return Case(tool, place.provider, boundary, kind, why)


async def _shown(stage: Stage, thread: str) -> str:
    """Ask for the scene's change in a thread; return the question whether to make it."""
    agent = next(agent.id for agent in DOMAIN_AGENTS if stage.scene.tool in agent.tools)
    await stage.hear(f"@{agent} {_ASKED}", f"asked in {thread}", thread)
    await stage.work(thread)
    question = (await stage.head(thread)).request
    if question is None:
        raise RuntimeError(f"{thread}: nothing was shown, but {await _said(stage, thread)}")
    return question


async def _delivered_twice(stage: Stage, thread: str, question: str) -> None:
    scene = stage.scene

    async def deliver(run: Callable[[], Awaitable[Any]]) -> Any:
        first = asyncio.ensure_future(run())
        await scene.place.line.reached.wait()
        second = asyncio.ensure_future(run())
        meeting = asyncio.ensure_future(scene.waits.wait())
        await asyncio.wait([meeting, second], return_when=asyncio.FIRST_COMPLETED)
        scene.place.line.let_go()
        meeting.cancel()
        return (await asyncio.gather(first, second))[0]

    scene.deliver = deliver
    await _accept(stage, thread, question, "press")


async def _approved_twice(stage: Stage, thread: str, question: str) -> None:
    """Press the button twice at once; of what may happen once a person, in two threads at once."""
    shown = {thread: question}
    if TOOLS[stage.scene.tool].effect_key is not None:
        shown[f"{thread}, again"] = await _shown(stage, f"{thread}, again")
    presses = [
        _taken(stage, where, asked, press)
        for where, asked in shown.items()
        for press in ("press", "other press")
    ]
    taken = await asyncio.gather(*presses)
    if sum(taken) != len(shown):
        raise RuntimeError(f"{thread}: {sum(taken)} approvals were taken")
    await asyncio.gather(*(stage.work(where) for where in shown for _ in range(2)))


async def _replayed(stage: Stage, thread: str, question: str) -> None:
    for press in ("press", "press", "later press"):
        await _accept(stage, thread, question, press)


async def _said_twice(stage: Stage, thread: str, question: str) -> None:
    del question
    words = "send it" if stage.scene.tool in SENDS else "go ahead"
    for number in range(2):
        await stage.hear(words, f"{words} {number}", thread)
    await stage.work(thread)


async def _accept(stage: Stage, thread: str, question: str, press: str) -> None:
    await _taken(stage, thread, question, press)
    await stage.work(thread)


async def _taken(stage: Stage, thread: str, question: str, press: str) -> bool:
    """Press the button of a question; return whether that counted."""

    def read(_: HumanRequest) -> Answer:
        return Answer(outcome="answered", action="accept")

    with suppress(OmniForgeError):
        await take_answer(
            stage.services, PERSON, thread, question, run_id=press, digest=press, read=read
        )
        return True
    return False


async def _failure(stage: Stage, thread: str) -> ToolFailed | None:
    """Return what went wrong with the change that was agreed to first."""
    events = [entry.event for entry in await stage.events(thread)]
    results = (json.loads(e["content"]) for e in events if e["type"] == "TOOL_CALL_RESULT")
    error = next(results, {"error": {"message": "It was never tried."}}).get("error")
    if error is None:
        return None
    message = error["message"]
    return OutcomeUnknown(message) if message.startswith(_UNKNOWN) else ToolFailed(message)


async def _said(stage: Stage, thread: str) -> str:
    return "\n".join(text for role, text in await stage.transcript(thread) if role == "assistant")


_SCENES: Mapping[Boundary, Played] = {
    "delivered twice": _delivered_twice,
    "approved twice": _approved_twice,
    "approval replayed": _replayed,
    "said twice": _said_twice,
}
