"""An organisation's agents, indexed: which of them are near a message, and why."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from shared.matching.before import Before
from shared.matching.evidence import Evidence, Floats, Setting, fit, setting, shares
from shared.matching.names import SURE, Mention, Names
from shared.matching.nearness import Nearness, TextVectors, familiarity
from shared.matching.parameters import Parameters, fitted
from shared.matching.postings import words_said_of
from shared.matching.texts import AgentText
from shared.matching.vocabulary import Shares, Told, Vocabulary
from shared.models.agent import Agent

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FINALISTS = 40
"""Agents that are compared text by text, at least."""

_CONSIDERED = 400
"""Agents whose permission is asked before all are."""

_COARSE_WORDS = 0.4
_LIKE = 0.4
"""Cosine from which a nearest text is worth naming as a reason."""

_SHOWN_WORDS = 3
_SHOWN_LETTERS = 60
_TELLING = 1.0


class Entry(NamedTuple):
    """An agent, its texts, and their unit vectors: shape (len(texts), 384)."""

    agent: Agent
    texts: tuple[AgentText, ...]
    vectors: Floats


@dataclass(frozen=True)
class Match:
    """How well an agent's skills and its domain fit a message, 0 to 1 each, and why in words."""

    agent: Agent
    skill: float
    domain: float
    reasons: tuple[str, ...]
    evidence: Evidence
    setting: Setting


class _Heard(NamedTuple):
    """A message, compared with all agents coarsely; arrays have one figure a row."""

    told: tuple[Told, ...]
    words: Shares
    centre: Floats
    named: dict[str, float]

    def coarse(self) -> Floats:
        """Return what chooses the finalists."""
        return self.centre + _COARSE_WORDS * np.maximum(self.words.skill, self.words.domain)


