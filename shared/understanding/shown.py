"""Messages about a page that was just shown, which they need not name; and the table shown.

They point at it, or say words that stand in it. What the columns and rows of a table tell of them
is told by `shared.workspace.sheets.asking`.
"""

import re
from dataclasses import replace

from shared.models.reasoning import ConversationContext
from shared.understanding.reader import Before, Reader, Reading
from shared.understanding.shown_table import last_answer
from shared.words import telling, words_of

_READ = "page_read"
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
_UNSURE, _CLEAR = 0.5, 0.8
_OPEN, _PLAINLY, _FEW = 0.6, 0.9, 6
"""How sure another meaning may be of a few words that only add, and how many they are."""


def takes_up(text: str) -> bool:
    """Whether a few words only add to what was said: "and on the way back?", "by when?"."""
    return (_TAKES_UP.fullmatch(text) or _BARELY.fullmatch(text)) is not None


def about_shown(
    reading: Reading, before: Before, context: ConversationContext, reader: Reader
) -> Reading | None:
    """Read a message as one about the page just shown; None where it is about another.

    A task that is clear, and may be about what is not shown, stays.
    """
    kinds = {one.kind for one in context.references if one.ordinal == 0}
    kinds = kinds or {one.kind for one in context.references}
    if kinds != {"page"}:
        return None
    if _adds(reading):
        return _read_of(_READ, reading, before, reader)
    named = any(one.kind in {"person", "file", "channel"} for one in reading.spans)
    served = reading.task not in _UNSERVED or (named and reading.task != "other")
    if served and reading.sure >= _UNSURE:
        return None
    said, shown = _telling(reading.text), telling(last_answer(context))
    shared = said & shown
    points = _POINTS.search(reading.text) is not None
    about = (shared and (points or 2 * len(shared) > len(said))) or (
        points and reading.sure < _UNSURE
    )
    if not about or not _ASKS.match(reading.text):
        return None
    return _read_of(_READ, reading, before, reader)


def _adds(reading: Reading) -> bool:
    """Whether a few words that name nothing add to what was asked: "and the lowest?"."""
    few = reading.task == "other" and len(words_of(reading.text)) <= _FEW and reading.sure < _OPEN
    told = any(one.kind != "which" for one in reading.spans)
    return (takes_up(reading.text) or few) and not told and reading.sure < _PLAINLY


def _read_of(task: str, reading: Reading, before: Before, reader: Reader) -> Reading:
    """Return a message as a question to the page that was shown."""
    meant = reader.read_as(task, reading.text, before)
    spans = tuple(one for one in meant.spans if one.kind not in _ELSEWHERE)
    return replace(meant, tasks=((task, max(_CLEAR, reading.likely(task))),), spans=spans)


def _telling(text: str) -> frozenset[str]:
    """Return what a message says of what it is about."""
    return telling(" ".join(word for word in words_of(text) if word not in _COUNTS))
