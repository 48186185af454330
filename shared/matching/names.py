"""Agents called by name: by handle, in passing, misspelt, or by a telling part of the name."""

from collections import defaultdict
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from shared.matching.before import Before
from shared.matching.sureness import AGENT_NOUNS, Window, part_sureness, whole_sureness
from shared.models.agent import Agent
from shared.naming import unmarked
from shared.words import spans, stem

_LONGEST_NAME = 6  # words
_READ_WORDS = 400
_READ_FUZZILY = 60
_PLURAL_LETTERS = 4
_FUZZY_LETTERS = 6
_TWO_SLIPS_LETTERS = 10
_FUZZY_FACTOR = 0.85
_CLOSE = 0.55
_TELLING_PART = 5
"""Agents up to which a word they share in their names tells something."""


class Mention(NamedTuple):
    """Where a text names an agent: offsets into it, whether letter by letter, and how sure.

    `sure` is from 0 to 1: below `SURE` the words may well mean the thing, not the agent. A `cited`
    agent is only quoted ("Fleet Watch says we are late, so ..."): it is not the one addressed.
    """

    agent_id: str
    start: int
    end: int
    exact: bool
    sure: float
    cited: bool = False


class Called(NamedTuple):
    """What one agent is called: names with their letters run together, and words of them.

    `rare` are the run-together names with a word whose stem is not `ordinary`.
    """

    whole: tuple[str, ...]
    rare: tuple[str, ...]
    parts: tuple[str, ...]


SURE = 0.7
_FAINT = 0.2
"""Less sure than this is not worth mentioning: a word that many names have."""


