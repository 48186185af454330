"""The answer to a question about a table, worked out from what the table says now."""

from collections.abc import Sequence

from pydantic import Field

from shared.errors import ToolFailed
from shared.models.base import Payload
from shared.models.world import KnownTable
from shared.tools.wording import count
from shared.words import either
from shared.workspace.sheets.asking.named import Shape, number_of, shape_of
from shared.workspace.sheets.asking.query import Among, Figure, Query, meeting
from shared.workspace.sheets.figuring import figure, number
from shared.workspace.sheets.places import column_named, heads_of, no_column
from shared.workspace.sheets.port import Table
from shared.workspace.sheets.selecting import Rows, UnknownColumn, said

_MOST_VALUES, _MOST_NAMES = 6, 12


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


def answered(asks: Sequence[Ask], table: Table) -> tuple[str, Rows]:
    """Return what is told of some questions, and the heading and rows they are about."""
    known = KnownTable(sheet=table.sheet.id, name=table.sheet.name, tab=table.tab, rows=table.rows)
    told: list[str] = []
    rows = set[int]()
    for ask in asks:
        query = _query(ask, known, table)
        told += [one for one in [_told(query)] if one and one not in told]
        rows |= {*(query.asked_of if query.figure in {"most", "least", "total"} else query.found)}
        rows |= {*meeting(query.shape, query.against)} if query.against else set()
    shape = shape_of(known)
    shown = [shape.rows[at] for at in sorted(rows)]
    return " ".join(told), (table.rows[0], *shown)


def _named(one: Among, heads: Sequence[str]) -> OneOf:
    return OneOf(column=heads[one.column], values=one.values, others=one.others)


def _query(ask: Ask, known: KnownTable, table: Table) -> Query:
    return Query(
        known,
        ask.figure,
        tuple(_column(one, table) for one in ask.columns),
        tuple(Among(_column(o.column, table), o.values, o.others) for o in ask.where),
        _column(ask.less, table) if ask.less else None,
        ask.above,
        tuple(Among(_column(o.column, table), o.values, o.others) for o in ask.against),
    )


def _column(name: str, table: Table) -> int:
    try:
        at = column_named(name, table) - 1
    except UnknownColumn as unknown:
        raise ToolFailed(no_column(name, table), "params") from unknown
    if at >= len(heads_of(table)):
        raise ToolFailed(no_column(name, table), "params")
    return at


def _told(query: Query) -> str:
    """Return the answer to one question in words; "" where the rows say it themselves."""
    shape, rows = query.shape, query.found
    names = [shape.name(at) for at in rows]
    if query.figure == "count":
        values = [value for one in query.where for value in one.values]
        says = (
            f" {'do not say' if query.where[0].others else 'say'} {either(values)}"
            if values
            else ""
        )
        return f"{count(len(rows), 'row')}{says}."
    if query.figure == "rows":
        return f"{either(names)}." if 0 < len(names) <= _MOST_NAMES else ""
    if query.figure == "apart":
        return _apart(query)
    if query.less is not None:
        return _compared(query)
    if query.figure == "value":
        if not query.columns or len(rows) > _MOST_VALUES:
            return ""
        return " ".join(
            f"{shape.titles[column]} of {shape.name(at)}: {_cell(shape, at, column)}."
            for at in rows
            for column in query.columns
        )
    own = [shape.name(at) for at in query.asked_of]
    figures = (
        figure(shape.titles[o], query.figure, [shape.rows[at][o] for at in query.asked_of], own)
        for o in query.columns
    )
    every = [one.told for one in figures if one]
    return " ".join((f"{count(len(query.asked_of), 'row')}.", *every)) if every else ""


def _compared(query: Query) -> str:
    """Return how much more, or less, a column says than another: of each row, or altogether."""
    shape, less = query.shape, query.less or 0
    [column, *_] = query.columns
    amounts = [(at, one) for at in query.found if (one := query.amount(at)) is not None]
    if query.figure == "total":
        both = [sum(number_of(shape.rows[at][o]) or 0 for at, _ in amounts) for o in (column, less)]
        told = f"{shape.titles[column]} altogether ({number(both[0])})"
        return f"{told} is {_more(both[0] - both[1])} {shape.titles[less]} ({number(both[1])})."
    each = [
        f"{shape.titles[column]} of {shape.name(at)} is {_more(one)} {shape.titles[less]}."
        for at, one in amounts[:_MOST_NAMES]
    ]
    return " ".join(each) or "None."


def _more(amount: float) -> str:
    if not amount:
        return "just as much as"
    return f"{number(abs(amount))} {'more' if amount > 0 else 'less'} than"


def _apart(query: Query) -> str:
    [column, *_] = query.columns
    sums = [
        (rows, sum(number_of(query.shape.rows[at][column]) or 0 for at in rows))
        for rows in (query.found, meeting(query.shape, query.against))
    ]
    told = [
        f"{either([query.shape.name(at) for at in rows])} ({number(total)})" for rows, total in sums
    ]
    by = number(abs(sums[0][1] - sums[1][1]))
    return f"{query.shape.titles[column]}: {by} between {told[0]} and {told[1]}."


def _cell(shape: Shape, row: int, column: int) -> str:
    cell = shape.rows[row][column]
    plain = isinstance(cell, int | float) and not isinstance(cell, bool)
    return number(cell) if plain else said(cell) or "nothing"
