"""Which cells of which rows a command wants changed, and what they are to say."""

import re
from collections.abc import Sequence

from shared.models.base import Json
from shared.tools.sheets.cells import typed
from shared.tools.sheets.writing import UNSAID
from shared.understanding.folding import content_words, fold, word_set
from shared.understanding.marking import Span
from shared.understanding.said import Said
from shared.understanding.sheet_cells import column_in, held, place_of, row_number, unquoted
from shared.understanding.work import Asked

_ROWS = ("which", "topic", "person", "organisation")
"""What a row may be told by."""
_TO = re.compile(
    r"(?:(?:^|\s)(?:to|as|is|be|becomes?|says?|reads?)(?: now| be| say)?|[=:→])[\s\"'“]*$"
)
"""What stands before a value."""
_OF = re.compile(r"\b(?:for|of|by|beside|next to|at)(?: the)?[\s\"'“]*$")
"""What stands before a row."""
_PRONOUN = re.compile(r"(?:the )?(?:it|that|this|them|these|those)(?: (?:one|row))?")
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
_COLUMN = r"(?P<column>(?!it\b|that\b|this\b|row\b|cell\b)[^\W\d_]+(?: [^\W\d_]+)?)"
_SET_OF = re.compile(
    rf"\b(?:set|change|make|put|update|correct|fix|adjust) (?:the |its )?{_COLUMN} (?:for|of)"
    r"(?: the)?[\s\"'“]*$",
    re.IGNORECASE,
)
_SET_TO = re.compile(
    rf"\b(?:the|its) {_COLUMN} (?:should (?:be|say|read)|must be|has to be|is|to|=)[\s\"'“]*$",
    re.IGNORECASE,
)
"""How a column is named that belongs to the row, or the value, behind it."""
_WRONG = re.compile(
    r"(?:^|[,.;:!?]\s+|\b(?:but|no|and) )(?:the )?"
    r"(?P<row>(?!(?:it|that|this|there|something|one)\b)[^\s,.;:!?]+(?: [^\s,.;:!?]+){0,3}?)"
    r" (?:is|are|looks?|seems?) (?:wrong|incorrect|not right|off)\b",
    re.IGNORECASE,
)
"""The row that is said to be wrong before what it should say."""
_ORDERS = word_set(
    "set change make put update correct fix adjust mark should every each all both should must"
    " now new row cell column value sheet tab instead rather actually sorry no not yes ok okay wait"
    " oops hm please thanks well good great right fine"
)
"""Words of a change that are of no row."""
_WAS = re.compile(
    r"\b(?:was|were|from|than|no longer|isn['\u2019]?t|aren['\u2019]?t)\s+$", re.IGNORECASE
)
"""What stands before what a cell said until now."""
_KIND = re.compile(
    r"(?:(?:the|this|that|its) )?(?:cell|field|value|column|entry|figure|box|number)s?"
)
"""What any cell is called, beside the column that names it."""
_SET_LAST = re.compile(r"(?::|->|→|=)\s*(?P<value>[^\s:=>]+(?: [^\s:=>]+){0,3})$")
_EMPTIED = r"clear|erase|empty|blank|wipe|delete|remove"
_STATES = frozenset(
    {"done", "complete", "completed", "finished", "open", "closed", "in progress", "started"}
    | {"ready", "not started"}
    | {"blocked", "pending", "cancelled", "canceled", "on hold", "to do"}
)
"""What says how far things are, which is in a column called Status."""
_WHICH_ROW = "I can't tell which row you mean. What does a cell of it say, or which number is it?"


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
        raise Asked("I don't remove rows. Which cell should I empty?", "field")
    if not columns:
        raise Asked(f"Which column should say “{values[-1]}”?", "field")
    if len(columns) != len(values):
        raise Asked(f"What should {' and '.join(columns)} say?", "value")
    if not rows:
        raise Asked(_WHICH_ROW, "which")
    pairs = zip(columns, values, strict=True)
    wanted: list[Json] = [held(column, typed(value)) for column, value in pairs]
    return [{**_row(row), "values": wanted} for row in rows]


def new_in(said: Said) -> dict[str, Json]:
    """Return what cells are to say, where it takes the sheet itself to tell which cells they are.

    What they said until now is told too, "29, not 27"; a value may only stand behind a colon.
    Nothing where no sheet can tell: rows that are pointed at, or no word of one.
    """
    rows = said.held(*_ROWS, "file", "time")
    rest = _own_words(said)
    values = [one for one in said.held("value", "count") if not _WAS.search(said.text[: one.start])]
    both = any(" " in column_in(one.text) for one in said.held("field"))  # "travel actual"
    known = any(one.kind in _ROWS and not _points(one) for one in said.carried)
    told = known or rest or both or len(values) > 1 or any(one.kind != "file" for one in rows)
    pointing = [one for one in rows if _points(one)]
    if not told or any(not known or not _PRONOUN.fullmatch(fold(one.text)) for one in pointing):
        return {}
    last = _SET_LAST.search(said.text)
    new = [one.text for one in values] or ([last["value"]] if last else [])
    if len(new) == 1 and fold(unquoted(new[0])) in _STATES:
        return {"values": [held("Status", unquoted(new[0]))]}
    wanted: list[Json] = [held(UNSAID, typed(unquoted(one))) for one in new]
    return {"values": wanted} if new else {}


