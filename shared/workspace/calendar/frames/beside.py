"""Time beside an event: "half an hour right before the webinar", "as soon as my 1:1 is over"."""

import re
from dataclasses import replace

from shared.english import read_length
from shared.english.scanning import NUMBER
from shared.models.base import Json
from shared.understanding.marking import Span
from shared.understanding.said import Said
from shared.understanding.times import read, when_of
from shared.understanding.work import Work
from shared.workspace.calendar.frames.events import listed, search, words_of
from shared.workspace.calendar.frames.moving import MOVES

_LENGTH = (
    rf"(?P<length>(?:half an?|(?:a|the) half|(?:a )?quarter of an|an|the|{NUMBER})[ -]?"
    r"(?:(?:whole|full) )?(?:hour|hr|h|min)\w*)"
)
_NAME = r"(?:[^,.;:!?]|(?<=\d):(?=\d))"
"""A character of what an event is called."""
_WHAT = (
    r"(?P<what>(?:it|that|this)\b(?! (?:week|day|month))"
    rf"|(?:the|my|our|that|next week['\u2019]s)\b{_NAME}{{2,60}})"
)
_RIGHT = r"(?:(?:whole|full|right|just|directly|straight|immediately|exactly) )*"
_ADJACENT = re.compile(
    rf"\b(?:{_LENGTH} (?=(?:right|just|directly|straight|immediately|exactly|before|after)\b)"
    r"|(?:right|just|directly|straight|immediately) (?=before\b|after\b))"
    rf"{_RIGHT}(?P<side>before|after)(?:wards)? {_WHAT}",
    re.IGNORECASE,
)
_OVER = re.compile(
    rf"\b(?:as soon as|the moment|the minute|from when|once) (?P<what>{_NAME}{{2,60}}?)"
    r" (?:ends|is (?:over|done|finished|through)|finishes)\b",
    re.IGNORECASE,
)
"""When something is to begin, in the words of what ends then."""
_TO_THE_END = re.compile(r" (?:and|on|for|called|with|to|at) .*$", re.IGNORECASE)
_TAKES = re.compile(
    r"\b(?:put|hold|reserve|block|keep|book|need|want|give me)\b(?: \w+){0,2}\s*$", re.IGNORECASE
)
"""What stands before a length that is to be taken, and not to be moved by."""
_ARTICLE = re.compile(r"^the |\b(?:whole|full) ", re.IGNORECASE)
_IT = re.compile(r"it|that|this", re.IGNORECASE)
_USUAL = 30
"""Minutes that something takes of which it is not said."""


def takes_beside(said: Said) -> bool:
    """Whether a command takes time beside an event for something new: "hold the hour before".

    What is moved to "as soon as it ends" is there already.
    """
    found = _ADJACENT.search(said.text)
    if found and found["length"] and _TAKES.search(said.text[: found.start()]):
        return True
    return _OVER.search(said.text) is not None and not said.says(MOVES)


def beside(work: Work) -> dict[str, Json] | None:
    """Look up the event that a time is told by, and return the arguments that say that time.

    The start refers to when the event begins or ends, with how far from that. What tells the event,
    and what came before, is no part of the command any more. None where no time is told so.
    """
    text = work.said.text
    found = _OVER.search(text) or _ADJACENT.search(text)
    if found is None:
        return None
    held = found.groupdict()
    before = (held.get("side") or "").casefold() == "before"
    said = [one for one in _outside(work.said, found.span()) if one.kind == "duration"]
    lasting = next(filter(None, (read_length(one.text) for one in said)), None)
    length = read_length(_ARTICLE.sub("", held.get("length") or ""))
    minutes = lasting or length or _USUAL
    away = length if lasting and length else minutes if before else 0
    what = _TO_THE_END.sub("", found["what"]).strip()
    ahead = [one for one in work.said.spans if one.kind == "topic" and one.end <= found.start()]
    named = ahead if _IT.fullmatch(what) else []  # what "it" stands for
    what = " ".join(one.text for one in named) or what
    event = _event(work, what, found.span()) if not before or lasting or length else None
    if event is None:
        return None
    starts = f"{event}.starts_at}}|-PT{away}M" if before else f"{event}.ends_at}}"
    starts += f"|+PT{away}M" if away and not before else ""
    end = found.start("what") + len(what) if held.get("side") else found.end()
    begin = min((one.start for one in named), default=found.start())
    work.said = replace(work.said, spans=_outside(work.said, (begin, end)), carried=())
    return {"start": starts, "minutes": minutes}


def _outside(said: Said, place: tuple[int, int]) -> tuple[Span, ...]:
    """Return the spans of a command outside a place in it."""
    start, end = place
    return tuple(one for one in said.spans if one.end <= start or end <= one.start)


def _event(work: Work, what: str, place: tuple[int, int]) -> str | None:
    """Look an event up by what it is called, or was listed; return the reference's beginning.

    The day that is said elsewhere in the command is the event's as well.
    """
    if _IT.fullmatch(what):
        meant = listed(work, "it")
        what = meant[0].label if len(meant) == 1 else ""
    others = [one for one in _outside(work.said, place) if one.kind == "time"]
    when = read(work, what)
    when = when if when.day_named else when_of(work, others)
    query = words_of(what)
    return search(work, when, query).removesuffix(".id}") if query else None
