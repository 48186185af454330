"""The sheet tools: find spreadsheets, read them, and add rows."""

from pydantic import Field

from shared.decisions.risk import Arguments, ToolRules, reads
from shared.errors import ToolFailed
from shared.models.base import Json, Payload
from shared.models.intent import Risk
from shared.models.profile import Profile
from shared.models.run import Card
from shared.tools.sheets import words
from shared.tools.sheets.port import Cell, Sheets, Table
from shared.tools.sheets.removing import undo_append
from shared.tools.sheets.selecting import (
    Condition,
    UnknownColumn,
    fit,
    lacks,
    mentioning,
    selected,
)
from shared.tools.tool import Desk, Prepared, Tool
from shared.tools.wording import one_line

MAX_COLUMNS = 50
MAX_CELL_CHARACTERS = 500
MAX_CONDITIONS = 10
MAX_ROWS = 500
MAX_TABS = 10
"""Tabs looked through for the one that is meant."""
_FOUND = 20
_SHOWN = 5


class SheetsSearch(Payload):
    """What to look for."""

    query: str = Field(default="", description="Words of a spreadsheet's name; empty: all")


class SheetsRead(Payload):
    """What to read."""

    sheet: str = Field(description="The id or the name of a spreadsheet", min_length=1)
    tab: str = Field(default="", description="The name of a tab; empty: the first that fits")
    columns: tuple[str, ...] = Field(
        default=(), max_length=MAX_COLUMNS, description="Only these columns; empty: all"
    )
    where: tuple[Condition, ...] = Field(
        default=(), max_length=MAX_CONDITIONS, description="Only rows that meet all of these"
    )
    about: str = Field(
        default="", max_length=200, description="Only rows about this, such as Q4; empty: all"
    )
    limit: int = Field(default=200, ge=1, le=MAX_ROWS, description="How many rows at most")


class SheetsAppendRow(Payload):
    """What to add, and where."""

    sheet: str = Field(description="The id or the name of a spreadsheet", min_length=1)
    tab: str = Field(default="", description="The name of a tab; empty: the first")
    row: tuple[Cell, ...] = Field(
        description="The cells of the new row, in the order of the columns",
        min_length=1,
        max_length=MAX_COLUMNS,
    )


async def search(desk: Desk, wanted: SheetsSearch) -> Json:
    """Find spreadsheets by name."""
    found = await desk.workspace[Sheets].search(wanted.query, _FOUND)
    return {"sheets": [sheet.model_dump(mode="json") for sheet in found]}


async def read(desk: Desk, wanted: SheetsRead) -> Json:
    """Read a tab's rows: those that are wanted, of the tab that has them."""
    sheets = desk.workspace[Sheets]
    sheet_id = await _id_of(wanted.sheet, sheets)
    table = await _meant(sheet_id, wanted, sheets)
    try:
        found = selected(mentioning(table.rows, wanted.about), wanted.columns, wanted.where)
    except UnknownColumn as unknown:
        raise ToolFailed(_no_column(str(unknown), table), "params") from unknown
    rows = tuple(tuple(map(_bounded, row[:MAX_COLUMNS])) for row in found[: wanted.limit])
    cut = table.cut or len(found) > wanted.limit
    shown = table.model_copy(update={"rows": rows, "cut": cut})
    return {"table": shown.model_dump(mode="json")}


async def _meant(sheet_id: str, wanted: SheetsRead, sheets: Sheets) -> Table:
    """Return the tab that is named, or the first of those that fit best."""
    narrowed = bool(wanted.columns or wanted.where or wanted.about)
    limit = MAX_ROWS if narrowed else wanted.limit
    table = await sheets.read(sheet_id, wanted.tab, limit)
    if wanted.tab or not narrowed:
        return table
    others = [tab for tab in table.sheet.tabs if tab != table.tab][: MAX_TABS - 1]
    if not wanted.about and not lacks(table.rows, wanted.columns, wanted.where):
        return table
    tabs = [table, *[await sheets.read(sheet_id, tab, limit) for tab in others]]
    whole = [one for one in tabs if not lacks(one.rows, wanted.columns, wanted.where)]
    return max(whole or tabs[:1], key=lambda one: fit(one.tab, one.rows, wanted.about))


