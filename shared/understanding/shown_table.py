"""The table just shown, and which of its cells a message wants to say something else.

What the table calls its columns and says in its rows tells which words name them: "put 4 for
Hamburg's seats" means nothing by itself.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from shared.tools.sheets.cells import typed
from shared.tools.sheets.selecting import without_unit
from shared.understanding.folding import word_set
from shared.understanding.marking import Span
from shared.words import ASIDE
from shared.words import spans as words_in

_TABLE = re.compile(
    r"^\*\*(?P<sheet>.+?)\*\*(?: \((?P<tab>.*?)\))?(?:, .*)?:\n+(?P<heads>\|.*\|)\n\|(?: --- \|)+"
    r"(?P<rows>(?:\n\|.*\|)+)",
    re.MULTILINE,
)
"""A table as an answer shows it."""
_BECOMES = re.compile(
    r"(?P<order>\b(?:to|as|at|equals?|make (?:it|that|this)"
    r"|(?:should|must|shall|has to|have to|needs? to|ought to)(?: now)?"
    r" (?:be(?:come)?|read|say))\b"
    r"|[:=\u2192]|->)"
    r"|\b(?:it['\u2019]?s|it is|is|are|becomes?|says?|reads?|has got|have got|got|has|have)\b",
    re.IGNORECASE,
)
"""What stands between a cell and what it is to say."""
_PUT = re.compile(
    r"(?:^|[.,;:!?]\s+|\b(?:and|now|then|just|also|please|pls|you|ok|okay) )"
    r"(?:put|enter|write|fill in|note|set|insert|type)(?: in| down)?\s+(?P<value>\S.*?)"
    r"\s+(?:there\b|in$|(?:as|for|in|into|under|at|by|next to|beside)\s+\S)",
    re.IGNORECASE | re.DOTALL,
)
"""How it is said what to put into a cell before which cell that is."""
_LAST = re.compile(r"\s(?P<value>[-+$\u20ac\u00a3]?\d[\d.,]*%?)\W*$")
"""A number that stands behind all else."""
_LED = re.compile(
    r"[\s\"'\u201c]*(?:(?:now|just|already|really|actually|be|read|say|up|down)\s+)*",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"[\s\"'\u201d]*(?:[,;!?]+(?:\s|$)|\.+(?:\s|$)|\s(?:not|instead|rather|please|pls|plz|now|thanks"
    r"|thank you|thx|there|already|too|in it|for (?:it|that|now|me))\b"
    r"|\s(?:in|on|of) (?:the|this|that|our|my) (?:\w+ ){0,4}(?:spread ?sheet|sheet|table|tab)\b|$)",
    re.IGNORECASE,
)
"""What stands around a value."""
_LETTER = re.compile(r"[^\W\d_]")
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
_NO_VALUE = word_set("it that this them there so not the what whatever same")
_AROUND = word_set(
    "set change make put update correct fix adjust mark enter write fill note insert type turn"
    " switch row line cell column value figure entry number field tab sheet table spreadsheet"
    " should must shall needs has now new please pls ok okay thanks then also under up down went"
    " goes wrong incorrect well right oh"
)
"""Words of a change that name no cell."""
_LONGEST, _FEW = 6, 1
"""Words a value has at most, and so many others may stand beside the names of a cell."""
_SHORTEST = 4
_MOST_CHARACTERS, _MOST_FORMS = 500, 24
_Parts = Sequence[tuple[int, int]]


@dataclass(frozen=True)
class ShownTable:
    """A tab of a sheet, with as many of its rows as were shown, as they were written."""

    sheet: str
    tab: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def name_of(self, row: Sequence[str]) -> str:
        """Return a cell that no other row has, the first one in words; or else the first cell."""
        others = [one for one in self.rows if one is not row]
        own = [cell for at, cell in enumerate(row) if cell and all(cell != o[at] for o in others)]
        return next((cell for cell in own if _LETTER.search(cell)), next(iter(own), row[0]))


@dataclass(frozen=True)
class CellChange:
    """What a cell is to say: `spans` are the value, and the row and column as far as they are told.

    `whole`: both are. `own`: it is told by the message itself, in which hardly anything else is.
    """

    spans: tuple[Span, ...]
    whole: bool
    own: bool


class _Word(NamedTuple):
    key: str
    start: int
    end: int


class _Named(NamedTuple):
    """Words that name columns or rows, and which, by their numbers."""

    which: frozenset[int] = frozenset()
    words: tuple[_Word, ...] = ()


class _Form(NamedTuple):
    """Where it is said which cell is meant, and what it is to say."""

    where: _Parts
    value: tuple[int, int]
    ordered: bool


class _Fit(NamedTuple):
    """The column and row that some words name, the words that name nothing, and whether more is."""

    column: _Named
    row: _Named
    others: tuple[_Word, ...] = ()
    several: bool = False

    @property
    def told(self) -> int:
        """How much of a cell is named."""
        return (len(self.column.which) == 1) + (len(self.row.which) == 1)


def shown_table(answer: str) -> ShownTable | None:
    """Return the one table that an answer shows; None where it shows none, or several."""
    found = list(_TABLE.finditer(answer))
    if len(found) != 1:
        return None
    [table] = found
    heads, *rows = (_cells(line) for line in (table["heads"] + table["rows"]).splitlines())
    return ShownTable(table["sheet"], table["tab"] or "", heads, tuple(rows))


def cell_change(text: str, before: str, table: ShownTable) -> CellChange | None:
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
    column, row = fit.column, fit.row
    if not row.which:
        row = _Named(frozenset({0}) if len(table.rows) == 1 else earlier.row.which)
    if not column.which:
        before_that = earlier.column.which - _naming(row, table)
        column = _Named(_saying(value, table) or before_that or _of_numbers(value, table))
    spans = [Span("value", value, *form.value)]
    for kind, named in (("topic", row), ("field", column)):
        if len(named.which) == 1:
            at = min(named.which)
            name = table.heads[at] if kind == "field" else table.name_of(table.rows[at])
            spans.append(_span(kind, name, named, text))
    whole = len(row.which) == len(column.which) == 1
    if fit.others and not whole:  # it may be of another tab
        return None
    others = sum(one.start >= begun for one in fit.others)
    own = bool(fit.column.which or fit.row.which) and others <= _FEW
    return CellChange(tuple(sorted(spans, key=_start)), whole, own)


def _place(found: tuple[_Form, _Fit]) -> tuple[int, bool, int]:
    """Return which form counts: what names most of a cell, the first order, else the last."""
    form, fit = found
    start = form.value[0]
    return fit.told, form.ordered, -start if form.ordered else start


def _start(span: Span) -> int:
    return span.start


def _span(kind: str, name: str, named: _Named, text: str) -> Span:
    """Return words as a span that says a name; one without words stands at the end."""
    if not named.words:
        return Span(kind, name, len(text), len(text))
    return Span(kind, name, named.words[0].start, named.words[-1].end)


def _cells(line: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in line.strip()[1:-1].split("|"))  # no cell has a | in it


def _forms(text: str, table: ShownTable) -> Iterator[_Form]:
    """Yield each way to take a message as what a cell is to say."""
    end = len(text)
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
    table: ShownTable,
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
    words = _words(text, ((start, end),))
    heads = [_keys(without_unit(head)) for head in table.heads]
    for head in heads:
        if head and len(words) > len(head) and tuple(w.key for w in words[-len(head) :]) == head:
            where, words = (*where, (words[-len(head)].start, end)), words[: -len(head)]
            end = len(text[: where[-1][0]].rstrip())
    named = any(head and {*head} <= {word.key for word in words} for head in heads)
    more = _MORE.search(text, start) or _TAKEN_BACK.search(text, end, value[1])
    if words and len(words) <= _LONGEST and not (more or named or words[0].key in _NO_VALUE):
        yield _Form(where, (start, end), ordered)


def _fit(text: str, where: _Parts, table: ShownTable, aside: Sequence[str] = ()) -> _Fit:
    """Return the column and row named: by whole names, the longest first, or by words of a cell."""
    words = _words(text, where)
    for name in aside:
        words = _without(words, _keys(name))
    heads = [(at, _keys(without_unit(head))) for at, head in enumerate(table.heads)]
    cells = [(at, _keys(cell)) for at, row in enumerate(table.rows) for cell in row]
    column, rows = _Named(), list[_Named]()
    for run in _runs(words, max((len(name) for _, name in (*heads, *cells)), default=0)):
        keys = tuple(word.key for word in run)
        if not {*run} <= {*words}:
            continue
        as_head = frozenset(at for at, name in heads if name == keys)
        as_row = frozenset(at for at, name in cells if name == keys)
        if as_head:
            if column.which:
                return _Fit(column, _Named(), several=True)
            column = _Named(as_head, run)
        elif as_row:
            rows.append(_Named(as_row, run))
        if as_head or as_row:
            words = [word for word in words if word not in run]
    if not rows and (part := _by_words(words, cells)).which:
        rows.append(part)
        words = [word for word in words if word not in part.words]
    others = tuple(word for word in words if word.key not in ASIDE | _AROUND)
    return _Fit(column, rows[0] if rows else _Named(), others, several=len(rows) > 1)


def _by_words(words: Sequence[_Word], cells: Sequence[tuple[int, tuple[str, ...]]]) -> _Named:
    """Return the rows of which a cell has words in it: the most words, then the fewest rows."""
    found = [_Named()]
    for run in _runs(words, _LONGEST):
        keys = {word.key for word in run}
        if not keys & (ASIDE | _AROUND):
            which = frozenset(at for at, name in cells if keys <= {*name})
            found += [_Named(which, run)] if which else []
    return max(found, key=lambda one: (len(one.words), -len(one.which)))


def _saying(value: str, table: ShownTable) -> frozenset[int]:
    """Return the one column that says a value in some row; none where several or no do."""
    keys = _keys(value)
    which = frozenset(
        at for row in table.rows for at, cell in enumerate(row) if _keys(cell) == keys
    )
    return which if len(which) == 1 else frozenset()


def _of_numbers(value: str, table: ShownTable) -> frozenset[int]:
    """Return the one column that has numbers, for one; none where several or no do."""
    columns = zip(*table.rows, strict=True)
    which = frozenset(at for at, one in enumerate(columns) if all(map(_is_number, one)))
    return which if _is_number(value) and len(which) == 1 else frozenset()


def _is_number(written: str) -> bool:
    return isinstance(typed(written), int | float)


def _naming(row: _Named, table: ShownTable) -> frozenset[int]:
    """Return the columns whose cells are what a row is called: those stay unless they are named."""
    rows = [table.rows[at] for at in row.which]
    return frozenset({0, *(one.index(table.name_of(one)) for one in rows)})


def _runs(words: Sequence[_Word], longest: int) -> Iterator[tuple[_Word, ...]]:
    """Yield the words that stand together, the longest of them first."""
    for size in range(min(longest, len(words)), 0, -1):
        for at in range(len(words) - size + 1):
            yield tuple(words[at : at + size])


def _without(words: Sequence[_Word], name: tuple[str, ...]) -> list[_Word]:
    """Return words without those of a name where they stand together."""
    run = next((one for one in _runs(words, len(name)) if tuple(w.key for w in one) == name), ())
    return [word for word in words if word not in run]


def _words(text: str, where: _Parts) -> list[_Word]:
    return [
        _Word(_key(word), first, last)
        for word, first, last in words_in(text)
        if any(start <= first and last <= end for start, end in where)
    ]


def _keys(text: str) -> tuple[str, ...]:
    return tuple(_key(word) for word, _, _ in words_in(text))


def _key(word: str) -> str:
    """Return a word as it is compared: "users" is one with "user"."""
    return word[:-1] if len(word) > _SHORTEST and word.endswith("s") else word
