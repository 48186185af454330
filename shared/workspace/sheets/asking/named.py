"""What a message names of one table: its columns, its rows, and the table itself."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import NamedTuple

from shared.english.spelled import CARDINALS
from shared.models.world import KnownTable
from shared.understanding.tables import Word, words
from shared.words import ASIDE, similar, stem, words_of
from shared.workspace.sheets.asking.shape import Shape, shape_of
from shared.workspace.sheets.asking.terms import (
    ALIKE_ASIDE,
    EXAMPLES,
    FIGURES,
    FILLERS,
    UNITS,
    alike,
)

WHOLE, PART, MEANT = 3.0, 2.0, 1.0
"""How much it tells that a column or row is named as it is called, in part, or by its meaning."""
_NOUNS = frozenset({"tab", "sheet", "table", "worksheet", "spreadsheet"})
_VOWELS = re.compile(r"(?<=.)[aeiou]")
_MOSTLY, _SHORTEST, _PAIR = 0.5, 3, 2
_ORDINAL = re.compile(
    r"\b(?P<which>first|last|top|bottom|latest)(?: (?P<count>one|two|three|four|five|\d))?\b"
    r"(?P<half> half)?",
    re.IGNORECASE,
)
_AND = frozenset({"and", "n", "plus", "or"})
_TO = frozenset({"to", "through", "until", "till"})
"""How rows are told from one to another."""
_WHETHER = re.compile(
    r"\W*(?:(?:and|so|but|ok|okay)\W+)*(?:is|are|was|were|has|have|does|do|did)\b", re.IGNORECASE
)
_WHICH = re.compile(r"\bwhich\b", re.IGNORECASE)


class _Group(NamedTuple):
    """The rows that one column tells, how surely, by which words, and what it says there."""

    rows: frozenset[int]
    sure: float
    taken: set[int]
    values: list[str]
    whole: frozenset[int]
    """Where cells of several words are said as they are."""


@dataclass
class Named:
    """What is named: columns and rows with how much that tells, and which words did.

    `by` is the column that rows are named in; `several` the values of it.
    """

    shape: Shape
    said: Sequence[Word]
    text: str
    columns: dict[int, float] = field(default_factory=dict[int, float])
    rows: frozenset[int] = frozenset()
    by: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    sure: float = 0.0
    place: float = 0.0
    taken: set[int] = field(default_factory=set[int])
    ordinal: bool = False
    known: set[int] = field(default_factory=set[int])
    """Where words stand that some cell or heading says."""
    told_by: set[int] = field(default_factory=set[int])
    """Where words stand that name rows."""
    called: set[int] = field(default_factory=set[int])
    """Where words stand that are plainly of the table's own name."""

    @property
    def left(self) -> list[Word]:
        """The telling words that name nothing of it."""
        aside = FILLERS | {str(len(self.shape.rows))}  # "all 4 sites"
        return [
            one
            for at, one in enumerate(self.said)
            if at not in self.taken and one.key not in aside and not FIGURES.fullmatch(one.key)
        ]

    @property
    def beside(self) -> bool:
        """Whether a word that names nothing makes a row another one, or one more: "rural Ayr"."""
        left = ((at, one) for at, one in enumerate(self.said) if one in self.left)
        return any(
            (at + 1 in self.told_by and self.text[one.end : self.said[at + 1].start].isspace())
            or self._joined(at, 1)
            or self._joined(at, -1)
            for at, one in left
            if at not in self.known
        )

    def _joined(self, at: int, step: int) -> bool:
        """Whether "and" stands between a word and one, behind it or before it, that names rows."""
        between: list[str] = []
        while 0 <= (at := at + step) < len(self.said) and self.said[at].key in _AND | ASIDE:
            between.append(self.said[at].key)
        return at in self.told_by and not _AND.isdisjoint(between)

    def begins(self, column: int) -> int:
        """Return where the words begin that name a column."""
        every = Counter(word for name in self.shape.titled for word in {*name})
        name = self.shape.titled[column]
        own = {word for word in name if every[word] == 1} or {*name}
        return next((one.start for one in self.said if stem(one.key) in own), -1)

    @property
    def told(self) -> float:
        """How much is told of the table."""
        best = max(self.columns.values(), default=0.0)
        more = sum(self.columns.values()) - best
        return best + more / 2 + self.sure + self.place

    @property
    def explained(self) -> float:
        """How many of the telling words name something of it, or stand in it anyway."""
        left = sum(at not in self.known for at, one in enumerate(self.said) if one in self.left)
        telling = len(self.left) + len(self.taken)
        return 1 - left / telling if telling else 1.0


