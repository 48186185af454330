"""Messages about a sheet or page that was just shown, which they need not name.

They point at it, or say words that stand in it: "how many users has Monterrey got" after a table
with a column Users and a row Monterrey.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from shared.decisions.questioning import asks
from shared.models.reasoning import ConversationContext
from shared.understanding.folding import word_set
from shared.understanding.marking import Span
from shared.understanding.raising import raised_by
from shared.understanding.reader import Before, Reader, Reading
from shared.understanding.shown_table import cell_change, shown_table
from shared.understanding.tables import COMES_TO, LEFT_OUT, MOST, Grid, Word, Words, keys
from shared.understanding.tasks import CHANGING
from shared.words import ASIDE, telling, words_of

_ASKED = {"sheet": "sheet_read", "page": "page_read"}
"""How more is told of what was shown."""
_ASKS = re.compile(
    r"\W*(?:(?:and|so|ok|okay|but|hm+|also|then|please|tell me)\W+)*(?:what|which|who|whom|whose"
    r"|when|where|how|is|are|was|were|did|does|do|has|have|had|any)(?:['\u2019]?s|['\u2019]?re)?\b"
    r"|.*\?\W*$",
    re.IGNORECASE | re.DOTALL,
)
_POINTS = re.compile(
    r"\b(?:it|its|it['\u2019]s|that|this|them|they|their|those|these|ones?|there|whose|same)\b",
    re.IGNORECASE,
)
_UNSERVED = frozenset(
    {"other", "product", "activity", "smalltalk", "catch_up", "unprepared", "find"}
    | {"slack_user", "contact_find", "slack_unread", "undo"}
)
"""What a question is taken for that names nothing it could be about."""
_TAKES_UP = re.compile(
    r"\W*(?:and|or|what about|how about|and what about)(?:,? [\w'\u2019-]+){1,7}\W*", re.IGNORECASE
)
_WHOM = frozenset({"person", "organisation"})
_NAMES = _WHOM | {"topic"}
_AND = re.compile(r"\W*(?:and|or|what about|how about|for)(?: for)?\W*", re.IGNORECASE)
_GOES_ON = re.compile(
    r"^\W*(?:and|now|then|or|what about|how about)\b(?:.*\b(?P<only>only|just)\b)?"
    r"|\b(?:only|just)\W*$",
    re.IGNORECASE,
)
"""How a question goes on that need not say what is asked."""
_AMONG = ASIDE | word_set("plus only just together altogether total combined now both alone")
_HOW_MANY = re.compile(r"\bhow (?:many|much)\b", re.IGNORECASE)
_WANTS = re.compile(
    r"\W*(?:(?:and|n|now|then|also|plus|ok|okay|so)\b|(?:the )?(?:total|sum|average|mean)\b)",
    re.IGNORECASE,
)
"""How it is begun to ask what numbers come to, without a question."""
_BARELY = re.compile(
    r"\W*(?:(?:and|so|but|ok|okay) )?(?:(?:by|until|since|from|at|to|for) )?"
    r"(?:who|whom|whose|what|when|where|why|which|how (?:much|many|long|far|often)(?: [a-z]+)?)"
    r"(?: (?!now|next|else|about)[a-z]+)?\W*",
    re.IGNORECASE,
)
"""A question of hardly more than the word that asks: "by when?"."""
_COUNTS = frozenset(
    {"many", "much", "got", "gets", "still", "now", "yet", "ones", "one", "already"}
)
"""Words that tell nothing of what is asked about."""
_ELSEWHERE = frozenset({"file", "place"})
"""Kinds of span that would tell of another one than what was shown."""
_FILES = frozenset({"file", "tab", "page"})
"""Kinds of thing that would be another one than what was shown, in whatever words."""
_NOUNS = frozenset({"the", "sheet", "spreadsheet", "table", "tab", "in", "of"})
_CHANGES = frozenset({"create_agent", "update_agent", "contact_update", "cal_update"})
"""What the change of a cell is taken for where no table is known."""
_WRITES = r"\b(?:add|put|write|append|note|insert|include|stick|pop|jot|tack)\b"
_AT_END = r"\b(?:at|on|to) the (?:very )?(?:end|bottom|foot)\b"
_ADDED = re.compile(rf"{_WRITES}[^.:;?!]*{_AT_END}|{_AT_END}[^.:;?!]*{_WRITES}", re.IGNORECASE)
"""How it is said that something is to be added to what was shown."""
_UNSURE, _CLEAR, _CERTAIN = 0.5, 0.8, 0.95
_OPEN, _PLAINLY, _FEW, _ROW = 0.6, 0.9, 6, 2
"""How sure another meaning may be of a few words that only add; how many they are, and a row's."""


