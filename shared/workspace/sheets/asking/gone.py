"""Which rows of a person's tables are to be there no more: "take that line out of the plan"."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from shared.decisions.questioning import asks
from shared.models.world import KnownTable
from shared.understanding.named_contact import REMOVES
from shared.understanding.revision import RevisionReader
from shared.workspace.sheets.asking.named import PART, WHOLE, Named, named
from shared.workspace.sheets.asking.query import Query
from shared.workspace.sheets.asking.shape import shape_of

_ROW = re.compile(r"\b(?:rows?|lines?|entry|entries|records?)\b", re.IGNORECASE)
_BESIDE = re.compile(r"\b(?:cell|column|value)\b", re.IGNORECASE)
"""What is less or more than a row."""
_PLACE = re.compile(
    rf"\b(?:(?P<first>first|top)|last|bottom) (?={_ROW.pattern})"
    r"|\b(?:row|line) (?:no\.? |number )?(?P<at>\d{1,4})\b",
    re.IGNORECASE,
)
"""How a row is told by where it stands."""
_CLAUSE = re.compile(r"[^.;!?\n]+[.;!?]*")
OUT = re.compile(
    rf"{REMOVES}|\b(?:tak|pull|cross|throw|strik)(?:e|es|ing)?\b[^.;!?]{{0,60}}?\b(?:out|off|away)\b"
    r"|\b(?:can|could|should|may|must|(?:has|have|needs?|ought) to) (?:\w+ ){0,3}?"
    r"go(?=\W*$|[,.!?]| please)",
    re.IGNORECASE,
)
_MAY = re.compile(r"\W*(?:can|could|would|will) (?:you|it|that|this|the)\b", re.IGNORECASE)
_FORBIDS = re.compile(
    rf"\b(?:do not|don['\u2019]?t|never|no need to|not to)\b(?:\W+(?:please|just|ever))*\W+"
    rf"(?:{REMOVES}|(?:take|drop|cut|cross|throw|pull|kick|touch|clear)\b)",
    re.IGNORECASE,
)
_LONGEST, _SOME, _LIKELY, _EVEN = 300, 5, 0.5, 0.25


class RowsGone(NamedTuple):
    """The rows of a table that are to go, counted from 0 below the heading."""

    table: KnownTable
    rows: tuple[int, ...]


def changes(text: str, table: KnownTable, revisions: RevisionReader) -> bool:
    """Whether a text, beside a card of a table, rather changes that than anything else."""
    stance = revisions.stances(_card(table), text)
    return max(stance, key=stance.__getitem__) == "change"


def _card(table: KnownTable, rows: Sequence[int] = ()) -> str:
    """Return some rows of a table, with the first ones, as they are read beside what is said."""
    shape = shape_of(table)
    some = sorted({*rows, *range(min(len(shape.rows), _SOME))})
    return f"page: {table.name} | text: {' '.join(map(shape.line, some))}"


def orders_out(clause: str, gone: RowsGone, revisions: RevisionReader) -> bool:
    """Whether a clause has rows go, beside a card of the table, with nothing in their place."""
    card = _card(gone.table, gone.rows)
    wished, stance = revisions.read(card, clause), revisions.stances(card, clause)
    less = wished.ops.get("text-", 0.0) >= max(_EVEN, *wished.ops.values())
    less = less and max(stance, key=stance.__getitem__) == "change"
    marked = (one.text for one in revisions.alone(clause).parties if one.part == "not")
    less = less or (
        (_MAY.match(clause) or not asks(clause))
        and (OUT.search(clause) or any(map(_ROW.search, marked)))
    )
    [role] = revisions.sentences([clause])
    beside = max(role["limit"], role["aside"]) >= _LIKELY or _FORBIDS.search(clause)
    new = wished.all("text", "ask", "value")
    return bool(less) and not (beside or new)


def clauses_of(text: str) -> Iterator[str]:
    """Yield the clauses of a message that may order rows out, the last first."""
    every = [one[0].strip() for one in _CLAUSE.finditer(text)] if len(text) <= _LONGEST else []
    return (one for one in reversed(every) if not _BESIDE.search(one))


def rows_gone(
    clause: str, text: str, tables: Sequence[KnownTable], before: Sequence[Query]
) -> RowsGone | None:
    """Return the rows that a clause is about; None where table or rows are unclear.

    They are named in it, or else in the rest of the message, or were told before.
    """
    last = before[-1] if before else None
    noun = _ROW.search(clause) is not None
    found = [one for table in tables if (one := _in(clause, text, table, last, noun=noun))]
    best = max((place for _, place in found), default=0.0)
    fitting = [gone for gone, place in found if place == best]
    return fitting[0] if len(fitting) == 1 else None


def _in(
    clause: str, text: str, table: KnownTable, last: Query | None, *, noun: bool
) -> tuple[RowsGone, float] | None:
    """Return the rows of one table that go, and how surely it is meant."""
    whole, own = named(text, table), named(clause, table)
    shown = last if last and last.table == table else None
    place = whole.place + (WHOLE if shown else 0.0)
    rows = _placed(clause, len(own.shape.rows)) or _rows(own) or _rows(whole)
    if not rows and noun and shown and len(shown.found) == 1:
        rows = shown.found
    told = noun or (own.place and not own.columns)  # "delete Ayr's phone" empties a cell
    return (RowsGone(table, rows), place) if rows and told else None


def _placed(clause: str, size: int) -> tuple[int, ...]:
    """Return the row that is told by its number, as the spreadsheet counts, or as an end."""
    found = _PLACE.search(clause)
    if found is None:
        return ()
    at = int(found["at"]) - 2 if found["at"] else 0 if found["first"] else size - 1
    return (at,) if 0 <= at < size else ()


def _rows(told: Named) -> tuple[int, ...]:
    """Return the rows that are named by what they are called, or by their place."""
    by_name = told.ordinal or told.shape.key in told.by
    return tuple(sorted(told.rows)) if by_name and told.sure >= PART else ()
