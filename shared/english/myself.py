"""What people say of where they are and when they work: "I'm in Tokyo", "I work from 8 to 4"."""

import re
from dataclasses import dataclass
from datetime import date

from shared.english.clocks import take_hours
from shared.english.dates import Around
from shared.english.repeats import take_repeat, take_week_span
from shared.english.scanning import Scan, rule
from shared.english.zones import zone_called
from shared.models.profile import WorkingHours

_MOST = 120
_ANY_DAY = date(2001, 1, 1)
"""Which weekdays are meant does not depend on the day."""
_PLEASE = r"^(?:(?:hi|hey|hello|ok|okay|please|now|fyi|by the way|btw|note that)[, ]+)*"
_TAIL = r"(?: (?:right now|now|for now|at the moment|today|this week|from now on|please))*\W*$"
_ZONE = rule(
    rf"{_PLEASE}(?:my (?:local )?time ?zone (?:is|should be)"
    r"|(?:set|change|switch|make|update) my time ?zone (?:to|be)"
    rf"|(?:use|switch to) (?=.* time ?zone)) (?P<place>.+?)(?: time ?zone)?{_TAIL}"
)
_PLACE = rule(
    rf"{_PLEASE}(?:(?:i'm|i am|we're|we are) (?:now |currently |back )?(?:in|on)"
    r"|(?:i|we)(?:'ve| have)? (?:just )?(?:moved to|arrived in|landed in)"
    rf"|(?:i|we) (?:now )?live in) (?P<place>.+?){_TAIL}"
)
_HOURS = rule(
    rf"{_PLEASE}(?:i (?:now |usually |normally |only )?work|my (?:working|work|office) hours are"
    rf"|(?:set|change|make|update) my (?:working|work|office) hours (?:to|be)) (?P<rest>.+?){_TAIL}"
)
_ASKS = rule(
    rf"{_PLEASE}(?:what(?:'s| is| are)|when are|tell me|show(?: me)?) my "
    r"(?:(?:current )?time ?zone|(?:working|work|office) hours)\W*$"
    rf"|{_PLEASE}(?:which|what) time ?zone am i in\W*$"
)
_ASIDE = re.compile(r"(?:from|to|on|and|the|of|only|each|every|day|[\s\0,.;-])*", re.IGNORECASE)


@dataclass(frozen=True)
class Myself:
    """A person's word about their time. `place` is what they called a zone, `zone` which it is.

    `asks`: they only want to know.
    """

    place: str = ""
    zone: str = ""
    hours: WorkingHours | None = None
    asks: bool = False


def read_myself(text: str) -> Myself | None:
    """Return what a text says of its author's time; None where it is about something else.

    A place is known by its clocks; one of which nobody knows them is named only where a time zone
    is spoken of.
    """
    said = " ".join(text.replace("\u2019", "'").split())
    if len(said) > _MOST:
        return None
    if _ASKS.search(said):
        return Myself(asks=True)
    if found := _ZONE.search(said):
        return Myself(found["place"], zone_called(found["place"]) or "")
    if (found := _PLACE.search(said)) and (zone := zone_called(found["place"])):
        return Myself(found["place"], zone)
    hours = _hours(found["rest"]) if (found := _HOURS.search(said)) else None
    return Myself(hours=hours) if hours else None


def _hours(text: str) -> WorkingHours | None:
    usual = WorkingHours()
    scan = Scan(text)
    week = take_week_span(scan) or take_repeat(scan, Around(_ANY_DAY))
    at = take_hours(scan, usual)
    if at is None or at.until is None or not at.exact or not _ASIDE.fullmatch(scan.left):
        return None
    days = tuple(sorted(day for _, day in week.days)) if week and week.days else usual.days
    return WorkingHours(start=at.at, end=at.until, days=days)
