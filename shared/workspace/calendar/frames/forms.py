"""What the form of words about an event tells of them, whatever they were marked as.

Half an hour is a length, an hour before another where that begins, what is marked as a new name is
one, and a one-to-one is called 1:1.
"""

import re
from dataclasses import replace
from itertools import pairwise

from shared.english.clocks import CLOCK
from shared.english.scanning import NUMBER, rule
from shared.understanding.changed_event import LIKELY
from shared.understanding.folding import content_words
from shared.understanding.linked import RENAMES
from shared.understanding.marking import Span, meets
from shared.understanding.said import Said
from shared.understanding.times import said_again
from shared.words import ONE_TO_ONE

_BETWEEN_HOURS = re.compile(r"\s*(?:to|until|till?|-|\u2013)\s*", re.IGNORECASE)
_ENDS_IN_HOUR = rule(rf"{CLOCK}$")
_NEW = frozenset({"value", "place", "newtime", "duration"})
_OF_ITS_DAY = frozenset({"cal_cancel", "cal_respond"})
"""Tasks to which "that Wednesday" is the day an event is on, and no other one."""
ROOM = re.compile(r"(?:[Tt]he )?(?:[Mm]eeting |[Cc]onference )?\b[Rr]oom [A-Z\d]\w*")
"""What a room is called."""
_LAST = re.compile(
    r"(?:[\s,]+(?:from now on|now|instead|please|pls|thanks)|[?!.'\"\u2019\u201d])+$", re.IGNORECASE
)
"""What may stand behind a new name, or a place, and is no part of it."""
_LENGTH = rule(
    rf"(?:an? |another |extra )*(?:half an?|(?:a )?quarter of an|{NUMBER})[ -]?"
    r"(?:min|hour|hr|h\b|m\b)\w*(?: and a half)?"
)
_BECOMES = re.compile(r"\s+(?:to|into|as)\s+", re.IGNORECASE)
_NOT_IN = re.compile(
    r"\b(?:not|from|of|than|except|leaves?|(?:instead|out) of)(?: in)? $", re.IGNORECASE
)


def in_form(said: Said) -> Said:
    """Return a command about an event with its spans set right by their own form."""
    spans = _with_pairs(said)
    if not RENAMES.search(said.text):
        spans = [replace(one, kind="duration") if _lasts(one) else one for one in spans]
    if said.task in _OF_ITS_DAY:
        again = [one for one in spans if one.kind == "newtime" and said_again(said, one)]
        spans = [replace(one, kind="time") if one in again else one for one in spans]
    if said.task == "cal_update":
        spans = _with_marked(said, spans)
    return replace(
        said, spans=tuple(_as_ranges(said, spans) if said.task == "cal_create" else spans)
    )


def _lasts(span: Span) -> bool:
    """Whether a value is how long something takes."""
    return span.kind == "value" and _LENGTH.fullmatch(span.text) is not None


def _with_pairs(said: Said) -> list[Span]:
    """Return spans in order, with a one-to-one by the name it has; "to one" is no time of it."""
    spans, text = list(said.spans), said.text
    for pair in ONE_TO_ONE.finditer(text):
        start, end = pair.span()
        own = [one for one in spans if one.start < end and start < one.end]
        if not any(content_words(text[one.start : start] + text[end : one.end]) for one in own):
            left = (one for one in spans if one not in own)
            spans = [*left, Span("topic", "1:1", start, end)]
    return sorted(spans, key=lambda one: one.start)


def _with_marked(said: Said, spans: list[Span]) -> list[Span]:
    """Return spans with the new name, or the new place, as it is marked."""
    names = RENAMES.search(said.text) is not None
    kind, role = ("value", "title") if names else ("place", "place")
    marks = [one for one in said.wished.all(role) if not _NOT_IN.search(said.text[: one.start])]
    if said.wished.ops.get(role, 0) < LIKELY or not marks:
        return spans
    text, start = _LAST.sub("", marks[-1].text), marks[-1].start
    old = next((one.end for one in spans if (one.kind, one.start) == ("topic", start)), start)
    if names and (renamed := _BECOMES.match(text, old - start)):  # from the old name on
        text, start = text[renamed.end() :], start + renamed.end()
    new = Span(kind, text, start, start + len(text))
    over = [one for one in spans if meets(one, new)]
    known = [one for one in spans if one.kind in _NEW - {"duration"} and one not in over]
    own = names and len(marks) == 1 and any(one.kind == "topic" for one in over) and over == spans
    longer = any(one.kind == kind and len(one.text) >= len(new.text) for one in over)
    if known or own or longer:
        return spans
    return sorted([*(one for one in spans if one not in over), new], key=lambda one: one.start)


def _as_ranges(said: Said, spans: list[Span]) -> list[Span]:
    """Return spans in which an hour before another is where that begins: "14 to 15"."""
    for at, (one, other) in enumerate(pairwise(spans)):
        ranged = _BETWEEN_HOURS.fullmatch(said.text[one.end : other.start])
        hour = one.kind == "time" and _ENDS_IN_HOUR.search(one.text)
        if hour and ranged and other.kind == "newtime":
            whole = replace(one, text=said.text[one.start : other.end], end=other.end)
            return [*spans[:at], whole, *spans[at + 2 :]]
    return spans
