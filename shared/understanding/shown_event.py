"""Messages that change who comes to an event that was just shown, or where it is.

They name no event, and read by themselves like orders about contacts, or like nothing at all: "take
Al off", "let's rather go to The Anchor".
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from shared.english import read_when
from shared.english.dates import WEEKDAY
from shared.english.scanning import MONTH
from shared.models.world import Link
from shared.understanding.marking import TIMES, Span
from shared.understanding.reader import Before, Reader, Reading
from shared.understanding.tasks import service_of

JOINS = r"add\w*|invit\w+|includ\w+|enter|loop\w*|cc"
"""Words for somebody joining an event."""
MAY_JOIN = r"put|get|bring|have|comes?|joins?|pull"
"""Words that mean it where nothing else is changed."""
LEAVES = (
    r"remov\w+|take|taking|drop|uninvite|disinvite|exclude|kick|strike|cross|scratch|excuse|out|off"
)
"""Words for somebody leaving one."""
IS_OUT = (
    r"(?:(?:is |['\u2019]s )?(?:off|out|excused)|drops out|(?:comes|goes) (?:off|out)"
    r"|can(?:not|['\u2019]t) (?:come|make))\b"
)
"""What stands behind somebody who leaves."""
STEPS_IN = (
    r"(?:(?:steps?|stands?|fills?|jumps?|comes?|goes) (?:in|on)\b(?! (?:on|at|for|the)\b)"
    r"|takes? (?:his|her|their) place\b"
    r"|(?:should|shd|must|shall|will|can|could|ought to|(?:has|have|needs?) to)(?: also| too)?"
    r" (?:be (?:there|in on it|part of (?:it|that)|invited|included|added)|come|join|attend|sit in)"
    r"\b"
    r"|(?:(?:she|he|they) )?(?:comes?|joins?|(?:is|are) coming)(?: along)? (?:too|also|as well)\b)"
)
"""What stands behind somebody who joins."""
_NO_NAME = rf"(?!(?:{WEEKDAY}|{MONTH}|the|then|that|this|i|just)\b)"
_NAME = rf"{_NO_NAME}(?-i:[A-Z])[\w'\u2019-]+(?: (?-i:[A-Z])[\w'\u2019-]+)?"
_PERSON = rf"(?:him|her|them|{_NAME})"
_WHO = re.compile(
    r"\b(?:add|invite|include|enter|loop in|bring in|remove|uninvite|drop|strike|scratch"
    rf"|cross out|excuse) (?P<who>{_PERSON})"
    r"|\b(?:take|leave|get|keep|put|loop|bring|swap|pull|count|cross|have)"
    rf" (?P<whom>{_PERSON}) (?:off|out|on|in|for|onto|along|too|as well)\b"
    rf"|(?P<one>{_NAME}) (?:{IS_OUT}|{STEPS_IN}|(?:comes )?(?:too|as well)\b)",
    re.IGNORECASE,
)
"""How somebody is to join or to leave."""
_FORBIDDEN = re.compile(r"\b(?:not|never|\w+n['\u2019]?t)\s+$", re.IGNORECASE)
_WHERE = re.compile(
    r"\b(?:(?:switch|move|change|shift|relocate|put|have|hold|make|do) (?:it|that|this|us)"
    r"|(?:let['\u2019]?s|let us|we(?:['\u2019]ll| will)?) (?:rather )?(?:go|meet|do it|have it))"
    rf" (?:to|at|in) (?!{WEEKDAY}|{MONTH})(?:the(?:, [^,]{{1,30}})?,? )?"
    r"(?P<where>(?-i:[A-Z])[\w'\u2019 -]*)"
    r"|\b(?:put|make|take|set|use) (?P<place>(?-i:[A-Z])[\w'\u2019 -]*?) (?:as|for) (?:the|its) "
    r"(?:new )?(?:place|room|venue|location)\b",
    re.IGNORECASE,
)
"""How it is to be somewhere else."""
_OTHER = re.compile(
    r"\b(?:contacts?|address book|numbers?|phone|mobile|e-?mails?|mails?|cc|bcc|lists?|sheets?"
    r"|rows?|pages?|channels?|slack|agents?|messages?|drafts?)\b|@|#",
    re.IGNORECASE,
)
"""What tells that it is no event that is changed."""
_COMING = re.compile(rf"\W*{STEPS_IN}", re.IGNORECASE)
_CHANGE = "cal_update"
_OTHERWISE = frozenset(
    {_CHANGE, "cal_cancel", "cal_create", "cal_slots", "cal_availability", "cal_list"}
)
"""What such a message may be taken for."""
_TIMED = TIMES | {"duration"}
_POINTS = re.compile(r"(?:this|that|the same) [a-z]+\W*$", re.IGNORECASE)
_ANY_DAY = datetime(2001, 1, 1)  # noqa: DTZ001 - what says a time does not depend on it
_LIKELY = 0.7


def of_event(reading: Reading, before: Before, kinds: set[str], reader: Reader) -> Reading | None:
    """Read a message as a change of the event just shown; None where it is none."""
    timed = any(one.kind in _TIMED and not _points_at(one) for one in reading.spans)
    clear = service_of(reading.task) == "cal" and (timed or reading.task not in _OTHERWISE)
    asks = reading.task == "cal_list" and "?" in reading.text
    if "event" not in kinds or asks or _OTHER.search(reading.text):
        return None
    people = [one for one in reader.world.links(reading.text) if one.kind == "person"]
    orders = [one for one in _WHO.finditer(reading.text) if _known(one, people)]
    orders = [one for one in orders if not _FORBIDDEN.search(reading.text[: one.start()])]
    told = [one for one in reading.spans if one.kind == "person"]
    coming = [one for one in (*people, *told) if _COMING.match(reading.text, one.end)]
    where = None if people else _WHERE.search(reading.text)
    if coming and not orders:
        return _joined_by(people or told, coming, reading, before, reader)
    if (not orders and not where) or (clear and not (orders and reading.task == "cal_cancel")):
        return None
    meant = reader.read_as(_CHANGE, reading.text, before)
    spans = [
        replace(one, kind="which") if _points_at(one) else one
        for one in meant.spans
        if one.kind != "body"
    ]
    for start, end in _told(orders, people):
        if all(end <= one.start or one.end <= start for one in spans):
            spans.append(Span("person", reading.text[start:end], start, end))
    if where and not orders:
        spans = [*_around(spans, where), _place(where)]
    return replace(
        meant,
        spans=tuple(sorted(spans, key=lambda one: one.start)),
        tasks=((_CHANGE, max(reading.sure, _LIKELY)), *reading.tasks),
    )


def _points_at(span: Span) -> bool:
    """Whether what is marked as a time says none, but points at what was shown: "this lunch"."""
    pointed = span.kind in TIMES and _POINTS.match(span.text) is not None
    return pointed and not read_when(span.text, _ANY_DAY).spans


def _joined_by(
    people: Sequence[Link | Span],
    coming: Sequence[Link | Span],
    reading: Reading,
    before: Before,
    reader: Reader,
) -> Reading:
    """Read a message as one that lets those join whom it names up to who is said to be coming."""
    meant = reader.read_as(_CHANGE, reading.text, before)
    found = [one for one in people if one.end <= coming[-1].end]
    kept = [
        one
        for one in meant.spans
        if all(one.end <= who.start or who.end <= one.start for who in found)
    ]
    who = [Span("person", reading.text[one.start : one.end], one.start, one.end) for one in found]
    return replace(
        meant,
        spans=tuple(sorted([*kept, *who], key=lambda one: one.start)),
        tasks=((_CHANGE, max(reading.sure, _LIKELY)), *reading.tasks),
    )


def _known(order: re.Match[str], people: Sequence[Link]) -> bool:
    """Whether who comes or goes is somebody known, where no verb before them orders it."""
    start, end = order.span("one")
    return start < 0 or any(one.start < end and start < one.end for one in people)


def _place(where: re.Match[str]) -> Span:
    kind = where.lastgroup or "where"
    text = where[kind].rstrip()
    return Span("place", text, where.start(kind), where.start(kind) + len(text))


def _around(spans: Sequence[Span], where: re.Match[str]) -> list[Span]:
    """Return the spans that are none of where an event is to be."""
    return [one for one in spans if one.end <= where.start() or where.end() <= one.start]


def _told(orders: Sequence[re.Match[str]], people: Sequence[Link]) -> list[tuple[int, int]]:
    """Return where it stands who is to join or leave, and before it whom a pronoun means."""
    places = [one.span(one.lastgroup or 0) for one in orders]
    first = min(places, default=(0, 0))[0]
    before = [(one.start, one.end) for one in people if one.end <= first]
    return [*before[-1:], *places]
