"""Which cells of which rows a command wants changed, and what they are to say.

Only what is marked plainly is told here. Everything else goes to the sheet in the words that were
said: its own columns and rows tell what they mean.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from shared.models.base import Json
from shared.models.cell import typed
from shared.understanding.folding import content_words, fold, word_set
from shared.understanding.marking import Span, meets
from shared.understanding.raising import raised_by
from shared.understanding.said import Said
from shared.understanding.shown_table import put_there
from shared.understanding.tables import ORDERING
from shared.understanding.work import Asked
from shared.workspace.sheets.asking.gone import OUT
from shared.workspace.sheets.frames.cells import held, place_of, row_number, unquoted
from shared.workspace.sheets.writing import UNSAID

_ROWS = ("which", "topic", "person", "organisation")
"""What a row may be told by."""
_TO = re.compile(
    r"(?:^|(?<!next)\s)(?:to|as|is|it['\u2019]s|be|becomes?|says?|reads?)(?: now| be| say)?"
    r"[\s\"'“]*$"
)
_SIGN = re.compile(r"\s*(?:[:=→]|->)[\s\"'“]*")
"""What stands before a value, and between it and its column."""
_PRONOUN = re.compile(r"(?:the )?(?:its?|that|this|them|these|those)(?: (?:one|row))?")
_LISTED = re.compile(
    r"(?:the )?(?:first|second|third|fourth|fifth|\w+th|last|latest|newest|bottom|top|all|both|each"
    r"|every|next|other)(?: of them| row| line| entry| one)?(?: \w+s)?(?: (?:two|three|few))?"
)
_NAMES = re.compile(
    r"^(?:the |my |our )?(?:(?:row|line|entry|task) (?:about |for |of |with |where |that says )?)?"
    r"(?:the |my |our )?",
    re.IGNORECASE,
)
"""What stands before what a cell of a row says: "the row about the"."""
_BESIDES = word_set("every each both instead rather actually sorry no not yes wait oops good fine")
"""Words besides an order that are of no row."""
_WAS = re.compile(
    r"\b(?:was|were|from|than|no longer|isn['\u2019]?t|aren['\u2019]?t)\s+$", re.IGNORECASE
)
"""What stands before what a cell said until now."""
_TAB_NAMED = re.compile(r"[\"'”]? (?:tab|worksheet)\b", re.IGNORECASE)
_FORBIDS = r"not|never|don['\u2019]?t"
_EMPTIED = r"clear|erase|empty|blank|wipe|delete|remove"
_STATES = frozenset(
    {"done", "complete", "completed", "finished", "open", "closed", "in progress", "started"}
    | {"ready", "not started"}
    | {"blocked", "pending", "cancelled", "canceled", "on hold", "to do"}
)
"""What says how far things are, which is in a column called Status."""
_WHICH_ROW = "I can't tell which row you mean. What does a cell of it say, or which number is it?"


def with_value(said: Said) -> Said:
    """Return a change with what its cell is to say, where nothing or too little is marked so."""
    found = put_there(said.text)
    if found is None or _points(found):
        return said
    within = [one for one in said.spans if meets(one, found)]
    if not {*said.held("value", "count")} <= {*within}:
        return said
    return replace(said, spans=(*(one for one in said.spans if one not in within), found))


def rows_named(said: Said) -> Said:
    """Return a change in which what stands beside one that is called a tab is no tab."""
    tabs = [one for one in said.held("place") if _TAB_NAMED.match(said.text, one.end)]
    spans = (
        replace(one, kind="topic") if one.kind == "place" and tabs and one not in tabs else one
        for one in said.spans
    )
    return replace(said, spans=tuple(spans))


def raised(said: Said) -> tuple[Said, float]:
    """Return a change with the amount that a cell is to be more by as its value; 0 for others."""
    found = raised_by(said.text)
    if found is None:
        return said, 0
    kept = (o for o in said.spans if o.kind not in {"value", "count"} and not meets(o, found))
    value = Span("value", said.text[found.start : found.end], found.start, found.end)
    spans = sorted((*kept, value), key=lambda one: one.start)
    return replace(said, spans=tuple(spans)), found.amount


def changes_in(said: Said) -> list[dict[str, Json]]:
    """Return the row and the values of each call that makes the change; raise Asked."""
    columns, rows, values = _roles(said)
    if not values and said.says(_EMPTIED):
        values = [""]
    if not values:
        raise Asked("What should the cell say?", "value")
    cells = [place for one in columns if (place := place_of(one))]
    if cells and not rows:
        told = values * len(cells) if len(values) == 1 else values
        if not len(cells) == len(columns) == len(told):
            raise Asked("Which cell should say what?", "field")
        pairs = zip(cells, told, strict=True)
        return [{"number": at, "values": [held(name, typed(one))]} for (name, at), one in pairs]
    if not columns and fold(values[-1]) in _STATES:
        columns = ["Status"]
    if not columns and not values[-1]:
        raise Asked("Which cell should I empty? Say its row and its column.", "field")
    if not columns:
        raise Asked(f"Which column should say “{values[-1]}”?", "field")
    if len(columns) != len(values):
        raise Asked(f"What should {' and '.join(columns)} say?", "value")
    if not rows:
        raise Asked(_WHICH_ROW, "which")
    pairs = zip(columns, values, strict=True)
    wanted: list[Json] = [held(column, typed(value)) for column, value in pairs]
    return [{**_row(row), "values": wanted} for row in rows]


def rows_removed(said: Said) -> list[dict[str, Json]]:
    """Return the rows that are to go as a whole: no column of theirs is named, and no value."""
    if not OUT.search(said.text) or said.says(_FORBIDS):
        return []
    others = said.held("value", "count", "field")
    if others:
        numbers = [row_number(one.text) for one in others]
        return [{"row": at} for at in numbers] if all(numbers) else []
    _, rows, _ = _roles(said)
    return [{"row": at} if (at := row_number(row)) else {"named": row} for row in rows]


def new_in(said: Said) -> dict[str, Json]:
    """Return what cells are to say, where it takes the sheet itself to tell which cells they are.

    What they said until now is told too, "29, not 27". Nothing where no sheet can tell: rows that
    are pointed at.
    """
    rows = said.held(*_ROWS)
    new = _values(said)
    new = said.held("value") if any(one.kind == "value" for one in new) else new
    values = [one for one in new if not _WAS.search(said.text[: one.start])]
    known = any(one.kind in _ROWS and not _points(one) for one in said.carried)
    clear = known or own_words(said)  # "Oban is done, so set its status" tells whose
    pointing = [one for one in rows if _points(one)]
    if any(not clear or not _PRONOUN.fullmatch(fold(one.text)) for one in pointing):
        return {}
    texts = [unquoted(one.text) for one in values]
    if len(texts) == 1 and fold(texts[0]) in _STATES:
        return {"values": [held("Status", texts[0])]}
    wanted: list[Json] = [held(UNSAID, typed(one)) for one in texts]
    return {"values": wanted} if texts else {}


def own_words(said: Said) -> set[str]:
    """Return the words outside all spans that may be of a row."""
    return set(content_words(said.unmarked)) - ORDERING - _BESIDES


def _row(said: str) -> dict[str, Json]:
    number = row_number(said)
    return {"number": number} if number else {"row": said}


def _roles(said: Said) -> tuple[list[str], list[str], list[str]]:
    """Return the columns, rows and values that are said; what is not is as it was said before."""
    values = _values(said)
    pieces = [one for one in said.held(*_ROWS) if one not in values]
    if said.last_joined(pieces) != tuple(pieces):
        raise Asked(_WHICH_ROW, "which")
    columns = _kept(said.held("field"), said)
    rows = [one for one in pieces if not _points(one)]
    pronoun = not pieces or _PRONOUN.fullmatch(fold(pieces[-1].text))
    by_place = any(place_of(one.text) for one in columns)  # in that row, whatever was said before
    if not rows and pronoun and not by_place and not own_words(said):
        rows = [one for one in said.carried if one.kind in _ROWS and not _points(one)]
    columns = columns or [one for one in said.carried if one.kind == "field"]
    values = values or [one for one in said.carried if one.kind == "value"]
    return (
        [unquoted(one.text) for one in columns],
        [_bare(one) for one in rows],
        [unquoted(one.text) for one in values],
    )


def _values(said: Said) -> Sequence[Span]:
    """Return what is said to be in cells: what something is set to, before other values."""
    fields, values = said.held("field"), _kept(said.held("value"), said)
    set_to = [o for o in said.held("value", "count", "time", *_ROWS) if _is_set(o, fields, said)]
    beside = [o for o in values if any(said.text[f.end : o.start].isspace() for f in fields)]
    told = [one for one in values if one in set_to or one in beside]
    if told and len(told) == len(fields):
        return told
    return values or set_to[-1:] or said.held("count")


def _kept(spans: Sequence[Span], said: Said) -> Sequence[Span]:
    """Return the pieces behind the last words that take back others of them."""
    pairs = enumerate(pairwise(spans), 1)
    back = [at for at, (one, two) in pairs if said.corrects(one.end, two.start)]
    return spans[max(back, default=0) :]


def _is_set(span: Span, fields: Sequence[Span], said: Said) -> bool:
    """Whether it is said that something becomes this, or a sign after a column says so."""
    by_sign = any(_SIGN.fullmatch(said.text[one.end : span.start]) for one in fields)
    return by_sign or _TO.search(fold(said.text[: span.start])) is not None


def _points(span: Span) -> bool:
    """Whether a piece points at a row that was said before, or that a list had."""
    said = fold(span.text)
    if span.kind != "which" or row_number(said):
        return _PRONOUN.fullmatch(said) is not None
    return any(form.fullmatch(said) for form in (_PRONOUN, _LISTED))


def _bare(span: Span) -> str:
    """Return what a cell of a row says: "lift" of "the row about the lift"."""
    if row_number(span.text):
        return span.text
    return unquoted(_NAMES.sub("", re.sub(r"['\u2019]s?$", "", unquoted(span.text))))
