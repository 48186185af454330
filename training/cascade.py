"""Choose how sure the embedded reasoner has to be before a model is not asked (CALIBRATED).

`python -m training cascade [--model-accuracy SHARE]`: what each threshold costs in model calls and
gains in accuracy on the development sets, if the model were right in that share of cases.
"""

import argparse
import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.datasets import DATA, LabelledAction, LabelledReply, load, load_tenant
from evals.report import table
from evals.world import organisation
from shared.language.encoder import MiniLM
from shared.language.spelling import Spelling
from shared.models.intent import Option
from shared.models.reasoning import ConversationContext, ReplyRequest
from shared.ports import Encoder, Reasoner
from shared.reasoning.embedded import EmbeddedReasoner

MODEL_ACCURACY = 0.92
"""Assumed: what a small hosted model gets right."""
TOLERANCE = 0.01
"""Expected accuracy given up for fewer calls."""
THRESHOLDS = tuple(step / 20 for step in range(21))


@dataclass(frozen=True)
class Told:
    """How sure the embedded reasoner was of one item, and whether it was right."""

    confidence: float
    right: bool


@dataclass(frozen=True)
class Trade:
    """What a threshold comes to; all shares are 0 to 1."""

    threshold: float
    sent: float
    kept_right: float
    expected: float


def run(arguments: list[str]) -> int:
    """Print a table for messages and one for replies, and the threshold to take from each."""
    parser = argparse.ArgumentParser("python -m training cascade", description=__doc__)
    parser.add_argument("--model-accuracy", type=float, default=MODEL_ACCURACY)
    accuracy: float = parser.parse_args(arguments).model_accuracy
    asyncio.run(_print(accuracy))
    return 0


def trade(told: Sequence[Told], threshold: float, model_accuracy: float) -> Trade:
    """Return what a threshold would have come to."""
    kept = [item for item in told if item.confidence >= threshold]
    right = sum(item.right for item in kept)
    sent = len(told) - len(kept)
    return Trade(
        threshold,
        sent / len(told),
        right / len(kept) if kept else 1.0,
        (right + sent * model_accuracy) / len(told),
    )


def choose(trades: Sequence[Trade]) -> Trade:
    """Return the one with the fewest calls among those that expect about the best accuracy."""
    best = max(trade.expected for trade in trades)
    return min((t for t in trades if t.expected >= best - TOLERANCE), key=lambda t: t.sent)


async def told_actions(reasoner: Reasoner, encoder: Encoder, file: Path) -> list[Told]:
    """Analyse labelled messages in the organisation they assume."""
    world = await organisation(load_tenant(), reasoner, encoder)
    told: list[Told] = []
    for item in load(file, LabelledAction).items:
        analysis = await world.analyze(item.utterance, ConversationContext())
        told.append(Told(analysis.confidence, analysis.action is item.label))
    return told


async def told_replies(reasoner: Reasoner, file: Path) -> list[Told]:
    """Read labelled replies."""
    told: list[Told] = []
    for item in load(file, LabelledReply).items:
        options = tuple(Option(id=str(n), label=label) for n, label in enumerate(item.options, 1))
        asked = ReplyRequest(
            question=item.question, options=options, text=item.reply, kind="clarification"
        )
        reading = (await reasoner.interpret_reply(asked)).value
        right = str(item.gold) in {reading.option, reading.meaning}
        told.append(Told(reading.confidence, right))
    return told


def render(told: Sequence[Told], model_accuracy: float) -> str:
    """Return the table of all thresholds and the one to take."""
    trades = [trade(told, threshold, model_accuracy) for threshold in THRESHOLDS]
    rows = [
        (f"{t.threshold:.2f}", f"{t.sent:.1%}", f"{t.kept_right:.1%}", f"{t.expected:.1%}")
        for t in trades
    ]
    headings = ("threshold", "sent to the model", "right of the rest", "expected right")
    return f"{table(headings, rows)}\n\ntake {choose(trades).threshold:.2f}"


async def _print(model_accuracy: float) -> None:
    encoder = MiniLM()
    embedded = EmbeddedReasoner(encoder, Spelling())
    actions = await told_actions(embedded, encoder, DATA / "actions.jsonl")
    replies = await told_replies(embedded, DATA / "replies.jsonl")
    for name, told in (("messages", actions), ("replies", replies)):
        print(f"{len(told)} {name}, a model right in {model_accuracy:.0%} assumed\n")
        print(render(told, model_accuracy), end="\n\n")
