"""What goes across services: from what a command says to the calls that do it."""

import re
from collections.abc import Callable, Mapping
from datetime import timedelta

from shared.english import When, local
from shared.understanding.folding import fold
from shared.understanding.parties import named
from shared.understanding.pointing import CONTACT_KINDS, person_meant
from shared.understanding.shown import takes_up
from shared.understanding.steps import FIND
from shared.understanding.work import Asked, Work
from shared.workspace.across.frames.theirs import (
    OF_A_FIRM,
    asked_after,
    goes_on,
    names_none,
    places_named,
    places_shown,
    points_back,
    telling_enough,
    their_words,
    without_places,
)

CATCH_UP = "workspace_catch_up"
UNPREPARED = "workspace_unprepared_meetings"

USUAL_DAYS = 14
MAX_DAYS = 90
_AHEAD = timedelta(days=7)
_LONGEST_TOPIC = 200

_SUBJECTS = ("topic", "organisation", "person")
"""What there may be to catch up on, the most telling first."""
_SAY_NOTHING = frozenset({"event", "contact"})
"""Where nobody says anything."""
_LISTED = frozenset({"email", "mail", "event", "message", "contact", "person", "page", "sheet"})
_NOTHING = frozenset(
    {"it", "this", "that", "things", "everything", "stuff", "all", "work", "here", "today", "new"}
    | {"me", "us", "i", "we", "my team", "myself"}
)
"""What names no topic."""
_ON_WHAT = (
    "What should I catch you up on? Name a project, a company or a person, for example “Catch me "
    "up on the Johnson project”."
)
_WIKI = "wiki|notion|knowledge base|handbook|intranet"
"""Where all pages are."""
_IS_ASKED = re.compile(
    r"\b(?:is|are|was|were|am|do|does|did|has|have|had|will|would|can|could|should|must)\b"
)
"""What a question has that can be asked by itself."""
_WHO_WAS_IT = re.compile(r"\bwho(?:['\u2019]?s| is| was)? (?:it|that|this)\b", re.IGNORECASE)
"""How it is asked for whoever said something, who then is nobody that is named."""
_BRIEFS = (
    r"(?:prep|prepare|brief|get) me|brief(?:ing)?|background|know|read|bring|take|put together"
)
"""What asks for what is known of a meeting, rather than which ones lack something."""


def catch_up(work: Work) -> None:
    """Bring together what all services know of a topic."""
    topic = _subject(work)
    if not topic:
        raise Asked(_ON_WHAT, "topic")
    _look(work, topic, _days(work))


def unprepared(work: Work) -> None:
    """Find the meetings to come that the person is not prepared for; look up what one is about."""
    one = len(work.pointed(_LISTED)) == 1
    if (one or work.said.says(_BRIEFS)) and (topic := _subject(work)):
        _look(work, topic, USUAL_DAYS)
        return
    now, when = work.now, work.when()
    window = when.window(now) or (now.date().isoformat(), (now + _AHEAD).date().isoformat())
    start, end = window
    if start < now.date().isoformat() <= end[:10]:
        start = local(now.date(), now.time())
    work.add(UNPREPARED, "Look for meetings to prepare", start=start, end=end)


def _look(work: Work, topic: str, days: int) -> None:
    work.add(CATCH_UP, "Look everywhere", topic=topic[:_LONGEST_TOPIC], days=days)


def _subject(work: Work) -> str:
    """Return what is asked about: what is named, or what is pointed at; "" for nothing."""
    said = work.said
    if said.one("which"):
        return next((one.label for one in work.pointed(_LISTED) if one.label), "")
    own = said.has(*_SUBJECTS)
    spans = said.held(*_SUBJECTS) if own else said.carried
    for kind in _SUBJECTS:
        names = said.last_joined([span for span in spans if span.kind == kind])
        told = [name for span in names if (name := _name(work, span.text))]
        if told:
            return " ".join(told)
    return ""


def _name(work: Work, said: str) -> str:
    """Return what something is called, without "the"; of "her", whom that is."""
    name = re.sub(r"['\u2019]s$", "", said.strip(" .,?!\"'"))
    name = re.sub(r"^(?:(?:the|our|my) )+", "", name, flags=re.IGNORECASE)
    if fold(said) in _NOTHING:
        return ""
    if not named(name).pronoun:
        return name
    known = {one.label for one in work.known(CONTACT_KINDS) if one.label}
    who = known.pop() if len(known) == 1 else person_meant(name, work.request)
    if not who:
        raise Asked(f"Who do you mean by “{said}”?", "person")
    return who


def _days(work: Work) -> int:
    """Return how many days back to look."""
    when: When = work.when(past=True)
    today = work.now.date()
    first = when.since.date() if when.since else when.first
    if first is None or first > today:
        return USUAL_DAYS
    return max(1, min((today - first).days or 1, MAX_DAYS))


def find(work: Work) -> None:
    """Look for what is asked about where it is named, in what was just shown, or anywhere."""
    said, links = work.said, work.request.links
    context, who = work.request.context, "" if _WHO_WAS_IT.search(said.text) else asked_after(said)
    inside = places_named(said, links)
    spoken = bool(who) or their_words(said)
    places = places_shown(context)
    kinds = {one["kind"] for one in places}
    shown = [one for one in places if not spoken or one["kind"] not in _SAY_NOTHING]
    asked = [one.text for one in reversed(context.exchanges) if one.role == "user"]
    onward = goes_on(said, context) or takes_up(said.text) or names_none(said, links)
    after = ""
    if not inside and (onward or not telling_enough(said)):
        inside = shown
        if kinds == {"contact"} and asked[1:]:  # of whom it was asked between
            inside, asked = [], asked[1:]
        after = " ".join(reversed(asked[: 2 if any(map(points_back, asked[:1])) else 1]))
    about = without_places(said, links) if inside else said.text
    if after and takes_up(said.text) and not _IS_ASKED.search(fold(said.text)):
        about, after = f"{asked[0]} {about}", ""
    elif (
        spoken and kinds == {"event"} and len(met := {one.label for one in context.references}) == 1
    ):
        about = f"{met.pop()}. {about}"  # what she wrote is of the meeting with her
    about = re.sub(rf"\b({re.escape(who)}){OF_A_FIRM}", r"\1", about) if who else about
    if not who and spoken:
        who = person_meant(said.text, work.request)
    only = "message" if said.says("slack") else "page" if said.says(_WIKI) else ""
    work.add(FIND, "Look everywhere", about=about, after=after, only=only, by=who, inside=[*inside])


FRAMES: Mapping[str, Callable[[Work], None]] = {
    "catch_up": catch_up,
    "unprepared": unprepared,
    "find": find,
}
"""How each task across services is done."""
