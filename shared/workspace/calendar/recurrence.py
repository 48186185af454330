"""How often an event repeats: a rule (RFC 5545) made regular, and in words."""

import re
from datetime import date

from shared.english.rules import DAY_NAMES, PLACES, SHORTEST_MONTH, WORKDAYS, Rule, parse
from shared.errors import ToolFailed

_UNITS = {"DAILY": "day", "WEEKLY": "week", "MONTHLY": "month", "YEARLY": "year"}
_PREFIX = "RRULE:"
_UNTIL = re.compile(r"(\d{4})(\d{2})(\d{2})")


def regular(rule: str) -> str:
    """Return a rule as "RRULE:FREQ=...", "" for none; raise ToolFailed for anything else."""
    if not rule.strip():
        return ""
    try:
        read = parse(rule)
    except ValueError as error:
        message = "I can't read how often that repeats; a rule looks like FREQ=WEEKLY;BYDAY=MO."
        raise ToolFailed(message, "params") from error
    return f"{_PREFIX}{read.text}"


def in_words(rule: str) -> str:
    """Return "every 2 weeks on Monday, 10 times"; the rule itself where words would leave out."""
    try:
        read = parse(rule)
    except ValueError:
        return rule
    days = _days(read)
    if days is None or read.months or read.hours or read.minutes:
        return rule
    unit, every = _UNITS[read.frequency], read.interval
    said = (f"every {unit}" if every == 1 else f"every {every} {unit}s") + days
    if read.count:
        said += f", {read.count} times"
    until = _UNTIL.match(read.until)
    return f"{said}, until {date(*map(int, until.groups()))}" if until else said


def _days(rule: Rule) -> str | None:
    """Return on which days, with what comes of months that lack them; None for a mixture."""
    if rule.clipped:
        return f" on day {rule.clipped}, or the last day of a shorter month"
    if rule.positions:
        place = PLACES.get(rule.positions[0]) if len(rule.positions) == 1 else None
        return f" on the {place} working day" if place and rule.days == WORKDAYS else None
    if rule.dates:
        return _dates(rule)
    if any(place not in PLACES for place, _ in rule.days if place):
        return None
    names = [
        f"the {PLACES[nth]} {DAY_NAMES[day]}" if nth else DAY_NAMES[day] for nth, day in rule.days
    ]
    return f" on {', '.join(names)}" if names else ""


def _dates(rule: Rule) -> str | None:
    if rule.dates == (-1,):
        return " on the last day"
    if rule.days or min(rule.dates) < 0:
        return None
    skips = ", skipping shorter months" if max(rule.dates) > SHORTEST_MONTH else ""
    return f" on day {', '.join(map(str, rule.dates))}{skips}"
