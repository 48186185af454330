"""Taking back a row that was added: it goes again, as long as it is still the same."""

from typing import Any, cast

from pydantic import Field

from shared.decisions.risk import ToolRules, always
from shared.models.base import Json, Payload
from shared.models.cell import Cell
from shared.models.effect import Undo
from shared.models.run import Card
from shared.tools.tool import Desk, Made, Prepared, Said, Tool, stays
from shared.tools.wording import field, one_line
from shared.workspace.sheets.port import Sheets

REMOVE = "sheets_remove_row"
_UNPLACED = "Which row it became is not on record, so it can't be removed by itself."
_STAYS = "A removed row can't be put back where it was; ask me to add it again."


class RemoveRow(Payload):
    """A row, and the cells it must still have."""

    sheet: str = Field(min_length=1)
    name: str = ""
    tab: str = ""
    row: int = Field(ge=1)
    cells: tuple[Cell, ...]


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
    }
    return Undo(tool=REMOVE, arguments=arguments, told=f"Remove the row from {name}")


def undo_update(made: Made) -> Undo | str:
    """Have the cells of a row say again what they said before."""
    sheet, cells = field(made.result, "sheet"), cast("list[Any]", field(made.result, "cells") or [])
    if not cells:
        return _UNPLACED
    values = [{"column": letters_of(one["cell"]), "value": one["before"]} for one in cells]
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


def letters_of(cell: str) -> str:
    """Return the column of a cell's reference: B of B4."""
    return cell.rstrip("0123456789")


async def prepare(_desk: Desk, wanted: RemoveRow) -> Prepared:
    """Show which row goes."""
    cells = ", ".join(one_line(cell) for cell in wanted.cells)
    fields = (("Spreadsheet", wanted.name), ("Tab", wanted.tab), ("Row", f"{wanted.row}: {cells}"))
    return Prepared(wanted.model_dump(mode="json"), Card(title="Remove a row", fields=fields))


async def remove(desk: Desk, wanted: RemoveRow) -> Json:
    """Remove it."""
    sheets = desk.workspace[Sheets]
    await sheets.remove(wanted.sheet, wanted.tab, wanted.row, wanted.cells, desk.effect)
    return {"removed": {"name": wanted.name, "tab": wanted.tab, "cells": list(wanted.cells)}}


def _say(said: Said) -> str:
    gone = field(said.result, "removed")
    cells = ", ".join(one_line(cell) for cell in cast("list[Any]", field(gone, "cells")))
    return f"The row is gone from **{one_line(field(gone, 'name'))}**: {cells}."


REMOVE_ROW = Tool(
    REMOVE,
    "Remove a row that was added",
    RemoveRow,
    ToolRules(always("medium"), changes=True),
    remove,
    _say,
    prepare=prepare,
    undo=stays(_STAYS),
)
