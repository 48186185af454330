"""The sheet tools that change something: add a row, and change cells of a row.

Both work out when they are shown which columns and which row are meant. What is agreed on then
names the spreadsheet by id, its columns in order and the row by number, with what must still be
there; a spreadsheet that has changed since is left as it is.
"""

import re
from collections.abc import Sequence

from pydantic import Field

from shared.decisions.risk import ToolRules, always
from shared.errors import ToolFailed
from shared.models.base import Json, Payload
from shared.models.cell import Cell
from shared.models.run import Card, Difference
from shared.tools.effect import OutcomeUnknown
from shared.tools.parameters import FILLED_IN, SETTLED
from shared.tools.tool import Desk, Prepared, Tool
from shared.tools.wording import one_line
from shared.understanding.numbers import SPOKEN
from shared.understanding.tables import Grid
from shared.words import either, tells
from shared.workspace.sheets import words
from shared.workspace.sheets.asking.changed import CellMeant, cells_marked
from shared.workspace.sheets.cells import cell_of, letters, named, same
from shared.workspace.sheets.in_clauses import told_in_clauses
from shared.workspace.sheets.kinds import column_said, fitted, is_empty, kind_of
from shared.workspace.sheets.meant import columns_stray, others_told
from shared.workspace.sheets.places import (
    MAX_COLUMNS,
    MAX_ROWS,
    column_named,
    column_there,
    heads_of,
    known_table,
    no_column,
    place_of,
    tabs_of,
)
from shared.workspace.sheets.port import CellChange, RowChange, Sheets, Table
from shared.workspace.sheets.removing import undo_append, undo_update
from shared.workspace.sheets.rows import change_of, rows_meant, unclear
from shared.workspace.sheets.selecting import Condition, UnknownColumn

UNSAID = "?"
"""Instead of a column's name, where the words of a change tell which one it is."""
_LOOKED_AT = 200
"""Rows that tell what columns hold."""
_SHEET = "The id or the name of a spreadsheet"
_NOT_SHOWN = "What exactly would change was not worked out, so I changed nothing."
_FORMULA = "A cell begins with =, so it may be taken for a formula."


class ColumnValue(Payload):
    """What the cell of a column is to say."""

    column: str = Field(min_length=1, description="The name of a column, or its letter")
    value: Cell = Field(description="What its cell is to say; null or an empty text: nothing")


class SheetsAppendRow(Payload):
    """What to add, and where; `words` are all that was said of it."""

    sheet: str = Field(description=_SHEET, min_length=1, json_schema_extra=SETTLED)
    tab: str = Field(
        default="",
        description="The name of a tab; empty: the first",
        json_schema_extra=SETTLED,
    )
    values: tuple[ColumnValue, ...] = Field(
        default=(), max_length=MAX_COLUMNS, description="What the row says in which column"
    )
    row: tuple[Cell, ...] = Field(
        default=(),
        max_length=MAX_COLUMNS,
        description="Instead of values: a cell for each of the columns there are, in their order",
    )
    words: str = Field(
        default="", max_length=2000, description=FILLED_IN, json_schema_extra=SETTLED
    )
    columns: tuple[str, ...] = Field(default=(), description=FILLED_IN, json_schema_extra=SETTLED)