def named(text: str, table: KnownTable) -> Named:
    """Return what a message names of a table."""
    shape = shape_of(table)
    found = Named(shape, list(words(text)), text)
    _place(found)
    here = {
        word: left
        for word, at in _where(found).items()
        if (left := [i for i in at if i not in found.called])
    }
    found.known = {at for each in here.values() for at in each}
    _columns(found, here)
    _rows(found, here, text)
    _ordinals(found, text)
    return found


def _place(found: Named) -> None:
    """Find the name of the table: of its tab, or of its sheet."""
    told = {stem(one.key): at for at, one in enumerate(found.said)}
    table, size = found.shape.table, len(found.said)
    for name, weight in ((table.tab, WHOLE), (table.name, PART)):
        own = [stem(one.key) for one in words(name) if one.key not in ASIDE]
        joined = told.get("".join(one.key for one in words(name)))
        here = [told[one] for one in own if one in told]
        here = here if joined is None else [joined] * len(own)
        if own and len(here) == len(own):
            found.place += weight
            found.taken |= {*here}
            beside = {found.said[at].key for i in here for at in (i - 1, i + 1) if 0 <= at < size}
            together = len({*here}) > 1 and max(here) - min(here) <= len(here)
            if together or beside & _NOUNS:
                found.called |= {*here}
        elif here and len(own) > 1 and any(found.said[at].key not in FILLERS for at in here):
            found.place += weight * len(here) / len(own) / 2
            found.taken |= {at for at in here if found.said[at].key not in FILLERS}


def _where(found: Named) -> Mapping[str, list[int]]:
    """Return where the words of a message say a word of the table, maybe with a slip in it."""
    here: dict[str, list[int]] = {}
    for at, one in enumerate(found.said):
        told = stem(one.key)
        near = found.shape.known.get(told[:1], ())
        slips = len(told) > _SHORTEST and one.key not in FILLERS and told not in near
        for word in near:
            if word == told or (slips and similar(told, word)) or _VOWELS.sub("", word) == told:
                here.setdefault(word, []).append(at)
    return here


def _columns(found: Named, here: Mapping[str, list[int]]) -> None:
    """Find the columns that are named: by all of their words, one of their own, or meaning."""
    own = found.shape.titled
    many = Counter(word for name in own for word in {*name})
    for at, name in enumerate(own):
        if name and all(word in here for word in name):
            found.columns[at] = WHOLE
        elif any(word in here and many[word] == 1 for word in name):
            found.columns[at] = PART
        if at in found.columns:
            found.taken |= {i for word in name for i in here.get(word, ())}
    told = ["" if i in found.called else stem(o.key) for i, o in enumerate(found.said)]
    for at, name in enumerate(own):
        if at in found.columns or not name:
            continue
        meaning = alike(name)
        near = {i for i, one in enumerate(told) if one in meaning} - found.taken
        if any(found.said[i].key not in ALIKE_ASIDE for i in near):
            found.columns[at] = MEANT
    units = {UNITS[one.key] for one in found.said if one.key in UNITS}
    of_unit = [at for at, title in enumerate(found.shape.titles) if units & {*words_of(title)}]
    if len(of_unit) == 1 and not found.columns:
        found.columns[of_unit[0]] = MEANT
    for at in [at for at, sure in found.columns.items() if sure == MEANT]:
        meaning = alike(own[at])
        found.taken |= {i for i, one in enumerate(told) if one in meaning}


def _hit(
    name: Sequence[str],
    column: int,
    found: Named,
    here: Mapping[str, list[int]],
    heads: AbstractSet[str],
) -> tuple[float, set[int]] | None:
    """Return how surely, and where, what a cell says is named; None where it is not."""
    shape = found.shape
    many = shape.often[column]
    some = [word for word in name if word in here]
    at = {i for word in some for i in here[word]}
    own = [w for w in some if many[w] == 1 and w not in heads and _tells(here[w], found)]
    if len(some) == len(name) and _tells(at, found):
        return WHOLE, at
    if own and (len(some) >= _MOSTLY * len(name) or len(name) <= _PAIR):
        return PART, at
    if len(name) > 1 or column == shape.key:
        return None
    meaning = alike(name)
    near = {i for i, one in enumerate(found.said) if stem(one.key) in meaning}
    near = {i for i in near if len(meaning) > 1 and found.said[i].key not in ALIKE_ASIDE}
    return (MEANT, near) if near else None


