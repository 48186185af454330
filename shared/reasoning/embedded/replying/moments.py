"""Options that begin when a reply says: "next week's", "the one at 3", "half past two"."""

import re
from collections.abc import Sequence
from datetime import datetime

from shared.english import When, read_when
from shared.models.intent import Option

_ONES = re.compile(r"(?<!\bat )\b(?:(?:the|that|this) )?ones?\b", re.IGNORECASE)
_WEEKDAY = re.compile(r"(?:on |the )*(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*", re.IGNORECASE)
"""A day that may be of any week."""


def told_by_time(
    text: str, options: Sequence[Option], now: datetime
) -> tuple[frozenset[int], str] | None:
    """Return the places, from 0, of the options that begin when a reply says, and its other words.

    None where it says no time, or one of the options says none.
    """
    said = _ONES.sub(" ", text)
    found: tuple[frozenset[int], str] | None = None
    for past in (False, True):
        when = read_when(said, now, past=past)
        each = [_begins(option, now, past=past) for option in options]
        if not (when.day_named or when.at) or not all(one.dated for one in each):
            continue
        found = found or (frozenset(), when.rest_of(said))
        fitting = [_on_day(one, when, said) and _at(one, when) for one in each]
        if any(fitting):
            return frozenset(at for at, fits in enumerate(fitting) if fits), when.rest_of(said)
    return found


def _begins(option: Option, now: datetime, *, past: bool) -> When:
    """Return when an option says that it begins: where it is described, or by its name."""
    described = read_when(option.description, now, past=past)
    return described if described.dated else read_when(option.label, now, past=past)


def _on_day(one: When, when: When, said: str) -> bool:
    if not when.day_named or when.first is None or when.last is None or one.first is None:
        return not when.day_named
    start, end = min(when.spans)
    if when.first == when.last and _WEEKDAY.fullmatch(said[start:end].strip()):
        return one.first.weekday() == when.first.weekday()
    return when.first <= one.first <= when.last


def _at(one: When, when: When) -> bool:
    if when.at is None or one.at is None:
        return when.at is None
    within = not when.exact and when.until is not None and when.at <= one.at < when.until
    return within or one.at == when.at
