"""Whether words put values in other cells of a table than those that are to be changed."""

import re
from collections.abc import Sequence

from shared.models.cell import Cell
from shared.understanding.numbers import in_figures, ungrouped
from shared.workspace.sheets.asking.changed import cells_meant
from shared.workspace.sheets.asking.named import WHOLE, Named, named
from shared.workspace.sheets.places import known_table
from shared.workspace.sheets.port import Table
from shared.workspace.sheets.selecting import said

Cells = Sequence[tuple[int, Cell]]


def others_told(table: Table, number: int, cells: Cells, text: str) -> list[str]:
    """Return the rows that words name besides the one that is to say some values.

    Nothing where they tell just those values, of that row, all the same.
    """
    told = _told(table, cells, text)
    names = told.by.get(told.shape.key, ())
    rows = range(len(told.shape.rows))
    own = told.shape.name(number - 2) if number - 2 in rows else ""
    others = [one for one in names if one != own]
    meant = cells_meant(ungrouped(in_figures(text)), [told.shape.table], ()) if others else ()
    of_row = {(one.row + 2, one.column + 1, said(one.value)) for one in meant}
    return [] if of_row == {(number, at, said(cell)) for at, cell in cells} else others


def columns_stray(table: Table, cells: Cells, text: str) -> bool:
    """Whether words name columns, and none of those that are to say something."""
    told = _told(table, cells, text)
    whole = {at for at, sure in told.columns.items() if sure == WHOLE} - {told.shape.key}
    return bool(whole) and whole.isdisjoint(at - 1 for at, _ in cells)


def _told(table: Table, cells: Cells, text: str) -> Named:
    """Return what words name of a table, without those of some values."""
    for written in filter(None, (said(cell) for _, cell in cells)):
        text = re.sub(rf"(?<!\w){re.escape(written)}(?!\w)", " ", text, flags=re.IGNORECASE)
    return named(text, known_table(table))
