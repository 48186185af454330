"""Which spreadsheet somebody means, and which of its columns."""

import re

from shared.errors import ToolFailed
from shared.models.cell import without_unit
from shared.models.world import KnownTable
from shared.tools.wording import one_line
from shared.words import tells
from shared.workspace.sheets.cells import column_of, letters
from shared.workspace.sheets.port import Sheet, Sheets, Table
from shared.workspace.sheets.selecting import UnknownColumn, plain

FOUND = 20
MAX_COLUMNS = 50
MAX_ROWS = 2000
"""Rows looked through for the one that is meant."""
MAX_TABS = 10
"""Tabs looked through for the one that is meant."""
_SHOWN = 5
_NOUN = re.compile(r"\b(?:spreadsheet|sheet|table|tab)\b", re.IGNORECASE)


async def place_of(wanted: str, tab: str, sheets: Sheets, words: str = "") -> tuple[str, str, str]:
    """Return the id of a spreadsheet, one of its tabs ("": the first), and what of `tab` is none.

    Where no spreadsheet goes by a name, its words may be those of one and its tabs together, as
    in "delivery spend in Finance". All `words` of a command may name it likewise, and its tab.
    Raises ToolFailed if several go by that name.
    """
    sheet = await _called(wanted, sheets)
    if sheet is None:
        bare = _NOUN.sub(" ", wanted)
        every = [*await sheets.search("", FOUND)][:MAX_TABS]
        every = [one if one.tabs else (await sheets.read(one.id, "", 1)).sheet for one in every]
        named = [one for one in every if tells(one.name, words)]
        named = named or [one for one in every if tells(bare, " ".join((one.name, *one.tabs)))]
        if len(named) != 1:
            return wanted, tab, ""
        [sheet] = named
        tab = wanted if _together(tab) in {"", _together(sheet.name)} else tab
    same = [one for one in sheet.tabs if _together(one) == _together(tab)]
    within = same or [
        one
        for one in sheet.tabs
        if _together(one) in _together(tab) or (tab and _together(one).startswith(_together(tab)))
    ]
    if told := _tab_said(sheet, words):
        return sheet.id, told, ""
    if not tab or not sheet.tabs or len(within) == 1:
        return sheet.id, within[0] if tab and within else tab, ""
    return sheet.id, "", "" if tab == wanted else tab


async def tabs_of(sheet_id: str, tab: str, sheets: Sheets) -> list[Table]:
    """Return a tab, or where none is told all of them, the first one first."""
    first = await sheets.read(sheet_id, tab, MAX_ROWS)
    others = [] if tab else [tab for tab in first.sheet.tabs if tab != first.tab]
    return [first, *[await sheets.read(sheet_id, tab, MAX_ROWS) for tab in others[:MAX_TABS]]]


def _tab_said(sheet: Sheet, words: str) -> str:
    """Return the one tab that words name, by several words or as a tab; "" for none."""
    told = words.casefold()
    said = [one for one in sheet.tabs if _names_tab(one.casefold(), told)]
    longest = [one for one in said if not any(one != other and one in other for other in said)]
    return longest[0] if len(longest) == 1 else ""


def _names_tab(name: str, told: str) -> bool:
    """Whether words name a tab; one word alone may be a column's name, but before what it gets."""
    noun = r"(?:tab|worksheet)"
    bare = re.escape(name)
    beside = re.search(rf"\b{bare} {noun}\b|\b{noun} {bare}\b|^[^:]*\b{bare}\s*:", told)
    return (" " in name and name in told) or beside is not None


async def _called(wanted: str, sheets: Sheets) -> Sheet | None:
    """Return the spreadsheet that has an id, or goes by a name; raise ToolFailed if several do."""
    found = await sheets.search(wanted, FOUND)
    name = wanted.strip().casefold()
    by_id = [sheet for sheet in found if sheet.id == wanted]
    exact = [sheet for sheet in found if sheet.name.casefold() == name]
    fitting = by_id or exact or list(found)
    if len(fitting) > 1:
        names = ", ".join(one_line(sheet.name) for sheet in fitting[:_SHOWN])
        raise ToolFailed(f"Several spreadsheets fit {one_line(wanted)}: {names}.", "params")
    return fitting[0] if fitting else None


def _together(text: str) -> str:
    """Return the letters and figures of a text: "Delivery's spend" is one with "Delivery spend"."""
    return "".join(re.findall(r"[^\W_]+", re.sub(r"['\u2019]s\b", "", text.casefold())))


def known_table(table: Table) -> KnownTable:
    """Return a tab as those are known that messages are read beside."""
    sheet = table.sheet
    return KnownTable(sheet=sheet.id, name=sheet.name, tab=table.tab, rows=table.rows)


def no_column(name: str, table: Table) -> str:
    """Return what is said of a column that a table does not have."""
    there = ", ".join(heads_of(table))
    has = f"it has {there}" if there else "it is empty"
    return f"{one_line(table.sheet.name)} has no column {one_line(name)}; {has}."


def heads_of(table: Table) -> tuple[str, ...]:
    """Return what the first row calls the columns; those without a name have their letters."""
    heads = [one_line(head) for head in (table.rows[0] if table.rows else ())]
    return tuple(head or f"Column {letters(at)}" for at, head in enumerate(heads, 1))


def column_there(name: str, table: Table) -> int:
    """Return the number of a column that a table has; raise ToolFailed for any other."""
    try:
        number = column_named(name, table)
    except UnknownColumn as unknown:
        raise ToolFailed(no_column(name, table), "params") from unknown
    if (heads := heads_of(table)) and number > len(heads):
        raise ToolFailed(no_column(name, table), "params")
    return number


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
