"""Whether words put values in other cells of a table, and which of its columns a text names."""

import re
from collections.abc import Sequence

from shared.models.cell import Cell, without_unit
from shared.understanding.said import TAKEN_BACK
from shared.understanding.tables import Grid, Keys, Words, keys
from shared.words import fold, stem, stems
from shared.workspace.sheets.places import heads_of
from shared.workspace.sheets.port import Table
from shared.workspace.sheets.selecting import said

_WORD_OR_SIGN = re.compile(r"\S*\w\S*")
_IS = r"(?:(?:is|are|should be|must be|to be|becomes?)(?: now)?\s+)?"
"""What may stand between a column and its value."""
_SMALL = frozenset({"so", "a", "an", "the", "of", "is", "at", "on", "and", "with", "for", "as"})
_APART = re.compile(r"[,;:.!?]|\b(?:and|plus|but|while|then)\b|&", re.IGNORECASE)
"""What stands between clauses."""

Cells = list[tuple[int, Cell]]


def others_told(table: Table, number: int, cells: Cells, text: str) -> list[str]:
    """Return the rows that words put values on besides the one that is to say them.

    Each value is of the row named before it, or right behind it: no clause tells of the row of
    another. Columns beside those that are to say something are of another, too. Nothing where only
    that row is named, or none.
    """
    words, places = _with_values(table, cells, text)
    columns = _columns_named(words, table)
    own = _first(table.rows[number - 1])
    named = _rows_named(words, table)
    if {*named.values()} <= {own}:
        return []
    told = [_row_told(at, named, words, text) for at in places]
    whole = columns <= {at - 1 for at, _ in cells}
    fits = whole and own in named.values() and all(own in one for one in told)
    names = {_first(row): said(row[0]) for row in table.rows[1:] if row}
    return [] if fits else [names[one] for one in dict.fromkeys(named.values()) if one != own]


def columns_stray(table: Table, cells: Cells, text: str) -> bool:
    """Whether words name columns, and none of those that are to say something."""
    words, _ = _with_values(table, cells, text)
    named = _columns_named(words, table)
    return bool(named) and named.isdisjoint(at - 1 for at, _ in cells)


def _columns_named(words: Words, table: Table) -> set[int]:
    """Take what names columns, from 0, but for the first: that names the row."""
    grid = Grid(table.sheet.name, table.tab, heads_of(table), _rows_said(table))
    return {at for at in words.columns(grid) if at}


def _with_values(table: Table, cells: Cells, text: str) -> tuple[Words, list[range]]:
    """Return words of which the values, the sheet and its tab are taken, and where values stand."""
    words = Words(text)
    places = [words.take(keys(said(cell))) for _, cell in cells]
    words.take(keys(table.sheet.name))
    words.take(keys(table.tab))
    return words, places


def _rows_said(table: Table) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(said(cell) for cell in row) for row in table.rows[1:])


def _first(row: Sequence[Cell]) -> Keys:
    return keys(said(row[0])) if row else ()


def _rows_named(words: Words, table: Table) -> dict[int, Keys]:
    """Return the rows that are named in words by their first cell, by where they are named."""
    names = {_first(row) for row in table.rows[1:]} - {_first(table.rows[0])}
    named: dict[int, Keys] = {}
    for name in sorted(names, key=lambda one: (-len(one), one)):
        while any(not word.isdigit() for word in name) and (here := words.take(name)):
            named[here.start] = name
    return named


def _row_told(at: range, named: dict[int, Keys], words: Words, text: str) -> list[Keys]:
    """Return the rows that a value may be of; none where it is not said."""
    if not at:
        return []
    before = [place for place in sorted(named) if place < at.start][-1:]
    after = [place for place in sorted(named) if place >= at.stop][:1]
    if before and after:
        between = text[words.said[at.stop - 1].end : words.said[after[0]].start]
        corrects = TAKEN_BACK.search(between) is not None
        if _APART.search(between) and not corrects:
            after = []
    return [named[place] for place in (*before, *after)]


def column_said(text: str, heads: Sequence[str]) -> tuple[int, str]:
    """Return the column whose name a text begins or ends with, and the rest; 0 for none."""
    for name, at in sorted(
        ((name, at) for at, head in enumerate(heads, 1) for name in (head, without_unit(head))),
        key=lambda one: -len(one[0]),
    ):
        shown = re.escape(name).replace("\\ ", r"[\s-]").replace(r"\-", r"[\s-]?")
        form = rf"{shown}\s*[:=]?\s+{_IS}(?P<rest>\S.*)|(?P<value>.*\S)\s+{shown}"
        if found := re.fullmatch(form, text.strip(), re.IGNORECASE | re.DOTALL):
            return at, found["rest"] or found["value"]
    return _loosely(text, heads)


def _loosely(text: str, heads: Sequence[str]) -> tuple[int, str]:
    """Return likewise where the name is inflected, with small words: "5000 planned"."""
    told = [found for found in _WORD_OR_SIGN.finditer(text) if fold(found[0]) not in _SMALL]
    said_so = [stem(fold(found[0])) for found in told]
    for at, head in enumerate(heads, 1):
        name = stems(without_unit(head))
        count = len(name)
        if not name or count >= len(told):
            continue
        rest = text[told[count].start() :].strip()
        of = "of" in text[told[count - 1].end() : told[count].start()].split()
        if said_so[:count] == name and not (of and rest[0].isalpha()):  # "Plan of Bo" is no plan
            return at, rest
        if said_so[-count:] == name:
            return at, text[told[0].start() : told[-count - 1].end()].strip()
    return 0, text
