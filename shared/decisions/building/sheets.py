"""Google Sheets as an ingredient."""

from shared.decisions.building.extract import ALL_ROWS, read_extract
from shared.decisions.building.ingredient import Ingredient, Mode, Slot, rereading
from shared.models.agent import Skill
from shared.models.building import Part

_SHEET = Slot(
    "sheet",
    "What's the Google Sheet called?",
    unsaid="which sheet?",
    names=True,
    again="I need the name of a sheet, for example “Weekly Metrics”.",
    examples=("It's called 'Weekly Metrics'",),
)
_DATA = Slot(
    "data",
    "What data should I extract?",
    label="Data",
    unsaid="What should I extract from the sheet?",
    options=("All rows", "Specific columns", "Filtered data"),
    default=ALL_ROWS,
    read=read_extract,
    again=(
        "Which columns or rows should I keep? I can keep whole columns, and rows that have a "
        "certain value in a column, for example “the Status and Owner columns where Status is "
        "Completed”, or “all rows”."
    ),
    examples=("All rows", "Just the 'Status' and 'Owner' columns where Status is 'Completed'"),
)
_ROW = Slot(
    "row",
    "What should each new row hold? Say what goes in which column, for example “Note: the result”.",
    label="Row",
    unsaid="what should each row hold?",
    default="the result",
)


def _data(part: Part) -> str:
    data = part.slot("data")
    return "" if data in {"", ALL_ROWS} else data


def _read_line(part: Part, _how: Mode) -> str:
    rest = f", {_data(part)}" if _data(part) else ""
    return f'Read the sheet "{part.slot("sheet")}"{rest}'


def _reread(line: str) -> dict[str, str] | None:
    found = rereading(r'Read the sheet "(?P<sheet>[^"]+)"(?:, (?P<data>.+))?')(line)
    return None if found is None else {"data": ALL_ROWS, **found}


def _reads(part: Part, _how: Mode) -> str:
    rest = f" ({_data(part)})" if _data(part) else ""
    return f'Reads the sheet "{part.slot("sheet")}"{rest}'


def _filtering(part: Part) -> Skill | None:
    if not _data(part):
        return None
    return Skill(
        id="data-filtering",
        name="Data filtering",
        description=f"Keeps {_data(part)}",
        tags=("sheets", "filter"),
        instructions=f'Of the sheet "{part.slot("sheet")}", keep {_data(part)}.',
        tools=("sheets_read",),
    )


def _write_line(part: Part, how: Mode) -> str:
    row = part.slot("row") or ("the result" if how == "passing" else "")
    return f'Add a row to the sheet "{part.slot("sheet")}": {row}'


def _writes(part: Part, _how: Mode) -> str:
    return f'Adds a row to the sheet "{part.slot("sheet")}"'


READ = Ingredient(
    service="sheets",
    verb="read",
    product="Google Sheets",
    short="sheets",
    skill="google-sheets-reader",
    name="Google Sheets reader",
    description="Reads data from a Google Sheet",
    tools=("sheets_search", "sheets_read"),
    slots=(_SHEET, _DATA),
    line=_read_line,
    reread=_reread,
    does=_reads,
    examples=lambda part: (f"Summarize the {part.slot('sheet')} sheet",),
    place=("sheet",),
    filters=("data",),
    second=_filtering,
)
WRITE = Ingredient(
    service="sheets",
    verb="write",
    product="Google Sheets",
    short="sheets",
    skill="google-sheets-writer",
    name="Google Sheets writer",
    description="Adds rows to a Google Sheet",
    tools=("sheets_search", "sheets_append_row"),
    slots=(_SHEET, _ROW),
    line=_write_line,
    reread=rereading(r'Add a row to the sheet "(?P<sheet>[^"]+)": (?P<row>.+)'),
    does=_writes,
    examples=lambda part: (f"Add a row to the {part.slot('sheet') or 'Log'} sheet",),
    as_asked="Add rows to sheets as asked. Each request says to which sheet, and what.",
    content="row",
    place=("sheet",),
)
