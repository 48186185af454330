"""Which agents use which words, and how often, counted and put together."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from shared.matching.texts import AgentText
from shared.models.agent import Agent
from shared.words import stem, words_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

SATURATION = 0.6
"""How often a word is used when it counts by half."""


class Postings(NamedTuple):
    """Each stem an agent uses, and how much in each field; sorted by stem, then by agent.

    `ids` are positions in `stems`, which are in order of the alphabet; `rows` are agents.
    """

    stems: Sequence[str]
    ids: "NDArray[np.int64]"
    rows: "NDArray[np.int64]"
    skill: "NDArray[np.float32]"
    domain: "NDArray[np.float32]"


def counted(
    agents: Sequence[Agent], texts: Sequence[Sequence[AgentText]], rows: Iterable[int]
) -> Postings:
    """Count the words of the agents in some rows; `texts[i]` are those of `agents[i]`."""
    ids = _Ids()
    skill, domain = _Uses(ids), _Uses(ids)
    for row in rows:
        agent, said = agents[row], texts[row]
        described = [text.text for text in said if text.kind == "description"]
        done = [text.text for text in said if text.kind != "description"]
        tags = [tag for known in agent.skills for tag in known.tags]
        skill.add(row, " \n".join((*done, *tags)))
        domain.add(row, " \n".join((agent.id, agent.domain, *agent.tags, *described)))
    stems = sorted(ids.stems)
    order = _places(ids.stems, stems)
    skill_keys, skill_counts = skill.counted(order, len(agents))
    domain_keys, domain_counts = domain.counted(order, len(agents))
    both = np.sort(np.concatenate([skill_keys, domain_keys]))
    keys = both[np.append(True, both[1:] != both[:-1])[: len(both)]]
    counts = np.zeros((2, len(keys)), np.float32)
    counts[0, np.searchsorted(keys, skill_keys)] = skill_counts
    counts[1, np.searchsorted(keys, domain_keys)] = domain_counts
    much = counts / (counts + SATURATION)
    return Postings(stems, *np.divmod(keys, max(len(agents), 1)), much[0], much[1])


def words_said_of(agent: Agent, texts: Sequence[AgentText]) -> frozenset[str]:
    """Return the stems that an agent is described with: none of what people have asked of it."""
    said = [text.text for text in texts if text.kind != "learned"]
    tags = [tag for known in agent.skills for tag in known.tags]
    whole = " \n".join((agent.id, agent.domain, *agent.tags, *tags, *said))
    return frozenset(map(stem, words_of(whole)))


def merged(one: Postings, other: Postings, size: int) -> Postings:
    """Put the postings of different agents together; `size` is above every row."""
    stems = sorted({*one.stems, *other.stems})
    keys, more = (
        _places(known.stems, stems)[known.ids] * size + known.rows for known in (one, other)
    )
    at = np.searchsorted(keys, more)
    return Postings(
        stems,
        *np.divmod(np.insert(keys, at, more), max(size, 1)),
        np.insert(one.skill, at, other.skill),
        np.insert(one.domain, at, other.domain),
    )


def _places(stems: Iterable[str], among: Sequence[str]) -> "NDArray[np.int64]":
    """Return the position of each stem among others."""
    place = {known: at for at, known in enumerate(among)}
    return np.array([place[known] for known in stems], np.int64)


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
        self._lengths: list[int] = []

    def add(self, row: int, text: str) -> None:
        used = words_of(text)
        self._ids += map(self._known.__getitem__, used)
        self._rows.append(row)
        self._lengths.append(len(used))

    def counted(
        self, order: "NDArray[np.int64]", size: int
    ) -> "tuple[NDArray[np.int64], NDArray[np.int64]]":
        """Return the keys order[id] * size + row, in order, and each one's count."""
        ids = np.array(self._ids, np.int64)
        rows = np.repeat(np.array(self._rows, np.int64), np.array(self._lengths, np.int64))
        return np.unique(order[ids] * size + rows, return_counts=True)
