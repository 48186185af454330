"""Runs a reasoner over labelled items, one at a time, and keeps what it made of each."""

import time
from collections.abc import Awaitable, Sequence
from typing import TypeVar

from evals.datasets import Dataset, LabelledAction, LabelledReply
from evals.outcome import SAFE_REPLY, Outcome
from evals.scores import Judged
from shared.decisions import discovery
from shared.models.agent import Agent
from shared.models.intent import ActionType, Option
from shared.models.reasoning import IntentRequest, ReplyReading, ReplyRequest
from shared.ports import Reasoned, Reasoner

T = TypeVar("T")

_TODAY = "2026-01-05"
"""What an utterance wants does not depend on the day."""


async def judge_actions(
    reasoner: Reasoner, name: str, data: Dataset[LabelledAction], tenant: Sequence[Agent]
) -> Outcome:
    """Analyse each utterance among the tenant's agents; raise Upstream."""
    judged: list[Judged] = []
    for item in data.items:
        found = discovery.rank(item.utterance, tuple(tenant))
        request = IntentRequest(text=item.utterance, today=_TODAY, agents=found)
        analysis, taken = await _timed(reasoner.analyze_intent(request))
        also_ok = frozenset(label.value for label in item.also_ok)
        judged.append(
            Judged(
                item.label.value,
                analysis.action.value,
                analysis.confidence,
                taken,
                item.hard,
                also_ok,
            )
        )
    return Outcome("actions", data.digest, name, [a.value for a in ActionType], judged)


async def judge_replies(reasoner: Reasoner, name: str, data: Dataset[LabelledReply]) -> Outcome:
    """Read each reply to its question; raise Upstream."""
    judged: list[Judged] = []
    for item in data.items:
        options = tuple(
            Option(id=str(number), label=label)
            for number, label in enumerate(item.options, start=1)
        )
        request = ReplyRequest(
            question=item.question, options=options, text=item.reply, kind="clarification"
        )
        reading, taken = await _timed(reasoner.interpret_reply(request))
        judged.append(
            Judged(str(item.gold), _meaning(reading), reading.confidence, taken, item.hard)
        )
    most = max(len(item.options) for item in data.items)
    labels = [*map(str, range(1, most + 1)), "none", "new", SAFE_REPLY]
    return Outcome("replies", data.digest, name, labels, judged, replies=True)


def _meaning(reading: ReplyReading) -> str:
    """Return the option chosen, or what else was read; free text settles nothing."""
    if reading.meaning == "option":
        return reading.option or SAFE_REPLY
    return SAFE_REPLY if reading.meaning == "text" else reading.meaning


async def _timed(asked: Awaitable[Reasoned[T]]) -> tuple[T, float]:
    began = time.perf_counter()
    reasoned = await asked
    return reasoned.value, (time.perf_counter() - began) * 1000
