"""Which words an organisation's agents share with a message, and how telling each is."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from rapidfuzz import process
from rapidfuzz.distance import OSA

from shared.matching.before import Before
from shared.matching.postings import SATURATION, Postings, counted, merged
from shared.matching.texts import AgentText
from shared.models.agent import Agent
from shared.words import spans, stem

if TYPE_CHECKING:
    from numpy.typing import NDArray

_IMAGINED = 30
"""Agents' worth of general English that the counts of a small organisation are mixed with."""

_RARE = 1e-4
_SLIGHT = 0.3
"""Weight of words that nearly every agent uses: they tell none from the others."""

_TYPO_LETTERS = 5
_TYPO_SIMILARITY = 0.79  # one slip in five letters
_REPAIRED = 6


class Told(NamedTuple):
    """A word of a message: the stem known to agents that it stands for, and its weight."""

    word: str
    stem: str
    weight: float


class Shares(NamedTuple):
    """What part of a message's weight each agent's skills and domain have words for, 0 to 1."""

    skill: "NDArray[np.float32]"
    domain: "NDArray[np.float32]"


@dataclass(frozen=True)
class Vocabulary:
    """Postings: for each stem the agents (rows) that use it, and how much in each field."""

    size: int
    starts: Mapping[str, tuple[int, int]]
    rows: "NDArray[np.int32]"
    skill: "NDArray[np.float32]"
    domain: "NDArray[np.float32]"
    commonness: Mapping[str, float]
    alphabet: Mapping[str, tuple[str, ...]]

    @classmethod
    def build(
        cls,
        agents: Sequence[Agent],
        texts: Sequence[Sequence[AgentText]],
        commonness: Mapping[str, float],
        before: "Before[Vocabulary] | None" = None,
    ) -> "Vocabulary":
        """Count the words of each agent; `commonness` is what general English makes of them."""
        size = len(agents)
        if before is None:
            postings = counted(agents, texts, range(size))
        else:
            read = counted(agents, texts, before.changed().tolist())
            postings = merged(_kept(before), read, size)
        used = np.bincount(postings.ids, minlength=len(postings.stems))
        ends = np.cumsum(used)
        starts = {
            word: (start, end)
            for word, start, end in zip(
                postings.stems, (ends - used).tolist(), ends.tolist(), strict=True
            )
            if start < end
        }
        alphabet: defaultdict[str, list[str]] = defaultdict(list)
        for word in starts:
            alphabet[word[0]].append(word)
        return cls(
            size=size,
            starts=starts,
            rows=postings.rows.astype(np.int32),
            skill=postings.skill,
            domain=postings.domain,
            commonness=commonness,
            alphabet={letter: tuple(words) for letter, words in alphabet.items()},
        )

    def told(self, text: str) -> tuple[Told, ...]:
        """Return the different words of a message; a misspelt one stands for its neighbour."""
        found: dict[str, Told] = {}
        repairs = _REPAIRED
        for word, _, _ in spans(text):
            known = stem(word)
            if known in found:
                continue
            if known not in self.starts and known not in self.commonness and repairs:
                repairs -= 1
                known = self._neighbour(known) or known
            found.setdefault(known, Told(word, known, self._weight(known)))
        return tuple(found.values())

    def shares(self, told: Sequence[Told]) -> Shares:
        """Return each agent's part of the message, by weight."""
        skill, domain = np.zeros((2, self.size), np.float32)
        for _, known, weight in told:
            if weight < _SLIGHT:
                continue
            start, end = self.starts.get(known, (0, 0))
            rows = self.rows[start:end]
            skill[rows] += weight * self.skill[start:end]
            domain[rows] += weight * self.domain[start:end]
        whole = max(sum(word.weight for word in told), 1e-9)
        full = (1 + SATURATION) / whole
        return Shares(np.minimum(skill * full, 1), np.minimum(domain * full, 1))

    def known(self, told: Sequence[Told]) -> float:
        """Return what part of a message's weight is in words that any agent uses."""
        whole = sum(word.weight for word in told)
        return sum(word.weight for word in told if word.stem in self.starts) / max(whole, 1e-9)

    def used_by(self, rows: "NDArray[np.int64]", told: Sequence[Told]) -> list[list[Told]]:
        """Return, for each row, which words of a message its agent uses."""
        used: list[list[Told]] = [[] for _ in rows]
        for word in told:
            start, end = self.starts.get(word.stem, (0, 0))
            users = self.rows[start:end]
            places = np.searchsorted(users, rows)
            for at, place in enumerate(places.tolist()):
                if place < len(users) and users[place] == rows[at]:
                    used[at].append(word)
        return used

    def _weight(self, known: str) -> float:
        start, end = self.starts.get(known, (0, 0))
        imagined = _IMAGINED * max(self.commonness.get(known, 0.0), _RARE)
        return log(1 + (self.size + _IMAGINED) / (end - start + imagined + 0.5)) - log(2)

    def _neighbour(self, known: str) -> str | None:
        if len(known) < _TYPO_LETTERS:
            return None
        near = process.extractOne(
            known,
            self.alphabet.get(known[0], ()),
            scorer=OSA.normalized_similarity,
            score_cutoff=_TYPO_SIMILARITY,
        )
        return near[0] if near else None


def _kept(before: Before[Vocabulary]) -> Postings:
    """Return the postings of the agents that are kept, by their rows in the new index."""
    known, kept = before.part, before.kept()
    new = np.full(known.size, -1, np.int64)
    new[before.origin[kept]] = kept
    rows = new[known.rows]
    there = rows >= 0
    lengths = np.array([end - start for start, end in known.starts.values()], np.int64)
    ids = np.repeat(np.arange(len(lengths)), lengths)
    stems = tuple(known.starts)
    return Postings(stems, ids[there], rows[there], known.skill[there], known.domain[there])