def takes_up(text: str) -> bool:
    """Whether a few words only add to what was said: "and on the way back?", "by when?"."""
    return (_TAKES_UP.fullmatch(text) or _BARELY.fullmatch(text)) is not None


def about_shown(
    reading: Reading, before: Before, context: ConversationContext, reader: Reader
) -> Reading | None:
    """Read a message as one about the sheet or page just shown; None where it is about another.

    A task that is clear, and may be about what is not shown, stays.
    """
    kinds = {one.kind for one in context.references if one.ordinal == 0}
    kinds = kinds or {one.kind for one in context.references}
    kind = next(iter(kinds)) if len(kinds) == 1 else ""
    table = table_shown(context) if kind == "sheet" else None
    free = reading.task in _UNSERVED or reading.sure < _UNSURE
    if kind == "page" and free and _ADDED.search(reading.text):
        return _read_of("page_write", reading, before, reader)
    if table and (changed := _changed(reading, before, table, reader)):
        return changed
    if table and (spans := _names_in(reading, table)):
        return replace(_read_of(_ASKED[kind], reading, before, reader), spans=spans)
    likewise = kind == "sheet" and asks(before.text) and _only_names(reading)
    of_table = _compares(reading, table) or _asks_cell(reading, table)
    if kind in _ASKED and (likewise or of_table or _adds(reading)):
        return _read_of(_ASKED[kind], reading, before, reader)
    named = any(one.kind in {"person", "file", "channel"} for one in reading.spans)
    served = reading.task not in _UNSERVED or (named and reading.task != "other")
    if kind not in _ASKED or (served and reading.sure >= _UNSURE):
        return None
    said, shown = _telling(reading.text), telling(last_answer(context))
    shared = said & shown
    points = _POINTS.search(reading.text) is not None
    about = (shared and (points or 2 * len(shared) > len(said))) or (
        points and reading.sure < _UNSURE
    )
    if not about or not _ASKS.match(reading.text):
        return None
    return _read_of(_ASKED[kind], reading, before, reader)


def _adds(reading: Reading) -> bool:
    """Whether a few words that name nothing add to what was asked: "and the lowest?"."""
    few = reading.task == "other" and len(words_of(reading.text)) <= _FEW and reading.sure < _OPEN
    told = any(one.kind != "which" for one in reading.spans)
    return (takes_up(reading.text) or few) and not told and reading.sure < _PLAINLY


def _compares(reading: Reading, table: Grid | None) -> bool:
    """Whether it is asked which row of the table shown has the most or least of a column.

    Or what the numbers of one come to: "and the profit of all quarters together?". It need not be
    put as a question where it is nothing else for sure: "tickets closed altogether".
    """
    text = reading.text
    if table is None:
        return False
    heads = telling(" ".join(filter(None, table.heads)))
    asked = MOST.search(text) or COMES_TO.search(text)
    whom = any(one.kind in _WHOM for one in reading.spans)
    free = (reading.task in _UNSERVED or reading.sure < _UNSURE) and not whom
    changes = reading.task in CHANGING and reading.sure >= _UNSURE
    wants = (
        asks(text)
        or _HOW_MANY.search(text)
        or free
        or (_WANTS.match(text) is not None and not changes)
    )
    onward = free and (_GOES_ON.match(text) or _POINTS.search(text))
    return bool(wants and asked and (heads & telling(text) or onward))


def _asks_cell(reading: Reading, table: Grid | None) -> bool:
    """Whether a question names a column and a row of the table shown, and is hardly another."""
    if table is None or not (asks(reading.text) or _ASKS.match(reading.text)):
        return False
    if reading.sure >= _CLEAR and reading.task not in _UNSERVED:
        return False
    said = Words(reading.text)
    return bool(said.columns(table)) and any(said.find(row[0]) for row in table.cells)


