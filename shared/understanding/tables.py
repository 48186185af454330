"""What words name in a table: its columns by their headings, its rows by what their cells say."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from shared.models.cell import without_unit
from shared.words import ASIDE, fold, similar, stem

_WORD = re.compile(r"(\d+(?:,\d{3})+(?!\w)|[^\W_]+)(?:['\u2019][^\W_]+)?")
_SHORTEST = 4
_NO_ROW = ASIDE | frozenset({"now", "not", "no", "set", "change", "row", "sheet", "tab", "table"})
"""Words of which a cell needs another one to tell its row."""
_ORDERS = """
set change make put update correct fix adjust mark enter write fill note insert type turn switch
row line cell column value figure entry number field tab sheet table spreadsheet should must shall
needs has now new pls ok okay thanks then also under up down went goes wrong incorrect well right oh
"""
ORDERING = ASIDE | frozenset(_ORDERS.split())
"""Words of a change that name no cell by themselves."""

LEFT_OUT = re.compile(
    r"(?:\b(?:without|except(?: for)?|excluding|excepting|minus|apart from|other than|ignoring"
    r"|(?:not|without) counting)\s+(?P<name>[^,;.?!]+)"
    r"|\b(?:leav|tak|count)(?:e|ing)?\s+(?P<between>[^,;.?!]+?)\s+(?:out|away|off|aside)\b"
    r"|\b(?:leav|tak)(?:e|ing)\s+(?:out|away|off|aside)\s+(?P<behind>[^,;.?!]+))",
    re.IGNORECASE,
)
"""How it is said which rows are not to be counted."""

COMES_TO = re.compile(
    r"\b(?:averag\w+|mean|sum|total|al+together|together|all told|combined|overall"
    r"|add(?:s|ed|ing)? up|(?:amounts?|comes?) to"
    r"|max(?:imum)?|min(?:imum)?)\b",
    re.IGNORECASE,
)
"""What asks what the figures of a column come to."""

Keys = tuple[str, ...]


class Word(NamedTuple):
    """A word as it is compared, and where it stands."""

    key: str
    start: int
    end: int


Columns = dict[int, tuple[Word, ...]]
"""The words that name columns, by the place of those from 0."""


@dataclass(frozen=True)
class Grid:
    """A tab of a sheet, with some of its rows, as they are written."""

    sheet: str
    tab: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @cached_property
    def names(self) -> tuple[Keys, ...]:
        """The words of each heading, without a unit."""
        return tuple(keys(without_unit(head)) for head in self.heads)


class Words:
    """The words that were said; those that are understood are taken."""

    def __init__(self, text: str) -> None:
        """Take the words of a text."""
        self.said = [*words(text)]
        self.taken = set[int]()

    def find(self, wanted: Keys) -> range:
        """Return where words stand together that nothing else has taken; nothing for nowhere."""
        told = [one.key for one in self.said]
        for at in range(len(told) - len(wanted) + 1) if wanted else ():
            here = range(at, at + len(wanted))
            if tuple(told[at : here.stop]) == wanted and not self.taken & {*here}:
                return here
        return range(0)

    def take(self, wanted: Keys) -> range:
        """Take words where they stand together; return where."""
        here = self.find(wanted)
        self.taken |= {*here}
        return here

    @property
    def left(self) -> list[Word]:
        """The words that nothing has taken and that tell something."""
        untaken = (one for at, one in enumerate(self.said) if at not in self.taken)
        return [one for one in untaken if one.key not in ORDERING]

    def columns(self, grid: Grid) -> Columns:
        """Take what names columns as a whole."""
        found: Columns = {}
        for name in sorted({*grid.names}, key=len, reverse=True):
            if here := self.take(name):
                found |= {at: self._at(here) for at, one in enumerate(grid.names) if one == name}
        return found

    def columns_by_words(self, grid: Grid) -> Columns:
        """Take what names columns by a word that is in the name of no other."""
        found: Columns = {}
        many = Counter(word for name in grid.names for word in {*name})
        for at, name in enumerate(grid.names):
            left = {one.key for one in self.left} - _NO_ROW
            telling = [word for word in name if many[word] == 1 and word in left]
            if telling and len(name) > 1:
                found[at] = self._at(self.take((telling[0],)))
        return found

    def columns_alike(self, grid: Grid) -> Columns:
        """Take what names columns by all of their words, inflected or with a slip: "planed"."""
        found: Columns = {}
        for at, name in enumerate(grid.names):
            left = {stem(one.key): place for place, one in enumerate(self.said) if one in self.left}
            near = [[at for one, at in left.items() if similar(one, stem(o))] for o in name]
            places = [here[0] for here in near if here]
            if name and len(places) == len(name):
                self.taken |= {*places}
                found[at] = self._at(sorted(places))
        return found

    def _at(self, places: Sequence[int]) -> tuple[Word, ...]:
        return tuple(self.said[at] for at in places)


def words(text: str) -> Iterator[Word]:
    """Yield the words of a text, fit for comparison: "Morgan's" is Morgan, "users" one user."""
    for found in _WORD.finditer(text):
        key = fold(found[1]).replace(",", "")
        key = key[:-1] if len(key) > _SHORTEST and key.endswith("s") else key
        yield Word(key, *found.span(1))


def keys(text: str) -> Keys:
    """Return the words of a text as they are compared."""
    return tuple(one.key for one in words(text))
