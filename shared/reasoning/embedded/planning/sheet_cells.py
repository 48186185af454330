"""What an order says cells of a sheet are to hold: columns by name, and the row that is meant."""

import re
from typing import NamedTuple

from shared.models.base import Json

_SET = r"(?:set|change|update|edit|correct|make|mark|put|switch)"
_TO = r"(?:to(?: be)?|as|=|:)"
_CELL = r"(?:the )?(?:cell )?(?P<cell>(?-i:[A-Z]{1,2}[1-9]\d{0,4}))"
_ROW = r"(?:the )?(?:row (?:of |for )?|task |entry |line )?"
_CHANGES = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"{_SET} {_CELL} {_TO} (?P<value>.+)",
        rf"(?:put|write|enter|type) (?P<value>.+) (?:in|into|to) {_CELL}",
        rf"{_SET} (?P<row>\S.*?)'s (?P<column>\S.*?) {_TO} (?P<value>.+)",
        rf"{_SET} (?P<column>\S.*?) (?:of|for|in) {_ROW}(?P<row>\S.*?) {_TO} (?P<value>.+)",
        rf"{_SET} (?P<column>\S.*?) {_TO} (?P<value>.+) (?:of|for|in) {_ROW}(?P<row>\S.*)",
    )
)
_NUMBER = re.compile(r"-?\d{1,15}(?:\.\d{1,6})?")
_NAMED = re.compile(r"(?P<column>[^\W\d][^:=]{0,60}?)\s*(?::\s+|=\s*)(?P<value>.*)", re.DOTALL)
_NUMBERED = re.compile(r"\brow (?:no\.? |number )?(?P<number>\d{1,5})$", re.IGNORECASE)


class CellOrder(NamedTuple):
    """The row that is meant, by what a cell says or by number, and what its columns are to say."""

    row: str
    number: int
    values: list[dict[str, Json]]


def cells_in(order: str) -> CellOrder | None:
    """Return what an order without its sheet is to change; None when it is no such order."""
    for form in _CHANGES:
        if said := form.fullmatch(order):
            parts = said.groupdict()
            value = cell(_unquoted(parts["value"]))
            if place := parts.get("cell"):
                column = place.rstrip("0123456789")
                return CellOrder("", int(place[len(column) :]), [_value(column, value)])
            row = _bare(parts["row"])
            numbered = _NUMBERED.search(said["row"]) or _NUMBERED.search(
                order[: said.end("row")].strip()
            )
            values = [_value(_bare(parts["column"]), value)]
            if numbered:
                return CellOrder("", int(numbered["number"]), values)
            return CellOrder(row, 0, values)
    return None


def cells(written: str) -> list[Json]:
    """Return the cells of a row written with commas, numbers as numbers."""
    return [cell(part) for part in _parts(written)]


def named_cells(written: str) -> list[dict[str, Json]]:
    """Return the cells of a row that name their columns; empty unless all of them do."""
    found = [_NAMED.fullmatch(part) for part in _parts(written)]
    return [
        _value(_bare(one["column"]), cell(_unquoted(one["value"]))) for one in found if one
    ] * all(found)


def cell(written: str) -> Json:
    """Return what a cell is to hold: a number where it is written as one."""
    if not _NUMBER.fullmatch(written) or (written[0] == "0" and written[1:2].isdigit()):
        return written
    return float(written) if "." in written else int(written)


def _parts(written: str) -> list[str]:
    parts = re.findall(r'(?:"[^"]*"|[^,;|\t"])+', written)
    cells = [re.sub(r"^and ", "", part.strip()).strip() for part in parts]
    return [bare for one in cells if (bare := one.strip('"') if one.count('"') in {0, 2} else one)]


def _value(column: str, value: Json) -> dict[str, Json]:
    return {"column": column, "value": value}


def _bare(text: str) -> str:
    return _unquoted(re.sub(r"^(?:the|my|our) ", "", text.strip(" .,"), flags=re.IGNORECASE))


def _unquoted(text: str) -> str:
    return text.strip(" .,").strip("\"'“” ")