def _names_in(reading: Reading, table: Grid) -> tuple[Span, ...]:
    """Return what a message names that goes on with rows and columns of the table shown, if it is.

    "And Ayr plus Oban, together?". Only in columns that it names it may ask for a row that was not
    shown: "now the vans, the cost only".
    """
    goes_on, text, said = _GOES_ON.search(reading.text), reading.text, Words(reading.text)
    columns = said.columns(table) or said.columns_by_words(table)
    fields = [_piece("field", words, text) for words in columns.values()]
    found = [said.take(row[0]) for row in table.cells]
    rows = [_piece("topic", said.said[one.start : one.stop], text) for one in found if one]
    untaken = (one for at, one in enumerate(said.said) if at not in said.taken)
    left_out = LEFT_OUT.search(text) if rows else None
    out = {*keys(left_out[0])} if left_out else set[str]()
    left = [one for one in untaken if one.key not in _AMONG | out]
    free = reading.task in _UNSERVED or reading.sure < _UNSURE
    other = goes_on and goes_on["only"] and columns and not rows and free and len(left) <= _ROW
    whole = (goes_on or left_out) and not left and (columns or len(rows) > 1 or left_out)
    told = [*fields, *rows, *([_piece("topic", left, text)] if left else [])]
    return tuple(sorted(told, key=lambda one: one.start)) if whole or other else ()


def _piece(kind: str, words: Sequence[Word], text: str) -> Span:
    start, end = words[0].start, words[-1].end
    return Span(kind, text[start:end], start, end)


def _only_names(reading: Reading) -> bool:
    """Whether a message says nothing but a name, for which the same is asked: "and Acme?"."""
    left = list(reading.text)
    for one in reading.spans:
        left[one.start : one.end] = " " * (one.end - one.start)
    names = {one.kind for one in reading.spans}
    return bool(names) and names <= _NAMES and _AND.fullmatch("".join(left)) is not None


def _read_of(task: str, reading: Reading, before: Before, reader: Reader) -> Reading:
    """Return a message as a question to the sheet or page that was shown."""
    meant = reader.read_as(task, reading.text, before)
    spans = tuple(one for one in meant.spans if one.kind not in _ELSEWHERE)
    return replace(meant, tasks=((task, max(_CLEAR, reading.likely(task))),), spans=spans)


def table_shown(context: ConversationContext) -> Grid | None:
    """Return the table that the last answer shows, if it shows one."""
    return shown_table(last_answer(context))


def _changed(reading: Reading, before: Before, table: Grid, reader: Reader) -> Reading | None:
    """Read a message as the change of a cell of the table shown; None where it is none of it.

    By its names alone it is one that tells both the row and the column and hardly anything else.
    """
    surely = reading.task == "sheet_set" and reading.sure >= _CLEAR and "?" not in reading.text
    asked = _ASKS.match(reading.text) and not surely  # "Is wrong, they are 24"
    change = None if asked else cell_change(reading.text, before.text, table)
    if change is None or _names_another(reading, change.spans, table, reader):
        return None
    likely = max(reading.likely("sheet_set"), reader.read(reading.text, before).likely("sheet_set"))
    column = any(one.kind == "field" and one.start < one.end for one in change.spans)
    free = reading.task in _UNSERVED or reading.sure < _UNSURE
    free = free or (column and reading.task in _CHANGES)
    raises = change.whole and raised_by(reading.text) is not None
    adds = reading.task == "sheet_append" and reading.sure >= _UNSURE and not raises
    sheets = not adds and (reading.task.startswith("sheet_") or likely >= _UNSURE)
    if not (free or sheets) or not (sheets or raises or (change.whole and change.own)):
        return None
    end = len(reading.text)
    place = (Span("file", table.sheet, end, end), Span("place", table.tab, end, end))
    spans = (*change.spans, *(one for one in place if one.text))
    return replace(reading, tasks=(("sheet_set", _CERTAIN),), spans=spans)


def _names_another(reading: Reading, spans: Sequence[Span], table: Grid, reader: Reader) -> bool:
    """Whether a message names a sheet or tab besides the cell, which is not the one shown."""
    own = {*words_of(f"{table.sheet} {table.tab}"), *_NOUNS}
    pieces = [(one.start, one.end) for one in reading.spans if one.kind in _ELSEWHERE]
    links = reader.world.links(reading.text)
    pieces += [(one.start, one.end) for one in links if one.kind in _FILES]
    outside = (
        reading.text[start:end]
        for start, end in pieces
        if not any(one.start < end and start < one.end for one in spans if one.kind != "value")
    )
    return not all(own.issuperset(words_of(name)) for name in outside)


def last_answer(context: ConversationContext) -> str:
    """Return what was said last to the person."""
    last = next((one for one in reversed(context.exchanges) if one.role == "assistant"), None)
    return last.text if last is not None else ""


def _telling(text: str) -> frozenset[str]:
    """Return what a message says of what it is about."""
    return telling(" ".join(word for word in words_of(text) if word not in _COUNTS))