def _own_words(said: Said) -> set[str]:
    """Return the words outside all spans that may be of a row."""
    return set(content_words(said.unmarked)) - _ORDERS


def _row(said: str) -> dict[str, Json]:
    number = row_number(said)
    return {"number": number} if number else {"row": said}


def _roles(said: Said) -> tuple[list[str], list[str], list[str]]:
    """Return the columns, rows and values that are said; what is not is as it was said before."""
    spans = _whole(said.held("field", "value", "time", *_ROWS), said)
    found: dict[str, list[Span]] = {"column": [], "row": [], "value": [], "time": []}
    end = 0
    for role, span in zip(_roles_of(spans, said), spans, strict=True):
        if said.corrects(end, span.start):
            found[role] = []
        found[role].append(span)
        end = span.end
    rows, columns = found["row"], found["column"]
    if found["time"] and not rows and columns:
        rows = found["time"]
    elif rows and not columns:
        columns = [one for one in found["time"] if fold(one.text) not in {"today", "now"}]
    if said.last_joined(rows) != tuple(rows):
        raise Asked(_WHICH_ROW, "which")
    pointing = bool(rows)
    rows = [one for one in rows if not _points(one)]
    columns = [one for one in columns if not _KIND.fullmatch(fold(one.text))] or columns
    if not columns and (named := _unmarked_column(said, rows, found["value"])):
        columns = [named]
    values = found["value"] or [one for one in said.carried if one.kind == "value"]
    columns = columns or [one for one in said.carried if one.kind == "field"]
    values = _for(columns, values, said)
    pronoun = not found["row"] or _PRONOUN.fullmatch(fold(found["row"][-1].text))
    if not rows and pronoun and not _own_words(said):
        rows = [one for one in said.carried if one.kind in _ROWS and not _points(one)]
    if not pointing and (wrong := _WRONG.search(said.text)):
        rows = [Span("topic", wrong["row"], wrong.start("row"), wrong.end("row"))]
    if any(place_of(one.text) for one in found["column"]) and not pointing:
        rows = []  # a cell given by column and row is in that row, whatever was said before
    return (
        [unquoted(one.text) for one in columns],
        [_bare(one) for one in rows],
        [unquoted(one.text) for one in values],
    )


def _for(columns: Sequence[Span], values: Sequence[Span], said: Said) -> Sequence[Span]:
    """Return the values that something is set to, where others besides them only say why."""
    led = [one for one in values if _TO.search(fold(said.text[: one.start]))]
    return led if 0 < len(columns) == len(led) < len(values) else values


def _unmarked_column(said: Said, rows: Sequence[Span], values: Sequence[Span]) -> Span | None:
    """Return a column that is named before its row or its value, though nothing marks it."""
    for form, spans in ((_SET_OF, rows), (_SET_TO, values)):
        for span in spans[:1]:
            taken = max((one.end for one in said.spans if one.end <= span.start), default=0)
            if found := form.search(said.text, taken, span.start):
                return Span("field", found["column"], found.start("column"), found.end("column"))
    return None


def _roles_of(spans: Sequence[Span], said: Said) -> list[str]:
    """Return what each piece of a change is: a column, a row, a value, or a time that may be any.

    What is set to something is a column, and what something is set to is a value, however it is
    marked.
    """
    roles: list[str] = []
    for at, span in enumerate(spans):
        before = fold(said.text[spans[at - 1].end if at else 0 : span.start])
        then = spans[at + 1] if at + 1 < len(spans) else None
        gap = fold(said.text[span.end : then.start]) if then else ""
        match span.kind:
            case "field":
                roles.append("column")
            case "value" if then and then.kind in {"value", "person"} and _TO.search(gap):
                roles.append("column" if not _OF.search(before) else "row")
            case "value" if then and _OF.search(gap) and any(_is_set(o, said) for o in spans[at:]):
                roles.append("column")
            case "value":
                roles.append("value")
            case "time":
                roles.append("value" if _TO.search(before) else "time")
            case _:
                roles.append("row")
    if "value" not in roles:
        for at in reversed(range(len(spans))):
            if roles[at] == "row" and _is_set(spans[at], said):
                roles[at] = "value"
                break
    return roles


def _is_set(span: Span, said: Said) -> bool:
    """Whether something is set to what a piece that is not marked as a value says."""
    return span.kind in _ROWS and _TO.search(fold(said.text[: span.start])) is not None


def _whole(spans: Sequence[Span], said: Said) -> list[Span]:
    """Return the pieces, those of one row that stand side by side as one: "of red", "paint"."""
    found: list[Span] = []
    for span in spans:
        last = found[-1] if found else None
        if last is None or said.text[last.end : span.start].strip() or span.kind not in _ROWS:
            found.append(span)
        elif last.kind in _ROWS or (
            last.kind == "value" and _OF.search(fold(said.text[: last.start]))
        ):
            kind = span.kind if last.kind == "value" else last.kind
            found[-1] = Span(kind, said.text[last.start : span.end], last.start, span.end)
        else:
            found.append(span)
    return found


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
