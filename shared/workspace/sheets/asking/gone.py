"""Which rows of a person's tables are to be there no more: "take that line out of the plan"."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from shared.decisions.questioning import asks
from shared.models.world import KnownTable
from shared.understanding.named_contact import REMOVES
from shared.understanding.revision import RevisionReader
from shared.workspace.sheets.asking.named import PART, WHOLE, Named, named
from shared.workspace.sheets.asking.query import Query

_ROW = re.compile(r"\b(?:rows?|lines?|entry|entries|records?)\b", re.IGNORECASE)
_OUT = re.compile(
    rf"{REMOVES}|\bdelete|\b(?:drop|cut|kill)\b"
    r"|\b(?:tak|pull|cross|throw|cut|striking|strik|kick|clear)(?:e|es|ing)?\b[^.;!?]{0,60}?"
    r"\b(?:out|off|away)\b",
    re.IGNORECASE,
)
_FORBIDS = re.compile(r"\b(?:not|never|dont)\b|n['\u2019]t\b", re.IGNORECASE)
_BESIDE = re.compile(
    r"\b(?:page|notes?|text|paragraph|message|cell|column|value|risks?)\b", re.IGNORECASE
)
"""What has lines of another kind, and what is less or more than a row."""
_PLACE = re.compile(
    rf"\b(?:(?P<first>first|top)|last|bottom) (?={_ROW.pattern})"
    r"|\b(?:row|line) (?:no\.? |number )?(?P<at>\d{1,4})\b",
    re.IGNORECASE,
)
"""How a row is told by where it stands."""
_CLAUSE = re.compile(r"[^.;!?\n]+")
_LONGEST, _LIKELY = 300, 0.5


class RowsGone(NamedTuple):
    """The rows of a table that are to go, counted from 0 below the heading."""

    table: KnownTable
    rows: tuple[int, ...]


def orders_out(text: str, revisions: RevisionReader) -> bool:
    """Whether something is plainly to be there no more; "don't" is no such order."""
    read = revisions.alone(text)
    marked = (one.text for one in read.parties if one.part == "not")
    out = says_out(text) or (_plain(_order_in(text)) and any(map(_ROW.search, marked)))
    return out and read.wants["told"] < _LIKELY


def says_out(text: str) -> bool:
    """Whether a text has an order, in plain words for it, that something is to go."""
    clause = _order_in(text)
    return _OUT.search(clause) is not None and _plain(clause)


def _plain(clause: str) -> bool:
    return not (asks(clause) or _BESIDE.search(clause) or _FORBIDS.search(clause))


def rows_gone(text: str, tables: Sequence[KnownTable], before: Sequence[Query]) -> RowsGone | None:
    """Return the rows that an order takes out of a table; None where table or rows are unclear.

    They are named in the clause that orders it, or else in the others, or were told before.
    """
    if len(text) > _LONGEST:
        return None
    clause, last = _order_in(text), before[-1] if before else None
    noun = _ROW.search(clause) is not None
    found = [
        one
        for table in tables
        if (one := _in(clause, text, table, last, noun=noun)) and (noun or one[1])
    ]
    best = max((place for _, place in found), default=0.0)
    fitting = [gone for gone, place in found if place == best]
    return fitting[0] if len(fitting) == 1 else None


def _order_in(text: str) -> str:
    """Return the last clause of an order that something goes, or else that is about rows."""
    clauses = [one[0] for one in _CLAUSE.finditer(text)]
    ordering = [one for one in clauses if _OUT.search(one)]
    return (ordering or [one for one in clauses if _ROW.search(one)] or [""])[-1]


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
    cell = own.columns and not noun  # "delete Ayr's phone" empties a cell
    return (RowsGone(table, rows), place) if rows and not cell else None


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
