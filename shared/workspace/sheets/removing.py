"""The tool that takes a row out of a spreadsheet, and what takes back changes of rows."""

from typing import Any, cast

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from shared.decisions.risk import ToolRules, always
from shared.errors import ToolFailed
from shared.models.base import Json, Payload
from shared.models.cell import Cell
from shared.models.effect import Undo
from shared.models.run import Card
from shared.tools.parameters import SETTLED
from shared.tools.tool import Desk, Made, Prepared, Said, Tool
from shared.tools.wording import field, one_line
from shared.workspace.sheets.cells import same
from shared.workspace.sheets.places import heads_of, place_of, tabs_of
from shared.workspace.sheets.port import Sheets
from shared.workspace.sheets.rows import rows_meant, unclear

REMOVE = "sheets_remove_row"
_UNPLACED = "Which row it became is not on record, so it can't be removed by itself."
_STAYS = "What its columns were is not on record, so it can't be put back; ask me to add it again."


class SheetsRemoveRow(Payload):
    """Which row is to go; once that is worked out, the sheet's name and what it must still say."""

    sheet: str = Field(
        description="The id or the name of a spreadsheet", min_length=1, json_schema_extra=SETTLED
    )
    tab: str = Field(
        default="",
        description="A tab; empty: the one that has the row",
        json_schema_extra=SETTLED,
    )
    named: str = Field(
        default="",
        max_length=500,
        description="What a cell of the row says",
        json_schema_extra=SETTLED,
    )
    row: int = Field(
        default=0, ge=0, description="Or its number: 5 for B5", json_schema_extra=SETTLED
    )
    name: SkipJsonSchema[str] = ""
    cells: SkipJsonSchema[tuple[Cell, ...]] = ()
    columns: SkipJsonSchema[tuple[str, ...]] = ()


def undo_append(made: Made) -> Undo | str:
    """Remove the row that was added."""
    table = field(made.result, "table")
    rows, row = cast("list[Any]", field(table, "rows") or []), field(table, "first")
    if not (row and rows):
        return _UNPLACED
    sheet = field(table, "sheet")
    name = one_line(field(sheet, "name"))
    arguments: dict[str, Json] = {
        "sheet": field(sheet, "id"),
        "name": name,
        "tab": field(table, "tab"),
        "row": row,
        "cells": rows[-1],
        "columns": field(made.result, "columns"),
    }
    return Undo(tool=REMOVE, arguments=arguments, told=f"Remove the row from {name}")


def undo_update(made: Made) -> Undo | str:
    """Have the cells of a row say again what they said before."""
    sheet, cells = field(made.result, "sheet"), cast("list[Any]", field(made.result, "cells") or [])
    if not cells:
        return _UNPLACED
    values = [{"column": one["cell"].rstrip("0123456789"), "value": one["before"]} for one in cells]
    arguments: dict[str, Json] = {
        "sheet": field(sheet, "id"),
        "tab": field(made.result, "tab"),
        "number": field(made.result, "row"),
        "values": values,
    }
    return Undo(
        tool="sheets_update_row",
        arguments=arguments,
        told=f"Change row {field(made.result, 'row')} of {one_line(field(sheet, 'name'))} back",
    )


async def prepare(desk: Desk, wanted: SheetsRemoveRow) -> Prepared:
    """Show which row goes, with all it says."""
    sheets = desk.workspace[Sheets]
    gone = await (_told(sheets, wanted) if wanted.cells else _found(sheets, wanted))
    cells = ", ".join(one_line(cell) for cell in gone.cells if not same(cell, None))
    fields = (("Spreadsheet", gone.name), ("Tab", gone.tab), ("Row", f"{gone.row}: {cells}"))
    return Prepared(gone.model_dump(mode="json"), Card(title="Delete a row", fields=fields))


async def _told(sheets: Sheets, wanted: SheetsRemoveRow) -> SheetsRemoveRow:
    """Return a row that is told with what it says, under the names that the sheet itself has.

    Whoever planned the call may have called the sheet otherwise; what the row says is compared
    when it goes.
    """
    table = await sheets.read(wanted.sheet, wanted.tab, 1)
    own = {"sheet": table.sheet.id, "name": one_line(table.sheet.name), "tab": table.tab}
    return wanted.model_copy(update={**own, "columns": heads_of(table)})


async def _found(sheets: Sheets, wanted: SheetsRemoveRow) -> SheetsRemoveRow:
    """Return the one row that is meant, with what it says; never the one that names the columns."""
    sheet_id, tab, _ = await place_of(wanted.sheet, wanted.tab, sheets)
    tables = await tabs_of(sheet_id, tab, sheets)
    if not (wanted.row or wanted.named.strip()):
        raise ToolFailed("Which row do you mean? Say what one of its cells says.", "params")
    if wanted.row:
        fitting = [(tables[0], wanted.row)] if 1 < wanted.row <= len(tables[0].rows) else []
    else:
        fitting = [(one, at) for one in tables for at, _ in rows_meant(one, wanted.named, ())]
    if len(fitting) != 1:
        said = one_line(wanted.named) or f"number {wanted.row}"
        raise ToolFailed(unclear(said, tables, fitting), "params")
    [(table, at)] = fitting
    return SheetsRemoveRow(
        sheet=table.sheet.id,
        name=one_line(table.sheet.name),
        tab=table.tab,
        row=at,
        cells=table.rows[at - 1],
        columns=heads_of(table),
    )


async def remove(desk: Desk, wanted: SheetsRemoveRow) -> Json:
    """Remove the very row that was shown.

    The result has what was `removed`: of which sheet and tab, its cells, and the columns there are.
    """
    if not (wanted.row and wanted.cells):
        raise ToolFailed("Which row would go was not worked out, so I removed nothing.", "params")
    sheets = desk.workspace[Sheets]
    await sheets.remove(wanted.sheet, wanted.tab, wanted.row, wanted.cells, desk.effect)
    return {"removed": wanted.model_dump(mode="json", exclude={"named", "row"})}


def undo_removed(made: Made) -> Undo | str:
    """Add the row again: at the end, since those below have moved up."""
    gone = SheetsRemoveRow.model_validate(field(made.result, "removed"))
    if not gone.columns:
        return _STAYS
    row = [*gone.cells, *[None] * (len(gone.columns) - len(gone.cells))]
    arguments: dict[str, Json] = {
        "sheet": gone.sheet,
        "tab": gone.tab,
        "row": row[: len(gone.columns)],
        "columns": list(gone.columns),
    }
    return Undo(
        tool="sheets_append_row",
        arguments=arguments,
        told=f"Add the row again at the end of {one_line(gone.name)}",
    )


def _say(said: Said) -> str:
    gone = field(said.result, "removed")
    cells = cast("list[Any]", field(gone, "cells"))
    told = ", ".join(one_line(cell) for cell in cells if not same(cell, None))
    return f"The row is gone from **{one_line(field(gone, 'name'))}**: {told}."


REMOVE_ROW = Tool(
    REMOVE,
    "Remove a row of a spreadsheet",
    SheetsRemoveRow,
    ToolRules(always("high"), changes=True),
    remove,
    _say,
    prepare=prepare,
    undo=undo_removed,
)
