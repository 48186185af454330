"""What the form of words about an event tells of them, whatever they were marked as.

Half an hour is a length, an hour before another where that begins, what stands in quotes beside
"call it" a name, and a one-to-one is called 1:1.
"""

import re
from dataclasses import replace
from itertools import pairwise

from shared.english.clocks import CLOCK, WHOLE_HOURS
from shared.english.scanning import NUMBER, rule
from shared.understanding.folding import content_words
from shared.understanding.linked import RENAMES
from shared.understanding.marking import Span
from shared.understanding.said import Said
from shared.understanding.times import length, said_again
from shared.words import ONE_TO_ONE

_BETWEEN_HOURS = re.compile(r"\s*(?:to|until|till?|-|\u2013)\s*", re.IGNORECASE)
_ENDS_IN_HOUR = rule(rf"{CLOCK}$")
_LENGTH = rule(
    rf"(?:an? |another |extra )*(?:half an?|(?:a )?quarter of an|{NUMBER})[ -]?"
    r"(?:min|hour|hr|h\b|m\b)\w*(?: and a half)?"
)
_COMPOUND = re.compile(r"\b[A-Za-z]+(?:-[A-Za-z]+)+\b")
_NEW = frozenset({"value", "place", "newtime", "duration"})
_OF_ITS_DAY = frozenset({"cal_cancel", "cal_respond"})
"""Tasks to which "that Wednesday" is the day an event is on, and no other one."""
_TOLD = (
    r"\s*(?P<new>[^\s,.;:!?\"][^,.;:!?\n\"]{0,80}?)\s*"
    r"(?=[,.;:!?\n]|\b(?:please|pls|thanks|from now on|now|instead)\b|$)"
)
_IT = re.compile(r"\b(?:it|that|this)\b", re.IGNORECASE)
ROOM = re.compile(r"(?:[Tt]he )?(?:[Mm]eeting |[Cc]onference )?\b[Rr]oom [A-Z\d]\w*")
"""What a room is called."""
_NOT_IN = re.compile(
    r"\b(?:not|from|of|than|except|leaves?|(?:instead|out) of)(?: in)? $", re.IGNORECASE
)
_TIME = frozenset({"time", "newtime", "duration"})
_WHOLES = (
    *((rule(rf"(?P<whole>{form})"), _TIME) for form in WHOLE_HOURS),
    (
        rule(rf"(?P<whole>{_LENGTH.pattern})(?= (?:longer|shorter|more|less|extra)\b)"),
        frozenset({"duration", "value", "newtime"}),
    ),
)
"""How times and lengths are said in several words, and the kinds their parts may be taken for."""
_MORE_NAME = re.compile(r"(?: (?!I\b)[A-Z\d][\w'\u2019-]*)+")
_QUOTED = re.compile(
    r"(?:(?P<single>(?<!\w)['\u2018](?=\w))|[\"\u201c])(?P<new>(?(single).+?|[^\"\u201c\u201d]+))"
    r"(?(single)['\u2019](?!\w)|[\"\u201d])"
)
_NEW_NAME = re.compile(
    rf"(?:{RENAMES.pattern})[^,.;:]*?(?:\b(?:to|as|into|be|is|read)\b|[:,]){_TOLD}", re.IGNORECASE
)
_CALLED = re.compile(
    r"\b(?:(?:call|name|title) (?:it|that|this)|(?:be|is|now) (?:called|named|titled)|read)\b"
    rf"{_TOLD}",
    re.IGNORECASE,
)
_NEW_PLACE = re.compile(
    r"\b(?:place|venue|location|room)\b[^,.;:]*?"
    rf"(?:\b(?:to|for|with|as|into|by|against|be|is)\b|:){_TOLD}",
    re.IGNORECASE,
)
_HELD_IN = re.compile(
    rf"\b(?:meet|is|be|held|takes? place|happens?) (?:in|at)(?-i:(?= (?:the )?[A-Z])){_TOLD}",
    re.IGNORECASE,
)
_MADE_PLACE = re.compile(
    rf"\b(?:make|have|set)\b[^,.;:]*\b(?:place|venue|location|room)(?-i:(?= [A-Z])){_TOLD}",
    re.IGNORECASE,
)
"""What is said to be new, behind the word for it."""


def in_form(said: Said) -> Said:
    """Return a command about an event with its spans set right by their own form."""
    said = replace(said, spans=_without_compounds(said))
    spans = _whole(said.text, _with_pairs(said))
    names = RENAMES.search(said.text) is not None
    if not names:
        spans = [replace(one, kind="duration") if _lasts(one) else one for one in spans]
    if said.task in _OF_ITS_DAY:
        again = (one.kind == "newtime" and said_again(said, one) for one in spans)
        spans = [
            replace(one, kind="time") if own else one for one, own in zip(spans, again, strict=True)
        ]
    if said.task == "cal_update":
        spans = _with_room(said.text, spans)
        spans = _with_new(said.text, spans, names=names)
    return replace(
        said, spans=tuple(_as_ranges(said, spans) if said.task == "cal_create" else spans)
    )