@dataclass(frozen=True)
class Names:
    """The ids and names of an organisation's agents, found however people write them.

    A row is a position in `agents`. `whole` has rows by a name's letters run together, `parts` by
    each of its words; `shelves` sorts run-together names by first letter and length; `rare` are
    names with a word whose stem is not `ordinary`, used by requests of all kinds. `called` has
    each row's own share of it all.
    """

    agents: Sequence[Agent]
    called: Sequence[Called]
    whole: Mapping[str, tuple[int, ...]]
    parts: Mapping[str, tuple[int, ...]]
    shelves: Mapping[tuple[str, int], tuple[str, ...]]
    rare: frozenset[str]
    ordinary: Container[str]

    @classmethod
    def build(
        cls,
        agents: Sequence[Agent],
        ordinary: Container[str],
        before: "Before[Names] | None" = None,
    ) -> "Names":
        """Index the agents; `ordinary` has the stems of words that any request may use."""
        origins = [-1] * len(agents) if before is None else before.origin.tolist()
        known = () if before is None else before.part.called
        called = [
            known[origin] if origin >= 0 else _called(agent, ordinary)
            for agent, origin in zip(agents, origins, strict=True)
        ]
        whole: defaultdict[str, list[int]] = defaultdict(list)
        parts: defaultdict[str, list[int]] = defaultdict(list)
        for row, own in enumerate(called):
            for name in own.whole:
                whole[name].append(row)
            for word in own.parts:
                parts[word].append(row)
        shelves: defaultdict[tuple[str, int], list[str]] = defaultdict(list)
        for name in whole:
            shelves[name[0], len(name)].append(name)
        return cls(
            agents=agents,
            called=called,
            whole={name: tuple(rows) for name, rows in whole.items()},
            parts={word: tuple(rows) for word, rows in parts.items()},
            shelves={shelf: tuple(names) for shelf, names in shelves.items()},
            rare=frozenset(name for own in called for name in own.rare),
            ordinary=ordinary,
        )

    def named(self, text: str) -> tuple[Mention, ...]:
        """Return the agents a text names, the surest mention of each, in the order of the text."""
        words = spans(text[: _READ_WORDS * 20])[:_READ_WORDS]
        best: dict[str, Mention] = {}
        for mention in self._mentions(text, words):
            known = best.get(mention.agent_id)
            if known is None or mention.sure > known.sure:
                best[mention.agent_id] = mention
        found = sorted(best.values(), key=lambda mention: (mention.start, mention.agent_id))
        return tuple(m for m in found if not any(_inside(m, other) for other in found))

    def resolve(
        self, handle: str, allowed: Callable[[Agent], bool] = lambda _: True
    ) -> Agent | None:
        """Return the one agent with this id or name, up to case and separators.

        Those that are not `allowed` are as if they were not there: what they are called makes no
        name unclear.
        """
        joined = _joined(handle)
        rows = [row for row in self.whole.get(joined, ()) if allowed(self.agents[row])]
        by_id = [row for row in rows if _joined(unmarked(self.agents[row].id)) == joined]
        exact = [row for row in by_id if unmarked(self.agents[row].id) == handle.removeprefix("@")]
        for found in (exact, by_id, rows):
            if len(found) == 1:
                return self.agents[found[0]]
        return None

    def closest(self, handle: str, limit: int = 3) -> tuple[Agent, ...]:
        """Return the agents an unknown handle may have meant, the likeliest first."""
        joined = _joined(handle)
        if not joined:
            return ()
        likeness: dict[int, float] = {}
        shelf = [name for names in self._shelved(joined) for name in names]
        similar = process.extract(
            joined,
            shelf,
            scorer=OSA.normalized_similarity,
            score_cutoff=_CLOSE,
            limit=limit * 2,
        )
        for name, similarity, _ in similar:
            for row in self.whole[name]:
                likeness[row] = max(likeness.get(row, 0.0), similarity)
        words = [word for word, _, _ in spans(handle)]
        for word in words:
            rows = self.parts.get(word, ())
            for row in rows if len(rows) <= _TELLING_PART else ():
                likeness[row] = likeness.get(row, 0.0) + 1 / (1 + len(words))
        best = sorted(likeness, key=lambda row: (-likeness[row], row))
        return tuple(self.agents[row] for row in best[:limit])

    def _mentions(self, text: str, words: list[tuple[str, int, int]]) -> Iterator[Mention]:
        for first in range(len(words)):
            for last in range(first, min(first + _LONGEST_NAME, len(words))):
                if last > first and not _adjacent(text, words[last - 1][2], words[last][1]):
                    break
                yield from self._whole(Window(text, words, first, last))
            yield from self._part(Window(text, words, first, first))

    def _whole(self, window: Window) -> Iterator[Mention]:
        joined, exact = window.joined, True
        if joined not in self.whole and len(joined) > _PLURAL_LETTERS and joined.endswith("s"):
            joined = joined[:-1]
        if joined not in self.whole and window.first < _READ_FUZZILY and self._odd(window):
            joined, exact = self._neighbour(window.joined), False
        if joined not in self.whole:
            return
        sure = whole_sureness(window, rare=joined in self.rare)
        yield from self._found(window, self.whole[joined], sure, exact=exact)

    def _odd(self, window: Window) -> bool:
        """Tell whether a word is neither ordinary nor part of a name, and so may be a slip."""
        return any(
            word not in self.parts and stem(word) not in self.ordinary
            for word, _, _ in window.words[window.first : window.last + 1]
        )

    def _part(self, window: Window) -> Iterator[Mention]:
        sure = part_sureness(window)
        if not sure:
            return
        rows, exact = self.parts.get(window.joined, ()), True
        if not rows and len(window.joined) >= _FUZZY_LETTERS:
            near = process.extractOne(
                window.joined, list(self.parts), scorer=OSA.distance, score_cutoff=1
            )
            rows, exact = (self.parts[near[0]] if near else ()), False
        if rows:
            yield from self._found(window, rows, sure / len(rows), exact=exact)

    def _found(
        self, window: Window, rows: Sequence[int], sure: float, *, exact: bool
    ) -> Iterator[Mention]:
        certainty = round(sure if exact else sure * _FUZZY_FACTOR, 3)
        for row in rows if certainty >= _FAINT else ():
            agent = self.agents[row].id
            yield Mention(agent, window.start, window.end, exact, certainty, window.cited)

    def _shelved(self, joined: str) -> Iterator[tuple[str, ...]]:
        """Names of about this length that begin alike: slips are rare in a first letter."""
        shortest, longest = int(len(joined) * _CLOSE), int(len(joined) / _CLOSE) + 1
        for length in range(shortest, longest + 1):
            yield self.shelves.get((joined[0], length), ())

    def _neighbour(self, joined: str) -> str:
        """Return the one run-together name a slip or two away, or else nothing."""
        if len(joined) < _FUZZY_LETTERS:
            return ""
        slips = 2 if len(joined) >= _TWO_SLIPS_LETTERS else 1
        shelf = [
            name
            for length in range(len(joined) - slips, len(joined) + slips + 1)
            for name in self.shelves.get((joined[0], length), ())
        ]
        near = process.extract(joined, shelf, scorer=OSA.distance, score_cutoff=slips, limit=2)
        if not near or (len(near) > 1 and near[0][1] == near[1][1]):
            return ""
        return near[0][0]


def _called(agent: Agent, ordinary: Container[str]) -> Called:
    whole: dict[str, None] = {}
    rare: dict[str, None] = {}
    parts: dict[str, None] = {}
    for form in (unmarked(agent.id), agent.name):
        words = [word for word, _, _ in spans(form)]
        joined = "".join(words)
        if not joined:
            continue
        whole[joined] = None
        if any(stem(word) not in ordinary for word in words):
            rare[joined] = None
        parts |= dict.fromkeys(words)
    telling = tuple(word for word in parts if word not in AGENT_NOUNS)
    return Called(tuple(whole), tuple(rare), telling)


def _adjacent(text: str, end: int, start: int) -> bool:
    """Tell whether two words can belong to one name."""
    return start - end <= 2 and not text[end:start].strip(" -_&/'\u2019s")  # noqa: PLR2004


def _inside(mention: Mention, other: Mention) -> bool:
    """Tell whether a longer, surer mention covers this one ("report" in "board report")."""
    longer = other.end - other.start > mention.end - mention.start
    covers = other.start <= mention.start and mention.end <= other.end
    return longer and covers and other.sure >= mention.sure


def _joined(handle: str) -> str:
    return "".join(word for word, _, _ in spans(handle))
