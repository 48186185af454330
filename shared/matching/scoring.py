"""How probable it is that an agent is the one meant: fit, history, and what else there is."""

from collections.abc import Mapping, Sequence
from datetime import datetime

import numpy as np

from shared.matching.evidence import fit
from shared.matching.index import Match
from shared.matching.names import SURE
from shared.matching.parameters import Parameters, fitted
from shared.matching.records import available, performance, recency
from shared.models.agent import AgentRecord
from shared.models.intent import Candidate

LEANING = ("words", "opener", "pointing")
"""What of a message's setting tells whether it goes on with the agent used last."""


def score(
    matches: Sequence[Match],
    records: Mapping[str, AgentRecord],
    now: datetime,
    *,
    prefer: str = "",
    parameters: Parameters | None = None,
) -> tuple[Candidate, ...]:
    """Turn the matches of one search into candidates, the most probable first.

    A score is the probability that this agent is the one meant. They add up to less than 1: the
    rest is the probability that no agent here does what is asked. `prefer` is the agent that this
    conversation used last; `records` are by agent id.
    """
    if not matches:
        return ()
    known = parameters or fitted()
    probabilities = _probabilities(matches, records, now, prefer, known)
    order = sorted(range(len(matches)), key=lambda k: (-probabilities[k], matches[k].agent.id))
    return tuple(
        _candidate(matches[k], probabilities[k], records.get(matches[k].agent.id), now)
        for k in order
    )


def _probabilities(
    matches: Sequence[Match],
    records: Mapping[str, AgentRecord],
    now: datetime,
    prefer: str,
    known: Parameters,
) -> list[float]:
    """Weigh each agent against the others and against none of them (a conditional logit)."""
    kept = [records.get(match.agent.id) for match in matches]
    fits = fit(
        np.array([match.skill for match in matches]),
        np.array([match.domain for match in matches]),
        np.array([performance(record) for record in kept]),
        np.array([recency(record, now) for record in kept]),
    )
    heard, weights = matches[0].setting, known.choice
    preferred = np.array([match.agent.id == prefer for match in matches], float)
    leaning = weights["preferred"] + sum(
        weights[f"preferred_{name}"] * getattr(heard, name) for name in LEANING
    )
    utilities = (
        weights["fit"] * fits
        + weights["named"] * np.array([match.evidence.named for match in matches])
        + leaning * preferred
    )
    nothing = known.nothing["bias"] + sum(
        known.nothing[name] * value
        for name, value in heard._asdict().items()
        if name in known.nothing
    )
    highest = max(float(utilities.max()), nothing)
    shares = np.exp(utilities - highest)
    return (shares / (shares.sum() + np.exp(nothing - highest))).tolist()


def _candidate(
    match: Match, probability: float, record: AgentRecord | None, now: datetime
) -> Candidate:
    return Candidate(
        agent=match.agent.id,
        name=match.agent.name,
        description=match.agent.description,
        score=round(probability, 4),
        reasons=match.reasons,
        available=available(record, now),
        named=match.evidence.named >= SURE,
    )
