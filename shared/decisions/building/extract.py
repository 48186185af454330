"""Which columns and rows of a sheet somebody wants, in words that a planner understands."""

import re
from dataclasses import dataclass

from shared.words import either

ALL_ROWS = "all rows"
MAX_COLUMNS = 20

_ALL = re.compile(
    r"(?:(?:just|only|simply|please|yes|ok(?:ay)?|no filter),? )*(?:all|everything|the (?:whole|"
    r"entire|full)|whole|entire|any|every)\b(?: (?:of )?(?:it|them|the|its|this|that|rows?|columns?"
    r"|and|data|sheet|of|thing|everything|all|in))*",
    re.IGNORECASE,
)
_PLEASE = re.compile(r",? (?:please|thanks|thank you)$", re.IGNORECASE)
_WHERE = re.compile(
    r",?\s*\b(?:(?:and )?(?:only )?(?:(?:for |of )?(?:the )?rows )?(?:where|whose|with|if|when"
    r"|having|filtered by|that have))\b\s*",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"['\"](?P<name>[^'\"]+)['\"]")
_CONDITION = re.compile(
    r"(?:the )?(?P<column>'[^']+'|\"[^\"]+\"|[\w&/. -]+?)(?: column)?\s*"
    r"(?:=+|:|\b(?:is equal to|is set to|equals|is marked(?: as)?|is|are|says|of)\b)\s*"
    r"(?P<value>'[^']*'|\"[^\"]*\"|[^,;'\"]+)",
    re.IGNORECASE,
)
_AND = re.compile(r"\s*(?:,|;|&|\band\b)\s*(?:and\s+)?", re.IGNORECASE)
_NOT = re.compile(
    r"(?:not|isn't|above|below|over|under|more|less|greater|at least|at most|before|after"
    r"|between)\b",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"(?:(?:just|only|simply|please|take|read|extract|get|use|keep|give me|show|i want|i need|the"
    r"|its|specific|columns?|called|named|fields?|filtered|data|rows?)\b:?\s*)+",
    re.IGNORECASE,
)
_CLOSING = re.compile(r"\s*\b(?:columns?|fields?|rows|only|please)\s*$", re.IGNORECASE)
_COLUMN = re.compile(r"[\w&/.#%() -]{1,40}")
_NO_COLUMN = re.compile(
    r"\b(?:i|you|we|it|don't|know|what|which|how|why|sheet|agent|every|slack|email|help|specific"
    r"|filtered|none|nothing|some|idea|sure|whatever)\b",
    re.IGNORECASE,
)
_KEPT = re.compile(r'only the columns? (?P<columns>"[^"]*"(?:(?:, | and )"[^"]*")*)')
_SAID_WHERE = re.compile(r'where (?P<where>"[^"]*" is "[^"]*"(?: and "[^"]*" is "[^"]*")*)')
_NAME = re.compile(r'"([^"]*)"')
_TEST = re.compile(r'"([^"]*)" is "([^"]*)"')


@dataclass(frozen=True)
class Extract:
    """Columns to keep (none: all) and what rows have to have in a column."""

    columns: tuple[str, ...] = ()
    where: tuple[tuple[str, str], ...] = ()

    @property
    def told(self) -> str:
        """In words: `only the columns "Status" and "Owner", where "Status" is "Completed"`."""
        named = [f'"{column}"' for column in self.columns]
        columns = either(named)
        noun = "column" if len(named) == 1 else "columns"
        where = " and ".join(f'"{column}" is "{value}"' for column, value in self.where)
        told = (f"only the {noun} {columns}" if named else "", f"where {where}" if where else "")
        return ", ".join(part for part in told if part) or ALL_ROWS


def read_extract(words: str) -> str:
    """Return what somebody wants of a sheet as `Extract.told` tells it; "" if that is unclear."""
    said = " ".join(words.translate(str.maketrans("\u2018\u2019\u201c\u201d", "''\"\"")).split())
    said = said.strip(" .!?")
    if _ALL.fullmatch(_PLEASE.sub("", said)):
        return ALL_ROWS
    if told := _told(said):
        return told
    parts = _WHERE.split(said, maxsplit=1)
    where = _conditions(parts[1]) if len(parts) > 1 else ()
    if where is None:
        return ""
    columns = _columns(parts[0])
    if columns is None:
        return ""
    return Extract(columns, where).told if columns or where else ""


def extract_in(words: str) -> Extract | None:
    """Return what somebody wants of a sheet; None if that is unclear."""
    told = read_extract(words)
    if not told:
        return None
    columns, where = _KEPT.match(told), _SAID_WHERE.search(told)
    return Extract(
        tuple(_NAME.findall(columns["columns"])) if columns else (),
        tuple(_TEST.findall(where["where"])) if where else (),
    )


def _told(said: str) -> str:
    """Return words that are already as we tell them."""
    parts = said.split(", where ")
    whole = ", where ".join(parts)
    columns, where = _KEPT.match(whole), _SAID_WHERE.search(whole)
    kept = ", ".join(found[0] for found in (columns, where) if found)
    return kept if kept == whole else ""


def _conditions(said: str) -> tuple[tuple[str, str], ...] | None:
    """Return what rows have to have; None for what is no plain equality."""
    found: list[tuple[str, str]] = []
    for clause in re.split(r"\s*(?:,|;|\band\b)\s*(?:where |the )?", said):
        if not clause:
            continue
        match = _CONDITION.fullmatch(clause)
        if match is None:
            return None
        column, value = (match[name].strip(" '\"") for name in ("column", "value"))
        if not column or not value or _NOT.match(value) or _NOT.search(column):
            return None
        found.append((column, value))
    return tuple(found) or None


def _columns(said: str) -> tuple[str, ...] | None:
    """Return the columns named; None for words that name none."""
    quoted = [found["name"].strip() for found in _QUOTED.finditer(said)]
    if any(quoted):
        return tuple(dict.fromkeys(name for name in quoted if name))[:MAX_COLUMNS]
    opening = _OPENING.match(said)
    rest = _CLOSING.sub("", said[opening.end() :] if opening else said)
    if not rest or _ALL.fullmatch(rest):
        return ()
    names = [name.removeprefix("the ").strip() for name in _AND.split(rest)]
    names = [name for name in names if name]
    if not all(_COLUMN.fullmatch(name) and not _NO_COLUMN.search(name) for name in names):
        return None
    if any(len(name.split()) > 3 for name in names):  # noqa: PLR2004 - a sentence names no column
        return None
    return tuple(dict.fromkeys(names))[:MAX_COLUMNS]
