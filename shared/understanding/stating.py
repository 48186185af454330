"""An order among clauses that say what is so: "Ravi asks for two testers - bring that back Monday".

Such a message may read as nothing as a whole. Then the clause that plainly orders something says
what is wanted, and whoever is named around it is whom it is about.
"""

import re
from dataclasses import replace
from typing import NamedTuple

from shared.models.reasoning import ConversationContext
from shared.understanding.drafts import of_draft
from shared.understanding.followed import follow
from shared.understanding.marking import Span, meets
from shared.understanding.reader import Reader
from shared.understanding.said import NAMES, WHO, Said, said_in
from shared.understanding.tasks import CHANGING, IN_WORDS

_UNSURE = 0.6
"""A message read as something of its own less surely than this may be so by one clause."""
_CLEAR = 0.9
"""The least probability of the task of that clause."""
_NOTHING = frozenset({"other", "create_agent", "update_agent"})
"""What a statement in front of an order may make of them together."""
_BETWEEN = re.compile(r"[.!?;:,]+\s+|\s+[-\u2013\u2014]+\s+")
_LASTING = re.compile(
    r"\b(?:every|each|whenever|always|daily|weekly|monthly|from now on|if|when|once|as soon as)\b",
    re.IGNORECASE,
)
"""What is said of something that is to be done again, or under a condition."""


class _Clause(NamedTuple):
    text: str
    start: int
    said: Said


def follow_clause(text: str, context: ConversationContext, reader: Reader) -> Said:
    """Read a message as it goes on from what was said before, by its one order if need be."""
    said = follow(text, context, reader)
    if (kept := of_draft(said, reader)) is not None:
        return kept
    unclear = said.task in _NOTHING or (said.task in IN_WORDS and said.sure < _UNSURE)
    if not unclear or _LASTING.search(text):
        return said
    clauses = _clauses(text, reader)
    clear = [one for one in clauses if one.said.task in IN_WORDS and one.said.sure >= _CLEAR]
    if len(clauses) == 1 or len(clear) != 1 or clear[0].said.task not in CHANGING:
        return said
    [order] = clear
    own = tuple(
        replace(one, start=one.start + order.start, end=one.end + order.start)
        for one in order.said.spans
    )
    end = order.start + len(order.text)
    linked = [
        Span(link.kind, text[link.start : link.end], link.start, link.end)
        for link in reader.world.links(text)
        if link.kind in WHO
    ]
    about = [
        one
        for one in reader.read_as(order.said.task, text).spans
        if (one.kind == "body" if one.start >= end else one.kind in NAMES)
        and not any(meets(one, n) for n in linked)
    ]
    around = (one for one in (*linked, *about) if one.end <= order.start or end <= one.start)
    spans = tuple(sorted((*own, *around), key=lambda one: one.start))
    return replace(order.said, text=text, spans=spans, carried=said.carried)


def _clauses(text: str, reader: Reader) -> list[_Clause]:
    starts = [0, *(found.end() for found in _BETWEEN.finditer(text))]
    ends = [*(found.start() for found in _BETWEEN.finditer(text)), len(text)]
    pieces = ((text[start:end], start) for start, end in zip(starts, ends, strict=True))
    return [_Clause(one, at, said_in(reader.read(one))) for one, at in pieces if one.strip()]
