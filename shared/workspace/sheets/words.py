"""What the sheet tools' results are called when a person reads them."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any, cast

from shared.models.base import Json
from shared.tools.tool import Said
from shared.tools.wording import count, field, listed, one_line, short_day

MAX_ROWS = 20
MAX_COLUMNS = 10
_MAX_CELL = 60
_MONEY = re.compile(
    r"[$€£]|\b(?:usd|eur|gbp|chf|jpy|sek|revenue|expenses?|profit|costs?|price|budget|amount"
    r"|turnover|sales|spend)\b",
    re.IGNORECASE,
)
"""Columns whose numbers are money."""


def describe(sheet: Mapping[str, Any], today: date) -> str:
    """Tell one spreadsheet from others: "changed Nov 12"."""
    now = datetime(today.year, today.month, today.day, tzinfo=UTC)
    changed = str(sheet.get("updated_at") or "")
    return f"changed {short_day(changed, UTC, now)}" if changed else ""


def found(said: Said) -> str:
    """Word a search."""
    sheets = cast("list[dict[str, Any]]", field(said.result, "sheets") or [])
    wanted = one_line(said.arguments.get("query"))
    about = f" called {wanted}" if wanted else ""
    if not sheets:
        return f"I found no spreadsheets{about}. You could try another word of its name."
    lines = [f"**{one_line(sheet.get('name'))}**{_changed(sheet, said)}" for sheet in sheets]
    opening = f"I found {count(len(sheets), 'spreadsheet')}{about}:"
    return f"{opening}\n{listed(lines, len(sheets))}"


def table(said: Said) -> str:
    """Word the rows of a tab as a table."""
    known = field(said.result, "table")
    rows = cast("list[list[Any]]", field(known, "rows") or [])
    tally = one_line(field(said.result, "tally"))
    title, narrowed = _title(known), "" if tally else _narrowed(said)
    if len(rows) == 1 and narrowed:
        return f"{title} has no rows {narrowed}."
    if not rows:
        return f"{title} is empty."
    width = min(MAX_COLUMNS, max(len(row) for row in rows))
    if not width:
        return f"{title} is empty."
    money = [_MONEY.search(str(name)) is not None for name in rows[0]]
    head, *others = [_row(row, width, money) for row in rows[: MAX_ROWS + 1]]
    lines = [head, f"|{' --- |' * width}", *others]
    more = len(rows) - 1 - len(others)
    cut = field(known, "cut") is True
    if more > 0 or cut:
        lines.append(f"\n... and {'at least ' if cut else ''}{count(max(more, 1), 'more row')}")
    opening = f"{title}, {narrowed}:" if narrowed else f"{title}:"
    return "\n".join([*([tally, ""] if tally else []), opening, "", *lines])


def appended(said: Said) -> str:
    """Word the row that was added."""
    known = field(said.result, "table")
    row = cast("list[list[Any]]", field(known, "rows") or [[]])[-1]
    names = cast("list[str]", field(said.result, "columns") or [])
    heads = [*(f"{one_line(name)} " for name in names), *[""] * len(row)]
    cells = [
        f"{heads[at]}{one_line(cell, _MAX_CELL)}"
        for at, cell in enumerate(row)
        if cell not in ("", None)
    ]
    return f"Added a row to {_title(known)}: {', '.join(cells)}."


def updated(said: Said) -> str:
    """Word what cells say now, and what they said before."""
    cells = cast("list[dict[str, Any]]", field(said.result, "cells") or [])
    key = one_line(field(said.result, "key"), _MAX_CELL)
    told = [
        f"{_cell_name(one, key)} to {_quantity(one.get('after'))}"
        f" (was {_quantity(one.get('before'))})"
        for one in cells
    ]
    return f"Set {', '.join(told)} in {_title(said.result)}."


def _cell_name(cell: Mapping[str, Any], key: str) -> str:
    column = one_line(cell.get("column"))
    return f"{column} of {key}" if column and key else one_line(cell.get("cell"))


def _quantity(cell: Json) -> str:
    return one_line(cell, _MAX_CELL) or "empty"


def after_search(said: Said) -> tuple[str, ...]:
    """Go on from a list of spreadsheets."""
    return ("Show me the first one",) if field(said.result, "sheets") else ()


def _title(table_: Json) -> str:
    name = one_line(field(field(table_, "sheet"), "name")) or "The spreadsheet"
    tab = one_line(field(table_, "tab"))
    return f"**{name}**{f' ({tab})' if tab else ''}"


def _narrowed(said: Said) -> str:
    """Return which rows were asked for: "where Status is Completed"."""
    conditions = cast("list[dict[str, Any]]", said.arguments.get("where") or [])
    told = [f"{one_line(one['column'])} is {one_line(one['value'])}" for one in conditions]
    about = one_line(said.arguments.get("about"))
    parts = [f"where {' and '.join(told)}"] if told else []
    return " ".join([*parts, *([f"about {about}"] if about else [])])


def _row(cells: Sequence[Json], width: int, money: Sequence[bool] = ()) -> str:
    sums = [*money, *[False] * len(cells)]
    told = [_amount(cell) if sums[at] else cell for at, cell in enumerate(cells[:width])]
    shown = [one_line(cell, _MAX_CELL).replace("|", "/") for cell in told]
    return f"| {' | '.join([*shown, *[''] * (width - len(shown))])} |"


def _amount(cell: Json) -> Json:
    """Return a sum of money as people write it: "1,200,000"."""
    if isinstance(cell, bool) or not isinstance(cell, int | float):
        return cell
    return f"{int(cell) if cell == int(cell) else cell:,}"


def _changed(sheet: Mapping[str, Any], said: Said) -> str:
    changed = str(sheet.get("updated_at") or "")
    return f" (changed {short_day(changed, said.zone, said.now)})" if changed else ""
