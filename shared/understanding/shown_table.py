"""The table just shown, and which of its cells a message wants to say something else.

What the table calls its columns and says in its rows tells which words name them: "put 4 for
Hamburg's seats" means nothing by itself.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from shared.understanding.folding import word_set
from shared.understanding.marking import Span
from shared.understanding.raising import raised_by
from shared.understanding.tables import Columns, Grid, Row, Word, Words, keys

_TABLE = re.compile(
    r"^\*\*(?P<sheet>.+?)\*\*(?: \((?P<tab>.*?)\))?(?:, .*)?:\n+(?P<heads>\|.*\|)\n\|(?: --- \|)+"
    r"(?P<rows>(?:\n\|.*\|)+)",
    re.MULTILINE,
)
"""A table as an answer shows it."""
_LISTED = re.compile(r"^\d+\. (?P<what>.*)$", re.MULTILINE)
_FOUND = re.compile(r"\*\*(?P<sheet>[^*]+)\*\*(?: \((?P<tab>[^()]*)\))?: \S[^,]*: .*")
"""A row as an answer lists it that found it: "**Plan** (May): Site: Ayr, Users: 4"."""
_BECOMES = re.compile(
    r"(?P<order>\b(?:to|as(?! well\b)|at(?! last\b| all\b| least\b)|equals?|make (?:it|that|this)"
    r"|(?:should|must|shall|has to|have to|needs? to|ought to)(?: now)?"
    r" (?:be(?:come)?|read|say))\b"
    r"|[:=\u2192]|->)"
    r"|\b(?:it['\u2019]?s|\w+['\u2019]s(?= (?:now|finally|already)\b)|it is|is|are|becomes?|says?"
    r"|reads?|has got|have got|got|has|have)\b",
    re.IGNORECASE,
)
"""What stands between a cell and what it is to say."""
_PUT = re.compile(
    r"(?:^|[.,;:!?]\s+|\b(?:and|now|then|just|also|please|pls|you|ok|okay) )"
    r"(?:put|enter|write|fill in|note|set|insert|type)(?: in| down)?\s+(?P<value>\S.*?)"
    r"\s+(?:(?P<there>there\b|instead\b|in$)"
    r"|(?:as|for|in|into|under|at|by|next to|beside)\s+\S)",
    re.IGNORECASE | re.DOTALL,
)
"""How it is said what to put into a cell before which cell that is."""
_LAST = re.compile(r"\s(?P<value>[-+$\u20ac\u00a3]?\d[\d.,]*%?)\W*$")
"""A number that stands behind all else."""
_LED = re.compile(
    r"[\s\"'\u201c]*(?:(?:now|just|already|finally|really|actually|be|read|say|up|down)\s+)*",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"[\s\"'\u201d]*(?:[,;!?]+(?:\s|$)|\.+(?:\s|$)|\s(?:(?:and |but )?not|instead"
    r"|rather|please|pls|plz|now|thanks"
    r"|thank you|thx|there|already|too|in it|for (?:it|that|now|me))\b"
    r"|\s(?:in|on|of) (?:the|this|that|our|my) (?:\w+ ){0,4}(?:spread ?sheet|sheet|table|tab)\b|$)",
    re.IGNORECASE,
)
"""What stands around a value."""
_CLAUSE = re.compile(r"[.,;:!?]\s|\bso\b")
_KEPT = re.compile(
    r"n['\u2019]t\b|\b(?:dont|not|never|keep|leave|without|would|could have|why)\b", re.IGNORECASE
)
_LATER = re.compile(
    r"\b(?:if|when(?:ever)?|once|unless|until|till|as soon as|every|each|remind|tell me)\b",
    re.IGNORECASE,
)
"""What nothing is changed by now: in the clause of a change, and anywhere before its value."""
_TAKEN_BACK = re.compile(
    r"\b(?:no|sorry|wait|mean|actually|make it|oops|scratch|but)\b", re.IGNORECASE
)
_MORE = re.compile(rf"\band\b.*(?:{_BECOMES.pattern})", re.IGNORECASE)
_NO_VALUE = word_set("it its that this them there so not the what whatever same")
_LONGEST, _FEW = 6, 1
"""Words a value has at most, and so many others may stand beside the names of a cell."""
_MOST_CHARACTERS, _MOST_FORMS = 500, 24
_Parts = Sequence[tuple[int, int]]


@dataclass(frozen=True)
class CellChange:
    """What a cell is to say: `spans` are the value, and the row and column as far as they are told.

    `whole`: both are. `own`: it is told by the message itself, in which hardly anything else is.
    """

    spans: tuple[Span, ...]
    whole: bool
    own: bool


class _Form(NamedTuple):
    """Where it is said which cell is meant, and what it is to say."""

    where: _Parts
    value: tuple[int, int]
    ordered: bool


class _Fit(NamedTuple):
    """The columns and rows that some words name, and where words stand that name nothing.

    `several`: more than one is named, or one more than once.
    """

    columns: Columns
    row: Row
    others: tuple[int, ...]
    several: bool

    @property
    def told(self) -> int:
        """How much of a cell is named."""
        return bool(self.columns) + (len(self.row.which) == 1)


def shown_table(answer: str) -> Grid | None:
    """Return the one table that an answer shows; None where it shows none, or several."""
    found = list(_TABLE.finditer(answer))
    if len(found) != 1:
        return None
    [table] = found
    heads, *rows = (_cells(line) for line in (table["heads"] + table["rows"]).splitlines())
    return Grid(table["sheet"], table["tab"] or "", heads, tuple(rows))


def found_in(answer: str) -> Grid | None:
    """Return the one tab whose rows alone an answer lists as found, without them; None for none."""
    listed = [*_LISTED.finditer(answer)]
    every = {_FOUND.fullmatch(one["what"]) for one in listed}
    tabs = {(one["sheet"], one["tab"] or "") for one in every if one}
    if len(tabs) != 1 or None in every:
        return None
    [(sheet, tab)] = tabs
    return Grid(sheet, tab, (), ())


def cell_change(text: str, before: str, table: Grid) -> CellChange | None:
    """Return what a message wants a cell of a table to say; None where it tells no such thing.

    The row or column that the message `before` names still is meant where this one names none. What
    is longer than such a wish ever is tells more than one cell.
    """
    if len(text) > _MOST_CHARACTERS:
        return None
    before = before[:_MOST_CHARACTERS]
    forms = islice(_forms(text, table), _MOST_FORMS)
    fits = [(form, _fit(text, form.where, table)) for form in forms]
    form, fit = max(fits, key=_place, default=(None, None))
    if form is None or fit is None or fit.several:
        return None
    begun = max((one.end() for one in _CLAUSE.finditer(text, 0, form.value[0])), default=0)
    if _KEPT.search(text, begun, form.value[0]) or _LATER.search(text, 0, form.value[0]):
        return None
    value = text[slice(*form.value)]
    earlier = _fit(before, ((0, len(before)),), table, aside=(table.sheet, table.tab))
    rows = fit.row.which or (frozenset({0}) if len(table.rows) == 1 else earlier.row.which)
    columns = frozenset(fit.columns) or table.saying(value)
    columns = columns or frozenset(earlier.columns) - _naming(rows, table)
    columns = columns or table.of_numbers(value)
    spans = [Span("value", value, *form.value)]
    if len(rows) == 1:
        name = table.name_of(table.rows[min(rows)])
        spans.append(_span("topic", name, fit.row.words, text))
    if len(columns) == 1:
        at = min(columns)
        spans.append(_span("field", table.heads[at], fit.columns.get(at, ()), text))
    whole = len(rows) == len(columns) == 1
    if fit.others and not whole:  # it may be of another tab
        return None
    own = bool(fit.columns or fit.row.which) and sum(at >= begun for at in fit.others) <= _FEW
    return CellChange(tuple(sorted(spans, key=_start)), whole, own)


def value_told(text: str, table: Grid, named: Sequence[Span]) -> Span | None:
    """Return what a message wants some cell to say, where that is none of what it names.

    An order tells it before a statement does, and of statements the last: "Ann is back, so its
    status is Open".
    """
    forms = [
        form
        for form in islice(_forms(text[:_MOST_CHARACTERS], table), _MOST_FORMS)
        if not any(one.start < form.value[1] and form.value[0] < one.end for one in named)
    ]
    ordered = (form for form in forms if form.ordered)
    form = next(ordered, None) or next(reversed(forms), None)
    return Span("value", text[slice(*form.value)], *form.value) if form else None


def put_there(text: str) -> Span | None:
    """Return all that is to stand "there" or "instead", where no other words tell a value."""
    found = _PUT.search(text, 0, _MOST_CHARACTERS)
    if found is None or found["there"] is None or _BECOMES.search(found["value"]):
        return None
    few = len(found["value"].split()) <= _LONGEST
    return Span("value", found["value"], *found.span("value")) if few else None


def _place(found: tuple[_Form, _Fit]) -> tuple[int, bool, int]:
    """Return which form counts: what names most of a cell, the first order, else the last."""
    form, fit = found
    start = form.value[0]
    return fit.told, form.ordered, -start if form.ordered else start


def _start(span: Span) -> int:
    return span.start


def _span(kind: str, name: str, said: Sequence[Word], text: str) -> Span:
    """Return words as a span that says a name; one without words stands at the end."""
    if not said:
        return Span(kind, name, len(text), len(text))
    return Span(kind, name, said[0].start, said[-1].end)


def _cells(line: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in line.strip()[1:-1].split("|"))  # no cell has a | in it


def _forms(text: str, table: Grid) -> Iterator[_Form]:
    """Yield each way to take a message as what a cell is to say."""
    end = len(text)
    if raised := raised_by(text):
        where = ((0, raised.start), (raised.end, end))
        yield _Form(where, (raised.start, raised.end), ordered=True)
        return
    if found := _PUT.search(text):
        first, last = found.span("value")
        yield from _clean(text, ((0, first), (last, end)), (first, last), table, ordered=True)
    for found in _BECOMES.finditer(text):
        ordered = found["order"] is not None
        where = ((0, found.start()),)
        yield from _clean(text, where, (found.end(), end), table, ordered=ordered)
    if found := _LAST.search(text):
        where = ((0, found.start()),)
        yield from _clean(text, where, found.span("value"), table, ordered=False)


def _clean(
    text: str,
    where: _Parts,
    value: tuple[int, int],
    table: Grid,
    *,
    ordered: bool,
) -> Iterator[_Form]:
    """Yield a form without what is said around its value, if that is one.

    The name of a column at the end of it says where it belongs: "34 users".
    """
    lead = _LED.match(text, *value)
    start = lead.end() if lead else value[0]
    stop = _ENDS.search(text, start, value[1])
    names = "|".join(re.escape(one) for one in (table.sheet, table.tab) if one)
    within = re.compile(rf"\s(?:in|on|of) (?:the |our |my )?(?:{names})\b", re.IGNORECASE)
    stops = (stop, within.search(text, start, value[1]))
    end = min((one.start() for one in stops if one), default=value[1])
    said = Words(text, (start, end)).said
    for head in table.names:
        if head and len(said) > len(head) and tuple(w.key for w in said[-len(head) :]) == head:
            where, said = (*where, (said[-len(head)].start, end)), said[: -len(head)]
            end = len(text[: where[-1][0]].rstrip())
    named = any(head and {*head} <= {word.key for word in said} for head in table.names)
    more = _MORE.search(text, start) or _TAKEN_BACK.search(text, end, value[1])
    if said and len(said) <= _LONGEST and not (more or named or said[0].key in _NO_VALUE):
        yield _Form(where, (start, end), ordered)


def _fit(text: str, where: _Parts, table: Grid, aside: Sequence[str] = ()) -> _Fit:
    """Return the columns and rows named, but for what is named aside."""
    told = Words(text, *where)
    for name in aside:
        told.take(keys(name))
    columns, row = told.columns(table), told.row(table)
    several = row.several or len(columns) > 1 or any(told.find(table.names[at]) for at in columns)
    return _Fit(columns, row, tuple(one.start for one in told.left), several)


def _naming(rows: frozenset[int], table: Grid) -> frozenset[int]:
    """Return the columns whose cells are what a row is called: those stay unless they are named."""
    own = [table.rows[at] for at in rows]
    return frozenset({0, *(one.index(table.name_of(one)) for one in own)})