class SheetsUpdateRow(Payload):
    """Which row to change, and what its cells are to say; other cells stay.

    `words` are all that was said of it, for where row or columns go by no name there is; what it
    goes on from is told on a second line. A column "?" is one that only those tell.
    """

    sheet: str = Field(description=_SHEET, min_length=1, json_schema_extra=SETTLED)
    tab: str = Field(
        default="",
        description="The name of a tab; empty: the one that has the row",
        json_schema_extra=SETTLED,
    )
    row: str = Field(
        default="",
        max_length=500,
        description="What a cell of the row says, such as a task's name",
        json_schema_extra=SETTLED,
    )
    where: tuple[Condition, ...] = Field(
        default=(),
        max_length=10,
        description="Or what cells of the row say in which column",
        json_schema_extra=SETTLED,
    )
    number: int = Field(
        default=0,
        ge=0,
        description="Or the number of the row as the spreadsheet has it: 5 for B5",
        json_schema_extra=SETTLED,
    )
    values: tuple[ColumnValue, ...] = Field(min_length=1, max_length=MAX_COLUMNS)
    adds: float = Field(
        default=0,
        description="By how much the cells are to be more than now, whatever value; negative: less",
        json_schema_extra=SETTLED,
    )
    words: str = Field(
        default="", max_length=2000, description=FILLED_IN, json_schema_extra=SETTLED
    )
    cells: tuple[CellChange, ...] = Field(
        default=(), description=FILLED_IN, json_schema_extra=SETTLED
    )
    columns: tuple[str, ...] = Field(default=(), description=FILLED_IN, json_schema_extra=SETTLED)
    key_column: int = Field(default=0, ge=0, description=FILLED_IN, json_schema_extra=SETTLED)
    key: Cell = Field(default=None, description=FILLED_IN, json_schema_extra=SETTLED)


async def prepare_append(desk: Desk, wanted: SheetsAppendRow) -> Prepared:
    """Work out which cell belongs in which column, and show the new row under their names."""
    sheets = desk.workspace[Sheets]
    sheet_id, tab, _ = await place_of(wanted.sheet, wanted.tab, sheets, wanted.words)
    table = await sheets.read(sheet_id, tab, _LOOKED_AT)
    heads = heads_of(table)
    told = tuple(None if is_empty(cell) else cell for cell in _row_told(wanted, table))
    fits = [_fitted(cell, table, at, desk) for at, cell in enumerate(told, 1)]
    row = tuple(cell for cell, _ in fits)
    if all(same(cell, None) for cell in row):
        raise ToolFailed(f"What should be in the row? {_columns_of(table)}", "params")
    names = heads or tuple(f"Column {letters(at)}" for at in range(1, len(row) + 1))
    said = [(name, str(cell)) for name, cell in zip(names, row, strict=True) if cell is not None]
    arguments: dict[str, Json] = {
        "sheet": sheet_id,
        "tab": table.tab,
        "row": list(row),
        "columns": list(heads),
    }
    if any(why and _holds_more(cell, heads) for cell, why in fits):
        raise ToolFailed(f"Which value belongs in which column? {_columns_of(table)}", "params")
    warnings = (*_formulas(row), *(why for _, why in fits if why))
    card = Card(title="Add a row", fields=(*_place(table), *said), warnings=warnings)
    return Prepared(arguments, card)


def _holds_more(cell: Cell, heads: Sequence[str]) -> bool:
    """Whether words for a column of another kind name a column as well, or hold a number."""
    said = cell if isinstance(cell, str) else ""
    number = re.search(rf"\d|\b(?:{'|'.join(SPOKEN)})\b", said, re.IGNORECASE)
    return column_said(said, heads)[0] > 0 or number is not None


def _row_told(wanted: SheetsAppendRow, table: Table) -> tuple[Cell, ...]:
    """Return the cells in the order of the columns: those told by their names, if none fewer."""
    heads = heads_of(table)
    grid = Grid(table.sheet.name, table.tab, heads, ())
    if wanted.columns == heads and wanted.row:  # shown before
        return wanted.row
    place = f"{grid.sheet} {grid.tab}"
    aside = [one for one in (wanted.sheet, wanted.tab) if tells(one, place)]
    cells = ([cell_of(row, at) for row in table.rows[1:]] for at in range(1, len(heads) + 1))
    written = ["" if one is None else f"{one}" for one in wanted.row]
    words = wanted.words or ", ".join(written if not any(", " in one for one in written) else ())
    told = told_in_clauses(words, grid, aside, [kind_of(each) for each in cells])
    if not told:
        return _row_of(wanted, table)
    try:
        row = _row_of(wanted, table)
    except ToolFailed:
        row = ()
    plain = not any(isinstance(one, str) and column_said(one, heads)[0] for one in row)
    filled = sum(not same(cell, None) for cell in row)
    return (
        row
        if plain and filled > len(told)
        else tuple(told.get(at) for at in range(1, len(heads) + 1))
    )


