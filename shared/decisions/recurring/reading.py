"""When something is to run, read from plain words, a rule of iCalendar or a cron expression."""

import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from shared.decisions.recurring.cron import NAMED, parse
from shared.decisions.recurring.rules import local_times, rules_in, written
from shared.english import Timing, read_timing
from shared.english.zones import find_zone
from shared.models.schedule import Recurrence

_CRON = re.compile(r"(?:by )?(?:the )?cron(?: expression| schedule)?:? [\"'`]?(?P<cron>.+?)[\"'`]?")
_RULE = re.compile(
    r"(?:by )?(?:the rule )?\"?(?P<rules>(?:RRULE:)?FREQ=[A-Z0-9=;,+-]+"
    r"(?: and FREQ=[A-Z0-9=;,+-]+)*)\"?"
    r"(?:,? starting (?P<start>\d{4}-\d\d-\d\d))?"
)


def read(words: str, now: datetime) -> Recurrence | None:
    """Return the rule that words say; None when they say none, or what could mean two things.

    It is by the clocks of `now` (aware, with a `ZoneInfo`), unless the words name another zone.
    """
    zone = now.tzinfo if isinstance(now.tzinfo, ZoneInfo) else ZoneInfo("UTC")
    named = find_zone(words)
    if named is not None:
        zone = ZoneInfo(named.name)
        words = f"{words[: named.span[0]]} {words[named.span[1] :]}"
    words = words.strip(" ,")
    cron = _CRON.fullmatch(words.lower())
    expression = _expression(cron["cron"] if cron else words)
    if expression is not None or cron:
        return Recurrence(cron=expression, zone=str(zone)) if expression else None
    if rule := _RULE.fullmatch(words):
        return _stated(rule, zone)
    timing = read_timing(words, now.astimezone(zone))
    return recurrence_of(timing, zone) if timing else None


def recurrence_of(timing: Timing, zone: ZoneInfo) -> Recurrence:
    """Return what was read as it is kept."""
    if timing.at is not None:
        return Recurrence(once=timing.at.astimezone(UTC), zone=str(zone))
    return Recurrence(rrule=written(timing.rules), start=timing.start, zone=str(zone))


def _stated(found: re.Match[str], zone: ZoneInfo) -> Recurrence | None:
    try:
        rules = rules_in(found["rules"].replace(" and ", "\n"))
        start = datetime.fromisoformat(found["start"]).date() if found["start"] else None
        stated = Recurrence(rrule=written(rules), start=start, zone=str(zone))
    except ValueError:
        return None
    comes = next(local_times(stated, datetime(2000, 1, 1)), None)  # noqa: DTZ001 - of any zone
    return stated if comes else None


def _expression(text: str) -> str | None:
    """Return an expression as it is kept; None when it is none."""
    if text.strip().lower() not in NAMED and len(text.split()) != 5:  # noqa: PLR2004 - its fields
        return None
    try:
        return parse(text).text
    except ValueError:
        return None
