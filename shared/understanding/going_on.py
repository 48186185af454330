"""A message about the very things that were just shown or done, as one that points at them."""

import re
from collections.abc import Mapping
from dataclasses import replace

from shared.decisions.questioning import asks
from shared.models.reasoning import ConversationContext
from shared.understanding.changed_event import event_shown
from shared.understanding.folding import word_set, words
from shared.understanding.heads import About, Left
from shared.understanding.marking import Span
from shared.understanding.pointing import pointed_references
from shared.understanding.reader import Before, Reader, Reading
from shared.understanding.shown_table import last_answer
from shared.understanding.tasks import CHANGING, service_of

_THINGS: Mapping[str, frozenset[str]] = {
    "mail": frozenset({"mail", "email", "draft", "sent", "attachment"}),
    "cal": frozenset({"event", "slot"}),
    "contact": frozenset({"contact", "person"}),
    "slack": frozenset({"message", "channel", "member"}),
    "sheet": frozenset({"sheet"}),
    "page": frozenset({"page"}),
}
"""What an answer about each service leaves to be pointed at."""
_DONE_TO_IT = word_set("mail_archive mail_star mail_mark_read mail_delete mail_label mail_snooze")
"""Tasks that do something to mail, all of it told by one word."""
_MARKS = frozenset({"which", "flag", "time", "newtime", "label"})
"""Kinds of span that name nothing and nobody."""
_SAYS_HOW: Mapping[str, frozenset[str]] = {
    "mail_label": frozenset({"label"}),
    "mail_snooze": frozenset({"time", "newtime"}),
}
"""What says how something is done rather than to which things."""
_SENTENCES = re.compile(r"[^.!?]+[.!?]*\s*")
_IT = re.compile(r"\b(?:it|th(?:at|is)(?: one)?)\b(?!['\u2019])", re.IGNORECASE)
_MANY = re.compile(
    r"\b(?:all|both|pair|em|th(?:em|ey|e[sr]e|ose)|each|every\w*|lot|rest|others|two|three|four|five)\b",
    re.IGNORECASE,
)
"""What points at one thing, and what at several of those that were listed."""
_SLIGHT = word_set("of the em pair")
"""Words that alone point at nothing that was listed."""
ASKS_ALL = re.compile(
    r"\blooks? like\b|\bshow me\b|\bwhat(?:['\u2019]?s| is) (?:on|in|up|planned)\b"
    r"|\bwh(?:at|om?) (?:do|have) (?:i|we)\b|\bhow(?:['\u2019]?s| is| does) (?:my|the|our)\b",
    re.IGNORECASE,
)
"""How it is asked for all that is on."""
_ELSE = re.compile(
    r"\bwhat else\b|\b(?:anything|next|now|more|others?|calend[ae]r|diary|schedule)\b",
    re.IGNORECASE,
)
"""What is asked of the calendar rather than of one event."""
DONE: frozenset[Left] = frozenset({"done", "many"})
"""What is left where something was changed."""
_LIKELY, _SURELY, _BUT_NEW = 0.4, 0.85, 0.15
"""How likely a message is about what was just shown, and at the most about something else."""
_UNSURE, _POSSIBLE, _MOSTLY, _CLEAR, _EVENLY = 0.6, 0.3, 0.6, 0.8, 0.5
"""How sure a task is, all that can be done with things are, how much of that one has to make up,
and how sure it is then."""


def kinds_of(task: str) -> frozenset[str]:
    """Return the kinds of what is shown that a task of a service may be about."""
    return _THINGS.get(service_of(task), frozenset())


def left_by(context: ConversationContext, before: Before, reader: Reader) -> Left:
    """Tell what was left to go on from: things that were shown or changed, or an answer."""
    count = len({one.ordinal for one in context.references} - {0})
    if reader.read(before.text).task in CHANGING:
        return "many" if count > 1 else "done"
    return "list" if count > 1 else "one" if context.references else "told"


def about(
    text: str, before: Before, context: ConversationContext, reader: Reader
) -> Mapping[About, float]:
    """Return how likely a message is about what was just shown or done, or about what else."""
    left = left_by(context, before, reader)
    return reader.revisions.about(left, _shown(context, left), text)


def _shown(context: ConversationContext, left: Left) -> str:
    """Return what was shown last, in its own words; and what was done, as that was told."""
    if left not in DONE:
        return " ".join(f"{one.label} {one.who}" for one in context.references)
    labels = ", ".join(one.label for one in context.references)
    heads = [
        one for one in last_answer(context).replace("**", "").splitlines() if one.endswith(":")
    ]
    return f"{heads[-1]} {labels}" if heads else labels


def surely_the_same(share: Mapping[About, float]) -> bool:
    """Whether a message is most surely about what was just shown."""
    return share["same"] >= _SURELY


