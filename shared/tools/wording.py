"""Words that the answers of all services share: foreign text, people, days and lists."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Any, cast

from shared.models.base import Json
from shared.words import either

MAX_LISTED = 10
MAX_LINE_CHARACTERS = 300
_MAX_PEOPLE = 5
_UNWANTED = re.compile(r"[*`]+")
_LINK = re.compile(r"\](?=[(\[])")
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
_JOINERS = frozenset("\u200c\u200d")
_ODD_PLURALS = {"person": "people"}

When = datetime | date | str
"""A time, or one as it stands in a result (ISO 8601). Without an offset it is in UTC."""


def one_line(text: Json, most: int = MAX_LINE_CHARACTERS) -> str:
    """Return foreign text on one line, without our markup's characters, and not too long."""
    spaced = " ".join(str("" if text is None else text)[: most * 10].split())
    shown = "".join(c for c in spaced if c in _JOINERS or unicodedata.category(c) not in _INVISIBLE)
    plain = " ".join(_LINK.sub("] ", _UNWANTED.sub("", shown)).split())
    return plain if len(plain) <= most else f"{plain[: most - 3].rstrip()}..."


def field(result: Json, name: str) -> Any:
    """Return a value of an object in a result; None when it is not there."""
    return cast("Mapping[str, Any]", result).get(name) if isinstance(result, Mapping) else None


def moment(when: When, zone: tzinfo) -> datetime:
    """Return a time in a zone; a date alone is its midnight there. Raises ValueError."""
    if isinstance(when, str):
        alone = len(when) == len("2026-11-26")
        when = (date if alone else datetime).fromisoformat(when)
    if not isinstance(when, datetime):
        return datetime(when.year, when.month, when.day, tzinfo=zone)
    return (when if when.tzinfo else when.replace(tzinfo=UTC)).astimezone(zone)


def day(when: When, zone: tzinfo, now: datetime) -> str:
    """Return "Thu 26 Nov", with the year when it is another one than now."""
    at = moment(when, zone)
    year = "" if at.year == now.astimezone(zone).year else f" {at.year}"
    return f"{at:%a} {at.day} {at:%b}{year}"


def short_day(when: When, zone: tzinfo, now: datetime) -> str:
    """Return "Nov 26", with the year when it is another one than now; "no date" for ""."""
    if not when:
        return "no date"
    at = moment(when, zone)
    year = "" if at.year == now.astimezone(zone).year else f", {at.year}"
    return f"{at:%b} {at.day}{year}"


def clock(when: When, zone: tzinfo) -> str:
    """Return "15:00"."""
    return f"{moment(when, zone):%H:%M}"


def at_time(when: When, zone: tzinfo, now: datetime) -> str:
    """Return "Thu 26 Nov, 15:00"."""
    return f"{day(when, zone, now)}, {clock(when, zone)}"


def span(start: When, end: When, zone: tzinfo, now: datetime, *, all_day: bool = False) -> str:
    """Return "Thu 26 Nov, 15:00-15:30"; whole days without the clock, their end exclusive."""
    first, last = moment(start, zone), moment(end, zone)
    if all_day:
        last = max(first, last - timedelta(microseconds=1))
        if first.date() == last.date():
            return f"{day(first, zone, now)}, all day"
        return f"{day(first, zone, now)} to {day(last, zone, now)}, all day"
    if first.date() == last.date():
        return f"{at_time(first, zone, now)}-{clock(last, zone)}"
    return f"{at_time(first, zone, now)} to {at_time(last, zone, now)}"


def person(address: Json) -> str:
    """Return a person's name, or their address; an address is text or has `name` and `email`."""
    if isinstance(address, Mapping):
        known = cast("Mapping[str, Any]", address)
        return one_line(known.get("name") or known.get("email"))
    return one_line(getattr(address, "name", "") or getattr(address, "email", "") or address)


def people(addresses: Iterable[Json]) -> str:
    """Return "Sarah Chen, Bo Ek and 3 more"."""
    names = [name for name in map(person, addresses) if name]
    if len(names) > _MAX_PEOPLE + 1:
        names = [*names[:_MAX_PEOPLE], f"{len(names) - _MAX_PEOPLE} more"]
    return either(names)


def listed(lines: Sequence[str], total: int, noun: str = "", *, at_least: bool = False) -> str:
    """Return a numbered list of at most 10, and how many of `total` it leaves out."""
    shown = [f"{place}. {line}" for place, line in enumerate(lines[:MAX_LISTED], 1)]
    more = max(total, len(lines)) - len(shown)
    if more:
        some = "at least " if at_least else ""
        shown.append(f"... and {some}{count(more, f'more {noun}') if noun else f'{more:,} more'}")
    return "\n".join(shown)


def count(number: int, noun: str) -> str:
    """Return "1 email", "1,200 emails", "3 people"."""
    return f"{number:,} {noun if number == 1 else _plural(noun)}"


def _plural(noun: str) -> str:
    head, _, last = noun.rpartition(" ")
    if last in _ODD_PLURALS:
        several = _ODD_PLURALS[last]
    elif last.endswith("y") and last[-2:-1] not in tuple("aeiou"):
        several = f"{last[:-1]}ies"
    elif last.endswith(("s", "x", "ch", "sh")):
        several = f"{last}es"
    else:
        several = f"{last}s"
    return f"{head} {several}".strip()
