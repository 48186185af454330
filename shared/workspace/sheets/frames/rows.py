"""The rows that a command wants added to a sheet, as they are written or as they are marked."""

import re
from collections.abc import Sequence
from dataclasses import replace
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
_PARTS_ROWS = re.compile(
    r"[\s,;.:/]*(?:\b(?:and|then|plus|also|another|second|third|next|rows?|lines?|one|with|the|a|as)\b"
    r"[\s,;.:]*)*"
)
"""What may stand between two rows; any other word belongs to a cell."""
_COURTESY = re.compile(
    r"[\s,.]*(?:\b(?:please|pls|plz|(?:many )?thanks(?: a lot| so much| in advance)?|thank you|thx"
    r"|ta|cheers)\b)?[\s.!]*$",
    re.IGNORECASE,
)
_DAY = re.compile(r"\b(?:today|yesterday|tomorrow)\b(?!['\u2019])", re.IGNORECASE)
_UNDER = re.compile(r"\s*(?:as|under|in|for|at|into)(?: the)?(?: column)?\s*")
"""What stands between a value and the column it belongs in."""
_COLON = re.compile(r":\s+(?=\S)")
_BEGINS = re.compile(
    r"(?:please )?(?:(?:add|put|log|enter|append|write|note)\b ?)?"
    r"(?:(?:a|an|another|one more|the|new)\b ?)*"
    r"(?:line|row|entry)?(?: (?:for|with|saying|:))?[\s,]*",
    re.IGNORECASE,
)
"""How a row may be ordered once more behind what says where it goes."""
_WHERE = re.compile(r"[\s,]*\b(?:in|into|on|to|of)(?: (?:the|our|my))?\s*$", re.IGNORECASE)
_QUOTES = frozenset('"“”')
_SENTENCE = re.compile(r"[.;!?]\s+")
_LINE = re.compile(r"\b(?:lines?|rows?|entry|entries|tab|table|sheet)\b", re.IGNORECASE)


class Row(NamedTuple):
    """The cells of a row by the names of their columns, or else all of them in order."""

    values: list[Json]
    row: list[Json]


def _begins(said: Said) -> int:
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
    """Return a command in which no cell in a sentence behind the one with the sheet is a sheet.

    "A new line in Metrics, please. Task Call Ann, project Alpha, status Open".
    """
    ends, files = _SENTENCE.search(said.text), said.held("file")
    if ends is None or not files or files[0].end > ends.start():
        return said
    cells = [
        one
        for one in files[1:]
        if one.start >= ends.end() and not said.corrects(files[0].end, one.start)
    ]
    spans = (replace(one, kind="topic") if one in cells else one for one in said.spans)
    return replace(said, spans=tuple(spans))


def _introduced(said: Said) -> str:
    """Return the row behind such a colon, without thanks and where it goes; "" for none."""
    begins = _begins(said)
    after = [
        one.start for one in said.spans if one.kind in {"file", "place"} and begins < one.start
    ]
    where = _WHERE.search(said.text, begins, after[0]) if after else None
    rest = said.text[begins : where.start() if where else None].rstrip(" .,;")
    written = _COURTESY.sub("", _BEGINS.sub("", rest, count=1)) if begins else ""
    return written if len(cells(written)) > 1 or named_cells(written) else ""


def rows_in(work: Work, said: Said) -> list[Row]:
    """Return the rows to add; raise Asked where a column has no value."""
    spans = said.held(*KINDS)
    if whole := _several(said, spans):
        return [Row([], [_settled(work, one) for one in cells(each.text)]) for each in whole]
    if written := _introduced(said):
        named = named_cells(written)
        return [Row(named, [] if named else [_settled(work, one) for one in cells(written)])]
    if row := _marked(work, said, spans):
        return [row]
    # the same row, for another sheet
    return [Row([], cells(one.text)) for one in said.carried if one.kind == "value"]


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


def _several(said: Said, spans: Sequence[Span]) -> Sequence[Span]:
    """Return the pieces that are marked where each is a row of its own; else nothing."""
    whole = [span for span in spans if span.kind == "value"]
    gaps = [fold(said.text[one.end : two.start]) for one, two in pairwise(whole)]
    apart = all("," in span.text for span in whole) and all(map(_PARTS_ROWS.fullmatch, gaps))
    fields = [column_in(span.text) for span in spans if span.kind == "field"]
    one = len(fields) > 1 and len({*map(fold, fields)}) == len(fields)  # no column comes again
    named = said.says(r"rows|lines|entries|these(?=\s*:)|second (?:row|line)") and not one
    return whole if len(whole) > 1 and (apart or named) else ()


def _marked(work: Work, said: Said, spans: Sequence[Span]) -> Row | None:
    """Return the row that the marked pieces make, each with the column before it.

    Where some have none, the sheet tells which columns these are, or it is asked about.
    """
    told: list[tuple[str, Span]] = []
    column, at = "", 0
    for span in spans:
        between, at = fold(said.text[at : span.start]), span.end
        if told and TAKEN_BACK.search(between) and told[-1][1].kind == span.kind:
            told.pop()
        if span.kind == "field" and told and not told[-1][0] and _UNDER.fullmatch(between):
            told[-1] = (column_in(span.text), told[-1][1])
        elif span.kind == "field":
            column = column_in(span.text)
        else:
            told.append((column, span))
            column = ""
    if column:
        raise Asked(f"What should {column} say?", "value")
    if told and all(column for column, _ in told):
        texts = ((name, unquoted(one.text)) for name, one in told)
        return Row([held(name, _settled(work, typed(text))) for name, text in texts], [])
    row: list[Json] = []
    for name, one in told:
        text = somebody(work, one.text) if one.kind == "person" else _quoted(one, said)
        parts: list[Json] = [unquoted(text)] if name else cells(text)
        row += [f"{name}: {o}" if name else _settled(work, o) for o in parts]
    return Row([], row) if row else None


def _quoted(span: Span, said: Said) -> str:
    """Return a piece with the quotes that stand around it."""
    first = span.start - (said.text[: span.start][-1:] in _QUOTES)
    return said.text[first : span.end + (said.text[span.end : span.end + 1] in _QUOTES)]


def row_words(work: Work, text: str) -> str:
    """Return the words of a row, for the sheet to tell its columns."""
    return _DAY.sub(lambda found: str(_settled(work, found[0])), text)


def _settled(work: Work, value: Json) -> Json:
    """Return a cell that will mean the same to others later: the date of "today", who "her" is."""
    said = fold(value) if isinstance(value, str) else ""
    if said in {"today", "yesterday", "tomorrow"}:
        day = work.read(said).first
        return day.isoformat() if day else value
    return somebody(work, said) if said in PRONOUNS else value
