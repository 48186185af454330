"""Which columns and rows of a sheet an order names: only the columns "A", where "C" is "D"."""

import re
from typing import NamedTuple

from shared.models.base import Json

_WORD = r"(?<![\w&])(?!(?:and|or|columns?|is|are|equals?|where)\b)[\w&%$€£()/.-]+"
_NAME = rf"(?:\"[^\"]+\"|'[^']+'|{_WORD}(?: {_WORD}){{0,3}})"
_NAMES = rf"{_NAME}(?:(?:,? and |, ?){_NAME})*"
_COLUMNS = (
    re.compile(
        rf",?\s*(?:with |showing |but |and )?(?:only|just) (?:the )?columns? (?P<names>{_NAMES})",
        re.IGNORECASE,
    ),
    re.compile(
        rf",?\s*(?:with |showing |but |and )?(?:only|just) (?:the )?(?P<names>{_NAMES}) columns?\b"
        rf"(?: (?:of|from|in)\b)?",
        re.IGNORECASE,
    ),
)
_IS = r"(?: (?:is|equals?|are|says?)(?: equal to)? | ?={1,2} ?)"
_WHERE = re.compile(
    rf",?\s*\b(?:where|(?:only )?(?:rows|those|the rows) (?:with|where|whose)|whose|for which)"
    rf" (?:the )?(?P<tests>{_NAME}{_IS}{_NAME}(?:,? and (?:the )?{_NAME}{_IS}{_NAME})*)",
    re.IGNORECASE,
)
_TEST = re.compile(rf"(?P<column>{_NAME}){_IS}(?P<value>{_NAME})", re.IGNORECASE)
_ONE = re.compile(_NAME)


class Selection(NamedTuple):
    """The columns and conditions as arguments of a call, and the order without them."""

    columns: list[Json]
    where: list[Json]
    rest: str


def selection_in(order: str) -> Selection:
    """Return which columns and rows an order names; both empty where it names none."""
    where: list[Json] = []
    if found := _WHERE.search(order):
        where = [
            {"column": _bare(test["column"]), "value": _bare(test["value"])}
            for test in _TEST.finditer(found["tests"])
        ]
        order = _without(order, found)
    for pattern in _COLUMNS:
        if found := pattern.search(order):
            columns: list[Json] = [_bare(name) for name in _ONE.findall(found["names"])]
            return Selection(columns, where, _without(order, found))
    return Selection([], where, order)


def _without(order: str, found: re.Match[str]) -> str:
    return " ".join(f"{order[: found.start()]} {order[found.end() :]}".split())


def _bare(name: str) -> str:
    if name[0] in "\"'":
        return name[1:-1].strip()
    return re.sub(r"^the ", "", name.strip(" .,"), flags=re.IGNORECASE)
