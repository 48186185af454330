"""What was done, wanted once more of another: "same for Friday", "Bo's as well"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from shared.english.clocks import CLOCK
from shared.english.scanning import rule
from shared.understanding.folding import word_set, words
from shared.understanding.marking import TIMES, Span
from shared.understanding.tasks import CHANGING, service_of

_OPENING = r"\W*(?:(?:and|n|ok|okay|now|then|please|pls|do|plus|oh|also)\W+)*"
_SAME = re.compile(
    rf"{_OPENING}(?:the )?(?:very )?same(?: (?:thing|change|edit|move|fix|treatment|deal))?"
    r"(?: again)? (?:for|with|from|about|to|on|in)\b",
    re.IGNORECASE,
)
_TOO = re.compile(
    r"\b(?:as well|also|too|likewise)(?:,? (?:please|pls|thanks|thx))*\W*$", re.IGNORECASE
)
_ANOTHER = re.compile(
    rf"{_OPENING}(?:(?:send|write|do) )?(?:another(?: one)?|one(?: more)?|a (?:second|similar) one|"
    r"something)(?: (?:goes|like (?:it|that)|of (?:these|those)))? (?:to|for)\b",
    re.IGNORECASE,
)
"""How a message like the last one is wanted, to somebody else: "and one to Ann: ..."."""
_NOTHING = word_set(
    """
    a again also and another as do for from in like likewise more my n now of oh ok okay on one
    ones our please plus pls same thanks that the then thing this thx to too well with about
    """
)
"""Words that say nothing of another thing but that it is meant, too."""
_LATER = re.compile(r"\b(?:later|earlier|before)\b", re.IGNORECASE)
"""What counts from another time than the one that is replaced."""
_PROPER = re.compile(r"(?:(?<=[a-z,] )|^(?=\w+['\u2019]s))[A-Z][\w-]*(?: [A-Z][\w-]*)*")
_OWNER = re.compile(r"['\u2019]s?$")
_CLOCKED = rule(rf"(?:\b(?:at|from) )?{CLOCK}.*$")
_VALUES = frozenset({"newtime", "duration", "place", "value", "body", "flag"})
"""What is to be different about an event, and not which one that is."""
_WHO = frozenset({"person", "organisation"})
_NAMES = _WHO | {"topic"}
_MOST_WORDS = 3


@dataclass(frozen=True)
class Order:
    """What was ordered before: its task, its words, and what its spans say."""

    task: str
    text: str
    spans: tuple[Span, ...]


def asked_likewise(text: str) -> bool:
    """Whether the same is plainly wanted of another: "the same for Bo"."""
    return _SAME.match(text) is not None


def another(text: str) -> bool:
    """Whether a message like the last one is wanted, which says other words or goes elsewhere."""
    return _ANOTHER.match(text) is not None


def wants_too(text: str) -> bool:
    """Whether something is wanted besides what was done: "the one on Friday as well"."""
    return _TOO.search(text) is not None


def likewise(text: str, spans: Sequence[Span], before: Order) -> Order | None:
    """Return the order before with what a message names in place of its like.

    `spans` are those of the message, read as that order's task. None where it is no such message,
    or unclear what of the order stands for that: "Bo as well" may be one more who comes.
    """
    new, same = _named(text, spans), asked_likewise(text) or another(text)
    if new is None or before.task not in CHANGING or not (same or wants_too(text)):
        return None
    comes = service_of(before.task) == "cal" and new.kind in _WHO and not same
    if comes and not (_OWNER.search(new.text) or "one" in words(text)):
        return None
    olds = _like(new, before)
    if len(olds) > 1:  # "to Al" stands for whom it went to, of whomever it was
        olds = [one for one in olds if _led(before.text, one) == _led(text, new) != []]
    if len(olds) != 1 or (new.kind in TIMES and _LATER.search(new.text)):
        return None
    (old,) = olds
    said = _in_place(new, old)
    whole = f"{before.text[: old.start]}{said}{before.text[old.end :]}"
    by = len(said) - (old.end - old.start)
    moved = (_moved(one, old, by, whole) for one in before.spans)
    return Order(before.task, whole, tuple(moved))


def changed_likewise(text: str, spans: Sequence[Span], before: Order, topic: str) -> Order | None:
    """Return the change of an event that was ordered before, of the one that a message names.

    What it says of the change itself holds; else what was said before does. `topic` is what that
    event was called, where this one is only told from it. None where nothing was to be different.
    """
    own = {one.kind for one in spans}
    kept = [one for one in before.spans if one.kind in _VALUES and not _anew(one, spans)]
    told = "" if "topic" in own else topic
    if not (kept or own & _VALUES) or not (told or own & {"topic", "time"}):
        return None
    which = [
        replace(one, kind="time") if one.kind == "newtime" else one
        for one in spans
        if not any(one.kind == each.kind and one.text in each.text for each in kept)
    ]
    found = [Span("topic", told, 0, len(told))] if told else []
    if told and own <= TIMES:  # "one week later, too": from when the other is
        when = _LATER.sub("after that", " ".join(one.text for one in which))
        found.append(Span("time", when, len(told) + 1, len(told) + 1 + len(when)))
        whole = f"{told} {when}: "
    else:
        whole = f"{told}, " if told else ""
        found += [_at(one, one.start + len(whole)) for one in which]
        whole += f"{text.rstrip(' .!?')}. "
    left = before.text
    for one in before.spans:
        if one not in kept:
            left = f"{left[: one.start]}{' ' * (one.end - one.start)}{left[one.end :]}"
    found += [_at(one, one.start + len(whole)) for one in kept]
    return Order(before.task, whole + left, tuple(found))


def _at(span: Span, start: int) -> Span:
    """Return a span where it stands in another text."""
    return replace(span, start=start, end=start + len(span.text))


def _anew(old: Span, spans: Sequence[Span]) -> bool:
    """Whether what an order said is said otherwise: "Severn" is the "Room Severn" of before."""
    return any(one.kind == old.kind and one.text not in old.text for one in spans) and (
        old.kind != "newtime"
    )


def _moved(one: Span, old: Span, by: int, whole: str) -> Span:
    """Return a span where it stands once another that is so much longer is in place of one."""
    start = one.start + (by if one.start >= old.end else 0)
    end = one.end + (by if one.end >= old.end else 0)
    return replace(one, text=whole[start:end], start=start, end=end)


def _named(text: str, spans: Sequence[Span]) -> Span | None:
    """Return the only thing a message names; None where it says anything else, or names several."""
    telling = [one for one in spans if one.kind != "which"]
    left = text
    for one in sorted(spans, key=lambda one: -one.start):
        left = f"{left[: one.start]} {left[one.end :]}"
    others = [one for one in words(left) if one not in _NOTHING]
    if telling:
        return telling[0] if len(telling) == 1 and not others else None
    found = _PROPER.findall(text)
    plain = len(found) == 1 and len(others) <= _MOST_WORDS and words(found[0]) == others
    start = text.find(found[0]) if plain else 0
    return Span("", found[0], start, start + len(found[0])) if plain else None


def _led(text: str, span: Span) -> list[str]:
    """Return the word before a span; none where it begins a text."""
    return words(text[: span.start])[-1:]


def _like(new: Span, before: Order) -> list[Span]:
    """Return what of an order may be of the kind of what is named instead."""
    if new.kind in TIMES:
        return [one for one in before.spans if one.kind == "time"]
    if new.kind == "topic":
        names = [one for one in before.spans if one.kind in _NAMES]
        return names or [one for one in before.spans if one.kind == "which"]
    who = [one for one in before.spans if one.kind in _WHO]
    proper = [
        Span("", one[0], *one.span())
        for one in _PROPER.finditer(before.text)
        if not any(one.start() < each.end and each.start < one.end() for each in before.spans)
    ]
    return who or proper if new.kind in {*_WHO, "place", ""} else []


def _in_place(new: Span, old: Span) -> str:
    """Return what is named as it stands in the place of another: owner, and at the same hour."""
    if new.kind in TIMES:
        clock = _CLOCKED.search(old.text)
        return new.text if clock is None or _CLOCKED.search(new.text) else f"{new.text} {clock[0]}"
    owner = _OWNER.search(old.text)
    return _OWNER.sub("", new.text) + (owner[0] if owner else "")
