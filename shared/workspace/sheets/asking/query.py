"""A question about one table, once it is understood, and the rows and numbers that answer it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from shared.models.world import KnownTable
from shared.understanding.tables import keys
from shared.workspace.sheets.asking.shape import Shape, number_of, shape_of
from shared.workspace.sheets.selecting import said

_SUMS = frozenset({("total",), ("sum",), ("subtotal",), ("grand", "total"), ("all",)})
"""What a row is called that adds up the others."""
Figure = Literal["value", "rows", "count", "total", "mean", "most", "least", "apart"]


@dataclass(frozen=True)
class Among:
    """A column of which the rows say one of some values, or with `others` none of them."""

    column: int
    values: tuple[str, ...]
    others: bool = False


@dataclass(frozen=True)
class Query:
    """What is asked: of which columns, of the rows that meet all of `where` (none: of all rows).

    With `less` it is of how much more the columns say than that one; `above` leaves only the rows
    where that is more (1) or less (-1) than nothing. `against` are the rows others are compared to.
    """

    table: KnownTable
    figure: Figure
    columns: tuple[int, ...] = ()
    where: tuple[Among, ...] = ()
    less: int | None = None
    above: int = 0
    against: tuple[Among, ...] = ()

    @property
    def shape(self) -> Shape:
        """The table as words are compared with it."""
        return shape_of(self.table)

    @cached_property
    def asked_of(self) -> tuple[int, ...]:
        """The rows it is asked of: of all rows, none that adds up the others."""
        every = meeting(self.shape, self.where)
        if self.where or self.figure == "value":
            return every
        return tuple(at for at in every if keys(self.shape.name(at)) not in _SUMS)

    @cached_property
    def found(self) -> tuple[int, ...]:
        """The rows that are the answer."""
        amounts = {at: self.amount(at) for at in self.asked_of} if self.columns else {}
        told = {at: one for at, one in amounts.items() if one is not None}
        if self.figure in {"most", "least"}:
            top = (max if self.figure == "most" else min)(told.values(), default=None)
            return tuple(at for at, one in told.items() if one == top)
        if self.above:
            return tuple(at for at, one in told.items() if one * self.above > 0)
        return self.asked_of

    def amount(self, row: int) -> float | None:
        """Return what the first column asked for says in a row as a number, less the other."""
        cells = self.shape.rows[row]
        value = number_of(cells[self.columns[0]])
        if value is None or self.less is None:
            return value
        other = number_of(cells[self.less])
        return None if other is None else value - other


def meeting(shape: Shape, where: tuple[Among, ...]) -> tuple[int, ...]:
    """Return the rows that meet all conditions."""
    return tuple(
        at
        for at, row in enumerate(shape.rows)
        if all((said(row[one.column]) in one.values) != one.others for one in where)
    )


def rows_of(shape: Shape, rows: tuple[int, ...]) -> tuple[Among, ...]:
    """Return the condition that some rows meet, by what they are called."""
    return (Among(shape.key, tuple(shape.name(at) for at in rows)),)
