"""What finding the agent for a message takes, and how often it is found, by organisation size."""

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from itertools import count

from bench import word_overlap
from bench.organisations import Organisation, organisation
from evals import world
from evals.report import percent, table
from evals.scores import Share, percentile
from shared.models.intent import ActionType, IntentAnalysis
from shared.ports import Encoder, Reasoner

SIZES = (100, 1_000, 10_000)
MESSAGES = 500
_rounds = count(1)
_WARMING = 20
"""Messages answered before time is taken."""


@dataclass(frozen=True)
class Timed:
    """How often the right agent came first (None: not asked), and what each message took, in ms."""

    name: str
    agents: int
    taken: Sequence[float]
    top1: Share | None = None

    @property
    def p50(self) -> float:
        """The middle of the times."""
        return percentile(self.taken, 0.5)

    @property
    def p95(self) -> float:
        """The slow end of the times."""
        return percentile(self.taken, 0.95)


DISCOVERY, OVERLAP, UNDERSTANDING = "encode, search, score", "word overlap", "understanding"


async def discovery(
    reasoner: Reasoner,
    encoder: Encoder,
    sizes: Sequence[int] = SIZES,
    messages: int = MESSAGES,
) -> list[Timed]:
    """Measure discovery, the word overlap of the specification, and understanding as a whole.

    Understanding is intent, discovery and decision one after the other, without a model.
    """
    saving, measured = world.Remembering(encoder), list[Timed]()
    for size in sizes:
        made = organisation(size, messages)
        there = await world.organisation(made.agents, reasoner, encoder, saving)

        async def find(text: str, there: world.World = there) -> str:
            return next((found.agent for found in await there.candidates(text)), "")

        async def compare(text: str, made: Organisation = made) -> str:
            return _by_word_overlap(made, text)

        async def understand(text: str, there: world.World = there) -> str:
            return (await there.understand(text)).decision.kind

        measured += [
            await _measure(DISCOVERY, made, find),
            await _measure(OVERLAP, made, compare),
            await _measure(UNDERSTANDING, made, understand, routes=False),
        ]
    return measured


async def _measure(
    name: str,
    made: Organisation,
    answer: Callable[[str], Awaitable[str]],
    *,
    routes: bool = True,
) -> Timed:
    for text, _ in made.messages[:_WARMING]:
        await answer(f"{text} please")
    # Vectors of texts seen lately are remembered. A trailing space more in each round makes them
    # new texts, of the same words.
    spaces = " " * next(_rounds)
    taken: list[float] = []
    hits = 0
    for text, family in made.messages:
        began = time.perf_counter()
        found = await answer(text + spaces)
        taken.append((time.perf_counter() - began) * 1000)
        hits += made.family.get(found) == family
    return Timed(name, len(made.agents), taken, Share(hits, len(taken)) if routes else None)


def _by_word_overlap(made: Organisation, text: str) -> str:
    """Give the formula the whole message as the intent: no word of it is lost on the way."""
    intent = IntentAnalysis(action=ActionType.EXECUTE, primary_intent=text, confidence=1)
    return next((agent.id for agent, _ in word_overlap.discover(made.agents, intent)), "")


def report(measured: Sequence[Timed]) -> str:
    """Return the figures as tables: what was measured, and how discovery compares."""
    rows = [
        (
            f"{one.agents:,}",
            one.name,
            len(one.taken),
            f"{one.p50:.2f}",
            f"{one.p95:.2f}",
            percent(one.top1) if one.top1 is not None else "",
        )
        for one in measured
    ]
    headings = ("agents", "what", "n", "p50 ms", "p95 ms", "top-1 (count; 95 % interval)")
    compared = [
        (f"{size:,}", f"{times:.1f}", f"{extra:+.2f}") for size, times, extra in _compared(measured)
    ]
    return "\n\n".join(
        (
            table(headings, rows),
            table(("agents", "times as often right", "extra ms at p95"), compared),
        )
    )


def summary(measured: Sequence[Timed]) -> dict[str, dict[str, float]]:
    """Return the figures for machines."""
    found = {
        f"{one.name.replace(', ', '_').replace(' ', '_')}_{one.agents}": {
            "n": len(one.taken),
            "p50_ms": round(one.p50, 3),
            "p95_ms": round(one.p95, 3),
            **({"top1": round(one.top1.value, 4)} if one.top1 is not None else {}),
        }
        for one in measured
    }
    for size, times, extra in _compared(measured):
        found[f"compared_{size}"] = {"factor": round(times, 2), "extra_p95_ms": round(extra, 3)}
    return found


def _compared(measured: Sequence[Timed]) -> list[tuple[int, float, float]]:
    """Return by size how many times as often discovery is right, and the time it adds."""
    by = {(one.name, one.agents): one for one in measured}
    compared: list[tuple[int, float, float]] = []
    for size in dict.fromkeys(one.agents for one in measured):
        ours, theirs = by[DISCOVERY, size], by[OVERLAP, size]
        right = ours.top1.value if ours.top1 is not None else 0.0
        base = theirs.top1.value if theirs.top1 is not None else 0.0
        compared.append((size, right / base if base else float("inf"), ours.p95 - theirs.p95))
    return compared
