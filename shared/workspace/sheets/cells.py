"""Cells by their letters, and whether a row still is as it was when a change of it was shown."""

import re
from collections.abc import Sequence

from shared.errors import ToolFailed
from shared.models.cell import Cell
from shared.tools.effect import OutcomeUnknown
from shared.tools.wording import one_line
from shared.workspace.sheets.port import CellChange, RowChange

Row = Sequence[Cell]

_LETTERS = re.compile(r"[A-Za-z]{1,2}")
_ALPHABET = 26
_SINCE = "The spreadsheet has changed since, so I left it as it is. Please ask me again."


def letters(column: int) -> str:
    """Return the letters of a column: 1 is A, 27 is AA."""
    text = ""
    while column > 0:
        column, rest = divmod(column - 1, _ALPHABET)
        text = chr(ord("A") + rest) + text
    return text


def column_of(text: str) -> int:
    """Return the number of a column that is given by its letters; 0 for anything else."""
    if not _LETTERS.fullmatch(text):
        return 0
    number = 0
    for letter in text.upper():
        number = number * _ALPHABET + ord(letter) - ord("A") + 1
    return number


def cell_of(row: Row, column: int) -> Cell:
    """Return what a row says in a column; rows end where nothing more is in them."""
    return row[column - 1] if 0 < column <= len(row) else None


def same(one: Cell, other: Cell) -> bool:
    """Return whether two cells say the same: an empty text is an empty cell, true is not 1."""
    return _comparable(one) == _comparable(other)


def changed(row: Row, change: RowChange) -> tuple[Cell, ...]:
    """Return a row with a change made."""
    cells = [*row]
    cells += [None] * (max(one.column for one in change.cells) - len(cells))
    for one in change.cells:
        cells[one.column - 1] = one.after
    return tuple(cells)


def is_made(row: Row, change: RowChange, *, again: bool = False) -> bool:
    """Return whether a row is as a change wants it; False when the change can be made now.

    Raises ToolFailed when it is another row by now or a cell has changed; OutcomeUnknown when that
    may have happened after an earlier attempt made the change (`again`).
    """
    if not _known(row, change):
        key = one_line(change.key)
        raise _moved(f"Row {change.number} no longer says {key}. {_SINCE}", again=again)
    cells = [(cell_of(row, one.column), one) for one in change.cells]
    if all(same(now, one.after) for now, one in cells):
        return True
    other = next((pair for pair in cells if not same(pair[0], pair[1].before)), None)
    if other is None:
        return False
    place = f"{letters(other[1].column)}{change.number}"
    says = one_line(other[0]) or "nothing"
    raise _moved(f"{place} says {says} by now. {_SINCE}", again=again)


def _known(row: Row, change: RowChange) -> bool:
    if not change.key_column or any(one.column == change.key_column for one in change.cells):
        return True
    return same(cell_of(row, change.key_column), change.key)


def _moved(message: str, *, again: bool) -> ToolFailed:
    return OutcomeUnknown(message) if again else ToolFailed(message, "params")


def _comparable(cell: Cell) -> tuple[bool, Cell]:
    return isinstance(cell, bool), "" if cell is None else cell


def named(one: CellChange) -> str:
    """Return what a cell's column is called: by the first row, or by its letters."""
    return one_line(one.name) or f"Column {letters(one.column)}"
