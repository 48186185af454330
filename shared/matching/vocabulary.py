"""Which words an organisation's agents share with a message, and how telling each is."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from rapidfuzz import process
from rapidfuzz.distance import OSA

from shared.matching.texts import AgentText
from shared.matching.words import spans, stem, words_of
from shared.models.agent import Agent

if TYPE_CHECKING:
    from numpy.typing import NDArray

_IMAGINED = 30
"""Agents' worth of general English that the counts of a small organisation are mixed with."""

_RARE = 1e-4
_SLIGHT = 0.3
"""Weight of words that nearly every agent uses: they tell none from the others."""

_SATURATION = 0.6
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
    ) -> "Vocabulary":
        """Count the words of each agent; `commonness` is what general English makes of them."""
        ids = _Ids()
        skill, domain = _Uses(ids), _Uses(ids)
        for row, (agent, said) in enumerate(zip(agents, texts, strict=True)):
            described = [text.text for text in said if text.kind == "description"]
            done = [text.text for text in said if text.kind != "description"]
            tags = [tag for known in agent.skills for tag in known.tags]
            skill.add(row, " \n".join((*done, *tags)))
            domain.add(row, " \n".join((agent.id, agent.domain, *agent.tags, *described)))
        skill_keys, skill_counts = skill.counted(len(agents))
        domain_keys, domain_counts = domain.counted(len(agents))
        both = np.sort(np.concatenate([skill_keys, domain_keys]))
        keys = both[np.append(True, both[1:] != both[:-1])[: len(both)]]
        counts = np.zeros((2, len(keys)), np.float32)
        counts[0, np.searchsorted(keys, skill_keys)] = skill_counts
        counts[1, np.searchsorted(keys, domain_keys)] = domain_counts
        words, rows = np.divmod(keys, max(len(agents), 1))
        ends = np.searchsorted(words, np.arange(len(ids.stems) + 1))
        alphabet: defaultdict[str, list[str]] = defaultdict(list)
        for word in sorted(ids.stems):
            alphabet[word[0]].append(word)
        return cls(
            size=len(agents),
            starts={word: (int(ends[at]), int(ends[at + 1])) for word, at in ids.stems.items()},
            rows=rows.astype(np.int32),
            skill=counts[0] / (counts[0] + _SATURATION),
            domain=counts[1] / (counts[1] + _SATURATION),
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
        full = (1 + _SATURATION) / whole
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


class _Ids(dict[str, int]):
    """The id of each word's stem, given when the word is first met."""

    def __init__(self) -> None:
        super().__init__()
        self.stems: dict[str, int] = {}

    def __missing__(self, word: str) -> int:
        self[word] = known = self.stems.setdefault(stem(word), len(self.stems))
        return known


class _Uses:
    """Which agents use which stems, while they are counted."""

    def __init__(self, ids: _Ids) -> None:
        self._known = ids
        self._ids: list[int] = []
        self._rows: list[int] = []

    def add(self, row: int, text: str) -> None:
        used = words_of(text)
        self._ids += map(self._known.__getitem__, used)
        self._rows += [row] * len(used)

    def counted(self, size: int) -> "tuple[NDArray[np.int64], NDArray[np.int64]]":
        """Return the different keys, id * size + row, in order, and how often each was added."""
        ids, rows = np.array(self._ids, np.int64), np.array(self._rows, np.int64)
        return np.unique(ids * size + rows, return_counts=True)
