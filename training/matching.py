"""Fits the matcher's parameters on our own organisations, and says how honest they are.

They are those the encoder was not fitted on: it would be too sure of the others' words.
"""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from scipy import optimize, stats

from shared.language.spelling import Spelling
from shared.matching.evidence import (
    DOMAIN_WEIGHT,
    PERFORMANCE_WEIGHT,
    RECENCY_WEIGHT,
    SKILL_WEIGHT,
    Evidence,
    Setting,
)
from shared.matching.index import Match
from shared.matching.parameters import GROUPS, Parameters, write
from shared.matching.records import NEUTRAL
from shared.matching.scoring import LEANING, score
from training.corpus import PLAIN, UNSEEN, Organisation, organisations
from training.matching_cases import Case, Encoded, english, mixed, plain

if TYPE_CHECKING:
    from numpy.typing import NDArray

Floats = np.ndarray[Any, np.dtype[np.float64]]

HISTORY = (PERFORMANCE_WEIGHT + RECENCY_WEIGHT) * NEUTRAL

SEED = 7
FOLDS = 4
STIFFNESS = 2.0
"""How strongly the weights are held to where they start, in cases."""

SEARCHED = 20
_SPELLING = Spelling()
_NOW = datetime(2026, 1, 1, tzinfo=UTC)
_BINS = 10

START = Parameters(
    skill={"centre": 0.4, "nearest": 0.25, "second": 0.0, "skill": 0.1, "skill_words": 0.25}
    | {"examples": 0.0, "common": 0.0},
    domain={"centre": 0.3, "description": 0.4, "domain_words": 0.3, "common": 0.0},
    choice={"fit": 30.0, "named": 3.0, "preferred": 0.0}
    | {f"preferred_{name}": 0.0 for name in LEANING},
    nothing={"bias": 12.0} | dict.fromkeys(Setting._fields, 0.0),
    background=np.zeros((0, 384), np.float32),
    commonness={},
)


class Judged(NamedTuple):
    """What came of one case: the best probability, whether it was right, and that of the gold."""

    fits: bool
    best: float
    right: bool
    meant: float


def run(arguments: Sequence[str]) -> None:
    """Fit; print how well it does on organisations left out; write the parameters."""
    del arguments
    encode = Encoded()
    harder = {one.name: _repaired(one) for one in organisations(said=[UNSEEN])}
    everyone = organisations(said=(PLAIN, UNSEEN))
    known = tuple(_repaired(one) for one in everyone if one.name in harder)
    judged: list[Judged] = []
    hard: list[Judged] = []
    for fold in range(FOLDS):
        out = known[fold::FOLDS]
        parameters = fit([o for o in known if o not in out], encode)
        cases = plain(out, parameters, encode, np.random.default_rng(SEED))
        here = [judge(case, parameters, encode) for case in cases]
        _print(f"without {', '.join(o.name for o in out)}", here)
        judged += here
        rng = np.random.default_rng(SEED)
        cases = plain([harder[o.name] for o in out], parameters, encode, rng)
        hard += [judge(case, parameters, encode) for case in cases]
    _print("all organisations, each left out once", judged)
    _print("of that, words that share none with the agents'", hard)
    write(fit(known, encode))


def _repaired(organisation: Organisation) -> Organisation:
    """Return an organisation whose messages are spelt as discovery reads them."""
    said = [replace(u, text=_SPELLING.repair(u.text)) for u in organisation.utterances]
    return replace(organisation, utterances=tuple(said))


def fit(known: Sequence[Organisation], encode: Encoded) -> Parameters:
    """Return the weights that make what was meant most probable."""
    rng = np.random.default_rng(SEED)
    start = english(known, encode, START)
    cases = [*plain(known, start, encode, rng), *mixed(known, start, encode, rng)]
    table = Table.of(cases, encode, start)
    first = np.array([v for group in GROUPS for v in getattr(start, group).values()])
    held = np.maximum(np.abs(first), 0.3)

    def loss(weights: Floats) -> tuple[float, Floats]:
        value, slope = table.loss(weights)
        away = (weights - first) / held
        return value + STIFFNESS * float(away @ away), slope + 2 * STIFFNESS * away / held

    scipy: Any = optimize  # its types are partial
    found = scipy.minimize(loss, first, jac=True, method="L-BFGS-B", options={"maxiter": 200})
    return _scaled(_renamed(found.x, start))


