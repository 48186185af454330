"""The table just shown, and what a message wants one of its cells to say."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from shared.understanding.folding import word_set
from shared.understanding.marking import Span
from shared.understanding.tables import Grid, Words

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
_TAKEN_BACK = re.compile(
    r"\b(?:no|sorry|wait|mean|actually|make it|oops|scratch|but)\b", re.IGNORECASE
)
_MORE = re.compile(rf"\band\b.*(?:{_BECOMES.pattern})", re.IGNORECASE)
_NO_VALUE = word_set("it its that this them there so not the what whatever same")
_LONGEST = 6
"""Words a value has at most."""
_MOST_CHARACTERS, _MOST_FORMS = 500, 24


class _Form(NamedTuple):
    """Where it stands what a cell is to say, and whether that is ordered."""

    value: tuple[int, int]
    ordered: bool


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


def _cells(line: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in line.strip()[1:-1].split("|"))  # no cell has a | in it


def _forms(text: str, table: Grid) -> Iterator[_Form]:
    """Yield each way to take a message as what a cell is to say."""
    end = len(text)
    if found := _PUT.search(text):
        yield from _clean(text, found.span("value"), table, ordered=True)
    for found in _BECOMES.finditer(text):
        ordered = found["order"] is not None
        yield from _clean(text, (found.end(), end), table, ordered=ordered)
    if found := _LAST.search(text):
        yield from _clean(text, found.span("value"), table, ordered=False)


def _clean(
    text: str,
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
            end = len(text[: said[-len(head)].start].rstrip())
            said = said[: -len(head)]
    named = any(head and {*head} <= {word.key for word in said} for head in table.names)
    more = _MORE.search(text, start) or _TAKEN_BACK.search(text, end, value[1])
    if said and len(said) <= _LONGEST and not (more or named or said[0].key in _NO_VALUE):
        yield _Form((start, end), ordered)
