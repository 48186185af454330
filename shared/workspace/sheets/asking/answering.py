"""The answer to a question about a table, worked out from what the table says now."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pydantic import Field

from shared.models.base import Payload
from shared.models.cell import Cell
from shared.models.world import KnownTable
from shared.tools.wording import count
from shared.words import either
from shared.workspace.sheets.asking.query import Among, Figure, Query, meeting
from shared.workspace.sheets.asking.shape import Shape, number_of, shape_of
from shared.workspace.sheets.places import column_there, known_table
from shared.workspace.sheets.port import Table
from shared.workspace.sheets.selecting import Rows, said

_MOST_VALUES, _MOST_NAMES, _DIGITS, _MOST_ROWS = 6, 12, 6, 3
_PLACES = 10.0
"""From which on one digit behind the point tells enough of a mean."""
_AT: Mapping[Figure, str] = {
    "total": "altogether",
    "mean": "on average",
    "most": "at its highest",
    "least": "at its lowest",
}


class OneOf(Payload):
    """Rows by what they say in a column: one of some values, or with `others` none of them."""

    column: str = Field(min_length=1)
    values: tuple[str, ...] = Field(min_length=1, max_length=200)
    others: bool = False


class Ask(Payload):
    """One question: of which columns, of the rows that meet all of `where` (empty: all rows)."""

    figure: Figure = Field(description="What is asked of the columns, or of the rows")
    columns: tuple[str, ...] = Field(default=(), max_length=50)
    where: tuple[OneOf, ...] = Field(default=(), max_length=10)
    less: str = Field(default="", description="A column to subtract from the others")
    above: int = Field(
        default=0, ge=-1, le=1, description="Only rows where the rest is above (1) or below (-1) 0"
    )
    against: tuple[OneOf, ...] = Field(
        default=(), max_length=10, description="The rows that others are compared with: apart"
    )


def ask_of(query: Query) -> Ask:
    """Return a question that was understood as the tool takes it."""
    heads = query.shape.titles
    return Ask(
        figure=query.figure,
        columns=tuple(heads[at] for at in query.columns),
        where=tuple(_named(one, heads) for one in query.where),
        less="" if query.less is None else heads[query.less],
        above=query.above,
        against=tuple(_named(one, heads) for one in query.against),
    )


class Figured(NamedTuple):
    """A number of a column ("": of rows), and what it is."""

    column: str
    of: str
    value: float


class Answer(NamedTuple):
    """What is told of some questions, the heading and rows they are about, and the numbers."""

    told: str
    rows: Rows
    figures: tuple[Figured, ...]


class Told(NamedTuple):
    """What is told of one question, and the numbers in it."""

    text: str = ""
    figures: tuple[Figured, ...] = ()


def answered(asks: Sequence[Ask], table: Table) -> Answer:
    """Return what is told of some questions, worked out from the rows of a table."""
    known = known_table(table)
    told: list[Told] = []
    rows = set[int]()
    for ask in asks:
        query = _query(ask, known, table)
        told += [one for one in [_told(query)] if one.text and one not in told]
        rows |= {*(query.asked_of if query.figure in {"most", "least", "total"} else query.found)}
        rows |= {*meeting(query.shape, query.against)} if query.against else set()
    shape = shape_of(known)
    shown = [shape.rows[at] for at in sorted(rows)]
    figures = tuple(figure for one in told for figure in one.figures)
    return Answer(" ".join(one.text for one in told), (table.rows[0], *shown), figures)


def _named(one: Among, heads: Sequence[str]) -> OneOf:
    return OneOf(column=heads[one.column], values=one.values, others=one.others)


def _query(ask: Ask, known: KnownTable, table: Table) -> Query:
    return Query(
        known,
        ask.figure,
        tuple(column_there(one, table) - 1 for one in ask.columns),
        tuple(Among(column_there(o.column, table) - 1, o.values, o.others) for o in ask.where),
        column_there(ask.less, table) - 1 if ask.less else None,
        ask.above,
        tuple(Among(column_there(o.column, table) - 1, o.values, o.others) for o in ask.against),
    )


def _told(query: Query) -> Told:
    """Return the answer to one question; nothing where the rows say it themselves."""
    shape, rows = query.shape, query.found
    names = [shape.name(at) for at in rows]
    if query.figure == "count":
        return _counted(query)
    if query.figure == "rows":
        return Told(f"{either(names) or 'None'}." if len(names) <= _MOST_NAMES else "")
    if query.figure == "apart":
        return _apart(query)
    if query.less is not None:
        return _compared(query)
    if query.figure == "value":
        few = query.columns and len(rows) <= _MOST_VALUES
        cells = [(at, column) for at in rows for column in query.columns] if few else []
        said_so = (
            f"{shape.titles[o]} of {shape.name(at)}: {_cell(shape, at, o)}." for at, o in cells
        )
        return Told(" ".join(said_so))
    own = [shape.name(at) for at in query.asked_of]
    sums = [(o, [shape.rows[at][o] for at in query.asked_of]) for o in query.columns]
    every = [one for o, each in sums if (one := _figure(shape.titles[o], query.figure, each, own))]
    told = " ".join((f"{count(len(query.asked_of), 'row')}.", *(one.text for one in every)))
    return Told(told, tuple(o for one in every for o in one.figures)) if every else Told()


def _figure(column: str, of: Figure, cells: Sequence[Cell], names: Sequence[str]) -> Told | None:
    """Return the number that is asked for; None where one of the cells, or all, are no numbers.

    Shares are compared, but neither added up nor averaged.
    """
    told = [(one, name) for one, name in zip(cells, names, strict=True) if one not in (None, "")]
    shares = of in {"most", "least"}
    plain = [
        (value, name)
        for one, name in told
        if (value := number_of(one)) is not None and (shares or not isinstance(one, str))
    ]
    if not plain or len(plain) < len(told):
        return None
    numbers = [one for one, _ in plain]
    value = {"most": max, "least": min}.get(of, sum)(numbers)
    if of == "mean":
        value /= len(numbers)
        value = round(value, 1 if abs(value) >= _PLACES else 2)
    rows = [name for one, name in plain if shares and one == value]
    of_rows = f" ({', '.join(rows)})" if 0 < len(rows) <= _MOST_ROWS else ""
    text = f"{column} {_AT[of]}: {number(value)}{of_rows}."
    return Told(text, (Figured(column, of, value),))


def number(value: float) -> str:
    """Return a number without what adding fractions leaves at its end."""
    exact = round(value, _DIGITS)
    return f"{int(exact) if exact == int(exact) else exact:,}"


def _counted(query: Query) -> Told:
    """Return how many rows there are, or how many different things a column says."""
    shape, rows = query.shape, query.found
    if query.columns:
        [column, *_] = query.columns
        every = dict.fromkeys(filter(None, (said(shape.rows[at][column]) for at in rows)))
        told = f"{len(every)} different in {shape.titles[column]}: {either([*every])}."
        return Told(told, (Figured(shape.titles[column], "count", len(every)),))
    values = [value for one in query.where for value in one.values]
    names = [*{value.casefold(): value for value in values}.values()]
    verbs = ("says", "say")
    if any(one.others for one in query.where):
        verbs = ("does not say", "do not say")
    says = f" {verbs[len(rows) != 1]} {either(names)}" if names else ""
    return Told(f"{count(len(rows), 'row')}{says}.", (Figured("", "count", len(rows)),))


def _compared(query: Query) -> Told:
    """Return how much more, or less, a column says than another: of each row, or altogether."""
    shape, less = query.shape, query.less or 0
    column, other = query.columns[0], shape.titles[less]
    amounts = [(at, one) for at in query.found if (one := query.amount(at)) is not None]
    if query.figure == "total":
        sums = [sum(number_of(shape.rows[at][o]) or 0 for at, _ in amounts) for o in (column, less)]
        by = round(sums[0] - sums[1], _DIGITS)
        told = f"{shape.titles[column]} altogether ({number(sums[0])})"
        text = f"{told} is {_more(by)} {other} ({number(sums[1])})."
        return Told(text, (Figured(shape.titles[column], "apart", abs(by)),))
    each = [
        f"{shape.titles[column]} of {shape.name(at)} is {_more(one)} {other}."
        for at, one in amounts[:_MOST_NAMES]
    ]
    figures = (Figured(shape.titles[column], "apart", abs(round(o, _DIGITS))) for _, o in amounts)
    return Told(" ".join(each) or "None.", tuple(figures))


def _more(amount: float) -> str:
    if not amount:
        return "just as much as"
    return f"{number(abs(amount))} {'more' if amount > 0 else 'less'} than"


def _apart(query: Query) -> Told:
    [column, *_] = query.columns
    sums = [
        (rows, sum(number_of(query.shape.rows[at][column]) or 0 for at in rows))
        for rows in (query.found, meeting(query.shape, query.against))
    ]
    told = [
        f"{either([query.shape.name(at) for at in rows])} ({number(total)})" for rows, total in sums
    ]
    by, name = round(abs(sums[0][1] - sums[1][1]), _DIGITS), query.shape.titles[column]
    text = f"{name}: {number(by)} between {told[0]} and {told[1]}."
    return Told(text, (Figured(name, "apart", by),))


def _cell(shape: Shape, row: int, column: int) -> str:
    cell = shape.rows[row][column]
    if isinstance(cell, int | float) and not isinstance(cell, bool):
        return number(cell)
    return said(cell) or "nothing"