def _row_of(wanted: SheetsAppendRow, table: Table) -> tuple[Cell, ...]:
    """Return the cells in the order of the columns, which is never guessed."""
    heads = heads_of(table)
    values = wanted.values
    if wanted.columns and len(wanted.columns) == len(wanted.row):  # shown with other columns
        pairs = zip(wanted.columns, wanted.row, strict=True)
        values = tuple(ColumnValue(column=name, value=cell) for name, cell in pairs)
    if values:
        cells = _by_column(values, table)
        width = max(len(heads), *cells)
        return tuple(cells.get(at) for at in range(1, width + 1))[: len(heads) or width]
    other = any(
        ":" in f"{one}" and column_said(f"{one}", heads)[0] not in {0, at}
        for at, one in enumerate(wanted.row, 1)
    )
    if heads and (len(wanted.row) != len(heads) or other):
        raise ToolFailed(f"Which value belongs in which column? {_columns_of(table)}", "params")
    return wanted.row


def _by_column(values: Sequence[ColumnValue], table: Table) -> dict[int, Cell]:
    """Return values by the number of their column; raise ToolFailed for one there is not."""
    found: dict[int, Cell] = {}
    for one in values:
        number = column_there(one.column, table)
        if number in found:
            raise ToolFailed(f"Column {one_line(one.column)} is named twice.", "params")
        found[number] = one.value
    return found


def _columns_of(table: Table) -> str:
    name, heads = one_line(table.sheet.name), heads_of(table)
    if not heads:
        return f"{name} is empty."
    example = ", ".join(f"{head}: ..." for head in heads[:2])
    return f"{name} has the columns {', '.join(heads)}. Name them, for example “{example}”."


async def append(desk: Desk, wanted: SheetsAppendRow) -> Json:
    """Add a row at the end of a tab whose columns still are those that were shown.

    The result is the `table` with the `rows` that were added, of which `first` is the number, and
    the `columns` in their order.
    """
    sheets = desk.workspace[Sheets]
    if not wanted.row:
        raise ToolFailed(_NOT_SHOWN, "params")
    if wanted.columns:
        now = heads_of(await sheets.read(wanted.sheet, wanted.tab, 1))
        if now != wanted.columns:
            since = "The columns have changed since, so I added nothing. Please ask me again."
            raise OutcomeUnknown(since) if desk.effect.again else ToolFailed(since, "params")
    table = await sheets.append(wanted.sheet, wanted.tab, wanted.row, desk.effect)
    return {"table": table.model_dump(mode="json"), "columns": list(wanted.columns)}


async def prepare_update(desk: Desk, wanted: SheetsUpdateRow) -> Prepared:
    """Find the row, and show what its cells say now and what they will say."""
    table, change = await _found(desk.workspace[Sheets], wanted)
    if wanted.adds:
        added = tuple(_added(one, wanted.adds) for one in change.cells)
        change = change.model_copy(update={"cells": added})
    fits = [_fitted(one.after, table, one.column, desk, change.number) for one in change.cells]
    cells = list(zip(change.cells, fits, strict=True))
    unfit = [why for one, (_, why) in cells if why and one.column == 1]  # what rows are called
    if unfit and not wanted.number:  # what tells its row by number was shown, or is taken back
        raise ToolFailed(f"{unfit[0]} Which column do you mean? {_columns_of(table)}", "params")
    kept = tuple(one.model_copy(update={"after": cell}) for one, (cell, _) in cells)
    change = change.model_copy(update={"cells": kept})
    different = [one for one in change.cells if not same(one.before, one.after)]
    row = one_line(change.key, 80) or f"row {change.number}"
    if not different:
        raise ToolFailed(f"That is already so for {row}.", "params")
    card = Card(
        title=f"Change {row}",
        fields=(*_place(table), ("Row", str(change.number))),
        differences=tuple(
            Difference(label=named(one), before=one_line(one.before), after=one_line(one.after))
            for one in different
        ),
        warnings=(*_formulas([one.after for one in different]), *(why for _, why in fits if why)),
    )
    arguments: dict[str, Json] = {
        "sheet": table.sheet.id,
        "tab": table.tab,
        "values": [
            {"column": one.name or letters(one.column), "value": one.after} for one in change.cells
        ],
        "columns": list(heads_of(table)) if change.number > 1 else [],
        **change.model_dump(mode="json"),
    }
    return Prepared(arguments, card)


