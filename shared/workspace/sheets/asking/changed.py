"""Which one cell a message wants to say something else, by what tables say and was asked before.

"That should be 33" is of the cell just told; "give Ayr the same status" copies what was told.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from shared.models.cell import Cell, typed
from shared.models.world import KnownTable
from shared.understanding.folding import word_set
from shared.understanding.raising import raised_by
from shared.understanding.said import TAKEN_BACK
from shared.understanding.shown_table import put_there
from shared.understanding.tables import Grid, keys
from shared.words import either, fold, words_of
from shared.workspace.sheets.asking import terms
from shared.workspace.sheets.asking.named import MEANT, PART, WHOLE, Named, named
from shared.workspace.sheets.asking.query import Query, rows_of
from shared.workspace.sheets.asking.shape import Shape, number_of, shape_of
from shared.workspace.sheets.in_clauses import told_in_clauses
from shared.workspace.sheets.kinds import column_said, kind_of
from shared.workspace.sheets.selecting import said

_ASKS = re.compile(
    r"^\W*(?:(?:and|so|but|then|ok|okay|please)\W+)*(?:what|which|who|whose|when|where|how)\b"
    r"|^\W*(?:is|are|was|were|did|does|do|has|have)\b.*\?",
    re.IGNORECASE,
)
_WRONG = re.compile(
    r"\b(?:wrong|incorrect|outdated|out of date|mistaken?|no longer)\b"
    r"|\b(?:not|\w+n['\u2019]?t) (?:right|correct|so|true)\b",
    re.IGNORECASE,
)
"""How it is asked what is so, and said that it is not."""
_LATER = re.compile(
    r"\b(?:if|whenever|unless|until|as soon as|every|each|remind|tell me|add(?! up)"
    r"|(?:new|another|more|extra|an?|delete|remove) (?:row|line))\b"
    r"|\b(?:below|under|beneath|after|above|before) (?:it|that|this)\b"
    r"|(?<!replaced )(?<!exchanged )\bby \d|\bon top\b|\b(?:don['\u2019]?t|do not|never)\b"
    r"|\b(?:what|which|who|whos|whose|when|where|how)\b[^.!?]*\?"
    r"|\band (?:then )?(?:send|e-?mail|mail|post|message|dm|tell|remind|book|invite|ask|let"
    r"|forward)\b",
    re.IGNORECASE,
)
"""What changes no one cell now, or does more."""
_LEFT = re.compile(
    r"\b(?:leave|keep|don['\u2019]?t (?:touch|change)|do not (?:touch|change))\b[^.;!?]*",
    re.IGNORECASE,
)
_SAME = re.compile(
    r"\b(?:the |its )?same\b(?! (?:tab|sheet|table|list|line|row)\b)"
    r"(?: (?!(?:as|like|that|which)\b)[\w-]+)?"
    r"(?: as (?:that|this|it|there)(?: one)?)?",
    re.IGNORECASE,
)
_AS_ROW = re.compile(r"\s*(?:as|like|that|which) (?:the )?(?P<row>[^.,;!?]+)", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\w.,-])-?\d[\d,]*(?:\.\d+)?\s?%?(?![\w]|\.\d)")
_WAS = re.compile(r"\b(?:not|was|were|from|than|instead of|says|said)\s+$", re.IGNORECASE)
_BECOMES = (
    r"(?:\b(?:to|on|as|is|are|be|say|says|read|reads|it['\u2019]?s|at|now|make it)\b|[:=\u2192])"
    r"(?: now)?\s*[\"'\u201c]?"
)
_WRITTEN = re.compile(
    r"(?:\b(?:write|put|enter|type)(?: (?:there|in|down|instead))*\s*:\s*"
    r"|\b(?:should|must|shall|has to|(?:is|are) to) (?:now )?(?:say|read|be)\s*:?\s*"
    r"|\b(?:it|that)(?:['\u2019]s| is) (?:now )?(?=\S+ now\b)"
    r"|\bmake (?:it|that|this)\s+(?!(?:in)?to\b)"
    r"|\b(?:set|change|make|switch|update|correct|put|turn) (?:it|that|this)(?: back)?"
    r" (?:in)?to\s+)[\"'\u201c]?(?P<value>[^\"\u201d.,!?;]+?)"
    r"(?=[\"'\u201d]?(?:\s+(?:now|please|pls|instead)\b|[.,!?;]|\s*$))",
    re.IGNORECASE,
)
_NEXT = re.compile(
    r",?\s+(?:and|plus|then)\s+(?:(?:also|then|please"
    r"|while (?:you|we)(?:['\u2019]re| are) (?:at|on) (?:it|that))[\s,]+)*"
    r"(?=(?:set|change|put|make|mark|update|correct|the|its|their)\b)",
    re.IGNORECASE,
)
"""What stands before a further order."""
_AND = re.compile(r"[,;]\s+(?:and\s+)?|\s+and\s+", re.IGNORECASE)
_STOPS = re.compile(r"(?<=[.;!])\s+")
_PARTS = re.compile(r"[,.;:]\s|\bbut\b")
_SET_TO = re.compile(
    r"\b(?:set|change|make|switch|update|correct|put|turn) (?!(?:it|that|this)\b)"
    r"(?:(?! but\b)[^.!?;:])*?"
    r"\b(?:to|into) (?:say |read |be )?[\"'\u201c]?(?P<value>[^\"\u201d.,!?;:]+)",
    re.IGNORECASE,
)
"""How the name of a cell stands between the order and what it is to say."""
_SAID_OF_IT = word_set(
    "no nope nah yes sorry must should shall needs have may can could would set change put write"
    " enter make update upd correct fix amend pop give overwrite mark switch adjust replace edit"
    " type turn wrong incorrect outdated mistake right true longer instead same new hold"
)
"""Words of a change that name no cell."""
_MOSTLY, _LONGEST = 0.6, 300


@dataclass(frozen=True)
class CellMeant:
    """A cell of a table, by its row and column from 0, and what it is to say (None: not told)."""

    table: KnownTable
    row: int
    column: int
    value: Cell

    @property
    def shape(self) -> Shape:
        """The table as words are compared with it."""
        return shape_of(self.table)

    @property
    def told(self) -> Query:
        """The question that this cell answers."""
        return Query(self.table, "value", (self.column,), rows_of(self.shape, (self.row,)))


@dataclass(frozen=True)
class _Value:
    value: Cell
    start: int
    end: int
    column: int | None = None
    row: int | None = None
    """The row that says it already: none that is to be changed."""


class _Told(NamedTuple):
    """What is told of a cell: what was asked before, what is named, its value, row and column."""

    own: Query | None
    told: Named
    value: _Value
    row: int | None
    column: int | None


def cell_meant(
    text: str, tables: Sequence[KnownTable], before: Sequence[Query]
) -> CellMeant | None:
    """Return the one cell that a message changes; None where any of it is unclear."""
    if len(text) > _LONGEST:
        return None
    told = _LEFT.sub(_blank, text)
    if _changes_none(told):
        return None
    last = before[-1] if before else None
    order = [last.table] if last else []
    order += [one for one in tables if one not in order]
    found = [one for table in order if (one := _in(told, table, last))]
    onward = [one for one in found if last and one.table == last.table]
    if found:
        return onward[0] if onward else _fitting(told, found)
    return _only_wrong(told, last) if last else None


def cells_meant(
    text: str, tables: Sequence[KnownTable], before: Sequence[Query]
) -> list[CellMeant]:
    """Return the cells of one table that a message changes; nothing where any of it is unclear.

    Of several orders each has its own, of the row before it where it names none.
    """
    if len(text) > _LONGEST:
        return []
    last = before[-1] if before else None
    parts = _NEXT.split(text)
    if len(parts) == 1:  # "Ayr has 5 now. And Oban loses 2, so 7"
        parts = [one for one in _STOPS.split(text) if _NUMBER.search(one)]
    found = _in_turn(parts, tables, before) if len(parts) > 1 else []
    if found:
        return found if len(found) == len(parts) else []
    if each := _several(text, tables, last):
        return each
    if whole := cell_meant(text, tables, before):
        return [whole]
    parts = _of_numbers(text)  # "Ayr has 5 users and Oban 7"
    found = _in_turn(parts, tables, before) if len(parts) > 1 else []
    return found if len({one.row for one in found}) == len(parts) else []


def _in_turn(
    parts: Sequence[str], tables: Sequence[KnownTable], before: Sequence[Query]
) -> list[CellMeant]:
    """Return the cell of each part, up to one in another table or, behind the first, without one.

    What comes before the first is no order.
    """
    found: list[CellMeant] = []
    for part in parts:
        cell = cell_meant(part, tables, [*before, *(one.told for one in found)])
        if cell and (not found or found[0].table == cell.table):
            found.append(cell)
        elif found:
            break
    return found


def _of_numbers(text: str) -> list[str]:
    """Return the parts of a text that tell a number each; what leads to one belongs to it."""
    parts: list[str] = []
    lead = ""
    for one in _AND.split(_LEFT.sub(_blank, text)):
        whole = f"{lead}, {one}" if lead else one
        lead = "" if _NUMBER.search(one) else whole
        parts += [] if lead else [whole]
    return [*parts[:-1], f"{parts[-1]}, {lead}"] if lead and parts else parts


def cells_marked(
    text: str, tables: Sequence[KnownTable], new: Sequence[tuple[str, Cell]]
) -> list[CellMeant]:
    """Return the cells of one row that are to say what is marked; nothing where one is unclear.

    `new` is what cells are to say, each with what its column was called, "" if nothing was.
    """
    every = [one for table in tables if (one := _marked(text, table, new))]
    best = _fitting(text, [one[0] for one in every]) if every else None
    return next((one for one in every if one[0] == best), list[CellMeant]())


def _marked(text: str, table: KnownTable, new: Sequence[tuple[str, Cell]]) -> list[CellMeant]:
    shape = shape_of(table)
    columns = {*named(text, table).columns} - {shape.key}
    spare = len(new) - max(1, len(columns))
    found: list[tuple[str, _Value]] = []
    rest = text
    for head, cell in new:
        if len(new) - len(found) > 1 and spare > 0 and _names_one(said(cell), shape):
            spare -= 1  # "Oban" of "Oban is Ready" is no value
            continue
        *_, at = [None, *re.finditer(rf"(?<!\w){re.escape(said(cell))}(?!\w)", text, re.IGNORECASE)]
        place = at.span() if at else (0, 0)
        rest = f"{rest[: place[0]]}{' ' * (place[1] - place[0])}{rest[place[1] :]}"
        found.append((head, _Value(cell, *place)))
    told = named(terms.plain(_NUMBER.sub(" ", rest)), table)
    row = _row(told, None, None)
    if row is None:
        return []
    more = [one for one in found if one[1].value not in shape.rows[row]]
    found = (more or found) if len(found) > max(1, len(columns)) else found  # "is at 5. Make it 6"
    cells = [_marked_cell(text, told, row, *one) for one in found]
    whole = [one for one in cells if one is not None and one.column != shape.key]
    return whole if len({one.column for one in whole}) == len(cells) else []


def _names_one(value: str, shape: Shape) -> bool:
    """Whether a value is what a column is called, or one row alone."""
    wanted = fold(value)
    rows = sum(wanted in map(fold, map(said, row)) for row in shape.rows)
    return rows == 1 or wanted in map(fold, (*shape.titles, *shape.heads))


def _marked_cell(text: str, told: Named, row: int, head: str, value: _Value) -> CellMeant | None:
    """Return the cell of a value that names its column itself, "29 users", or by the words."""
    shape, written = told.shape, said(value.value)
    column, rest = column_said(f"{head} {written}".strip(), shape.titles)
    cell = value.value if not column or written in rest else typed(rest)
    says = [at for at in range(len(shape.heads)) if written in map(said, shape.cells(at))]
    known = replace(value, column=says[0] if len(says) == 1 else None)
    at = column - 1 if column else _column(known, told, None, _clause(text, value, shape.table))
    return None if at is None else CellMeant(shape.table, row, at, cell)


def _several(text: str, tables: Sequence[KnownTable], last: Query | None) -> list[CellMeant]:
    """Return the cells of one row that get a number each: "actual 12900, the difference 12%"."""
    if len(text) > _LONGEST or _changes_none(told := _LEFT.sub(_blank, text)):
        return []
    found = [cells for table in tables if (cells := _each(told, table, last))]
    return found[0] if len(found) == 1 else []


def _each(text: str, table: KnownTable, last: Query | None) -> list[CellMeant]:
    """Return a cell for each of several values; nothing unless each has a column that is named."""
    shape, own = shape_of(table), last if last and last.table == table else None
    values = [*_values(_without_place(text, table), shape, own)]
    clauses = [_clause(text, one, table) for one in values]
    values = [one for one, its in zip(values, clauses, strict=True) if its.columns or its.rows]
    told = named(terms.plain(_NUMBER.sub(" ", text)), table)
    columns = [_column(one, told, own, _clause(text, one, table)) for one in values]
    row = _row(told, own, None)
    if row is None or not (own or all(_alone(told, one) for one in values)):
        return []
    cells = [
        CellMeant(table, row, at, one.value)
        for at, one in zip(columns, values, strict=True)
        if at is not None and at in told.columns and at in shape.numeric
    ]
    cells = cells if 1 < len({one.column for one in cells}) == len(values) else []
    each = told_in_clauses(
        text if shape.key in told.by else f"{shape.name(row)}. {text}",
        Grid(table.name, table.tab, shape.titles, ()),
        (),
        [kind_of(shape.cells(at)) for at in range(len(shape.heads))],
    )
    own_name = keys(f"{each.get(shape.key + 1, '')}") == keys(shape.name(row))
    told_of = [(at - 1, one) for at, one in sorted(each.items()) if at - 1 != shape.key]
    whole = own_name and all(
        at in told.columns
        and _fits(shape, at, one)
        and not _SAID_OF_IT.issuperset(words_of(said(one)))
        for at, one in told_of
    )
    more = whole and len(told_of) > max(1, len(cells))
    return [CellMeant(table, row, at, one) for at, one in told_of] if more else cells


def _changes_none(text: str) -> bool:
    return bool(_LATER.search(text) or raised_by(text) or _ASKS.search(text))


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _fitting(text: str, found: Sequence[CellMeant]) -> CellMeant | None:
    """Return the cell of the table that a message names most of; None where two fit alike."""
    named_in = [named(text, one.table) for one in found]
    scores = [one.told * one.explained for one in named_in]
    best = max(scores)
    near = [one for one, score in zip(found, scores, strict=True) if score > best - MEANT]
    return near[0] if len(near) == 1 else None


def _only_wrong(text: str, last: Query) -> CellMeant | None:
    """Return the cell just told, where it is only said that it has to be mended."""
    if len(last.found) != 1 or len(last.columns) != 1 or not _WRONG.search(text):
        return None
    left = named(_WRONG.sub(" ", text), last.table).left
    plain = all(one.key in _SAID_OF_IT for one in left)
    return CellMeant(last.table, last.found[0], last.columns[0], None) if plain else None


def _told(text: str, table: KnownTable, last: Query | None) -> _Told | None:
    """Return what a message tells of a cell of one table; None where not one value is told."""
    shape = shape_of(table)
    names = "|".join(re.escape(shape.name(at)) for at in range(len(shape.rows)))
    back = rf"\b(?:{names})\b(?=\W+(?:{TAKEN_BACK.pattern})\W+(?:{names})\b)"
    text = re.sub(back, _blank, text, flags=re.IGNORECASE)  # "Oban, no, Ayr"
    own = last if last and last.table == table else None
    values = [*_values(_without_place(text, table), shape, own)]
    if len(values) > 1:  # "22 is wrong, it is 25" tells what it says now
        row = named(text, table).rows or frozenset(own.found if own else ())
        says = {cell for at in row for cell in shape.rows[at]} if len(row) == 1 else set[Cell]()
        values = [one for one in values if one.value not in says]
    if len(values) > 1:  # "24 users, two more than before" is of one column
        values = [one for one in values if _clause(text, one, table).columns] or values
    if len(values) != 1:
        return None
    [value] = values
    rest = f"{text[: value.start]}{' ' * (value.end - value.start)}{text[value.end :]}"
    rest = _WRITTEN.sub(_blank, rest)  # what is taken back names nothing
    if value.row is not None:
        rest = rest.replace(shape.name(value.row), " ")
    told = named(
        terms.plain(_NUMBER.sub(" ", rest) if _NUMBER.fullmatch(str(value.value)) else rest), table
    )
    column = _column(value, told, own, _clause(text, value, table))
    return _Told(own, told, value, _row(told, own, column), column)


def _in(text: str, table: KnownTable, last: Query | None) -> CellMeant | None:
    """Return the cell that is meant in one table."""
    found = _told(text, table, last)
    if found is None:
        return None
    own, told, value, row, column = found
    if row is None or column is None or column == told.shape.key:
        return None
    if not own and not _alone(told, value):
        return None
    shape = told.shape
    cell = shape.rows[own.found[0]][column] if own and value.value is None else value.value
    number = isinstance(cell, int | float) or _NUMBER.fullmatch(str(cell)) is not None
    if number != (column in shape.numeric) or cell is None:
        return None
    return CellMeant(table, row, column, cell)


def column_open(text: str, tables: Sequence[KnownTable], before: Sequence[Query]) -> str:
    """Return the question which column of a row is to say a figure; "" where that is not open."""
    told = "" if len(text) > _LONGEST else _LEFT.sub(_blank, text)
    for table in () if not told or _changes_none(told) else tables:
        found = _told(told, table, before[-1] if before else None)
        if found is None or found.row is None or {*found.told.columns} - {found.told.shape.key}:
            continue
        value, shape = found.value.value, found.told.shape
        fits = [shape.titles[at] for at in sorted(shape.numeric) if _fits(shape, at, value)]
        if number_of(value) is not None and fits and (found.own or found.told.place >= PART):
            name = shape.name(found.row)
            return f"Which column of {name} should say “{value}”: {either(fits, 'or')}?"
    return ""


def _clause(text: str, value: _Value, table: KnownTable) -> Named:
    """Return what is named in the clause that a value stands in."""
    before, after = _PARTS.split(text[: value.start])[-1], _PARTS.split(text[value.end :])[0]
    return named(f"{before} {after}", table)


def _without_place(text: str, table: KnownTable) -> str:
    """Return a text without where the table is: "to Done in the Plan sheet" says Done."""
    names = "|".join(re.escape(one) for one in (table.name, table.tab) if one)
    place = rf"\b(?:in|on|of|from) (?:(?:the|my|our) )?(?:{names})(?: (?:sheet|tab|table))*(?!\w)"
    return re.sub(place, _blank, text, flags=re.IGNORECASE)


def _alone(told: Named, value: _Value) -> bool:
    """Whether a message tells its cell by itself, and the table or hardly anything else."""
    column = max(told.columns.values(), default=0) >= PART or value.column is not None
    left = [one for one in told.left if one.key not in _SAID_OF_IT]
    telling = len(left) + sum(told.said[at].key not in terms.FILLERS for at in told.taken)
    few = len(left) <= (1 - _MOSTLY) * telling or told.place > _MOSTLY
    return bool(told.rows) and column and few


def _values(text: str, shape: Shape, last: Query | None) -> Iterator[_Value]:
    """Yield what the cell may be to say: what was told, a number, a cell's words, or those said."""
    same = _SAME.search(text)
    if same and (other := _AS_ROW.match(text, same.end())):
        rows = named(other["row"], shape.table).rows
        columns = [*named(same[0], shape.table).columns] or [*(last.columns if last else ())]
        columns = columns or [*named(text, shape.table).columns]
        if len(rows) == 1 == len(columns):
            yield _Value(
                shape.rows[min(rows)][min(columns)],
                *(same.start(), other.end(), min(columns), min(rows)),
            )
        return
    if same and last and len(last.found) == 1:
        yield _Value(_copied(last), *same.span(), None)
        return
    numbers = [one for one in _NUMBER.finditer(text) if not _WAS.search(text[: one.start()])]
    between = text[numbers[-2].end() : numbers[-1].start()] if len(numbers) > 1 else ""
    if TAKEN_BACK.search(between) and not _NUMBER.search(between):
        numbers = numbers[-1:]
    if numbers:
        for one in numbers:
            figure = one[0].rstrip(",")
            yield _Value(typed(figure.replace(" ", "")), one.start(), one.start() + len(figure))
        return
    yield from _words(text, shape)


