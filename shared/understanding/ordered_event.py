"""Which of the events that a message names its order is about: the others only say why.

"The strategy day eats the sync that Wednesday. Cancel that sync, please."
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from shared.english.away import find_away
from shared.understanding.marking import TIMES, Span
from shared.understanding.reader import Reader
from shared.understanding.said import Said
from shared.words import telling

_OF_ONE_THERE = frozenset({"cal_update", "cal_cancel", "cal_respond"})
_PARTS = re.compile(r"(?<=[.!?])\s+|,? so (?!that\b)", re.IGNORECASE)
"""Where another sentence begins, or what follows from the reason before it."""
_SURELY = 0.8


def only_ordered(said: Said, reader: Reader) -> Said:
    """Return a command without the events that are named outside of its order.

    Where that names none itself ("cancel it"), it is about the last one before it; and about one
    that is named in full before it rather than by a part of its name ("that sync").
    """
    topics = [one for one in said.spans if one.kind == "topic"]
    ends = [*(one.end() for one in _PARTS.finditer(said.text)), len(said.text)]
    if said.task not in _OF_ONE_THERE or len(topics) < 2 or len(ends) < 2:  # noqa: PLR2004
        return said
    parts = list(zip([0, *ends[:-1]], ends, strict=True))
    orders = [part for part in parts if _orders(said, part, reader)]
    if not orders or len(orders) == len(parts):
        return said
    named = [one for one in said.spans if one.kind in {"topic", "which"}]
    own = [one for one in named if _within(one, orders) and telling(one.text)]
    before = [one for one in topics if one.end <= orders[0][0] and one not in own]
    meant = [_in_full(one, before) for one in own] or before[-1:]
    if not meant:
        return said
    left = [one for one in parts if one in orders or any(_within(each, [one]) for each in meant)]
    pointed = any(find_away(one.text) for one in said.spans if _within(one, left))
    spans = [
        one
        for one in said.spans
        if one not in named and (_within(one, left) or (pointed and one.kind in TIMES))
    ]
    every = sorted({*spans, *meant}, key=lambda one: one.start)
    return replace(said, spans=tuple(every))


def _orders(said: Said, part: tuple[int, int], reader: Reader) -> bool:
    """Whether a part of a message by itself orders what all of it does."""
    reading = reader.read(said.text[slice(*part)].strip())
    return reading.task == said.task and reading.sure >= _SURELY


def _within(span: Span, parts: Sequence[tuple[int, int]]) -> bool:
    return any(start <= span.start < end for start, end in parts)


def _in_full(one: Span, before: Sequence[Span]) -> Span:
    """Return the last event before that has all words of a name, or the name itself."""
    words = telling(one.text)
    return next((each for each in reversed(before) if words <= telling(each.text)), one)
