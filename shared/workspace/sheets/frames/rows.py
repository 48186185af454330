"""The rows that a command wants added to a sheet, as they are written or as they are marked."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from shared.models.base import Json
from shared.models.cell import typed
from shared.understanding.folding import fold
from shared.understanding.marking import Span
from shared.understanding.pointing import CONTACT_KINDS, person_called
from shared.understanding.said import TAKEN_BACK, Said
from shared.understanding.work import Asked, Work
from shared.workspace.sheets.frames.cells import cells, column_in, held, named_cells, unquoted
from shared.workspace.sheets.in_clauses import PRONOUNS

KINDS = ("field", "value", "person", "organisation", "time", "topic", "count")
"""What the cells of a row may be marked as."""
_NEXT = re.compile(r"\b(?:another|second|third|next|then|rows?|lines?)\b")
"""What begins a further row."""
_PARTS_ROWS = re.compile(
    r"[\s,;.:/]*(?:\b(?:and|then|plus|also|another|second|third|next|rows?|lines?|one|with|the|a|as)\b"
    r"[\s,;.:]*)*"
)
"""What may stand between two rows; any other word belongs to a cell."""
_UNDER = re.compile(r"\s*(?:as|under|in|for|at|into)(?: the)?(?: column)?\s*")
"""What stands between a value and the column it belongs in."""
_COURTESY = re.compile(
    r"[\s,.]*(?:\b(?:please|pls|plz|(?:many )?thanks(?: a lot| so much| in advance)?|thank you|thx"
    r"|ta|cheers)\b)?[\s.!]*$",
    re.IGNORECASE,
)
_UNNAMED = {"person": "Name", "organisation": "Company", "time": "Date"}
"""The columns of what is said beside columns that are named; a sheet without them is told."""
_BETWEEN = frozenset({"for", "on", "at", "dated", "with", "from", "by", "to", "is", "the", "a"})
_DAY = re.compile(r"\b(?:today|yesterday|tomorrow)\b(?!['\u2019])", re.IGNORECASE)
_FEW = 2
_COLON = re.compile(r":\s+(?=\S)")
_BEGINS = re.compile(
    r"(?:please )?(?:(?:add|put|log|enter|append|write|note)\b ?)?"
    r"(?:(?:a|an|another|one more|the|new)\b ?)*"
    r"(?:line|row|entry)?(?: (?:for|with|saying|:))?\s*",
    re.IGNORECASE,
)
"""How a row may be ordered once more behind what says where it goes."""
_WHERE = re.compile(r"[\s,]*\b(?:in|into|on|to|of)(?: (?:the|our|my))?\s*$", re.IGNORECASE)
_LINE = re.compile(r"\b(?:lines?|rows?|entry|entries|tab|table|sheet)\b", re.IGNORECASE)
_SENTENCE = re.compile(r"[.;!?]\s+")
_QUOTES = '"“”'


class Row(NamedTuple):
    """The cells of a row by the names of their columns, or else all of them in order."""

    values: list[Json]
    row: list[Json]


@dataclass(frozen=True)
class _Cell:
    """What is said to stand in a row; `column` is "" where none is named."""

    kind: str
    text: str
    column: str = ""


def row_begins(said: Said) -> int:
    """Return where the row stands behind the colon of what says where it goes; 0 for no such.

    "In Stock, under Tools: saw, 12" has one, and "in Stock, name: saw, count: 12" has none.
    """
    colon = _COLON.search(said.text)
    if colon is None or said.says("rows|lines|entries"):
        return 0
    lead, rest = said.text[: colon.start()], said.text[colon.end() :]
    last = re.split(r"[,.;]", lead)[-1]
    at = len(lead) - len(last)
    beside = any(one.kind == "field" and one.end == colon.start() for one in said.spans)
    placed = _LINE.search(last) or any(
        one.kind in {"file", "place"} and one.end > at and one.start < colon.start()
        for one in said.spans
    )
    plain = "," in rest and _COLON.search(rest) is None
    return 0 if beside or not (placed or plain) else colon.end()


def cells_apart(said: Said) -> Said:
    """Return a command in which no cell is a sheet, where the row is in a sentence of its own.

    "A new line in Metrics, please. Task Call Ann, project Alpha, status Open".
    """
    ends = _SENTENCE.search(said.text)
    if ends is None:
        return said
    first = [one for one in said.spans if one.start < ends.start()]
    [*_, sheet] = [None, *(one for one in first if one.kind == "file")]
    if sheet is None or any(one.kind in KINDS for one in first):
        return said
    spans = (
        replace(one, kind="topic")
        if one.kind == "file"
        and one.start >= ends.end()
        and not said.corrects(sheet.end, one.start)
        else one
        for one in said.spans
    )
    return replace(said, spans=tuple(spans))


def _introduced(said: Said) -> str:
    """Return the row behind such a colon, without where it goes; "" for none."""
    begins = row_begins(said)
    if not begins:
        return ""
    begins = _BEGINS.match(said.text, begins).end()  # pyright: ignore[reportOptionalMemberAccess]
    end = len(said.text)
    for one in said.spans:
        if one.kind in {"file", "place"} and one.start > begins:
            before = _WHERE.search(said.text, begins, one.start)
            end = min(end, before.start()) if before else end
    written = said.text[begins:end].rstrip(" .,;")
    return _COURTESY.sub("", written) if len(cells(written)) > 1 else ""


def rows_in(work: Work, said: Said) -> list[Row]:
    """Return the rows to add; raise Asked where a value has no column, or a column no value."""
    spans = said.held(*KINDS)
    if not _several(said, spans) and (written := _introduced(said)):
        named = named_cells(written)
        return [
            Row(named, []) if named else Row([], [_settled(work, one) for one in cells(written)])
        ]
    written = _written(said, spans)
    dated = any(span.kind == "time" and written.startswith(f"{span.text}:") for span in spans)
    if not dated and (named := named_cells(written)):
        return [Row(named, [])]
    if written and _plain(said, spans):
        return [Row([], [_settled(work, one) for one in cells(written)])]
    try:
        rows = _marked(work, said, spans)
        told = [_row(work, row) for row in rows if any(one.kind != "time" for one in row)]
    except Asked:
        if len(row := cells(written)) < _FEW:
            raise
        told = [Row([], [_settled(work, one) for one in row])]  # the sheet may tell the columns
    return told or [  # the same row, for another sheet
        Row([], cells(span.text)) for span in said.carried if span.kind == "value" and not spans
    ]


def row_words(work: Work, text: str) -> str:
    """Return the words of a row, for the sheet to tell its columns."""
    return _DAY.sub(lambda found: str(_settled(work, found[0])), text)


def somebody(work: Work, said: str) -> str:
    """Return the name of a person; whom "her" and "me" stand for."""
    name = re.sub(r"['\u2019]s?$", "", said)
    if fold(name) in {"me", "myself", "my", "i"}:
        return work.profile.name or name
    if fold(name) not in PRONOUNS:
        return name
    known = {one.label for one in work.known(CONTACT_KINDS) if one.label}
    who = known.pop() if len(known) == 1 else person_called(name, work.request)
    if not who:
        raise Asked(f"Who do you mean by “{said}”?", "person")
    return who


def _written(said: Said, spans: Sequence[Span]) -> str:
    """Return the row as one piece of text: what follows a colon, or all that is marked of it."""
    text = said.text
    first, last = (spans[0].start, spans[-1].end) if spans else (len(text), len(text))
    if (thanks := _COURTESY.search(text)) and first < thanks.start() < last:
        last = thanks.start()
    sheets = [span for span in said.spans if span.kind == "file"]
    for colon in re.finditer(r":\s+", text[:first]):
        lead = text[colon.end() : first]
        among = any(one.start >= colon.end() for one in sheets)
        if among or (spans and len(lead.split()) > _FEW):
            continue
        unmarked = not spans or re.search(r"\d|[:=]", text[last:])
        return _COURTESY.sub("", text[colon.end() : len(text) if unmarked else last])
    gaps = [text[one.end : two.start] for one, two in pairwise(spans)]
    if not spans or any(len(re.findall(r"[^\W\d]+", gap)) > _FEW for gap in gaps):
        return ""
    if any(first <= one.start < last for one in sheets):
        return ""
    if named := re.search(r"[\w%-]+\s*=\s*[\"“]?$", text[:first]):
        first = named.start()
    first -= text[first - 1 : first] in _QUOTES and first > 0
    return text[first : last + (text[last : last + 1] in _QUOTES)]


def _plain(said: Said, spans: Sequence[Span]) -> bool:
    """Whether what is marked is one row whose cells stand side by side, no column named."""
    pairs = [(one, two, fold(said.text[one.end : two.start])) for one, two in pairwise(spans)]
    return (
        not any(TAKEN_BACK.search(gap) or _NEXT.search(gap) for _, _, gap in pairs)
        and not any(_apart(one, two, gap) for one, two, gap in pairs)
        and not any(span.kind == "field" for span in spans)
        and not _several(said, spans)
    )


def _apart(one: Span, two: Span, gap: str) -> bool:
    """Whether two pieces are cells of their own, rather than one with words not marked in it."""
    words = re.findall("[a-z]+", gap)
    return bool(words) and words != ["and"] and (one.kind != two.kind or _BETWEEN.issuperset(words))


def _several(said: Said, spans: Sequence[Span]) -> bool:
    """Whether each piece that is marked is a row of its own."""
    whole = [span for span in spans if span.kind == "value"]
    gaps = [fold(said.text[one.end : two.start]) for one, two in pairwise(whole)]
    apart = all("," in span.text for span in whole) and all(map(_PARTS_ROWS.fullmatch, gaps))
    fields = [column_in(span.text) for span in spans if span.kind == "field"]
    one = len(fields) > 1 and len({*map(fold, fields)}) == len(fields)  # no column comes again
    named = said.says(r"rows|lines|entries|these(?=\s*:)") and not one
    return len(whole) > 1 and (apart or named)


def _marked(work: Work, said: Said, spans: Sequence[Span]) -> list[list[_Cell]]:
    """Return the rows that the marked pieces make, each with the column it is said for."""
    rows: list[list[_Cell]] = [[]]
    column, at, several = "", 0, _several(said, spans)
    for place, span in enumerate(spans):
        between, at = fold(said.text[at : span.start]), span.end
        row = rows[-1]
        if row and TAKEN_BACK.search(between) and row[-1].kind == span.kind:
            row.pop()
        elif row and place and ((several and span.kind == "value") or _NEXT.search(between)):
            rows.append([])
        row = rows[-1]
        if span.kind != "field":
            text = somebody(work, span.text) if span.kind == "person" else span.text
            row.append(_Cell(span.kind, unquoted(text), column))
            column = ""
        elif row and not row[-1].column and _UNDER.fullmatch(between):
            row[-1] = replace(row[-1], column=span.text)
        else:
            column = span.text
    if column:
        raise Asked(f"What should {column} say?", "value")
    return rows


def _row(work: Work, said: Sequence[_Cell]) -> Row:
    if not any(one.column for one in said):
        return Row([], [_settled(work, value) for one in said for value in cells(one.text)])
    if not all(one.column or one.kind in _UNNAMED for one in said):
        # the sheet itself tells which columns these are, or is asked about
        return Row([], [f"{one.column}: {one.text}" if one.column else one.text for one in said])
    values = [(one.column or _UNNAMED[one.kind], _settled(work, typed(one.text))) for one in said]
    return Row([held(*pair) for pair in values], [])


def _settled(work: Work, value: Json) -> Json:
    """Return a cell that will mean the same to others later: the date of "today", who "her" is."""
    said = fold(value) if isinstance(value, str) else ""
    if said in {"today", "yesterday", "tomorrow"}:
        day = work.read(said).first
        return day.isoformat() if day else value
    return somebody(work, said) if said in PRONOUNS else value