def _words(text: str, shape: Shape) -> Iterator[_Value]:
    """Yield the words a cell is to say, behind an order or its column, but none taken back."""
    heads = "|".join(sorted(map(re.escape, filter(None, shape.heads)), key=len, reverse=True))
    by_column = rf"\b(?:set|make|put|change|mark)\s+(?:(?:the|its|their)\s+)?(?:{heads})\s+"
    no_value = r"(?!(?:to|as|into|of|for|in|at|on|by|is|should|must)\b)[\"\u201c]?"
    column = re.compile(rf"{by_column}{no_value}(?P<value>[^\"\u201d.,!?;:]+)", re.IGNORECASE)
    behind = rf"\b(?:{heads})\b[^.!?;:,\"\u201c]*(?::\s*|[\"\u201c])(?P<value>[^\"\u201d.,!?;:]+)"
    named = re.finditer(behind, text, re.IGNORECASE)
    forms = (*named, *_WRITTEN.finditer(text), *_SET_TO.finditer(text), *column.finditer(text))
    found = [_Value(one["value"].strip(), *one.span("value")) for one in forms]
    found += [_Value(there.text, there.start, there.end)] if (there := put_there(text)) else []
    if known := _known(text, shape):
        apart = (one for one in found if one.end <= known.start or known.end <= one.start)
        found = [*apart, known]
    told = {
        one.start("value")
        for one in _WRITTEN.finditer(text)
        if one[0][:2].casefold() in {"it", "th"}
    }
    found = [one for one in found if one.start not in told] or found  # an order tells it first
    found = sorted({one.start: one for one in found}.values(), key=lambda one: one.start)
    for one, after in zip(found, (*found[1:], None), strict=False):
        if not (after and TAKEN_BACK.search(text, one.end, after.start)):
            yield one


