"""What is measured of a message, an agent and the two together, and what it adds up to."""

from collections.abc import Mapping
from math import log
from typing import Any, NamedTuple

import numpy as np

from shared.matching.parameters import Parameters
from shared.matching.records import NEUTRAL
from shared.words import spans

Floats = np.ndarray[Any, np.dtype[np.floating[Any]]]

SKILL_WEIGHT, DOMAIN_WEIGHT, PERFORMANCE_WEIGHT, RECENCY_WEIGHT = 0.6, 0.2, 0.1, 0.1

_LONG_REFERENCE = 8  # words up to which a pronoun is likely to mean what came before
_OPENERS = frozenset(
    {"and", "also", "same", "again", "now", "then", "ok", "okay", "but", "or", "plus", "instead"}
    | {"actually", "wait", "just", "only", "next", "another", "more"}
)
_WHAT_ABOUT = frozenset(
    (asked, about) for asked in ("what", "how") for about in ("about", "abt", "bout", "of")
)
_POINTING = frozenset(
    {"it", "its", "that", "this", "those", "these", "them", "they", "there", "one", "ones"}
    | {"he", "she", "him", "her", "his", "too", "same", "instead", "else", "again"}
)


class Evidence(NamedTuple):
    """How near one agent is to a message. Cosines and shares; every figure is 0 when nothing is."""

    centre: float
    """Cosine to the middle of all its texts."""
    nearest: float
    """Cosine to its nearest example."""
    second: float
    """Cosine to its second nearest example."""
    skill: float
    """Cosine to its nearest skill."""
    description: float
    skill_words: float
    domain_words: float
    examples: float
    """How many examples it has: 0 for none, 1 for as many as are kept, by the logarithm."""
    common: float
    """How near it is to requests of all kinds: an agent near to everything is told from nothing."""
    named: float
    """How sure it is that the message names it."""


class Setting(NamedTuple):
    """What is measured of the message among all agents."""

    agents: float
    """Logarithm of how many there are."""
    familiar: float
    """Cosine to the nearest requests of all kinds."""
    words: float
    """Logarithm of how many words it has, plus one."""
    known: float
    """What part of it, by weight, is made of words that any agent uses."""
    opener: float
    pointing: float


def setting(text: str, agents: int, familiar: float, known: float) -> Setting:
    """Measure a message as such; `opener` and `pointing` tell that it leans on the one before."""
    words = [word for word, _, _ in spans(text)]
    opens = bool(words[:1]) and (words[0] in _OPENERS or tuple(words[:2]) in _WHAT_ABOUT)
    points = len(words) <= _LONG_REFERENCE and not _POINTING.isdisjoint(words)
    return Setting(
        agents=log(max(agents, 1)),
        familiar=familiar,
        words=log(1 + len(words)),
        known=known,
        opener=float(opens),
        pointing=float(points),
    )


def shares(parameters: Parameters, evidence: Floats) -> tuple[Floats, Floats]:
    """Return how well skill and domain fit, 0 to 1: one each a row of evidence."""
    return _weighed(parameters.skill, evidence), _weighed(parameters.domain, evidence)


def _weighed(weights: Mapping[str, float], evidence: Floats) -> Floats:
    by_column = np.array([weights.get(name, 0.0) for name in Evidence._fields])
    return np.clip(evidence @ by_column, 0, 1)


def fit(
    skill: Floats,
    domain: Floats,
    performance: Floats | float = NEUTRAL,
    recency: Floats | float = NEUTRAL,
) -> Floats:
    """Return the composite of spec 001, 0 to 1.

    What history adds is in proportion to the fit, so that it breaks ties and never makes a match.
    """
    history = PERFORMANCE_WEIGHT * performance + RECENCY_WEIGHT * recency
    return SKILL_WEIGHT * skill + DOMAIN_WEIGHT * domain + history * np.maximum(skill, domain)
