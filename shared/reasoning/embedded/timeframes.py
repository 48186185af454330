"""Spans of time people name, as Gmail search operators.

Our own: dateparser's search gives instants and no spans, takes "we" and "may" for dates, and needs
2 to 16 ms a sentence, which is more than all the rest of understanding.
"""

import calendar
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = tuple(name.casefold() for name in calendar.month_name[1:])
_COUNTED = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS = {word: value for value, word in enumerate(_COUNTED, 1)} | {"couple of": 2, "few": 3}
_UNIT_DAYS = {"day": 1, "week": 7}

_WEEKDAY = "|".join(_WEEKDAYS)
_MONTH = "|".join([*_MONTHS, *(f"{m[:3]}" for m in _MONTHS if m != "may"), "sept"])
_DATE = (
    rf"(?P<iso>\d{{4}}-\d{{2}}-\d{{2}})"
    rf"|(?P<month>{_MONTH})\.? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:,? (?P<year>\d{{4}}))?\b"
    rf"|(?P<day2>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?(?P<month2>{_MONTH})\b"
)


@dataclass(frozen=True)
class Timeframe:
    """A span as written, the operators it stands for, and where it was in the text."""

    phrase: str
    operators: tuple[str, ...]
    start: int
    end: int


def find_timeframe(text: str, today: date) -> Timeframe | None:
    """Return the first span of time named in a text, if it is a real one."""
    for pattern, operators in _RULES:
        if found := pattern.search(text):
            try:
                meaning = operators(found, today)
            except ValueError:
                return None
            return Timeframe(found["phrase"], meaning, *found.span())
    return None


def _after(day: date) -> str:
    return f"after:{day:%Y/%m/%d}"


def _before(day: date) -> str:
    return f"before:{day:%Y/%m/%d}"


def _between(first: date, end: date) -> tuple[str, ...]:
    return _after(first), _before(end)


def _next_month(first: date) -> date:
    return (first.replace(day=28) + timedelta(days=4)).replace(day=1)


def _last_weekday(name: str, today: date) -> date:
    return today - timedelta(days=(today.weekday() - _WEEKDAYS.index(name)) % 7)


def _month_number(name: str) -> int:
    return next(n for n, month in enumerate(_MONTHS, 1) if month.startswith(name[:3]))


def _past_month(name: str, today: date) -> date:
    first = today.replace(month=_month_number(name), day=1)
    return first if first <= today else first.replace(year=first.year - 1)


def _named_date(found: re.Match[str], today: date) -> date:
    if found["iso"]:
        return date.fromisoformat(found["iso"])
    month = _month_number((found["month"] or found["month2"]).casefold())
    day = int(found["day"] or found["day2"])
    if found["year"]:
        return date(int(found["year"]), month, day)
    this_year = date(today.year, month, day)
    return this_year if this_year <= today else date(today.year - 1, month, day)


def _rolling(found: re.Match[str], today: date) -> tuple[str, ...]:
    del today
    written = (found["count"] or "one").casefold()
    count = int(written) if written.isdigit() else _NUMBERS[written]
    unit = found["unit"].casefold()
    if unit in _UNIT_DAYS:
        return (f"newer_than:{count * _UNIT_DAYS[unit]}d",)
    return (f"newer_than:{count}{unit[0]}",)


def _calendar(found: re.Match[str], today: date) -> tuple[str, ...]:
    """Mean this or last week (from Monday), month or year."""
    this = found["which"].casefold() == "this"
    match found["unit"].casefold():
        case "week":
            first = today - timedelta(days=today.weekday())
            return (_after(first),) if this else _between(first - timedelta(days=7), first)
        case "month":
            first = today.replace(day=1)
            earlier = (first - timedelta(days=1)).replace(day=1)
        case _:
            first = date(today.year, 1, 1)
            earlier = date(today.year - 1, 1, 1)
    return (_after(first),) if this else _between(earlier, first)


def _since(found: re.Match[str], today: date) -> tuple[str, ...]:
    named = found["since"].casefold()
    if named == "yesterday":
        return (_after(today - timedelta(days=1)),)
    if named in _WEEKDAYS:
        return (_after(_last_weekday(named, today)),)
    if found["iso"] or found["month"] or found["month2"]:
        return (_after(_named_date(found, today)),)
    return (_after(_past_month(named, today)),)


def _one_day(day: date) -> tuple[str, ...]:
    return _between(day, day + timedelta(days=1))


def _whole_month(found: re.Match[str], today: date) -> tuple[str, ...]:
    first = _past_month(found["name"].casefold(), today)
    return _between(first, _next_month(first))


_Meaning = Callable[[re.Match[str], date], tuple[str, ...]]


def _rule(before: str, phrase: str, meaning: _Meaning) -> tuple[re.Pattern[str], _Meaning]:
    return re.compile(rf"{before}\b(?P<phrase>{phrase})(?!\w)", re.IGNORECASE), meaning


_OPENING = r"(?:\b(?:from|in|during|over|within|for|of|on) )?"
_COUNT = r"\d{1,3}|" + "|".join(_NUMBERS)
_UNIT = "(?P<unit>day|week|month|year)"

_RULES: tuple[tuple[re.Pattern[str], _Meaning], ...] = (
    _rule(_OPENING, rf"(?:the )?(?:(?:last|past) (?P<count>{_COUNT})|past) {_UNIT}s?", _rolling),
    _rule(_OPENING, r"(?P<which>this|last) (?P<unit>week|month|year)", _calendar),
    _rule("", rf"since (?P<since>yesterday|{_WEEKDAY}|{_DATE}|{_MONTH})", _since),
    _rule("", rf"before (?:{_DATE})", lambda found, now: (_before(_named_date(found, now)),)),
    _rule(_OPENING, "today", lambda _, now: (_after(now),)),
    _rule(_OPENING, "yesterday", lambda _, now: _one_day(now - timedelta(days=1))),
    _rule(_OPENING, _DATE, lambda found, now: _one_day(_named_date(found, now))),
    _rule(
        r"\b(?:on|from) ",
        f"(?P<name>{_WEEKDAY})",
        lambda found, now: _one_day(_last_weekday(found["name"].casefold(), now)),
    ),
    _rule(r"\b(?:in|during) ", f"(?P<name>{_MONTH})", _whole_month),
)
