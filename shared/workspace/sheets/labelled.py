"""The cells of a new row as people tell them by the names of their columns, in any order.

"The site is Oban, for Go-live write open, 19 as users": where the names stand tells where the
values do, which nobody can know without the heads of the sheet.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from shared.models.cell import Cell, typed
from shared.understanding.tables import Grid, Words, keys

_SHEET = "\ufffc"
"""Stands in a text for the name of the sheet or of its tab."""
_TO_SHEET = rf"(?:the |our |my )?(?:\w+ ){{0,2}}?{_SHEET}"
_ROW = re.compile(
    r"\b(?P<lead>(?:an?|new|one|another|more|further|next|single)\s+)(?:line|row|entry|record)\b",
    re.IGNORECASE,
)
"""What is to be added, whatever a column is called."""
_TAB = re.compile(r"[\"”]? (?:tab|table|worksheet|sheet)\b", re.IGNORECASE)
"""What makes the name of a tab that is a column's as well one of the tab."""
_LINK = re.compile(
    r"\s*(?:(?:column|field|cell)\b)?,?\s*(?:please\s+)?(?:\b(?:"
    r"(?:is|are)(?: called| named| on(?= \d))?|(?:will|shall|should|must) (?:be|say|read)"
    rf"|(?:to|of)(?!\s+{_TO_SHEET})|equals?|says?|reads?|being"
    r"|write|put|enter|note|set|use|fill in|type)\b"
    r"|[:=\u2192]|->)(?:(?<![:=])\s*(?:to )?be\b)?\s*",
    re.IGNORECASE,
)
"""What stands between a column and its value."""
_UNDER = re.compile(
    r"[\s\"”]+(?:goes |comes |stands )?(?:as|for|under|in|into|to|at)(?: the| a| its)?"
    r"(?: column)?\s*$",
    re.IGNORECASE,
)
"""What stands between a value and its column."""
_NEXT = re.compile(
    r"[\s,;.]*(?:\b(?:and|with|plus|also|then)\b[\s,]*)*(?:\b(?:for|in|under|at|set|put)\b\s*)?"
    r"(?:\b(?:the|its|a|an|our)\b\s*)?(?:\bcolumn\b\s*)?$"
)
"""What leads on to the next column."""
_LEAD = re.compile(
    rf".*(?:[:{_SHEET}]|\b(?:rows?|lines?|entry|record|with|add|enter|put|write|append|insert|note|log|saying"
    r"|sheet|table|tab|workbook|spread ?sheet|at the (?:bottom|end|top))\b)(?=[\s,.:;?!]|$)",
    re.IGNORECASE | re.DOTALL,
)
"""What stands before all of a row."""
_END = re.compile(
    rf"\s+(?:goes |is )?(?:to|in|into|on|of)\s+{_TO_SHEET}"
    r"|(?<!\b[a-z][a-z])(?<!\b[a-z])[.!?](?:\s|$)"
    r"|,?\s+(?:please|pls|thanks|thank you|thx)\b",
    re.IGNORECASE,
)
"""What stands behind all of it."""
_FIRST = re.compile(
    r"\b(?:add|put|enter|append|write|log|insert|note)\s+(?![^\ufffc]*\b(?:rows?|lines?|entry|record)\b)"
    rf"(?P<value>[^{_SHEET}]+?)\s+(?:to|in|into|on)\s+{_TO_SHEET}",
    re.IGNORECASE,
)
"""What is to be added to a sheet goes by the name in its first column: "add Oban to the plan"."""
_APART = re.compile(rf".*(?:[,;]\s|\b(?:and|with)\s|{_SHEET}:?)", re.IGNORECASE | re.DOTALL)
_JOINING = re.compile(
    r"^(?:[\s,;.:?!]|\b(?:and|with|then|also|plus|the|column|field)\b)+|[\s,;.]+$"
)
_NUMBER = re.compile(r"(?:^|.*\s)\d[\d.,]*%?\s+$", re.DOTALL)
_GO_ON = re.compile(r"\s*(?:$|[,;.]|and\b)")
_FEW, _LONGEST, _MOST_CHARACTERS = 2, 8, 500
"""Columns that are named at least, and what a value (in words) and a text have at most."""


