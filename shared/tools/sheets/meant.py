"""Which cells somebody means by their words alone: a row and columns as the table names them."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from shared.tools.sheets.cells import typed
from shared.tools.sheets.places import heads_of
from shared.tools.sheets.port import Cell, Table
from shared.tools.sheets.selecting import said, without_unit
from shared.words import ASIDE, fold, stem, stems

_WORD = re.compile(r"[^\W_]+")
_WORD_OR_SIGN = re.compile(r"\S*\w\S*")
_SMALL = frozenset({"so", "a", "an", "the", "of", "is", "at", "on", "and", "with", "for", "as"})
_SHORTEST = 4
_STOPS = ASIDE | frozenset({"now", "not", "no", "set", "change", "row", "sheet", "tab", "table"})
"""Words of which none tells a row from others."""
_BEFORE_OLD = frozenset({"not", "was", "were", "from", "than", "instead", "of"})
"""What stands before what a cell said until now."""
_WHOLE, _FIRST = 2.0, 1.0
"""What it weighs that all of a cell is said, and that it is the first of its row."""

Cells = list[tuple[int, Cell]]


class Meant(NamedTuple):
    """A row of a table, by its number, and what its columns are to say."""

    table: Table
    number: int
    cells: Cells
    sure: float


class _Value(NamedTuple):
    """What a cell is to say, where that is said, and what its column is called."""

    cell: Cell
    at: int
    column: str


@dataclass
class _Said:
    """The words that were said; those that are understood are taken."""

    words: list[str]
    taken: set[int] = field(default_factory=set[int])

    def find(self, wanted: Sequence[str]) -> int:
        """Return where words stand together that nothing else has taken; -1 for nowhere."""
        for at in range(len(self.words) - len(wanted) + 1) if wanted else ():
            here = range(at, at + len(wanted))
            if self.words[at : at + len(wanted)] == list(wanted) and not self.taken & {*here}:
                return at
        return -1

    def take(self, wanted: Sequence[str]) -> int:
        """Take words where they stand together; return where, or -1."""
        if (at := self.find(wanted)) >= 0:
            self.taken |= {*range(at, at + len(wanted))}
        return at

    @property
    def left(self) -> frozenset[str]:
        """The words that nothing has taken and that tell something."""
        return frozenset(w for at, w in enumerate(self.words) if at not in self.taken) - _STOPS


def meant(tables: Sequence[Table], new: Sequence[tuple[str, Cell]], words: str) -> Meant | None:
    """Return the one row and the columns that are said; None where that is not clear.

    `new` is what the cells are to say, each with what its column was called, "" if nothing was.
    """
    found = [one for table in tables if new and (one := _in(table, new, words))]
    best = max((one.sure for one in found), default=0.0)
    clear = [one for one in found if one.sure == best]
    return clear[0] if len(clear) == 1 else None


def column_said(text: str, heads: Sequence[str]) -> tuple[int, str]:
    """Return the column whose name a text begins or ends with, and the rest; 0 for none."""
    for name, at in sorted(
        ((name, at) for at, head in enumerate(heads, 1) for name in (head, without_unit(head))),
        key=lambda one: -len(one[0]),
    ):
        shown = re.escape(name).replace("\\ ", r"[\s-]").replace(r"\-", r"[\s-]?")
        form = rf"{shown}\s*[:=]?\s+(?P<rest>\S.*)|(?P<value>.*\S)\s+{shown}"
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


def _in(table: Table, new: Sequence[tuple[str, Cell]], words: str) -> Meant | None:
    """Return what is meant in one table."""
    told = _Said(_words(words))
    told.taken |= {at for at, word in enumerate(told.words) if word.isdigit() and _is_old(told, at)}
    values = [_Value(one, told.find(_words(said(one))), name) for name, one in new]
    for one in values:
        told.take(_words(said(one.cell)))
    told.take(_words(table.sheet.name))
    told.take(_words(table.tab))
    heads = _heads(told, table)
    while len(values) > max(1, len(heads)) and (row := _row_among(values, table)):
        values.remove(row)  # "Oban" of "Oban is Ready" is no value
        told.taken -= {*range(row.at, row.at + len(_words(said(row.cell))))}
    scored = _scores(told, table)
    best = max(scored.values(), default=0.0)
    fitting = [at for at, score in scored.items() if score == best]
    cells = _paired(table, values, heads)
    if len(fitting) != 1 or best <= 0 or not cells:
        return None
    return Meant(table, fitting[0], cells, best + len(heads))


def _row_among(values: Sequence[_Value], table: Table) -> _Value | None:
    """Return what is said to be a value and is the name of a row, or else the first if it is."""
    names = [_words(said(row[0])) for row in table.rows[1:] if row]
    named = [one for one in values if names.count(_words(said(one.cell))) == 1]
    return next(iter(named), None) or next((o for o in values[:1] if _is_row(o.cell, table)), None)


def _is_row(cell: Cell, table: Table) -> bool:
    """Whether just one row of a table has a cell that says this."""
    return sum(_words(said(cell)) in [_words(said(c)) for c in row] for row in table.rows[1:]) == 1


def _is_old(told: _Said, at: int) -> bool:
    return told.words[at - 1] in _BEFORE_OLD if at else False


def _heads(told: _Said, table: Table) -> dict[int, int]:
    """Return where columns are named, by their numbers: whole names first, then telling words."""
    names = {at: _words(without_unit(head)) for at, head in enumerate(heads_of(table), 1)}
    longer = {tuple(one) for row in table.rows[1:] for cell in row for one in [_words(said(cell))]}
    found: dict[int, int] = {}
    for column, name in sorted(names.items(), key=lambda one: -len(one[1])):
        at = told.find(name)
        if at >= 0 and not any(_covers(told, cell, name) for cell in longer):
            found[column] = told.take(name)
    many = Counter(word for name in names.values() for word in {*name})
    for column, name in names.items() if not found else ():
        telling = [w for w in name if many[w] == 1 and w in told.left]
        if telling and len(name) > 1:
            found[column] = told.take(telling[:1])
    return found


def _covers(told: _Said, cell: Sequence[str], name: Sequence[str]) -> bool:
    """Whether a cell is said that has the name of a column in it: "Project" in "Project Alpha"."""
    return len(cell) > len(name) and {*name} <= {*cell} and told.find(cell) >= 0


def _scores(told: _Said, table: Table) -> dict[int, float]:
    """Return how much of each row is said: whole cells, and words that few rows have."""
    rows = {at: [_words(said(c)) for c in row] for at, row in enumerate(table.rows[1:], 2)}
    many = Counter(w for row in rows.values() for w in {w for cell in row for w in cell})
    left = told.left
    scores: dict[int, float] = {}
    for at, row in rows.items():
        score = sum(1 / many[w] for w in {w for cell in row for w in cell} & left)
        for place, cell in enumerate(row):
            if {*cell} - _STOPS and told.find(cell) >= 0:
                score += _WHOLE / sum(cell in other for other in rows.values())
                score += _FIRST if not place else 0
        scores[at] = score
    return scores


def _paired(table: Table, values: Sequence[_Value], heads: dict[int, int]) -> Cells:
    """Return each value with the column it names itself ("29 users"), or the nearest one named.

    Where none is named, it is the one that says such things; nothing unless each has a column.
    """
    free = dict(heads)
    found: Cells = []
    for cell, at, name in values:
        column, rest = column_said(f"{name} {said(cell)}".strip(), heads_of(table))
        column = column or min(free, key=lambda one: abs(free[one] - at), default=0)
        column = column or (0 if heads else _column_for(table, cell))
        if not column:
            return []
        free.pop(column, None)
        found.append((column, cell if said(cell) in rest else typed(rest)))
    return found


def _column_for(table: Table, value: Cell) -> int:
    """Return the one column that says a value somewhere, or has numbers where it is one."""
    columns = range(1, len(heads_of(table)) + 1)
    wanted = _words(said(value))
    same = [at for at in columns if any(_words(said(c)) == wanted for c in _column(table, at))]
    if len(same) == 1 or not isinstance(value, int | float):
        return same[0] if len(same) == 1 else 0
    numbers = [at for at in columns if any(isinstance(c, int | float) for c in _column(table, at))]
    return numbers[0] if len(numbers) == 1 else 0


def _column(table: Table, at: int) -> Iterator[Cell]:
    return (row[at - 1] for row in table.rows[1:] if at <= len(row))


def _words(text: str) -> list[str]:
    """Return the words of a text, fit for comparison: "Morgan's" is Morgan, "users" one user."""
    plain = re.sub(r"['\u2019]s\b|(?<=\d),(?=\d{3}\b)", "", fold(text))
    return [w[:-1] if len(w) > _SHORTEST and w[-1] == "s" else w for w in _WORD.findall(plain)]
