"""The sheet tools that find spreadsheets and read them, and all of them together."""

from collections.abc import Sequence

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from shared.decisions.risk import Arguments, ToolRules, reads
from shared.errors import ToolFailed
from shared.models.base import Json, Payload
from shared.tools.tool import Desk, Tool
from shared.workspace.sheets import words
from shared.workspace.sheets.asking.answering import Ask, answered, ask_of
from shared.workspace.sheets.asking.asked import asked
from shared.workspace.sheets.asking.named import named
from shared.workspace.sheets.places import (
    FOUND,
    MAX_COLUMNS,
    MAX_TABS,
    known_table,
    no_column,
    place_of,
)
from shared.workspace.sheets.port import Sheets, Table
from shared.workspace.sheets.removing import REMOVE_ROW
from shared.workspace.sheets.selecting import (
    Condition,
    UnknownColumn,
    lacks,
    mentioning,
    selected,
)
from shared.workspace.sheets.writing import APPEND_ROW, UPDATE_ROW

MAX_CELL_CHARACTERS = 500
MAX_CONDITIONS = 10
MAX_ROWS = 500
MAX_ASKS = 6


class SheetsSearch(Payload):
    """What to look for."""

    query: str = Field(default="", description="Words of a spreadsheet's name; empty: all")


class SheetsRead(Payload):
    """What to read."""

    sheet: str = Field(description="The id or the name of a spreadsheet", min_length=1)
    tab: str = Field(default="", description="The name of a tab; empty: the first that fits")
    near: str = Field(
        default="", description="The tab that was shown last: it, unless another fits better"
    )
    columns: tuple[str, ...] = Field(
        default=(), max_length=MAX_COLUMNS, description="Only these columns; empty: all"
    )
    where: tuple[Condition, ...] = Field(
        default=(), max_length=MAX_CONDITIONS, description="Only rows that meet all of these"
    )
    about: str = Field(
        default="", max_length=200, description="Only rows about this, such as Q4; empty: all"
    )
    question: str = Field(
        default="",
        max_length=500,
        description="All of a question: how many, which, or what numbers come to is worked out",
    )
    asks: SkipJsonSchema[tuple[Ask, ...]] = Field(
        default=(),
        max_length=MAX_ASKS,
        description="Instead of all these: what is asked of the numbers and rows of the tab",
    )
    limit: int = Field(default=200, ge=1, le=MAX_ROWS, description="How many rows at most")


async def search(desk: Desk, wanted: SheetsSearch) -> Json:
    """Find spreadsheets by name."""
    found = await desk.workspace[Sheets].search(wanted.query, FOUND)
    return {"sheets": [sheet.model_dump(mode="json") for sheet in found]}


async def read(desk: Desk, wanted: SheetsRead) -> Json:
    """Read a tab's rows: those that are wanted, of the tab that has them."""
    sheets = desk.workspace[Sheets]
    sheet_id, tab, aside = await place_of(wanted.sheet, wanted.tab, sheets)
    if wanted.asks:
        return _asked(wanted.asks, await sheets.read(sheet_id, tab, MAX_ROWS))
    about = f"{wanted.about} {aside}".strip()[:200]
    wanted = wanted.model_copy(update={"tab": tab, "about": about})
    tables = await _tabs(sheet_id, wanted, sheets)
    if answer := _answer(wanted.question, tables):
        return answer
    table = _meant(tables, wanted)
    try:
        found = selected(mentioning(table.rows, about), wanted.columns, wanted.where)
    except UnknownColumn as unknown:
        raise ToolFailed(no_column(str(unknown), table), "params") from unknown
    rows = tuple(
        tuple(o[:MAX_CELL_CHARACTERS] if isinstance(o, str) else o for o in row[:MAX_COLUMNS])
        for row in found[: wanted.limit]
    )
    cut = table.cut or len(found) > wanted.limit
    shown = table.model_copy(update={"rows": rows, "cut": cut})
    return {"table": shown.model_dump(mode="json")}


def _answer(question: str, tables: Sequence[Table]) -> Json:
    """Return what a question comes to that is plainly of one of some tabs; None for no such."""
    whole = [one for one in tables if one.rows and not one.cut]
    known = [known_table(one) for one in whole]
    queries = asked(question, known, ())
    if len({one.table.tab for one in queries}) != 1:
        return None
    table = whole[known.index(queries[0].table)]
    return _asked([ask_of(one) for one in queries], table)


def _asked(asks: Sequence[Ask], table: Table) -> Json:
    """Return what questions about a tab come to, and the rows they are about."""
    told, rows, figures = answered(asks, table)
    shown = table.model_copy(update={"rows": tuple(rows)})
    number: dict[str, Json] = {"tally": told} if told else {}
    if figures:
        number["figures"] = [one._asdict() for one in figures]
    return {"table": shown.model_dump(mode="json"), **number}


async def _tabs(sheet_id: str, wanted: SheetsRead, sheets: Sheets) -> list[Table]:
    """Return the tab that is named, or all that may be meant."""
    narrowed = wanted.columns or wanted.where or wanted.about or wanted.question or wanted.near
    limit = MAX_ROWS if narrowed else wanted.limit
    table = await sheets.read(sheet_id, wanted.tab, limit)
    if wanted.tab or not narrowed:
        return [table]
    by_words = wanted.about or wanted.question or wanted.near
    if not by_words and not lacks(table.rows, wanted.columns, wanted.where):
        return [table]
    others = [tab for tab in table.sheet.tabs if tab != table.tab][: MAX_TABS - 1]
    return [table, *[await sheets.read(sheet_id, tab, limit) for tab in others]]


def _meant(tables: Sequence[Table], wanted: SheetsRead) -> Table:
    """Return the first of the tabs that fit best."""
    about = f"{wanted.about} {wanted.question}"
    whole = [one for one in tables if not lacks(one.rows, wanted.columns, wanted.where)]
    whole = whole or [*tables[:1]]
    told = {one.tab: named(about, known_table(one)) for one in whole if one.rows}
    fits = {tab: one.told * one.explained for tab, one in told.items()}
    none = not any(fits.values())

    def fit(one: Table) -> tuple[bool, float]:
        fits_it = fits.get(one.tab, 0.0)
        return one.tab == wanted.near and (none or fits_it > 0), fits_it

    return max(whole, key=fit)


def _by_words(arguments: Arguments) -> dict[str, Json] | None:
    """Return arguments that look for the values by their words, where no column is called so."""
    values = [str(one["value"]) for one in arguments.get("where") or ()]
    if not values:
        return None
    kept = {name: each for name, each in arguments.items() if name in {"sheet", "tab", "question"}}
    return {**kept, "about": " ".join(values)}


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
        ToolRules(reads, about="sheet", about_kind="sheet", digest=True, broader=_by_words),
        read,
        words.table,
    ),
    APPEND_ROW,
    UPDATE_ROW,
    REMOVE_ROW,
)