def _without_compounds(said: Said) -> tuple[Span, ...]:
    """Return spans in which a word of a name is no length: the "half" of "half-year review".

    Of such a word nothing is marked rightly where it is no part of a topic; then it is one.
    """
    spans = said.spans
    for word in _COMPOUND.finditer(said.text):
        start, end = word.span()
        own = [one for one in spans if one.start < end and start < one.end]
        within = all(start <= one.start and one.end <= end for one in own)
        if not (within and any(one.kind == "duration" for one in own)) or length(word[0]):
            continue
        left = [one for one in spans if one not in own]
        named = RENAMES.search(said.text[:start]) and any(one.kind == "topic" for one in left)
        more = [] if named else [Span("topic", word[0], start, end)]
        spans = tuple(sorted([*left, *more], key=_start))
    return spans


def _with_pairs(said: Said) -> list[Span]:
    """Return spans in order, with a one-to-one by the name it has; "to one" is no time of it."""
    spans, text = list(said.spans), said.text
    for pair in ONE_TO_ONE.finditer(text):
        start, end = pair.span()
        own = [one for one in spans if one.start < end and start < one.end]
        if not any(content_words(text[one.start : start] + text[end : one.end]) for one in own):
            left = (one for one in spans if one not in own)
            spans = [*left, Span("topic", "1:1", start, end)]
    return sorted(spans, key=_start)


def _whole(text: str, spans: list[Span]) -> list[Span]:
    """Return spans of times and lengths with all of the words that say them.

    "Past" alone is no time, and "min" no length; "half an hour longer" is one though nothing is
    marked.
    """
    found = spans
    for form, kinds in _WHOLES:
        lasts = "duration" if "value" in kinds else ""
        for whole in form.finditer(text):
            start, end = whole.span("whole")
            own = [one for one in found if one.start < end and start < one.end]
            parts = all(one.kind in kinds and start <= one.start and one.end <= end for one in own)
            same = [(one.start, one.end) for one in own] == [(start, end)]
            if not parts or same or not (own or lasts):
                continue
            new = any(one.kind == "newtime" for one in own)
            kind = lasts or ("newtime" if new else "time")
            left = (one for one in found if one not in own)
            found = [*left, Span(kind, whole["whole"], start, end)]
    return sorted(found, key=_start)


def _lasts(span: Span) -> bool:
    """Whether a value is how long something takes."""
    return span.kind == "value" and _LENGTH.fullmatch(span.text) is not None


def _with_room(text: str, spans: list[Span]) -> list[Span]:
    """Return spans with the room it is to be in, where that is not marked as a place."""
    if any(one.kind in {"value", "place"} for one in spans):
        return spans
    rooms = (one for one in ROOM.finditer(text) if not _NOT_IN.search(text[: one.start()]))
    for room in rooms:
        own = [one for one in spans if one.start < room.end() and room.start() < one.end]
        if all(one.kind in {"body", "topic"} and one.start == room.start() for one in own):
            left = (one for one in spans if one not in own)
            return sorted([*left, Span("place", room[0], *room.span())], key=_start)
    return spans


def _with_new(text: str, spans: list[Span], *, names: bool) -> list[Span]:
    """Return spans with the new name, or the new place, where nothing new is marked."""
    kind = "value" if names else "place"
    spans = [_whole_name(text, one, spans) for one in spans] if names else spans
    forms = (_QUOTED, _CALLED, _NEW_NAME) if names else (_NEW_PLACE, _MADE_PLACE, _HELD_IN)
    for found in (found for form in forms for found in reversed([*form.finditer(text)])):
        start, end = found.span("new")
        own = [one for one in spans if one.start < end and start < one.end]
        known = any(
            one.kind in _NEW
            for one in spans
            if one not in own or (one.kind == "value" and _separate(text, one, found.re))
        )
        telling = own != spans or not own or _IT.search(text[:start])
        if not known and telling and all(start <= one.start and one.end <= end for one in own):
            new = Span(kind, found["new"], start, end)
            return sorted([*(one for one in spans if one not in own), new], key=_start)
    return spans


def _whole_name(text: str, value: Span, spans: list[Span]) -> Span:
    """Return a new name with the rest of it right behind that looks like one: "Mum's" 70th."""
    more = _MORE_NAME.match(text, value.end) if value.kind == "value" else None
    if more is None or any(one.start < more.end() and more.start() < one.end for one in spans):
        return value
    return replace(value, text=text[value.start : more.end()], end=more.end())


def _separate(text: str, value: Span, form: re.Pattern[str]) -> bool:
    """Whether a value stands by itself: not in quotes with more, and not within a word."""
    return form is not _QUOTED and text[value.start - 1 : value.start] != "-"


def _as_ranges(said: Said, spans: list[Span]) -> list[Span]:
    """Return spans in which an hour before another is where that begins: "14 to 15"."""
    for at, (one, other) in enumerate(pairwise(spans)):
        ranged = _BETWEEN_HOURS.fullmatch(said.text[one.end : other.start])
        hour = one.kind == "time" and _ENDS_IN_HOUR.search(one.text)
        if hour and ranged and other.kind == "newtime":
            whole = replace(one, text=said.text[one.start : other.end], end=other.end)
            return [*spans[:at], whole, *spans[at + 2 :]]
    return spans


def _start(span: Span) -> int:
    return span.start
