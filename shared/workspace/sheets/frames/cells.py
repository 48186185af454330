"""Cells of a sheet as people write them: a row, columns with what they say, B5, row 12."""

import re

from shared.models.base import Json
from shared.models.cell import typed
from shared.understanding.numbers import SPOKEN, in_figures

_PARTS = re.compile(r'(?:"[^"]*"|(?<=\d),(?=\d{3}(?!\d))|[^,;|\n"])+|"')
_NAMED = re.compile(
    r"(?P<column>[^\W\d][^:=]{0,60}?)\s*(?:=|:(?=\s|[^\W\d]))\s*(?P<value>.*)", re.DOTALL
)
_PLACE = re.compile(r"(?:the )?(?:cell )?(?P<column>[A-Za-z]{1,2}) ?(?P<row>[1-9]\d{0,4})")
_ROW = re.compile(r"(?:the )?(?:(?:row|line)(?: no\.?| number)?|number|no\.?) ?#?(?P<at>\d{1,5})")


def cells(written: str) -> list[Json]:
    """Return the cells of a row written with commas, numbers as numbers."""
    return [typed(part) for part in _parts(written)]


def named_cells(written: str) -> list[Json]:
    """Return the cells of a row that name their columns; empty unless all of them do."""
    found = [_NAMED.fullmatch(part) for part in _parts(written)]
    named: list[Json] = [held(one["column"], typed(unquoted(one["value"]))) for one in found if one]
    return named if len(named) == len(found) else []


def held(column: str, value: Json) -> Json:
    """Return what a column is to say, as an argument."""
    return {"column": column_in(column), "value": value}


def column_in(text: str) -> str:
    """Return what a column is called: "Status" of "the Status column", K of "column k"."""
    article = re.sub(r"^(?:the|my|our|its) ", "", unquoted(text), flags=re.IGNORECASE)
    name = unquoted(re.sub(r"^col(?:umn)?s? | col(?:umn)?s?$", "", article, flags=re.IGNORECASE))
    return name.upper() if len(name) == 1 else name


def place_of(text: str) -> tuple[str, int] | None:
    """Return the column and row of a cell given by both, as B5 or "b five"; None for no such."""
    found = _PLACE.fullmatch(_figures(unquoted(text)))
    return (found["column"].upper(), int(found["row"])) if found else None


def row_number(text: str) -> int:
    """Return the number of "row 12" or "line seven"; 0 where none is given."""
    found = _ROW.fullmatch(_figures(text).casefold())
    return int(found["at"]) if found else 0


def unquoted(text: str) -> str:
    """Return a text without quotes and stops around it."""
    return text.strip(" .,").strip("\"'“” ")


def _parts(written: str) -> list[str]:
    parts = (re.sub(r"^and ", "", part.strip()).strip() for part in _PARTS.findall(written))
    bare = [one.strip('"') if one.count('"') in {0, 2} else one for one in parts]
    return [one for one in bare if one and one != '"']


def _figures(text: str) -> str:
    """Return a text with its spoken numbers in figures."""
    return " ".join(f"{SPOKEN.get(one.casefold(), one)}" for one in in_figures(text).split())