@dataclass(frozen=True)
class Table:
    """Cases as arrays: C cases; N agents, those of a case side by side; F figures, S settings."""

    evidence: Floats
    """(N, F)"""
    preferred: Floats
    meant: Floats
    """(N,): what share of its case's truth an agent has."""
    case: "NDArray[np.int64]"
    """(N,): which case an agent belongs to."""
    starts: "NDArray[np.int64]"
    settings: Floats
    """(C, S)"""
    none: Floats
    """(C,): 1 where no agent is meant."""
    columns: Mapping[str, "NDArray[np.int64]"]
    """The figures that a group weighs, in its order after the bias."""

    @classmethod
    def of(cls, cases: Sequence[Case], encode: Encoded, start: Parameters) -> "Table":
        """Search for each case, and keep those whose agent is found."""
        rows: list[tuple[tuple[Match, ...], Case]] = []
        for case in cases:
            matches = _searched(case, encode)
            ids = {match.agent.id for match in matches}
            if matches and (not case.meant or ids.intersection(case.meant)):
                rows.append((matches, case))
        sizes = [len(matches) for matches, _ in rows]
        owner = np.repeat(np.arange(len(rows)), sizes)
        meant = np.array([float(m.agent.id in c.meant) for ms, c in rows for m in ms])
        golds = np.maximum(np.bincount(owner, meant), 1)
        return cls(
            evidence=np.array([match.evidence for matches, _ in rows for match in matches]),
            preferred=np.array([float(m.agent.id == c.prefer) for ms, c in rows for m in ms]),
            meant=meant / golds[owner],
            case=owner,
            starts=np.cumsum([0, *sizes[:-1]]),
            settings=np.array([matches[0].setting for matches, _ in rows]),
            none=np.array([float(not case.meant) for _, case in rows]),
            columns={
                "skill": _columns(start.skill, Evidence._fields),
                "domain": _columns(start.domain, Evidence._fields),
                "nothing": _columns(start.nothing, Setting._fields),
                "leaning": np.array([Setting._fields.index(name) for name in LEANING]),
            },
        )

    def loss(self, weights: Floats) -> tuple[float, Floats]:
        """Return the cross entropy, summed over cases, and its gradient."""
        sizes = [len(self.columns["skill"]), len(self.columns["domain"]), 3 + len(LEANING)]
        w_skill, w_domain, w_choice, w_nothing = np.split(weights, np.cumsum(sizes))
        x_skill = self.evidence[:, self.columns["skill"]]
        x_domain = self.evidence[:, self.columns["domain"]]
        x_nothing = self.settings[:, self.columns["nothing"]]
        lean = np.insert(self.settings[:, self.columns["leaning"]], 0, 1, axis=1)
        named = self.evidence[:, Evidence._fields.index("named")]
        skill = x_skill @ w_skill
        domain = x_domain @ w_domain
        wins = skill >= domain
        fits = SKILL_WEIGHT * skill + DOMAIN_WEIGHT * domain + HISTORY * np.maximum(skill, domain)
        leaning = (lean @ w_choice[2:])[self.case] * self.preferred
        utility = w_choice[0] * fits + w_choice[1] * named + leaning
        nothing = x_nothing @ w_nothing[1:] + w_nothing[0]
        highest = np.maximum(np.maximum.reduceat(utility, self.starts), nothing)
        total = np.add.reduceat(np.exp(utility - highest[self.case]), self.starts)
        evident = highest + np.log(total + np.exp(nothing - highest))
        agents = np.exp(utility - evident[self.case]) - self.meant
        nobody = np.exp(nothing - evident) - self.none
        by_skill = w_choice[0] * agents * (SKILL_WEIGHT + HISTORY * wins)
        by_domain = w_choice[0] * agents * (DOMAIN_WEIGHT + HISTORY * ~wins)
        slope = np.concatenate(
            [
                by_skill @ x_skill,
                by_domain @ x_domain,
                [agents @ fits, agents @ named],
                np.bincount(self.case, agents * self.preferred) @ lean,
                [nobody.sum()],
                nobody @ x_nothing,
            ]
        )
        lost = evident.sum() - self.meant @ utility - self.none @ nothing
        return float(lost), slope


