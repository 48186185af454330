"""Which columns and rows of a table are wanted, and how well a table fits what is asked for."""

from collections.abc import Sequence

from pydantic import Field

from shared.models.base import Payload
from shared.models.cell import Cell, without_unit
from shared.tools.wording import one_line
from shared.words import words_of

Rows = Sequence[tuple[Cell, ...]]


class Condition(Payload):
    """What a row has to say in one column; case does not matter."""

    column: str = Field(min_length=1, description="The name of a column")
    value: str = Field(description="What its cell says")


class UnknownColumn(Exception):
    """A table has no column of that name."""


def selected(
    rows: Rows, columns: Sequence[str], where: Sequence[Condition]
) -> tuple[tuple[Cell, ...], ...]:
    """Return the heading and the rows that meet every condition; raise UnknownColumn.

    `columns` are those to keep, in that order; empty: all. The first row names the columns.
    """
    if not (columns or where):
        return tuple(rows)
    heads = [said(head) for head in rows[0]] if rows else []
    tests = [(_place(heads, one.column), plain(one.value)) for one in where]
    kept = [_place(heads, name) for name in columns] or list(range(len(heads)))
    fitting = [row for row in rows[1:] if all(plain(_cell(row, at)) == v for at, v in tests)]
    return tuple(tuple(_cell(row, at) for at in kept) for row in (*rows[:1], *fitting))


def lacks(rows: Rows, columns: Sequence[str], where: Sequence[Condition]) -> bool:
    """Return whether a table has not all the columns that are asked for."""
    try:
        selected(rows[:1], columns, where)
    except UnknownColumn:
        return True
    return False


def mentioning(rows: Rows, about: str) -> tuple[tuple[Cell, ...], ...]:
    """Return the heading and the rows that say most of the words; all where no row says any."""
    wanted = words(about)
    counts = [len(wanted.intersection(w for c in row for w in words(said(c)))) for row in rows[1:]]
    most = max(counts, default=0)
    if not most:
        return tuple(rows)
    return (rows[0], *(row for row, count in zip(rows[1:], counts, strict=True) if count == most))


def words(text: str) -> frozenset[str]:
    """Return the words of a text, fit for comparison."""
    return frozenset(words_of(text))


def _place(heads: Sequence[str], name: str) -> int:
    """Return where a column is: by its name, or by its name without a unit in brackets."""
    wanted = plain(name)
    for named in ([plain(head) for head in heads], [without_unit(plain(h)) for h in heads]):
        if wanted in named:
            return named.index(wanted)
    raise UnknownColumn(name)


def _cell(row: Sequence[Cell], place: int) -> Cell:
    return row[place] if place < len(row) else None


def plain(cell: Cell) -> str:
    """Return what a cell says, fit for comparison."""
    return said(cell).casefold()


def said(cell: Cell) -> str:
    """Return what a cell says, on one line; a whole number without its fraction."""
    whole = int(cell) if isinstance(cell, float) and cell.is_integer() else cell
    return one_line(whole)