class _Name(NamedTuple):
    """Where the name of a column stands."""

    column: int
    start: int
    end: int
    again: bool
    """Whether the same stands there once more."""


def labelled(text: str, grid: Grid, aside: Sequence[str] = ()) -> Mapping[int, Cell]:
    """Return what is said of a row beside the names of its columns, by their numbers.

    What stands before all of them is 0, where the first column is not named. `aside` are other
    names of the sheet, which are no row's. Nothing where fewer than two columns are named, one is
    named twice, or has no value.
    """
    if len(text) > _MOST_CHARACTERS:
        return {}
    own = [keys(grid.tab), keys(grid.sheet)]
    others = [keys(one) for one in aside]
    for name in dict.fromkeys((*own, *(one for one in others if one not in grid.names))):
        words = Words(text)
        while here := words.take(name):
            start, end = words.said[here.start].start, words.said[here.stop - 1].end
            if name in grid.names and not _TAB.match(text, end):
                break
            text = f"{text[:start]}{_SHEET}{text[end:]}"
            words = Words("" if name in grid.names else text)
    text = _ROW.sub(rf"\g<lead>{_SHEET}", text)
    names = _names(text, grid)
    if names and names[0].again and _SHEET in (rest := text[names[0].end :]):
        head, _, row = rest.partition(_SHEET)  # "add a client to the sheet, client Nord AB"
        text = row if not _names(head, grid) else text
        names = _names(text, grid)
    return {} if len(names) < _FEW or any(one.again for one in names) else _values(text, names)


def _names(text: str, grid: Grid) -> list[_Name]:
    """Return where the names of columns stand, in their order."""
    words = Words(text)
    columns = words.columns(grid)
    columns = {**words.columns_by_words(grid), **columns}
    found = (
        _Name(at + 1, said[0].start, said[-1].end, bool(words.find(grid.names[at])))
        for at, said in columns.items()
    )
    return sorted(found, key=lambda one: one.start)


def _values(text: str, names: Sequence[_Name]) -> dict[int, Cell]:
    lead, between, behind = text[: names[0].start], pairwise(names), text[names[-1].end :]
    end = _END.search(behind)
    gaps = [text[one.end : two.start] for one, two in between]
    gaps.append(behind[: end.start()] if end else behind)
    called, left = _FIRST.search(lead), _LEAD.sub("", lead)
    first = _clean(called["value"] if called else _NEXT.sub("", left))
    found: dict[int, str] = {}
    waits = 0
    """The column before, where its value is yet to come."""
    for name, after in zip(names, gaps, strict=True):
        value = _before(left, after)
        if value and waits:  # "share 2%, Oban as site"
            apart = _APART.match(value)
            found[waits] = _told(value[: apart.end()]) if apart else ""
            value = value[apart.end() :] if apart else ""
        elif waits:
            found[waits] = _told(left)
        if value:
            found[name.column] = _clean(value.rpartition(_SHEET)[2])
        waits, left = 0 if value else name.column, after
    if waits:
        found[waits] = _told(left)
    if first and 1 not in found:
        found[0] = first
    whole = all(
        value and _SHEET not in value and len(value.split()) <= _LONGEST for value in found.values()
    )
    return {at: typed(value) for at, value in found.items()} if whole else {}


def _before(gap: str, after: str) -> str:
    """Return the value before the name of a column, "Oban as" or "12"; "" where it is behind."""
    if _LINK.match(after):
        return ""
    if under := _UNDER.search(gap):
        return gap[: under.start()] if _clean(gap[: under.start()]) else ""
    return gap if _NUMBER.match(gap) and _GO_ON.match(after) else ""


_APPOSED = re.compile(r"[a-z][a-z ]*,\s+(?=[A-Z])")
"""What is said of a name before it: the site is "coming, Puebla"."""


def _told(gap: str) -> str:
    """Return the value behind the name of a column."""
    linked, end = _LINK.match(gap), _END.search(gap) if _SHEET in gap else None
    told = _NEXT.sub("", gap[linked.end() if linked else 0 : end.start() if end else None])
    return _APPOSED.sub("", _clean(told), count=1) if linked is None else _clean(told)


def _clean(value: str) -> str:
    return _JOINING.sub("", value).strip(" \"'“”")