def pointing_at_it(
    reading: Reading,
    before: Before,
    context: ConversationContext,
    reader: Reader,
    share: Mapping[About, float],
) -> Reading:
    """Return a message about what was just shown or done as one that points at it; others as read.

    "I have read it, so it needn't be unread" looks for nothing unread. Where it is unclear what is
    wanted, it is what can be done with those things.
    """
    known = {one.kind for one in context.references}
    likely_it = share["same"] >= max(_LIKELY, share["part"]) and share["new"] <= _BUT_NEW
    if not likely_it or wants_told(_order_in(reading), reader):
        return reading
    fits = [one for one in reading.tasks if known & kinds_of(one[0]) and one[0] in CHANGING]
    together = sum(likely for _, likely in fits)
    if not fits or fits[0][1] < _MOSTLY * together:
        return reading
    task, likely = fits[0]
    surely = surely_the_same(share)
    if task != reading.task:
        if reading.sure >= _UNSURE or together < _POSSIBLE or not surely:
            return reading
        reading = reader.read_as(task, reading.text, before)
    elif task not in _DONE_TO_IT or not (surely or likely >= _UNSURE):
        return reading
    tasks = ((task, max(likely, _CLEAR)), *(one for one in reading.tasks if one[0] != task))
    spans = _pointing(reading, task, context) if task in _DONE_TO_IT else reading.spans
    return replace(reading, tasks=tasks, spans=spans)


def _order_in(reading: Reading) -> str:
    """Return the sentence of a message that points at something; the whole of it if none does."""
    which = [one.start for one in reading.spans if one.kind == "which"]
    parts = _SENTENCES.finditer(reading.text)
    own = (one[0] for one in parts if any(one.start() <= at < one.end() for at in which))
    return next(own, reading.text)


def asked_of_it(reading: Reading, context: ConversationContext, reader: Reader) -> Reading | None:
    """Return a question about the one event that was just shown, or all, as one that points there.

    Whatever is asked of it, it is shown again: who comes, until when, where it is. What names
    nothing is about it, unless it asks for all that is on.
    """
    event, lists = event_shown(context), reading.task == "cal_list"
    unclear = reading.sure < _CLEAR and reading.task not in CHANGING
    events = [one.label for one in context.references if one.kind == "event" and one.ordinal]
    several = event is None and len(events) == len(context.references) > 1
    if not (event or several) or not (lists or unclear):
        return None
    every = ASKS_ALL.search(reading.text) or _ELSE.search(reading.text)
    if every or not _asks(reading.text, reader):
        return None
    pointed = several and next((one for one in reading.spans if _one_listed(one, context)), None)
    if pointed:
        return replace(reading, tasks=(("cal_list", _CLEAR), *reading.tasks), spans=(pointed,))
    names = {one.kind for one in reading.spans} - {"which", "place"}
    shown = event.label if event else " ".join(events)
    share = reader.revisions.about("one" if event else "list", shown, reading.text)
    likely = share["same"] >= max(_LIKELY if lists else _SURELY, share["new"])
    if (names or not lists) if event and not likely else several and (names or not likely):
        return None
    end = len(reading.text)
    it = (Span("which", "it" if event else "all of them", end, end),)
    return replace(reading, tasks=(("cal_list", _CLEAR), *reading.tasks), spans=it)


def _one_listed(span: Span, context: ConversationContext) -> bool:
    """Whether words point at one of the events that were listed: "that last one"."""
    found = pointed_references(span.text, context.references, frozenset({"event"}))
    return span.kind == "which" and len(found) == 1


def _asks(text: str, reader: Reader) -> bool:
    """Whether a message asks for something and orders nothing, or its one sentence does."""
    return _asks_only(text, reader) or reader.revisions.sentences([text])[0]["ask"] >= _EVENLY


def _asks_only(text: str, reader: Reader) -> bool:
    return asks(text) and reader.revisions.alone(text).wants.get("do", 0.0) < _SURELY


def wants_told(text: str, reader: Reader) -> bool:
    """Whether a message wants to know something, however it is put: "and Tom what he gives"."""
    told = reader.revisions.alone(text).wants.get("told", 0.0)
    return _asks_only(text, reader) or told >= _SURELY


def _pointing(reading: Reading, task: str, context: ConversationContext) -> tuple[Span, ...]:
    """Return spans that point at what was listed last, unless something else is named with that.

    What other sentences name is not what it is done to.
    """
    order = _order_in(reading)
    if {one.kind for one in reading.spans if one.text in order} - _MARKS:
        return reading.spans
    end, listed = len(reading.text), sum(one.ordinal > 0 for one in context.references)
    own = [one for one in reading.spans if one.kind == "which" and {*words(one.text)} - _SLIGHT]
    told = any(one.told for one in context.references) or _IT.search(reading.text)
    single = listed <= 1 or (told and not _MANY.search(reading.text))
    it = own or [Span("which", "it" if single else "all of them", end, end)]
    how = _SAYS_HOW.get(task, frozenset())
    return (*(one for one in reading.spans if one.kind in how), *it)
