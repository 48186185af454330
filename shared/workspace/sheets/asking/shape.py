"""A table as words are compared with it: what its columns and rows are called and hold."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from shared.models.cell import Cell, without_unit
from shared.models.world import KnownTable
from shared.understanding.tables import words
from shared.words import ASIDE, stem
from shared.workspace.sheets.selecting import said


@dataclass(frozen=True)
class Shape:
    """A table as words are compared with it."""

    table: KnownTable

    @cached_property
    def heads(self) -> tuple[str, ...]:
        """What the columns are called, without a unit."""
        return tuple(without_unit(said(one)) for one in self.table.rows[0])

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """What the columns are called."""
        return tuple(said(one) for one in self.table.rows[0])

    @cached_property
    def rows(self) -> tuple[tuple[Cell, ...], ...]:
        """The rows below the heading, each as long as that."""
        width = len(self.table.rows[0])
        return tuple((*row[:width], *[None] * (width - len(row))) for row in self.table.rows[1:])

    @cached_property
    def values(self) -> tuple[Mapping[str, tuple[str, ...]], ...]:
        """What cells of each column in words say, with the stems of their telling words."""
        return tuple(
            {}
            if at in self.numeric
            else {
                value: tuple(stem(one.key) for one in words(value) if one.key not in ASIDE)
                for value in dict.fromkeys(said(o) for o in self.cells(at) if o not in (None, ""))
            }
            for at in range(len(self.heads))
        )

    @cached_property
    def often(self) -> tuple[Counter[str], ...]:
        """In how many values of each column a stem stands."""
        return tuple(
            Counter(word for name in each.values() for word in {*name}) for each in self.values
        )

    @cached_property
    def titled(self) -> tuple[tuple[str, ...], ...]:
        """The stems of the telling words of each heading."""
        return tuple(
            tuple(stem(one.key) for one in words(head) if one.key not in ASIDE)
            for head in self.heads
        )

    @cached_property
    def known(self) -> Mapping[str, Sequence[str]]:
        """The stems that headings and cells say, by their first letter."""
        every = {word for each in self.values for name in each.values() for word in name}
        found: dict[str, list[str]] = {}
        for word in sorted(every.union(*self.titled)):
            found.setdefault(word[:1], []).append(word)
        return found

    def cells(self, column: int) -> tuple[Cell, ...]:
        """Return what a column says, row by row."""
        return tuple(row[column] for row in self.rows)

    @cached_property
    def numeric(self) -> frozenset[int]:
        """The columns that hold numbers, or shares."""
        return frozenset(at for at in range(len(self.heads)) if _numbers(self.cells(at)))

    @cached_property
    def shares(self) -> frozenset[int]:
        """The columns of numbers that are shares: "12%"."""
        return frozenset(o for o in self.numeric if any(isinstance(c, str) for c in self.cells(o)))

    @cached_property
    def key(self) -> int:
        """The column that names the rows: the first that says something else in each of them."""
        own = (
            at
            for at in range(len(self.heads))
            if at not in self.numeric
            and len({said(one) for one in self.cells(at)}) == len(self.rows)
        )
        return next(own, 0)

    def name(self, row: int) -> str:
        """Return what a row is called."""
        return said(self.rows[row][self.key])

    def line(self, row: int) -> str:
        """Return all that a row says."""
        return " ".join(map(said, self.rows[row]))

    def where(self, column: int, value: str) -> frozenset[int]:
        """Return the rows that say something in a column."""
        return frozenset(at for at, one in enumerate(self.cells(column)) if said(one) == value)


@lru_cache(maxsize=256)
def shape_of(table: KnownTable) -> Shape:
    """Return a table as words are compared with it."""
    return Shape(table)


def _numbers(cells: Sequence[Cell]) -> bool:
    told = [one for one in cells if one not in (None, "")]
    return bool(told) and all(number_of(one) is not None for one in told)


def number_of(cell: Cell) -> float | None:
    """Return a cell as a number, a share as its figure; None for any other."""
    if isinstance(cell, bool) or cell is None:
        return None
    if isinstance(cell, int | float):
        return cell
    found = re.fullmatch(r"([+-]?\d+(?:\.\d+)?)\s*%", cell.strip())
    return float(found[1]) if found else None
