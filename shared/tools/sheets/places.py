"""Which spreadsheet somebody means, and which of its columns."""

from shared.errors import ToolFailed
from shared.tools.sheets.cells import column_of, letters
from shared.tools.sheets.port import Sheets, Table
from shared.tools.sheets.selecting import UnknownColumn, plain, without_unit
from shared.tools.wording import one_line

FOUND = 20
MAX_COLUMNS = 50
MAX_TABS = 10
"""Tabs looked through for the one that is meant."""
_SHOWN = 5


async def id_of(wanted: str, sheets: Sheets) -> str:
    """Return the id of a spreadsheet given by id or by name; raise ToolFailed if several fit."""
    found = await sheets.search(wanted, FOUND)
    name = wanted.strip().casefold()
    by_id = [sheet for sheet in found if sheet.id == wanted]
    exact = [sheet for sheet in found if sheet.name.casefold() == name]
    fitting = by_id or exact or list(found)
    if len(fitting) > 1:
        names = ", ".join(one_line(sheet.name) for sheet in fitting[:_SHOWN])
        raise ToolFailed(f"Several spreadsheets fit {one_line(wanted)}: {names}.", "params")
    return fitting[0].id if fitting else wanted


def no_column(name: str, table: Table) -> str:
    """Return what is said of a column that a table does not have."""
    there = ", ".join(heads_of(table))
    has = f"it has {there}" if there else "it is empty"
    return f"{one_line(table.sheet.name)} has no column {one_line(name)}; {has}."


def heads_of(table: Table) -> tuple[str, ...]:
    """Return what the first row calls the columns; those without a name have their letters."""
    heads = [one_line(head) for head in (table.rows[0] if table.rows else ())]
    return tuple(head or f"Column {letters(at)}" for at, head in enumerate(heads, 1))


def column_named(name: str, table: Table) -> int:
    """Return the number of a column given by name, or by its letters where none is called that.

    Raises UnknownColumn; ToolFailed when several are called that.
    """
    heads = [plain(head) for head in heads_of(table)]
    fitting = [at for at, head in enumerate(heads, 1) if head == plain(name)]
    fitting = fitting or [at for at, h in enumerate(heads, 1) if without_unit(h) == plain(name)]
    if len(fitting) > 1:
        several = f"{one_line(table.sheet.name)} has several columns called {one_line(name)}"
        raise ToolFailed(f"{several}. Say its letter, such as {letters(fitting[0])}.", "params")
    number = fitting[0] if fitting else column_of(name.strip())
    if not 0 < number <= MAX_COLUMNS:
        raise UnknownColumn(name)
    return number
