"""Which table a row is for that names no sheet: by its columns, or the one just shown."""

from collections.abc import Sequence
from dataclasses import dataclass

from shared.models.cell import Cell
from shared.models.world import KnownTable
from shared.understanding.tables import Grid, keys
from shared.workspace.sheets.asking.named import PART, named
from shared.workspace.sheets.asking.query import Query
from shared.workspace.sheets.asking.shape import Shape, shape_of
from shared.workspace.sheets.in_clauses import told_in_clauses
from shared.workspace.sheets.kinds import kind_of

FEW = 2
"""Cells, beside the name of a row, that tell its table by their columns."""


@dataclass(frozen=True)
class RowAdded:
    """A row for a table: its cells by their columns from 0, and whether the table is named."""

    table: KnownTable
    cells: tuple[tuple[int, Cell], ...]
    told: bool

    @property
    def shape(self) -> Shape:
        """The table as words are compared with it."""
        return shape_of(self.table)


def row_told(
    text: str, tables: Sequence[KnownTable], before: Sequence[Query], *, ordered: bool
) -> RowAdded | None:
    """Return a row whose cells are told by the names of their columns, in the one table meant.

    That is the one named; else, where it is `ordered` plainly, the one shown or the one that has
    the columns. Where it is not, every column is told, and no row has a word of the new name.
    """
    places = [named(text, one).place for one in tables]
    best = max((PART, *places))
    if own := [one for one, place in zip(tables, places, strict=True) if place == best]:
        return _fitting(text, own, ordered=ordered, told=True)
    if not ordered:
        return None
    row = _fitting(text, [one.table for one in before[-1:]], ordered=True, told=False)
    every = None if row else _fitting(text, tables, ordered=True, told=False)
    return row or (every if every and len(every.cells) > FEW else None)


def _fitting(
    text: str, tables: Sequence[KnownTable], *, ordered: bool, told: bool
) -> RowAdded | None:
    """Return a row for the one of some tables of which most columns are told."""
    found: list[tuple[float, RowAdded]] = []
    for table in tables:
        shape = shape_of(table)
        grid = Grid(table.name, table.tab, shape.titles, ())
        cells = told_in_clauses(
            text, grid, (), [kind_of(shape.cells(at)) for at in range(len(shape.heads))]
        )
        name = keys(f"{cells.get(shape.key + 1, '')}")
        rows = [keys(shape.name(at)) for at in range(len(shape.rows))]
        known = name in rows if ordered else any({*name} & {*row} for row in rows)
        if cells and not known and (ordered or len(cells) == len(shape.heads)):
            row = tuple((at - 1, cell) for at, cell in sorted(cells.items()))
            found.append((len(cells) / len(shape.heads), RowAdded(table, row, told)))
    most = max((share for share, _ in found), default=0.0)
    clear = [row for share, row in found if share == most]
    return clear[0] if len(clear) == 1 else None