def _copied(last: Query) -> Cell:
    """Return the one cell that was told; None where the column named tells which."""
    columns = last.columns
    return last.shape.rows[last.found[0]][columns[0]] if len(columns) == 1 else None


def _known(text: str, shape: Shape) -> _Value | None:
    """Return what a cell of a column says already, behind what says that another is to say it."""
    found: list[_Value] = []
    for column in range(len(shape.heads)):
        if column in shape.numeric or column == shape.key:
            continue
        for value in {said(one) for one in shape.cells(column) if one}:
            form = rf"{_BECOMES}(?P<value>{re.escape(value)})\b"
            found += [
                _Value(value, *one.span("value"), column)
                for one in re.finditer(form, text, re.IGNORECASE)
            ]
    return max(found, key=lambda one: (one.end - one.start, one.start), default=None)


def _row(told: Named, last: Query | None, column: int | None) -> int | None:
    """Return the row that is named, or else the one that was told.

    What is said of the very column that is to be changed tells no other row than that.
    """
    here = last.found if last else ()
    key = told.shape.key
    of_it = bool(here) and {*told.by} == {column}
    if len(told.by.get(key, ())) > 1:
        return None
    rows = frozenset(here) if of_it else told.rows or frozenset(here)
    return min(rows) if len(rows) == 1 else None


