"""Choose how sure the embedded reasoner has to be before a model is not asked (CALIBRATED).

`python -m training cascade [--model-accuracy SHARE]`: what each threshold costs in model calls and
gains in accuracy on the development sets, if the model were right in that share of cases.

`python -m training cascade --recorded EMBEDDED MODEL`: the same of how sure a reading has to be,
with what a real model did. Both are files that `python -m evals everyday --results` kept, of the
same cases: one by the embedded reasoner, one by the model alone.
"""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.datasets import DATA, BadData, LabelledAction, LabelledReply, load, load_tenant
from evals.everyday.record import Record, read
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
_UNUSABLE = 2
"""Exit code."""
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
    parser.add_argument("--recorded", type=Path, nargs=2, metavar=("EMBEDDED", "MODEL"))
    chosen = parser.parse_args(arguments)
    if chosen.recorded is None:
        asyncio.run(_print(chosen.model_accuracy))
        return 0
    try:
        pairs = paired(*map(read, chosen.recorded))
    except BadData as problem:
        print(problem, file=sys.stderr)
        return _UNUSABLE
    print(render_recorded(pairs))
    return 0


@dataclass(frozen=True)
class Pair:
    """One case as both were recorded: how sure the embedded reasoner was, and what each made of it.

    `calls`, `tokens` (in and out) and `seconds` are what the model took for it.
    """

    sure: float
    own: bool
    model: bool
    calls: int
    tokens: int
    seconds: float
    own_seconds: float


@dataclass(frozen=True)
class Measured:
    """What a threshold would have come to: shares 0 to 1, and what the model would have cost."""

    threshold: float
    sent: float
    right: float
    calls: int
    tokens: int
    seconds: float


def paired(own: Sequence[Record], model: Sequence[Record]) -> list[Pair]:
    """Return the cases that both have, of one file; raise BadData where there is none.

    A case that nothing was read of is sure: no threshold sends it.
    """
    known = {(one.run.data, one.case): one for one in model if one.run.reasoner == "openai"}
    both = [
        (one, known[one.run.data, one.case])
        for one in own
        if one.run.reasoner == "embedded" and (one.run.data, one.case) in known
    ]
    if not both:
        raise BadData("no case was recorded by both the embedded reasoner and a model (openai)")
    return [
        Pair(
            sure=1.0 if mine.sure is None else mine.sure,
            own=mine.works,
            model=other.works,
            calls=other.usage.calls,
            tokens=other.usage.input_tokens + other.usage.output_tokens,
            seconds=other.seconds,
            own_seconds=mine.seconds,
        )
        for mine, other in both
    ]


def measured(pairs: Sequence[Pair], threshold: float) -> Measured:
    """Return what a threshold would have come to: what is less sure goes to the model."""
    sent = [one for one in pairs if one.sure < threshold]
    kept = [one for one in pairs if one.sure >= threshold]
    right = sum(one.model for one in sent) + sum(one.own for one in kept)
    return Measured(
        threshold,
        len(sent) / len(pairs),
        right / len(pairs),
        sum(one.calls for one in sent),
        sum(one.tokens for one in sent),
        sum(one.seconds for one in sent) + sum(one.own_seconds for one in kept),
    )


def fitted(pairs: Sequence[Pair]) -> Measured:
    """Return the threshold with the fewest cases sent among those that are about the best.

    None that is worse than the embedded reasoner alone is taken: sending nothing always may be.
    """
    all_of = [measured(pairs, threshold) for threshold in THRESHOLDS]
    alone, best = all_of[0].right, max(one.right for one in all_of)
    good = [one for one in all_of if one.right >= max(alone, best - TOLERANCE)]
    return min(good, key=lambda one: (one.sent, -one.right))


def render_recorded(pairs: Sequence[Pair]) -> str:
    """Return the table of all thresholds, the one to take, and what it saves."""
    rows = [
        (
            f"{one.threshold:.2f}",
            f"{one.sent:.1%}",
            f"{one.right:.1%}",
            str(one.calls),
            f"{one.tokens:,}",
            f"{one.seconds:,.0f}",
        )
        for one in (measured(pairs, threshold) for threshold in THRESHOLDS)
    ]
    heads = ("threshold", "sent to the model", "right", "calls", "tokens", "seconds")
    taken = fitted(pairs)
    calls, tokens = sum(one.calls for one in pairs), sum(one.tokens for one in pairs)
    seconds = sum(one.seconds for one in pairs)
    alone = sum(one.model for one in pairs) / len(pairs)
    return (
        f"{len(pairs)} conversations, embedded right in {measured(pairs, 0).right:.1%}, "
        f"the model alone in {alone:.1%}\n\n{table(heads, rows)}\n\n"
        f"take {taken.threshold:.2f}: right in {taken.right:.1%}; of what the model alone takes it "
        f"saves {calls - taken.calls} of {calls} calls, {tokens - taken.tokens:,} of {tokens:,} "
        f"tokens and {seconds - taken.seconds:,.0f} of {seconds:,.0f} seconds"
    )


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
