"""A reminder that is told by an event: "half an hour before the all-hands, to ask about it"."""

import re
from collections.abc import Sequence
from datetime import datetime, time, timedelta
from typing import NamedTuple

from shared.english import read_when
from shared.english.lengths import take_length
from shared.english.scanning import NUMBER, Scan, rule
from shared.words import telling, tells
from shared.workspace.calendar.port import Event

AHEAD = timedelta(days=60)
"""So far ahead an event is looked for that no day is said of."""
_BEFORE = rule(
    r"(?:about |at least )?(?P<length>(?:half an?|(?:a )?quarter of an|three quarters of an|"
    rf"{NUMBER})[ -]?(?:hour|hr|min)\w*) (?:before|ahead of|prior to)\s*:?\s*(?P<rest>\S.*)"
)
_WHAT = re.compile(
    r"(?:\s*[,:;]\s*(?:(?:to|that|about) )?|\s+(?:to|that|about|so that) )(?P<what>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)
_POINTS = re.compile(r"(?:that|this|it|then|noon|midnight|lunch)\b|\d", re.IGNORECASE)
"""What an event is not called: it was shown before, or is a time."""


class Occasion(NamedTuple):
    """How long before an event something is to happen, in minutes; its name, its days, and what.

    `what` is "" where nothing is said but the event.
    """

    minutes: int
    name: str
    start: datetime
    end: datetime
    what: str


def told_by_event(text: str, now: datetime) -> Occasion | None:
    """Return what a reminder's words say that are told by an event; None for others."""
    found = _BEFORE.match(text)
    minutes = take_length(Scan(found["length"])) if found else None
    if found is None or not minutes or _POINTS.match(found["rest"]):
        return None
    what = _WHAT.search(found["rest"])
    event = found["rest"][: what.start()] if what else found["rest"]
    when = read_when(event, now)
    name = when.rest_of(event).strip(" .!?")
    start, end = now, now + AHEAD
    if when.day_named and when.first and when.last:
        start = max(now, datetime.combine(when.first, time(), now.tzinfo))
        end = datetime.combine(when.last, time.max, now.tzinfo)
    said = what["what"].strip(" .!?") if what else ""
    return Occasion(minutes, name, start, end, said) if telling(name) else None


class Meant(NamedTuple):
    """The moment that is meant, and what the event is called."""

    at: datetime
    title: str


def before(told: Occasion, events: Sequence[Event], now: datetime) -> Meant | None:
    """Return what is meant: the first event that is called so; None where several are."""
    meant = sorted(
        (one for one in events if not one.all_day and tells(told.name, _words(one))),
        key=lambda one: one.starts_at,
    )
    if not meant or len({one.title for one in meant}) > 1:
        return None
    at = meant[0].starts_at - timedelta(minutes=told.minutes)
    return Meant(at, meant[0].title) if at > now else None


def _words(event: Event) -> str:
    return " ".join((event.title, *(one.name for one in event.attendees)))