def _rows(found: Named, here: Mapping[str, list[int]], text: str) -> None:
    """Find the rows that are named, in whichever columns: those that all of them tell."""
    shape = found.shape
    heads = {word for name in shape.titled for word in name}
    groups: dict[int, _Group] = {}
    for column in range(len(shape.heads)):
        hits = {
            value: hit
            for value, name in shape.values[column].items()
            if name and (hit := _hit(name, column, found, here, heads))
        }
        if hits := _longest(hits):
            every = _range(hits, found) if column == shape.key else [*hits]
            rows = frozenset(at for value in every for at in shape.where(column, value))
            told = {i for _, at in hits.values() for i in at}
            whole = (at for sure, at in hits.values() if sure == WHOLE and len(at) > 1)
            best = max(one for one, _ in hits.values())
            groups[column] = _Group(rows, best, told, every, frozenset[int]().union(*whole))
    if len(groups) > 1 and shape.key in groups and _WHETHER.match(text):
        for column in groups.keys() - {shape.key}:  # "is the choir full?" asks what it says there
            found.columns[column] = PART
            found.taken |= groups.pop(column).taken
    others = len(groups) > 1 and _WHICH.search(text)
    if shape.key in groups and (others or EXAMPLES.search(text)):
        given = groups.pop(shape.key)  # it is asked for another name, or for all
        found.taken |= given.taken
        found.place += given.sure
    _together(found, groups)
    _without_cells(found, groups, here)


def _without_cells(
    found: Named, groups: "Mapping[int, _Group]", here: Mapping[str, list[int]]
) -> None:
    """Take a column for none whose words only stand in a cell that is named."""
    cells = {i for at in found.by if at in groups for i in groups[at].whole}
    for column in [*found.columns]:
        own = {i for word in found.shape.titled[column] for i in here.get(word, ())}
        if own and own <= cells:
            del found.columns[column]


def _tells(here: Iterable[int], found: Named) -> bool:
    return any(
        len(one.key) >= _SHORTEST or not one.key.isalpha() or found.text[one.start].isupper()
        for one in (found.said[i] for i in here)
        if one.key not in FILLERS
    )


def _longest(hits: Mapping[str, tuple[float, set[int]]]) -> dict[str, tuple[float, set[int]]]:
    """Return what is named without what is within something longer that is: "in progress"."""
    return {
        value: (sure, at)
        for value, (sure, at) in hits.items()
        if not any(at < other for name, (_, other) in hits.items() if name != value)
    }


def _range(hits: Mapping[str, tuple[float, set[int]]], found: Named) -> list[str]:
    """Return the names of all rows from one to another: "Q1 to Q3", "from May until July"."""
    shape = found.shape
    names = [shape.name(at) for at in range(len(shape.rows))]
    ends = sorted(hits, key=lambda one: min(hits[one][1]))
    if len(ends) != _PAIR:
        return [*hits]
    first, last = max(hits[ends[0]][1] - hits[ends[1]][1]), min(hits[ends[1]][1])
    between = {one.key for one in found.said[first + 1 : last]}
    one, other = sorted(names.index(end) for end in ends)
    return names[one : other + 1] if between and between <= _TO else [*hits]


def _together(found: Named, groups: "Mapping[int, _Group]") -> None:
    """Take the rows that several columns tell, or else those that the surest one does."""
    key = found.shape.key
    for column, (rows, sure, at, values, _) in sorted(
        groups.items(), key=lambda one: (-one[1][1], one[0] != key, one[0])
    ):
        if at <= found.taken and sure < WHOLE and column != key:
            continue
        both = found.rows & rows if found.rows else rows
        if not both:
            continue
        found.rows = both
        found.by[column] = values
        found.sure = max(found.sure, sure) + (MEANT if len(found.by) > 1 else 0)
        found.taken |= at
        found.told_by |= at


def _ordinals(found: Named, text: str) -> None:
    """Find rows that are told by their order: "the first two quarters", "the last half"."""
    if found.rows or len(found.shape.rows) < _PAIR:
        return
    size = len(found.shape.rows)
    for one in _ORDINAL.finditer(text):
        count = size // 2 if one["half"] else CARDINALS.get((one["count"] or "").casefold(), 0)
        if not count:
            continue
        begins = one["which"].casefold() in {"first", "top"}
        every = range(size)
        found.rows = frozenset(every[:count] if begins else every[-count:])
        found.ordinal, found.sure = True, PART
        return
