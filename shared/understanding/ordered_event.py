"""Which of the events that a message names its order is about: the others only say why.

"The strategy day eats the sync that Wednesday. Cancel that sync, please."
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from shared.english.away import find_away
from shared.understanding.heads import Sentence
from shared.understanding.marking import TIMES, Span
from shared.understanding.reader import Reader
from shared.understanding.said import WHO, Said
from shared.words import telling

_OF_ONE_THERE = frozenset({"cal_update", "cal_cancel", "cal_respond"})
_PARTS = re.compile(r"(?<=[.!?])\s+|,? so (?!that\b)", re.IGNORECASE)
"""Where another sentence begins, or what follows from the reason before it."""
_OF_ONE_SHOWN = frozenset({"cal_cancel", "cal_respond"})
_REASONS = re.compile(
    r"(?<=[.!?])\s+|,? so (?!that\b)|,\s+(?=(?:i|we|he|she|it|they)\b)"
    r"|\s+(?=(?:because|since|until|once|as (?:i|we|he|she|it|they))\b)",
    re.IGNORECASE,
)
"""Where an order and what says why may part."""
_NAMES_ONE = re.compile(
    r"(?:['\u2019]s?)? (?:ones?|events?|meetings?|calls?|invit\w+)\b", re.IGNORECASE
)
"""What stands behind somebody whose event is named: "I can't make the Acme one"."""
_SURELY, _PLAINLY, _RATHER = 0.7, 0.95, 0.5
"""How surely, and plainly, a part orders the same by itself; how likely it is only told."""


def of_shown(said: Said, reader: Reader, *, shown: bool = True) -> Said:
    """Return an answer to an event, or its end, without who is only named to say why.

    "Put me down as a maybe, it clashes with Al's" is of the one that was `shown`, if any was.
    """
    who = [one for one in said.spans if one.kind in WHO]
    ends = [*(one.end() for one in _REASONS.finditer(said.text)), len(said.text)]
    named = any(one.kind == "topic" for one in said.spans)
    if said.task not in _OF_ONE_SHOWN or named or not who or len(ends) < 2:  # noqa: PLR2004
        return said
    parts = list(zip([0, *ends[:-1]], ends, strict=True))
    read = [reader.read(said.text[start:end].strip(" ,")) for start, end in parts]
    likely = [one.likely(said.task) for one in read]
    best = [part for part, sure in zip(parts, likely, strict=True) if sure == max(likely)]
    named_so = [one for one in who if _NAMES_ONE.match(said.text, one.end)]
    left = [one for one in said.spans if one in named_so or _within(one, best)]
    if max(likely) < _SURELY or not (shown or any(one in who for one in left)):
        return said
    return replace(said, spans=tuple(left))


def only_ordered(said: Said, reader: Reader) -> Said:
    """Return a command without the events that are named in front of its order, or beside it.

    Where that names none itself ("cancel it"), it is about the last one before it; and about one
    that is named in full before it rather than by a part of its name ("that sync").
    """
    topics = [one for one in said.spans if one.kind == "topic"]
    ends = [*(one.end() for one in _PARTS.finditer(said.text)), len(said.text)]
    if said.task not in _OF_ONE_THERE or len(topics) < 2 or len(ends) < 2:  # noqa: PLR2004
        return said
    parts = list(zip([0, *ends[:-1]], ends, strict=True))
    texts = [said.text[start:end].strip() for start, end in parts]
    shares, read = reader.revisions.sentences(texts), [reader.read(one) for one in texts]
    likely = [one.sure if one.task == said.task else 0.0 for one in read]
    every = list(zip(parts, shares, likely, strict=True))
    told = [part for part, share, sure in every if _only_told(share, sure)]
    orders = [part for part, _, sure in every if sure >= _SURELY and part not in told]
    if not orders:
        return said
    orders = [part for part in parts if part >= orders[0] and part not in told]
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


def _only_told(share: Mapping[Sentence, float], sure: float) -> bool:
    """Whether a part most likely only tells why, or what is not to be done.

    What plainly orders the same is no limit: "drop the sync, just that week".
    """
    return share["aside"] >= _RATHER or (share["limit"] >= _RATHER and sure < _PLAINLY)


def _within(span: Span, parts: Sequence[tuple[int, int]]) -> bool:
    return any(start <= span.start < end for start, end in parts)


def _in_full(one: Span, before: Sequence[Span]) -> Span:
    """Return the last event before that has all words of a name, or the name itself."""
    words = telling(one.text)
    return next((each for each in reversed(before) if words <= telling(each.text)), one)
