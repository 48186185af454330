"""Judges discovery on a routing set: the right agent first, and low scores where there is none."""

import random
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from evals import scores
from evals.datasets import BadData
from evals.outcome import Outcome, times
from evals.report import percent, table
from evals.routing_sets import RoutedUtterance, RoutingSet
from evals.scores import Judged, Share
from evals.world import Remembering, World, organisation
from shared.ports import Encoder, Reasoner

TENANTS = 10
_TOP = 3
_SHOWN = 12
"""Rows shown of what would be a table of more than a hundred labels."""
_NOBODY = "(none)"

Facts = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Found:
    """What was found for one utterance: the labels of the best agents, and the best one's score."""

    utterance: str
    label: str
    labels: tuple[str, ...]
    score: float
    milliseconds: float

    @property
    def judged(self) -> Judged:
        """The utterance as one that the best agent's label was predicted for."""
        best = self.labels[0] if self.labels else _NOBODY
        return Judged(self.label, best, self.score, self.milliseconds)


@dataclass(frozen=True)
class Trial:
    """What was found in one organisation for messages to its agents, and for others."""

    inside: Sequence[Found]
    outside: Sequence[Found]

    @property
    def top1(self) -> Share:
        """How often the right agent came first."""
        return scores.share_right([one.judged for one in self.inside])

    @property
    def top3(self) -> Share:
        """How often it was among the first three."""
        return Share(sum(one.label in one.labels for one in self.inside), len(self.inside))

    @property
    def auroc(self) -> float:
        """How well the best score tells messages for an agent from messages for none."""
        return scores.auroc([f.score for f in self.inside], [f.score for f in self.outside])

    @property
    def calibration_error(self) -> float:
        """How far the best score is from the share of right ones; for no agent, none is."""
        return scores.calibration_error([one.judged for one in (*self.inside, *self.outside)])


async def judge_all(data: RoutingSet, reasoner: Reasoner, encoder: Encoder) -> Outcome:
    """Find the agent for each utterance in one organisation that has them all."""
    saving = Remembering(encoder)
    world = await organisation(list(data.agents.values()), reasoner, encoder, saving)
    trial = await _try(world, data, data.utterances, data.outside)
    apart = {"no_agent_auroc": trial.auroc} if trial.outside else {}
    taken = [one.milliseconds for one in (*trial.inside, *trial.outside)]
    return Outcome(
        name=_title(data, len(data.agents)),
        facts=(("data (SHA-256)", data.digest),),
        n=len(trial.inside),
        shares={"top1": trial.top1, "top3": trial.top3},
        values={**apart, "ece": trial.calibration_error, **times(taken)},
        notes=(*_macro(trial), ("out of scope", str(len(trial.outside)))),
        tables=_where_it_went_wrong(trial.inside),
        misjudged=_misjudged(trial.inside),
    )


async def judge_tenants(
    data: RoutingSet, reasoner: Reasoner, encoder: Encoder, size: int, seed: int
) -> Outcome:
    """Do so in random organisations of `size` agents, with as many messages for none of them.

    Figures are means over the organisations; an utterance may be judged in several.
    """
    if not 0 < size < len(data.agents):
        raise BadData(f"{data.name}: --agents must be from 1 to {len(data.agents) - 1}")
    chance, remembering = random.Random(seed), Remembering(encoder)  # noqa: S311 - no secret
    trials: list[Trial] = []
    for _ in range(TENANTS):
        labels = set(chance.sample(sorted(data.agents), size))
        agents = [agent for label, agent in data.agents.items() if label in labels]
        world = await organisation(agents, reasoner, remembering)
        belong = [item for item in data.utterances if item.label in labels]
        others = [item for item in data.utterances if item.label not in labels]
        strangers = chance.sample(others, min(len(belong), len(others)))
        trials.append(await _try(world, data, belong, strangers))
    pooled = Trial([f for t in trials for f in t.inside], [f for t in trials for f in t.outside])
    return Outcome(
        name=_title(data, size),
        facts=(
            ("organisations", f"{TENANTS} of {size} agents each, seed {seed}"),
            ("data (SHA-256)", data.digest),
        ),
        n=len(pooled.inside),
        shares={},
        values={
            "top1": fmean(trial.top1.value for trial in trials),
            "top3": fmean(trial.top3.value for trial in trials),
            "no_agent_auroc": fmean(trial.auroc for trial in trials),
            "ece": pooled.calibration_error,
        },
        notes=(
            ("top1, pooled", percent(pooled.top1)),
            ("top3, pooled", percent(pooled.top3)),
            *_macro(pooled),
            ("for no agent", f"{len(pooled.outside)}, their agents being elsewhere"),
        ),
        tables=(_by_tenant(trials), *_where_it_went_wrong(pooled.inside)),
        misjudged=_misjudged(pooled.inside),
    )


async def _try(
    world: World,
    data: RoutingSet,
    inside: Sequence[RoutedUtterance],
    outside: Sequence[RoutedUtterance],
) -> Trial:
    labels = {agent.id: label for label, agent in data.agents.items()}
    await world.candidates("hello")  # what is read on first use is no part of a message's time
    return Trial(
        [await _find(world, labels, item) for item in inside],
        [await _find(world, labels, item) for item in outside],
    )


async def _find(world: World, labels: Mapping[str, str], item: RoutedUtterance) -> Found:
    began = time.perf_counter()
    ranked = await world.candidates(item.utterance)
    taken = (time.perf_counter() - began) * 1000
    best = tuple(labels[candidate.agent] for candidate in ranked[:_TOP])
    return Found(item.utterance, item.label, best, ranked[0].score if ranked else 0.0, taken)


def _title(data: RoutingSet, size: int) -> str:
    given = f"{data.examples} examples" if data.examples else "descriptions alone"
    return f"routing {data.name}, {size} agents, {given}"


def _macro(trial: Trial) -> Facts:
    return (("macro F1", f"{scores.macro_f1([one.judged for one in trial.inside]):.3f}"),)


def _by_tenant(trials: Sequence[Trial]) -> str:
    rows = [
        (number, len(t.inside), percent(t.top1), percent(t.top3), f"{t.auroc:.3f}")
        for number, t in enumerate(trials, start=1)
    ]
    return table(("organisation", "n", "top1", "top3", "no-agent AUROC"), rows)


def _where_it_went_wrong(found: Sequence[Found]) -> tuple[str, ...]:
    judged = [one.judged for one in found]
    labels = sorted({one.label for one in found})
    worst = sorted(scores.class_scores(judged, labels), key=lambda one: one.f1)[:_SHOWN]
    rows = [(c.label, c.n, f"{c.precision:.3f}", f"{c.recall:.3f}", f"{c.f1:.3f}") for c in worst]
    pairs = Counter((one.gold, one.predicted) for one in judged if not one.right)
    confused = [(gold, taken, count) for (gold, taken), count in pairs.most_common(_SHOWN)]
    return (
        table((f"label ({_SHOWN} lowest F1)", "n", "precision", "recall", "F1"), rows),
        table(("meant", f"taken for ({_SHOWN} most frequent)", "times"), confused),
    )


def _misjudged(found: Sequence[Found]) -> Sequence[str]:
    return [
        f"{one.utterance} | {one.label}, found {', '.join(one.labels)} ({one.score:.2f})"
        for one in found
        if not one.judged.right
    ]