def _no_column(name: str, table: Table) -> str:
    there = ", ".join(one_line(head) for head in (table.rows[0] if table.rows else ()))
    has = f"it has {there}" if there else "it is empty"
    return f"{one_line(table.sheet.name)} has no column {one_line(name)}; {has}."


async def prepare_append(desk: Desk, wanted: SheetsAppendRow) -> Prepared:
    """Show the new row under its columns' names."""
    sheets = desk.workspace[Sheets]
    sheet_id = await _id_of(wanted.sheet, sheets)
    table = await sheets.read(sheet_id, wanted.tab, 1)
    heads = [one_line(head) for head in (table.rows[0] if table.rows else ())]
    warnings: list[str] = []
    if len(wanted.row) > len(heads) > 0:
        warnings.append(f"The row has more cells than the table has columns ({len(heads)}).")
    if any(isinstance(cell, str) and cell.startswith("=") for cell in wanted.row):
        warnings.append("A cell begins with =, so it may be taken for a formula.")
    names = [*heads, *[""] * len(wanted.row)]
    cells = [
        (names[place] or f"Column {place + 1}", "" if cell is None else str(cell))
        for place, cell in enumerate(wanted.row)
    ]
    fields = (("Spreadsheet", one_line(table.sheet.name)), ("Tab", one_line(table.tab)), *cells)
    arguments: dict[str, Json] = {"sheet": sheet_id, "tab": table.tab, "row": list(wanted.row)}
    return Prepared(arguments, Card(title="Add a row", fields=fields, warnings=tuple(warnings)))


async def append(desk: Desk, wanted: SheetsAppendRow) -> Json:
    """Add a row at the end of a tab."""
    sheets = desk.workspace[Sheets]
    sheet_id = await _id_of(wanted.sheet, sheets)
    table = await sheets.append(sheet_id, wanted.tab, wanted.row, desk.effect)
    return {"table": table.model_dump(mode="json")}


async def _id_of(wanted: str, sheets: Sheets) -> str:
    """Return the id of a spreadsheet given by id or by name; raise ToolFailed if several fit."""
    found = await sheets.search(wanted, _FOUND)
    name = wanted.strip().casefold()
    by_id = [sheet for sheet in found if sheet.id == wanted]
    exact = [sheet for sheet in found if sheet.name.casefold() == name]
    fitting = by_id or exact or list(found)
    if len(fitting) > 1:
        names = ", ".join(one_line(sheet.name) for sheet in fitting[:_SHOWN])
        raise ToolFailed(f"Several spreadsheets fit {one_line(wanted)}: {names}.", "params")
    return fitting[0].id if fitting else wanted


def _bounded(cell: Cell) -> Cell:
    return cell[:MAX_CELL_CHARACTERS] if isinstance(cell, str) else cell


def _adds(_arguments: Arguments, _profile: Profile) -> Risk:
    return "medium"


TOOLS = (
    Tool(
        "sheets_search",
        "Find spreadsheets by name",
        SheetsSearch,
        ToolRules(reads, items="sheets", item_kind="sheet", describe=words.describe),
        search,
        words.found,
        suggest=words.after_search,
    ),
    Tool(
        "sheets_read",
        "Read the rows of a spreadsheet, to show or summarize them or to look something up",
        SheetsRead,
        ToolRules(reads),
        read,
        words.table,
        digest=True,
    ),
    Tool(
        "sheets_append_row",
        "Add a row at the end of a spreadsheet",
        SheetsAppendRow,
        ToolRules(_adds, changes=True),
        append,
        words.appended,
        prepare=prepare_append,
        undo=undo_append,
    ),
)