def _column(value: _Value, told: Named, last: Query | None, beside: Named) -> int | None:
    """Return the column that is named, or that says such a thing, or else the one that was told.

    Of several it is the one `beside` it: "the plan is right, the actual ought to be 9".
    """
    shape = told.shape
    if value.row is not None:  # it is the same as another row's
        return value.column
    best = max(told.columns.values(), default=0.0)
    columns = [at for at, sure in told.columns.items() if sure == best and at != shape.key]
    fits = {
        at for at in range(len(shape.heads)) if value.value is None or _fits(shape, at, value.value)
    }
    if len([at for at in columns if at in fits]) == 1:
        columns = [at for at in columns if at in fits]
    if best == WHOLE and len(columns) > 1:
        columns = [at for at in columns if beside.columns.get(at) == WHOLE]
        if len(columns) != 1:
            return None
    fitting = [at for at in columns if at in fits]
    if columns and not fitting:
        return None
    columns = fitting
    if not columns and value.column is not None:
        columns = [value.column]
    if not columns and len(now := ({*told.by} - {shape.key}) & fits) == 1:
        columns = [*now]  # "it says Open, and it must say Shut"
    if not columns and last is not None:
        columns = [at for at in last.columns if at in fits]
    if not columns and number_of(value.value) is not None:
        columns = [*fits]
    return columns[0] if len(columns) == 1 else None


def _fits(shape: Shape, column: int, value: Cell) -> bool:
    """Whether a column holds what a value is: words, numbers or shares."""
    if number_of(value) is None:
        return column not in shape.numeric
    return column in shape.numeric and (column in shape.shares) == isinstance(value, str)
