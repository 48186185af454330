"""Spans of time that mail is looked for in, as Gmail search operators."""

import re
from datetime import date, timedelta
from typing import NamedTuple

from shared.english import Named, named_days

_SIDE = re.compile(r"\b(?P<side>since|before|after|until|till) (?P<rest>.+)", re.IGNORECASE)
_OPENING = re.compile(r"(?:from|in|during|over|within|for|of|on|the) ", re.IGNORECASE)
_ALONE = re.compile(r"\w+day", re.IGNORECASE)
_SET = re.compile(r"\b(?:on|from) $", re.IGNORECASE)
_DAY = timedelta(days=1)


class Timeframe(NamedTuple):
    """The operators that a span stands for, and where it was in the text."""

    operators: tuple[str, ...]
    start: int
    end: int


def find_timeframe(text: str, today: date) -> Timeframe | None:
    """Return the first span of time named in a text, if it is one of the past."""
    return _one_sided(text, today) or _whole(text, today)


def _one_sided(text: str, today: date) -> Timeframe | None:
    """Read "since Monday", "before 3 March"."""
    found = _SIDE.search(text)
    if found is None:
        return None
    for lead in ("", "in "):  # a month by itself is read after a preposition only
        named = named_days(f"{lead}{found['rest']}", today, past=True)
        if named is None or named.span[0] != 0 or named.first > today:
            continue
        end = found.start("rest") + named.span[1] - len(lead)
        operator = _operator(found["side"].casefold(), named)
        return Timeframe((operator,), found.start(), end)
    return None


def _operator(side: str, named: Named) -> str:
    if side == "since":
        return _after(named.first)
    if side == "after":
        return _after(named.last + _DAY)
    return _before(named.first if side == "before" else named.last + _DAY)


def _whole(text: str, today: date) -> Timeframe | None:
    named = named_days(text, today, past=True)
    if named is None or named.first > today:
        return None
    begin, end = named.span
    phrase = text[begin:end]
    while opening := _OPENING.match(phrase):
        phrase = phrase[opening.end() :]
    start = end - len(phrase)
    weekday = _ALONE.fullmatch(phrase) and phrase.casefold() not in {"today", "yesterday"}
    if weekday and not _SET.search(text[:start]):
        return None
    if named.ago:
        return Timeframe((f"newer_than:{named.ago}",), begin, end)
    before = () if named.last >= today else (_before(named.last + _DAY),)
    return Timeframe((_after(named.first), *before), begin, end)


def _after(day: date) -> str:
    return f"after:{day:%Y/%m/%d}"


def _before(day: date) -> str:
    return f"before:{day:%Y/%m/%d}"
