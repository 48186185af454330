"""Messages about a sheet or page that was just shown, which they need not name.

They point at it, or say words that stand in it: "how many users has Monterrey got" after a table
with a column Users and a row Monterrey.
"""

import re
from dataclasses import replace

from shared.models.reasoning import ConversationContext
from shared.understanding.reader import Before, Reader, Reading
from shared.words import telling, words_of

_ASKED = {"sheet": "sheet_read", "page": "page_read"}
"""How more is told of what was shown."""
_CHANGED = {"sheet": "sheet_set"}
_ASKS = re.compile(
    r"\W*(?:(?:and|so|ok|okay|but|hm+|also|then|please|tell me)\W+)*(?:what|which|who|whom|whose"
    r"|when|where|how|is|are|was|were|did|does|do|has|have|had|any)(?:['\u2019]?s|['\u2019]?re)?\b"
    r"|.*\?\W*$",
    re.IGNORECASE | re.DOTALL,
)
_POINTS = re.compile(
    r"\b(?:it|its|it['\u2019]s|that|this|them|they|their|those|these|ones?|there|whose)\b",
    re.IGNORECASE,
)
_UNSERVED = frozenset(
    {"other", "product", "activity", "smalltalk", "catch_up", "unprepared", "find"}
    | {"slack_user", "contact_find", "slack_unread", "undo"}
)
"""What a question is taken for that names nothing it could be about."""
_COUNTS = frozenset(
    {"many", "much", "got", "gets", "still", "now", "yet", "ones", "one", "already"}
)
"""Words that tell nothing of what is asked about."""
_ELSEWHERE = frozenset({"file", "place"})
"""Kinds of span that would tell of another one than what was shown."""
_UNSURE, _ANY, _MAYBE, _CLEAR = 0.5, 0.01, 0.2, 0.8
_TWO = 2


def about_shown(
    reading: Reading, before: Before, context: ConversationContext, reader: Reader
) -> Reading | None:
    """Read a message as one about the sheet or page just shown; None where it is about another.

    A task that is clear, and may be about what is not shown, stays.
    """
    kinds = {one.kind for one in context.references if one.ordinal == 0}
    kinds = kinds or {one.kind for one in context.references}
    kind = next(iter(kinds)) if len(kinds) == 1 else ""
    named = any(one.kind in {"person", "file", "channel"} for one in reading.spans)
    served = reading.task not in _UNSERVED or (named and reading.task != "other")
    if kind not in _ASKED or (served and reading.sure >= _UNSURE):
        return None
    said, shown = _telling(reading.text), telling(_answer(context))
    shared = said & shown
    points = _POINTS.search(reading.text) is not None
    if _ASKS.match(reading.text):
        task = _ASKED[kind]
        about = (shared and (points or 2 * len(shared) > len(said))) or (
            points and reading.sure < _UNSURE
        )
    else:
        task = _CHANGED.get(kind, "")
        likely = max(reading.likely(task), reader.read(reading.text, before).likely(task))
        about = task and ((len(shared) >= _TWO and likely >= _ANY) or (shared and likely >= _MAYBE))
    if not about:
        return None
    meant = reader.read_as(task, reading.text, before)
    spans = tuple(one for one in meant.spans if one.kind not in _ELSEWHERE)
    return replace(meant, tasks=((task, max(_CLEAR, reading.likely(task))),), spans=spans)


def _answer(context: ConversationContext) -> str:
    """Return what was said last to the person."""
    last = next((one for one in reversed(context.exchanges) if one.role == "assistant"), None)
    return last.text if last is not None else ""


def _telling(text: str) -> frozenset[str]:
    """Return what a message says of what it is about."""
    return telling(" ".join(word for word in words_of(text) if word not in _COUNTS))
