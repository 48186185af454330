"""When something is to run, read from plain words or a cron expression.

What is no rule, what could be meant in two ways, and what cron cannot say is not read at all: a
report on a wrong day is worse than a question.
"""

import re
from datetime import datetime
from zoneinfo import ZoneInfo

from shared.decisions.recurring.clocks import CLOCK, PARTS, clock, take_clocks
from shared.decisions.recurring.cron import NAMED, parse
from shared.decisions.recurring.days import ANY, days_of
from shared.decisions.recurring.normal import MAX_CHARACTERS, normal
from shared.decisions.recurring.single import single
from shared.models.schedule import Recurrence

DEFAULT = (9, 0)
"""The time of day when none is said."""

_CRON = re.compile(r"(?:by )?(?:the )?cron(?: expression| schedule)?:? [\"'`]?(?P<cron>.+?)[\"'`]?")
_INTERVAL = re.compile(
    r"(?:every (?P<count>\d{1,2}|half|half an|quarter of an)? ?(?P<unit>minutes?|mins?|hours?|hrs?)"
    r"|(?P<hourly>hourly|once an hour))"
)
_WINDOW = re.compile(
    rf"(?:between|from) (?P<first>{CLOCK}) (?:and|to|until|till|-) (?P<last>{CLOCK})"
)
_COUNTED = re.compile(
    r"(?P<count>once|twice|\d{1,2} times|\d{1,2}x) (?P<days>(?:a|every) day|daily)"
)
_EACH_PART = re.compile(r"\bevery (?=(?:morning|afternoon|evening|night)\b)")
_HOURS, _MINUTES = 24, 60


def read(words: str, now: datetime) -> Recurrence | None:
    """Return the rule that words say, in the time zone of `now`; None when they say none.

    Without a time of day it is 9:00. `now` is aware, with a `ZoneInfo`.
    """
    zone = str(now.tzinfo) if isinstance(now.tzinfo, ZoneInfo) else "UTC"
    if len(words) > MAX_CHARACTERS:
        return None
    written = _CRON.fullmatch(words.strip().lower())
    expression = _expression(written["cron"] if written else words)
    if expression is None and written is None:
        text = normal(words)
        once = single(text, now)
        if once is not None:
            return Recurrence(once=once, zone=zone)
        expression = _expression(_repeated(text) or "")
    return Recurrence(cron=expression, zone=zone) if expression is not None else None


def _expression(text: str) -> str | None:
    """Return an expression as it is kept; None when it is none."""
    if text.strip().lower() not in NAMED and len(text.split()) != 5:  # noqa: PLR2004 - its fields
        return None
    try:
        return parse(text).text
    except ValueError:
        return None


def _repeated(text: str) -> str | None:
    found = _INTERVAL.search(text)
    if found is not None:
        rest = " ".join(f"{text[: found.start()]} {text[found.end() :]}".split())
        return _interval(found, rest)
    clocks = take_clocks(_EACH_PART.sub("every day ", text))
    if clocks is None:
        return None
    times, rest = clocks.times, clocks.rest
    counted = _COUNTED.search(rest)
    if counted is not None:
        if len(times) != _count(counted["count"]):
            return None
        rest = _COUNTED.sub("every day", rest)
    days = days_of(rest)
    if days is None and not rest and times and _has_part(text):
        days = ANY
    return _at(times or (DEFAULT,), days) if days is not None else None


def _has_part(text: str) -> bool:
    """Tell whether it says "mornings", which are every day's."""
    return any(re.search(rf"\b{part}s\b", text) for part in PARTS)


def _count(text: str) -> int:
    known = {"once": 1, "twice": 2}
    return known.get(text) or int(re.sub(r"\D", "", text))


def _at(times: tuple[tuple[int, int], ...], days: str) -> str | None:
    """Return the expression for times of day; cron runs every minute named in every hour named."""
    hours, minutes = ({at[place] for at in times} for place in (0, 1))
    if len(hours) * len(minutes) != len(set(times)):
        return None
    return f"{_fields(minutes)} {_fields(hours)} {days}"


def _fields(values: set[int]) -> str:
    return ",".join(map(str, sorted(values)))


def _interval(found: re.Match[str], rest: str) -> str | None:
    """Return the expression for "every so often"; only parts of an hour or a day come out even."""
    given, hourly = found["count"], bool(found["hourly"])
    in_hours = hourly or found["unit"].startswith("h")
    if given in {"half", "half an", "quarter of an"}:
        count, in_hours = (15 if given.startswith("quarter") else 30), not in_hours
    else:
        count = int(given or 1)
    if not in_hours and count == _MINUTES:
        count, in_hours = 1, True
    if (
        not count
        or (_HOURS if in_hours else _MINUTES) % count
        or (given and given[0] in "hq" and in_hours)
    ):
        return None
    window = _WINDOW.search(rest)
    days = _days_beside(_WINDOW.sub(" ", rest))
    hours = _window(window, count if in_hours else 0) if window is not None else "*"
    if days is None or hours is None:
        return None
    if not in_hours:
        return f"*/{count} {hours} {days}"
    return f"0 {hours if window is not None else f'*/{count}'} {days}"


def _days_beside(text: str) -> str | None:
    said = " ".join(text.split())
    return days_of(said) if said else ANY


def _window(found: re.Match[str], step: int) -> str | None:
    """Return the hours from one full hour to another; the last counts when it is one of the steps.

    Without a step, of whole hours, the minutes end where the last hour begins.
    """
    first, last = clock(found["first"]), clock(found["last"])
    if first is None or last is None or first[1] or last[1]:
        return None
    end = last[0] or _HOURS
    if first[0] >= end or (step and end == _HOURS):
        return None
    return f"{first[0]}-{end}/{step}" if step else f"{first[0]}-{end - 1}"
