"""What is said to a card of an order of the same message that comes after it."""

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from shared.models.reasoning import ReplyReading, ReplyRequest
from shared.reasoning.embedded.replying.verdicts import asking
from shared.reasoning.embedded.revising import likely_changes
from shared.understanding.cards import TASK_OF
from shared.understanding.folding import content_words
from shared.understanding.reader import Reader
from shared.understanding.tasks import service_of

_CALLED = {
    "mail": r"e?-?mails?|reply|answer|draft|letter",
    "slack": r"slack(?: message)?|dm|direct message|post|channel|#\w+",
    "cal": r"meeting|event|invitation|invite|appointment|slot|calendar entry",
    "sheet": r"sheet|spreadsheet|row|cell|table",
    "page": r"page|document|wiki",
    "contact": r"contact|phone number|address book",
}
"""What people call the thing that an order of each service makes."""
_THE = r"(?:the|that|this|my|our)(?: other| second| first| last| next)?"
_CLAUSE = re.compile(
    r"(?<=[.!?;])\s+|,\s+(?=(?:the|that|but|and|just|only)\b)|\s+(?:but|while)\s+", re.IGNORECASE
)
_STAYS = re.compile(
    r"\b(?:stays?|remains?|is (?:fine|good|ok(?:ay)?|right)|as (?:it )?is|still goes|goes out|keep"
    r"|can go)\b",
    re.IGNORECASE,
)
_THING = rf"{_THE} (?:\w+ )?(?:{'|'.join(_CALLED.values())})\b"
_OFF = re.compile(
    r"\b(?:leave out|skip|drop|forget|cancel|scrap|spare|take out|without|no need for"
    rf"|(?:don't|do not) (?:send|post|do|book|make|need)) {_THING}"
    rf"|\b(?:leave|take|keep) {_THING}.*\bout\b"
    rf"|{_THING}.* (?:(?:not|isn't|is not) (?:needed|necessary)|is unnecessary|can wait)\b",
    re.IGNORECASE,
)
"""That an order is not to be carried out."""
_INSTEAD = re.compile(r"\b(?:instead|rather|but (?:make|say|send|add|put))\b", re.IGNORECASE)
_ALONE = re.compile(
    rf"\W*(?:(?:so|and|then|it'?s|do|please) )*(?:just|only) (?:do )?{_THING}\W*", re.IGNORECASE
)
"""That nothing but one order is to be carried out."""
_SPEAKS = re.compile(
    r"\W*(?:(?:no|sorry|please|and|also|but)\W+)*(?:say|write|put|mention|add|tell)\b",
    re.IGNORECASE,
)
"""How a reply begins that is about what is to be said."""
_NOT = re.compile(r"\b(?:not|instead of|rather than) ([^\W_]+)")
"""What is not meant, of an order that says it."""
_SHOWN = -1
"""The place of what is shown, before those that wait."""
_TIMED = frozenset({"cal", "mail_snooze"})


class _Order(NamedTuple):
    """An order: its service, whether it is about a time, and its words."""

    service: str
    timed: bool
    words: frozenset[str]


def read_waiting(request: ReplyRequest, said: str, reader: Reader) -> ReplyReading | None:
    """Read what is plainly said of an order that waits; None for a reply about what is shown."""
    if not request.waiting or asking(said, request.text):
        return None
    shown = _order(request.command, reader)._replace(
        service=service_of(TASK_OF.get(request.tool, "")),
        timed=any(request.arguments.get(name) for name in ("start", "until")),
    )
    waiting = [_order(one, reader) for one in request.waiting]
    orders = [shown, *waiting]
    every = _CLAUSE.split(request.text)
    if len(waiting) == 1 and any(
        _ALONE.fullmatch(c) and _meant(c, orders) == [_SHOWN] for c in every
    ):
        return ReplyReading(meaning="skip", option="0", confidence=0.85)
    clauses = [one for one in every if not (_STAYS.search(one) or _ALONE.fullmatch(one))]
    meant = {place for one in clauses for place in _meant(one, orders)}
    off = any(_OFF.search(one) for one in clauses) and not _INSTEAD.search(request.text)
    if meant == {_SHOWN} and off:
        return ReplyReading(meaning="reject", confidence=0.85)
    if not meant and not shown.timed and _is_when(request, reader):
        meant = {at for at, one in enumerate(waiting) if one.timed}
    if not meant and (gone := set(_NOT.findall(said))):
        meant = {at - 1 for at, one in enumerate(orders) if gone & _own(one, orders)}
    if len(meant) != 1 or (place := meant.pop()) == _SHOWN:
        return None
    meaning: Literal["skip", "later"] = "skip" if off else "later"
    return ReplyReading(meaning=meaning, option=str(place), confidence=0.85)


def _meant(clause: str, orders: Sequence[_Order]) -> list[int]:
    """Return the places of the orders that a clause names by what they make."""
    called = {
        service
        for service, words in _CALLED.items()
        if re.search(rf"\b{_THE} (?:\w+ )?(?:{words})\b", clause, re.IGNORECASE)
    }
    fitting = [at for at, one in enumerate(orders) if one.service in called]
    if len(fitting) > 1:
        said = frozenset(content_words(clause))
        named = [at for at in fitting if said & _own(orders[at], orders)]
        fitting = named if len(named) == 1 else [0]
    return [at - 1 for at in fitting]


def _own(order: _Order, orders: Sequence[_Order]) -> frozenset[str]:
    """Return the words that only this one of some orders says."""
    return order.words.difference(*(one.words for one in orders if one is not order))


def _order(text: str, reader: Reader) -> _Order:
    read = reader.read(text.partition("\n")[0])
    timed = any(one.kind in ("time", "newtime") for one in read.spans)
    service = service_of(read.task)
    return _Order(
        service, timed and bool({service, read.task} & _TIMED), frozenset(content_words(text))
    )


def _is_when(request: ReplyRequest, reader: Reader) -> bool:
    """Whether a reply is about when an event is, and puts nothing right of what is shown."""
    read = reader.read(request.text)
    timed = any(one.kind in ("time", "newtime", "duration") for one in read.spans)
    timed = timed and not _SPEAKS.match(request.text)
    return timed and service_of(read.task) == "cal" and not likely_changes(request, reader)
