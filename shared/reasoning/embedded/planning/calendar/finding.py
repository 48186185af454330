"""Which event a command means: one an earlier answer listed, or one to look up first."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from shared.english import When, local, read_when
from shared.models.reasoning import PlannedStep, PlanRequest, Reference
from shared.reasoning.embedded.planning.steps import step
from shared.reasoning.embedded.pointing import (
    known_references,
    pointed_references,
)
from shared.reasoning.embedded.words import content_words, fold, word_set

EVENT_KINDS = frozenset({"event"})
LIST = "calendar_list_events"

_AHEAD = timedelta(days=30)
_MOMENT = timedelta(minutes=15)
_EVENT_NOUN = r"(?:meeting|event|appointment|call|invitation|invite|entry|session)"
_POINTED_NOUN = re.compile(
    rf"\b(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|1st|2nd|3rd|\dth)"
    rf" {_EVENT_NOUN}\b",
    re.IGNORECASE,
)
_BARE = re.compile(
    rf"(?:(?:the|this|that|these|those|my|our|said) )?(?:{_EVENT_NOUN}s?|one|it|that|this|them|both"
    r"|all|thing)?(?: (?:all|please|again|instead|too|as well|altogether|completely))?",
    re.IGNORECASE,
)
_GENERIC = word_set(
    """
    meeting meetings event events appointment appointments invite invites invitation invitations
    calendar call calls entry one ones thing everything all any next upcoming please time start
    length duration title name location room place notes agenda description occurrence occurrences
    series whole every future first last new again today tomorrow also now attendees guest guests
    """
)
_NEXT = re.compile(r"\b(?:my|our|the) next\b", re.IGNORECASE)
_POSSESSIVE = re.compile(r"'s\b")


@dataclass(frozen=True)
class Meant:
    """The event meant: the calls that find it, its id or a reference to it, and when it is.

    `when` is the time named to tell it apart, which may not be the whole truth about it.
    """

    steps: tuple[PlannedStep, ...]
    event: str
    when: When


def event_meant(said: str, request: PlanRequest, now: datetime) -> Meant | None:
    """Return which event a part of a command means; None when it names none."""
    when = read_when(said, now, request.profile.preferred.working_hours)
    if reference := _listed(said, request):
        return Meant((), reference.id, when)
    query = words_of(when.rest_of(said))
    if _NEXT.search(said) and not when.spans:
        start, end = local(now.date(), now.time()), (now + _AHEAD).date().isoformat()
        soon = step(LIST, "Find the next one", start=start, end=end, query=query, limit=1)
        return Meant((soon,), "{1.events.0.id}", when)
    if not query and not when.spans:
        return None
    start, end = _window(when, now, named=bool(query))
    found = step(LIST, "Find the event", start=start, end=end, query=query)
    return Meant((found,), "{1.events.0.id}", when)


def events_meant(said: str, request: PlanRequest) -> tuple[Reference, ...]:
    """Return the listed events a command means: "both", "all of them", "the first two"."""
    known = known_references(request, EVENT_KINDS)
    return pointed_references(_singular(said), known, EVENT_KINDS) if known else ()


def words_of(said: str) -> str:
    """Return the words of an event's name or people, to search by."""
    plain = re.sub(r"[\"“”]", " ", _POSSESSIVE.sub("", said))
    kept = [
        word
        for word in re.findall(r"[\w@.+:&/-]+", plain)
        if (content_words(word) or ":" in word) and fold(word) not in _GENERIC
    ]
    return " ".join(word.strip(".,:") for word in kept if word.strip(".,:-/&"))[:200]


def _listed(said: str, request: PlanRequest) -> Reference | None:
    """Return the event an answer listed that is pointed at, unless a name or time tells another."""
    known = known_references(request, EVENT_KINDS)
    if not known:
        return None
    several = pointed_references(_singular(said), known, EVENT_KINDS)
    pointed = several[0] if len(several) == 1 else None
    if pointed is None or fold(pointed.label) in fold(said):
        return pointed
    plain = re.sub(r"^(?:to|for|of|from|in|at) ", "", said.strip(" .,!?"))
    only_points = _BARE.fullmatch(plain) or re.search(
        r"\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|number"
        r"|no\.?) ?"
        r"(?:one|\d+)?\b|#\d|\b(?:it|that one|this one)\b",
        _singular(plain),
        re.IGNORECASE,
    )
    return pointed if only_points else None


def _singular(said: str) -> str:
    return _POINTED_NOUN.sub(r"\1 one", said)


def _window(when: When, now: datetime, *, named: bool) -> tuple[str, str]:
    """Return where to look: around a moment, on the days named, or in the weeks to come."""
    if when.first and when.at and when.one_day:
        if when.until:
            return when.start, when.end
        if when.exact:
            ends = datetime.combine(when.first, when.at) + _MOMENT
            return when.start, local(ends.date(), ends.time())
    if when.day_named and (window := when.window(now)):
        return window
    if not named:
        return now.date().isoformat(), now.date().isoformat()
    return now.date().isoformat(), (now + _AHEAD).date().isoformat()