def judge(case: Case, parameters: Parameters, encode: Encoded) -> Judged:
    """Match and score a case the way the product does."""
    candidates = score(_searched(case, encode), {}, _NOW, prefer=case.prefer, parameters=parameters)
    best = candidates[0] if candidates else None
    given = sum(c.score for c in candidates if c.agent in case.meant)
    return Judged(
        fits=bool(case.meant),
        best=best.score if best else 0.0,
        right=best is not None and best.agent in case.meant,
        meant=given if case.meant else 1 - sum(c.score for c in candidates),
    )


def _searched(case: Case, encode: Encoded) -> tuple[Match, ...]:
    return case.agents.search(case.text, encode([case.text])[0], limit=SEARCHED, prefer=case.prefer)


def _renamed(weights: Floats, like: Parameters) -> Parameters:
    """Return parameters with these weights, in the order of the groups."""
    values = iter(np.round(weights, 5).tolist())
    groups = {group: {name: next(values) for name in getattr(like, group)} for group in GROUPS}
    return replace(like, **groups)


def _columns(weights: Mapping[str, float], fields: tuple[str, ...]) -> "NDArray[np.int64]":
    return np.array([fields.index(name) for name in weights if name != "bias"])


def _scaled(found: Parameters) -> Parameters:
    """Return equal parameters whose skill and domain reach 1 when all evidence is as it can be."""
    most = max(
        sum(max(weight, 0.0) for weight in group.values()) for group in (found.skill, found.domain)
    )
    return replace(
        found,
        skill={name: weight / most for name, weight in found.skill.items()},
        domain={name: weight / most for name, weight in found.domain.items()},
        choice={**found.choice, "fit": found.choice["fit"] * most},
    )


def _print(title: str, judged: Sequence[Judged]) -> None:
    fits = [one for one in judged if one.fits]
    none = [one for one in judged if not one.fits]
    top = sum(one.right for one in fits) / len(fits)
    log_loss = -sum(np.log(max(one.meant, 1e-4)) for one in judged) / len(judged)
    scipy: Any = stats  # its types are partial
    ranks = scipy.rankdata([one.best for one in (*fits, *none)])[: len(fits)].sum()
    auroc = (ranks - len(fits) * (len(fits) + 1) / 2) / (len(fits) * len(none))
    sys.stdout.write(
        f"{title}: {len(fits)} with an agent, {len(none)} without: top-1 {top:.3f}, "
        f"log loss {log_loss:.3f}, ECE {_ece(judged):.3f}, no-agent AUROC {auroc:.3f}\n"
    )
    for low, high in ((0.85, 1.01), (0.6, 0.85), (0.3, 0.6), (0.0, 0.3)):
        inside = [one for one in judged if low <= one.best < high]
        right = sum(one.right for one in inside) / max(len(inside), 1)
        sys.stdout.write(f"  best from {low:.2f}: {len(inside)}, of them right {right:.3f}\n")


def _ece(judged: Sequence[Judged]) -> float:
    """Return how far the best candidate's probability is from how often it is right."""
    bins = np.minimum([int(one.best * _BINS) for one in judged], _BINS - 1)
    away = np.array([one.right - one.best for one in judged])
    return sum(abs(away[bins == b].sum()) for b in range(_BINS)) / len(judged)
