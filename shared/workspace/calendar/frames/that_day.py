"""What else is on the day of an event that a question names, or that was just shown."""

import re
from collections.abc import Sequence
from dataclasses import replace

from shared.english import When
from shared.english.away import find_away
from shared.understanding.marking import Span
from shared.understanding.said import Said, pronoun
from shared.understanding.times import read, weekday_alone, when_of
from shared.understanding.work import Work
from shared.workspace.calendar.frames.events import LIST, ahead, query_of, when_shown

_OTHERS = re.compile(
    r"\b(?:(?<!who )(?<!where )else|besides|apart from|(?:before|after|runs? into) (?:it|that)"
    r"|(?:an)?other (?:thing|meeting|appointment|event|plan|commitment|call)s?)\b",
    re.IGNORECASE,
)
"""How it is asked for others than an event."""
_BESIDE = re.compile(
    r"\b(?:before|after|ahead of|behind) (?:(?:the|my|our|that) )?$", re.IGNORECASE
)
"""What stands in front of an event that is named only to tell which others are asked for."""
_THAT = re.compile(r"\b(?:that|same|it)\b", re.IGNORECASE)
_BY_NAME = frozenset({"topic", "person", "organisation", "place"})


def lists_that_day(work: Work) -> bool:
    """List what is on the day of an event, where others are asked for; False where none are.

    The day is the one that is said, or else that of the event: "the Monday with the review". Who
    asks for that day, or a part of it, when one was just shown asks for the others.
    """
    said, spans = work.said, work.said.spans
    named = [one for one in spans if one.kind in _BY_NAME and not pronoun(one)]
    times = [one for one in spans if one.kind == "time"]
    shown = when_shown(work)
    pointed = not named and any(_THAT.search(one.text) for one in times)
    beside = any(one.kind == "topic" and _BESIDE.search(said.text[: one.start]) for one in named)
    others = _OTHERS.search(said.text) or beside or (pointed and shown.dated)
    topic = any(one.kind == "topic" for one in named)
    if not others or (named and not topic):
        return False
    when = when_of(work, [one for one in times if not _by_the_event(said, one)])
    if topic and not when.one_day:
        start, end = when.window(work.now) or ahead(work.now)
        query = query_of(work, named)
        found = work.add(LIST, "Find the event", start=start, end=end, query=query, limit=1)
        start = end = f"{{{found}.events.0.starts_at}}|D+0"
    else:
        day = when if topic or when.dated else _part_of(work, times, shown)
        if not (day.one_day and (topic or not when.dated) and (window := day.window(work.now))):
            return False
        start, end = window
    work.add(LIST, "See what else is on that day", start=start, end=end)
    return True


def _by_the_event(said: Said, span: Span) -> bool:
    """Whether a time says no day by itself: it points at another, or may be of any week."""
    pointing = said.before(span) in {"that", "same"} or _THAT.search(span.text)
    return bool(pointing or find_away(span.text)) or weekday_alone(span.text)


def _part_of(work: Work, times: Sequence[Span], shown: When) -> When:
    """Return the day of what was shown, or the part of it that is said: "that same morning"."""
    parts = (read(work, _THAT.sub(" ", one.text)) for one in times)
    part = next((one for one in parts if one.at and one.until and not one.exact), When())
    return replace(part, first=shown.first, last=shown.last, day_named=True)