@dataclass(frozen=True, eq=False)
class AgentIndex:
    """Immutable; a row is a position in `entries`, whose vectors are kept in half precision."""

    entries: tuple[Entry, ...]
    names: Names
    vocabulary: Vocabulary
    vectors: TextVectors
    enabled: "NDArray[np.bool_]"
    rows: dict[str, int]
    parameters: Parameters

    @classmethod
    def build(
        cls,
        entries: Sequence[Entry],
        parameters: Parameters | None = None,
        before: "AgentIndex | None" = None,
    ) -> "AgentIndex":
        """Index the agents an organisation has; a disabled one can be named, but not found.

        Entries that are in the index `before`, the very same ones, are not read again. Such an
        entry has to be exact in half precision, or its agent's middle may differ a little.
        """
        known = parameters or fitted()
        agents = [entry.agent for entry in entries]
        texts = [entry.texts for entry in entries]
        own = [entry.vectors for entry in entries]
        if before is None or before.parameters is not known:
            vectors = TextVectors.build(texts, own, known.background)
            names = Names.build(agents, known.commonness)
            vocabulary = Vocabulary.build(agents, texts, known.commonness)
        else:
            origin = _origin(entries, before)
            vectors = TextVectors.build(
                texts, own, known.background, Before(before.vectors, origin)
            )
            names = Names.build(agents, known.commonness, Before(before.names, origin))
            vocabulary = Vocabulary.build(
                agents, texts, known.commonness, Before(before.vocabulary, origin)
            )
        return cls(
            entries=tuple(map(Entry, agents, texts, vectors.by_row())),
            names=names,
            vocabulary=vocabulary,
            vectors=vectors,
            enabled=np.array([agent.enabled for agent in agents], np.bool_),
            rows={agent.id: row for row, agent in enumerate(agents)},
            parameters=known,
        )

    def get(self, agent_id: str) -> Agent | None:
        """Return the agent of this id; a disabled one too."""
        row = self.rows.get(agent_id)
        return self.entries[row].agent if row is not None else None

    def named(self, text: str) -> tuple[Mention, ...]:
        """Return the agents a text names; a disabled one too."""
        return self.names.named(text)

    def resolve(
        self, handle: str, allowed: Callable[[Agent], bool] = lambda _: True
    ) -> Agent | None:
        """Return the one allowed agent with this id or name, up to case and separators."""
        return self.names.resolve(handle, allowed)

    def closest(self, handle: str, limit: int = 3) -> tuple[Agent, ...]:
        """Return the agents an unknown handle may have meant, the likeliest first."""
        return self.names.closest(handle, limit)

    def search(
        self,
        text: str,
        vector: "NDArray[np.float32]",
        *,
        limit: int = 20,
        allowed: Callable[[Agent], bool] = lambda _: True,
        prefer: str = "",
    ) -> tuple[Match, ...]:
        """Return the agents nearest to a message, best first.

        `vector` encodes `text`. Agents that the message names and `prefer`, the one this
        conversation used last, are among them however far they are, if allowed and enabled.
        """
        told = self.vocabulary.told(text)
        heard = _Heard(
            told=told,
            words=self.vocabulary.shares(told),
            centre=self.vectors.centres @ vector,
            named={m.agent_id: m.sure for m in self.named(text) if not m.cited},
        )
        wanted = {self.rows[agent] for agent in (*heard.named, prefer) if agent in self.rows}
        rows = self._finalists(heard.coarse(), wanted, allowed, max(limit, _FINALISTS))
        if not len(rows):
            return ()
        near = self.vectors.of(rows, vector)
        evidence = self._evidence(heard, rows, near)
        skill, domain = shares(self.parameters, evidence)
        measured = setting(
            text,
            agents=int(self.enabled.sum()),
            familiar=float(familiarity(vector[None, :], self.parameters.background)[0]),
            known=self.vocabulary.known(told),
        )
        best = _best(fit(skill, domain), rows, wanted, limit)
        telling = [word for word in told if word.weight >= _TELLING]
        found: list[Match] = []
        for k, shared in zip(best, self.vocabulary.used_by(rows[best], telling), strict=True):
            row, figures = int(rows[k]), Evidence(*evidence[k].tolist())
            found.append(
                Match(
                    agent=self.entries[row].agent,
                    skill=round(float(skill[k]), 4),
                    domain=round(float(domain[k]), 4),
                    reasons=self._reasons(row, int(near.at[k]), figures, shared),
                    evidence=figures,
                    setting=measured,
                )
            )
        return tuple(found)

    def _evidence(self, heard: _Heard, rows: "NDArray[np.int64]", near: Nearness) -> Floats:
        """Return one row of `Evidence` an agent."""
        ids = [self.entries[int(row)].agent.id for row in rows]
        return np.stack(
            [
                np.maximum(heard.centre[rows], 0),
                near.nearest,
                near.second,
                near.skill,
                near.description,
                heard.words.skill[rows],
                heard.words.domain[rows],
                self.vectors.examples[rows],
                self.vectors.common[rows],
                np.array([heard.named.get(name, 0.0) for name in ids], np.float32),
            ],
            axis=1,
        )

    def _finalists(
        self,
        coarse: Floats,
        wanted: Collection[int],
        allowed: Callable[[Agent], bool],
        number: int,
    ) -> "NDArray[np.int64]":
        """Return the rows worth a closer look, in order: the best allowed, and those wanted."""
        near = np.where(self.enabled, coarse, -np.inf)
        every = np.arange(len(near))
        top = every
        if len(near) > _CONSIDERED:
            top = np.sort(np.argpartition(-near, _CONSIDERED)[:_CONSIDERED])
        found = self._permitted(top, near, allowed, number)
        if len(found) < number and len(top) < len(every):
            found = self._permitted(every, near, allowed, number)
        also = [row for row in wanted if self.enabled[row] and allowed(self.entries[row].agent)]
        return np.array(sorted({*found, *also}), np.int64)

    def _permitted(
        self,
        rows: "NDArray[np.int64]",
        near: Floats,
        allowed: Callable[[Agent], bool],
        number: int,
    ) -> list[int]:
        found: list[int] = []
        for row in map(int, rows[np.argsort(-near[rows], kind="stable")]):
            if len(found) == number or not self.enabled[row]:
                break
            if allowed(self.entries[row].agent):
                found.append(row)
        return found

    def _reasons(
        self, row: int, at: int, figures: Evidence, shared: Sequence[Told]
    ) -> tuple[str, ...]:
        found: list[str] = []
        if figures.named >= SURE:
            found.append("named in the message")
        if at >= 0 and max(figures.nearest, figures.skill) >= _LIKE:
            found.append(_likeness(self.entries[row].texts[at - int(self.vectors.starts[row])]))
        own = words_said_of(self.entries[row].agent, self.entries[row].texts) if shared else ()
        telling = sorted((word for word in shared if word.stem in own), key=lambda w: -w.weight)
        if telling:
            words = ", ".join(word.word for word in telling[:_SHOWN_WORDS])
            found.append(f"shared words: {words}")
        return tuple(found)


def _origin(entries: Sequence[Entry], before: AgentIndex) -> "NDArray[np.int64]":
    """Return the row each entry had before, ascending; -1 if it was not there, or out of order."""
    origin: list[int] = []
    last = -1
    for entry in entries:
        row = before.rows.get(entry.agent.id, -1)
        if row > last and before.entries[row] is entry:
            last = row
        else:
            row = -1
        origin.append(row)
    return np.array(origin, np.int64)


def _best(
    fits: Floats, rows: "NDArray[np.int64]", wanted: Collection[int], limit: int
) -> list[int]:
    """Return positions in `rows`, best fit first; at most `limit`, those wanted among them."""
    even = np.round(fits, 5)  # equal agents may differ in the last digits
    ranked: list[int] = np.lexsort((rows, -even)).tolist()
    first = sorted(ranked, key=lambda k: int(rows[k]) not in wanted)[: max(limit, 0)]
    kept = set(first)
    return [k for k in ranked if k in kept]


def _likeness(text: AgentText) -> str:
    if text.kind == "learned":  # somebody's own words, which are not for everybody
        return "like a request it was right for"
    if text.kind == "skill":
        return f'its skill "{text.text.partition(":")[0]}"'
    shown = text.text if len(text.text) <= _SHOWN_LETTERS else f"{text.text[:_SHOWN_LETTERS]}..."
    return f'like its example "{shown}"'