def _added(cell: CellChange, amount: float) -> CellChange:
    """Return a cell with an amount added to what it says; raise ToolFailed for no number."""
    if isinstance(cell.before, bool) or not isinstance(cell.before, int | float):
        raise ToolFailed(f"{named(cell)} says no number that {amount:g} can be added to.", "params")
    total = round(cell.before + amount, 6)
    return cell.model_copy(update={"after": int(total) if total == int(total) else total})


async def _found(sheets: Sheets, wanted: SheetsUpdateRow) -> tuple[Table, RowChange]:
    """Return the change that is meant, in the one tab and row that fits."""
    sheet_id, tab, aside = await place_of(wanted.sheet, wanted.tab, sheets)
    tabs = await tabs_of(sheet_id, tab, sheets)
    first = tabs[0]
    if wanted.number > MAX_ROWS:
        raise ToolFailed(f"I can only change the first {MAX_ROWS:,} rows.", "params")
    if wanted.number and (not wanted.words or _has_columns(wanted, first)):
        change = change_of(first, wanted.number, wanted.key_column, _cells(wanted, first))
        if wanted.key_column and not same(wanted.key, change.key):
            raise ToolFailed(f"Row {wanted.number} is another one by now.", "params")
        return first, change
    named = wanted.row.strip() or wanted.where
    fitting = [(t, at, column) for t in tabs for at, column in _rows(wanted, t)] if named else []
    if len(fitting) == 1:
        table, at, column = fitting[0]
        cells = _cells(wanted, table)
        _tells_no_other(wanted, table, at, cells)
        return table, change_of(table, at, column, cells)
    new = [("" if one.column == UNSAID else one.column, one.value) for one in wanted.values]
    if found := _by_words(tabs, new, wanted.words, aside):
        table = next(one for one in tabs if one.tab == found[0].table.tab)
        at, cells = found[0].row + 2, sorted((one.column + 1, one.value) for one in found)
        _tells_no_other(wanted, table, at, cells)
        return table, change_of(table, at, 0, cells)
    if not named:
        raise ToolFailed(_unsaid(wanted), "params")
    raise ToolFailed(_unclear(wanted, tabs, fitting), "params")


def _tells_no_other(
    wanted: SheetsUpdateRow, table: Table, number: int, cells: list[tuple[int, Cell]]
) -> None:
    """Raise ToolFailed where the words of a change put its values in other rows or columns."""
    own, value = wanted.words.partition("\n")[0], one_line(cells[0][1])
    if others := others_told(table, number, cells, own):
        rows = dict.fromkeys((one_line(cell_of(table.rows[number - 1], 1)), *others))
        raise ToolFailed(f"Which row should say “{value}”: {either([*rows], 'or')}?", "params")
    if columns_stray(table, cells, own):
        raise ToolFailed(f"Which column should say “{value}”? {_columns_of(table)}", "params")


def _by_words(
    tabs: Sequence[Table], new: Sequence[tuple[str, Cell]], words: str, aside: str
) -> list[CellMeant]:
    """Return the cells that words tell: the first line of them, or else all."""
    own, _, before = words.partition("\n")
    known = [known_table(one) for one in tabs if one.rows]
    every = dict.fromkeys((own, f"{own} {before}".strip()))
    found = (cells_marked(f"{one} {aside}", known, new) for one in every if one)
    return next(filter(None, found), list[CellMeant]())


def _unsaid(wanted: SheetsUpdateRow) -> str:
    if new := [f"“{one_line(one.value)}”" for one in wanted.values if one.column == UNSAID]:
        told = " and ".join(new)
        return f"I can't tell which cell should say {told}. What are its row and its column called?"
    return "Which row do you mean? Say what one of its cells says."


