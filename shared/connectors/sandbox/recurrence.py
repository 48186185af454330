"""Reads recurrence rules (RFC 5545, the part calendars offer) and counts their occurrences."""

import re
from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import count
from typing import Literal

from shared.errors import ToolFailed

Frequency = Literal["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]

_DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_DAY = re.compile(r"([+-]?[1-5])?(MO|TU|WE|TH|FR|SA|SU)")
_FREQUENCIES: dict[str, Frequency] = {
    "DAILY": "DAILY",
    "WEEKLY": "WEEKLY",
    "MONTHLY": "MONTHLY",
    "YEARLY": "YEARLY",
}
_MONTHS = 12
_LONGEST_MONTH = 31


@dataclass(frozen=True)
class Rule:
    """A recurrence. `days` are pairs: which one of its month (0 is each), and the weekday.

    `month_day` counts from the month's end if it is negative; 0 is the day of the first.
    """

    frequency: Frequency
    interval: int = 1
    count: int | None = None
    until: date | None = None
    days: tuple[tuple[int, int], ...] = ()
    month_day: int = 0

    def dates(self, first: date) -> Iterator[date]:
        """Return the days of the occurrences from the first on, in order; mostly without end."""
        found = 0
        for day in self._candidates(first):
            if (self.until and day > self.until) or (
                self.count is not None and found == self.count
            ):
                return
            if day >= first:
                found += 1
                yield day

    def _candidates(self, first: date) -> Iterator[date]:
        """Return the days that fit, some of the first week or month before `first`."""
        try:
            for turn in count(0, self.interval):
                yield from self._turn(first, turn)
        except (OverflowError, ValueError):
            return  # the calendar ends in the year 9999

    def _turn(self, first: date, turn: int) -> Iterator[date]:
        match self.frequency:
            case "DAILY":
                day = first + timedelta(days=turn)
                if not self.days or any(day.weekday() == weekday for _, weekday in self.days):
                    yield day
            case "WEEKLY":
                monday = first - timedelta(days=first.weekday()) + timedelta(weeks=turn)
                for weekday in sorted({d for _, d in self.days} or {first.weekday()}):
                    yield monday + timedelta(days=weekday)
            case "MONTHLY":
                months = first.year * _MONTHS + first.month - 1 + turn
                yield from self._in_month(months // _MONTHS, months % _MONTHS + 1, first.day)
            case "YEARLY":
                yield from self._in_month(first.year + turn, first.month, first.day)

    def _in_month(self, year: int, month: int, day: int) -> Iterator[date]:
        length = monthrange(year, month)[1]
        if self.days:
            everything = [date(year, month, each) for each in range(1, length + 1)]
            chosen = [_nth(everything, nth, weekday) for nth, weekday in self.days]
            yield from sorted({each for some in chosen for each in some})
        else:
            chosen_day = self.month_day or day
            chosen_day += length + 1 if chosen_day < 0 else 0
            if 1 <= chosen_day <= length:
                yield date(year, month, chosen_day)


def parse(text: str) -> Rule:
    """Return the rule a text states; raise ToolFailed for one that is not understood."""
    stated = text.strip().upper().removeprefix("RRULE:")
    try:
        parts = dict(part.split("=") for part in stated.rstrip(";").split(";"))
        rule = Rule(
            frequency=_FREQUENCIES[parts.pop("FREQ")],
            interval=int(parts.pop("INTERVAL", "1")),
            count=int(parts.pop("COUNT")) if "COUNT" in parts else None,
            until=date.fromisoformat(parts.pop("UNTIL")[:8]) if "UNTIL" in parts else None,
            days=tuple(_day(day) for day in parts.pop("BYDAY", "").split(",") if day),
            month_day=int(parts.pop("BYMONTHDAY", "0")),
        )
    except (KeyError, ValueError) as error:
        raise _not_understood(text) from error
    parts.pop("WKST", "")
    if parts or not _sensible(rule):
        raise _not_understood(text)
    return rule


def moved(text: str, days: int) -> str:
    """Return the rule for a series that moves by so many days; raise ToolFailed if none fits."""
    rule = parse(text)
    if not days or not (rule.days or rule.month_day):
        return text
    if rule.frequency != "WEEKLY":
        raise ToolFailed("A series like this cannot be moved to another day.", "params")
    named = (_DAYS[(weekday + days) % len(_DAYS)] for _, weekday in rule.days)
    return re.sub(r"BYDAY=[^;]*", f"BYDAY={','.join(named)}", text, flags=re.IGNORECASE)


def _day(text: str) -> tuple[int, int]:
    match = _DAY.fullmatch(text)
    if match is None:
        raise ValueError(text)
    return int(match[1] or 0), _DAYS.index(match[2])


def _sensible(rule: Rule) -> bool:
    monthly = rule.frequency == "MONTHLY"
    return (
        rule.interval >= 1
        and (rule.count is None or rule.count >= 1)
        and (monthly or not any(nth for nth, _ in rule.days))
        and (monthly or not rule.month_day)
        and -_LONGEST_MONTH <= rule.month_day <= _LONGEST_MONTH
        and not (rule.days and (rule.month_day or rule.frequency == "YEARLY"))
    )


def _not_understood(text: str) -> ToolFailed:
    return ToolFailed(f'The recurrence "{text}" is not understood.', "params")


def _nth(days: list[date], nth: int, weekday: int) -> list[date]:
    """Return the weekdays among a month's days: all of them, or one counted from either end."""
    chosen = [day for day in days if day.weekday() == weekday]
    if not nth:
        return chosen
    place = nth - 1 if nth > 0 else nth
    return chosen[place:][:1] if -len(chosen) <= place < len(chosen) else []