def _rows(wanted: SheetsUpdateRow, table: Table) -> list[tuple[int, int]]:
    """Return the rows of a tab that may be meant; none of one without the columns."""
    return rows_meant(table, wanted.row, wanted.where) if _has_columns(wanted, table) else []


def _has_columns(wanted: SheetsUpdateRow, table: Table) -> bool:
    try:
        for name in (one.column for one in (*wanted.values, *wanted.where)):
            column_named(name, table)
    except UnknownColumn:
        return False
    return True


def _cells(wanted: SheetsUpdateRow, table: Table) -> list[tuple[int, Cell]]:
    found: dict[int, Cell] = {}
    for one in wanted.values:
        try:
            found[column_named(one.column, table)] = one.value
        except UnknownColumn as unknown:
            raise ToolFailed(no_column(one.column, table), "params") from unknown
    return sorted(found.items())


def _unclear(
    wanted: SheetsUpdateRow, tabs: Sequence[Table], fitting: Sequence[tuple[Table, int, int]]
) -> str:
    """Return why no one row is meant: there are several, or none, or not its column."""
    asked = one_line(wanted.row) or " and ".join(
        f"{one_line(one.column)} {one_line(one.value)}" for one in wanted.where
    )
    if not fitting and not any(_has_columns(wanted, table) for table in tabs):
        _cells(wanted, tabs[0])  # says which column there is not
    return unclear(asked, tabs, [(table, at) for table, at, _ in fitting])


async def update(desk: Desk, wanted: SheetsUpdateRow) -> Json:
    """Change cells of the very row that was shown.

    The result has the `sheet`, the `tab` and its `row` by number, the `key` by which the row is
    known, and the `cells`: each with its reference (`cell`), its column, and what it said before.
    """
    sheets = desk.workspace[Sheets]
    if not wanted.cells:
        raise ToolFailed(_NOT_SHOWN, "params")
    change = RowChange(
        number=wanted.number, cells=wanted.cells, key_column=wanted.key_column, key=wanted.key
    )
    table = await sheets.update(wanted.sheet, wanted.tab, change, desk.effect)
    cells: list[Json] = [
        {
            "cell": f"{letters(one.column)}{change.number}",
            "column": one.name,
            "before": one.before,
            "after": cell_of(table.rows[0], one.column),
        }
        for one in change.cells
    ]
    return {
        "sheet": table.sheet.model_dump(mode="json"),
        "tab": table.tab,
        "row": change.number,
        "key": change.key,
        "cells": cells,
    }


def _fitted(cell: Cell, table: Table, column: int, desk: Desk, number: int = 0) -> tuple[Cell, str]:
    """Return a cell as its column holds it, by the other rows; and what does not fit."""
    others = [cell_of(row, column) for at, row in enumerate(table.rows, 1) if at not in {1, number}]
    heads = heads_of(table)
    head = heads[column - 1] if column <= len(heads) else ""
    name, now = one_line(head) or f"Column {letters(column)}", desk.now.astimezone(desk.zone)
    return fitted(cell, name, others, now, new=not number)


def _place(table: Table) -> tuple[tuple[str, str], ...]:
    return ("Spreadsheet", one_line(table.sheet.name)), ("Tab", one_line(table.tab))


def _formulas(cells: Sequence[Cell]) -> tuple[str, ...]:
    found = any(isinstance(cell, str) and cell.startswith("=") for cell in cells)
    return (_FORMULA,) if found else ()


APPEND_ROW = Tool(
    "sheets_append_row",
    "Add a row at the end of a spreadsheet, by the names of its columns",
    SheetsAppendRow,
    ToolRules(always("medium"), changes=True, about="sheet", about_kind="sheet"),
    append,
    words.appended,
    prepare=prepare_append,
    undo=undo_append,
)
UPDATE_ROW = Tool(
    "sheets_update_row",
    "Change cells of a row in a spreadsheet, such as the status of a task",
    SheetsUpdateRow,
    ToolRules(always("medium"), changes=True, about="sheet", about_kind="sheet"),
    update,
    words.updated,
    prepare=prepare_update,
    undo=undo_update,
)
