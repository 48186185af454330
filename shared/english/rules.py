"""Rules of recurrence (RFC 5545, RRULE) taken apart and put together again."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
FREQUENCIES = ("DAILY", "WEEKLY", "MONTHLY", "YEARLY")
WORKDAYS = ((0, 0), (0, 1), (0, 2), (0, 3), (0, 4))
DAY_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
PLACES = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", -1: "last"}
"""Which of the days of a month, in words."""
SHORTEST_MONTH, LONGEST_MONTH = 28, 31

_PREFIX = "RRULE:"
_DAY = re.compile(r"([+-]?[1-5])?(MO|TU|WE|TH|FR|SA|SU)")
_UNTIL = re.compile(r"\d{8}(?:T\d{6}Z?)?")
_PARTS = frozenset(
    {
        *("FREQ", "INTERVAL", "BYMONTH", "BYDAY", "BYMONTHDAY", "BYSETPOS", "BYHOUR", "BYMINUTE"),
        *("BYSECOND", "COUNT", "UNTIL", "WKST"),
    }
)


@dataclass(frozen=True)
class Rule:
    """How something repeats.

    `days` are pairs: which one of its month (0 is each, -1 the last), and the weekday (0 is
    Monday). `dates` are days of the month, -1 its last. `positions` are which of all those times
    count. `until` is as it was written. Without `hours`, it says days alone.
    """

    frequency: str = "DAILY"
    interval: int = 1
    days: tuple[tuple[int, int], ...] = ()
    months: tuple[int, ...] = ()
    dates: tuple[int, ...] = ()
    positions: tuple[int, ...] = ()
    hours: tuple[int, ...] = ()
    minutes: tuple[int, ...] = ()
    count: int = 0
    until: str = ""
    week_start: str = ""

    @property
    def text(self) -> str:
        """The rule as iCalendar writes it, without the name of the property."""
        days = ",".join(f"{place or ''}{CODES[day]}" for place, day in self.days)
        lists = {
            "BYMONTH": self.months,
            "BYMONTHDAY": self.dates,
            "BYSETPOS": self.positions,
            "BYHOUR": self.hours,
            "BYMINUTE": self.minutes,
        }
        parts = {
            "FREQ": self.frequency,
            "INTERVAL": str(self.interval) if self.interval > 1 else "",
            "BYDAY": days,
            **{name: ",".join(map(str, values)) for name, values in lists.items()},
            "COUNT": str(self.count) if self.count else "",
            "UNTIL": self.until,
            "WKST": self.week_start,
        }
        return ";".join(f"{name}={value}" for name, value in parts.items() if value)

    @property
    def clipped(self) -> int:
        """The day of the month it is for, where it takes the last of a shorter one; 0 otherwise."""
        last = self.dates[-1] if self.dates else 0
        clips = last > SHORTEST_MONTH and self.dates == tuple(range(SHORTEST_MONTH, last + 1))
        return last if clips and self.positions == tuple(self._last_times) else 0

    @property
    def _last_times(self) -> Iterable[int]:
        return range(-max(1, len(self.hours) * len(self.minutes)), 0)

    def at(self, hours: Iterable[int], minutes: Iterable[int]) -> "Rule":
        """Return the rule at times of day: which times count, it counts by days."""
        timed = replace(self, hours=tuple(hours), minutes=tuple(minutes))
        each = len(timed.hours) * len(timed.minutes)
        places = (
            (place * each + n if place < 0 else (place - 1) * each + 1 + n)
            for place in self.positions
            for n in range(each)
        )
        return replace(timed, positions=tuple(places))


def on_date(day: int, *, clip: bool) -> Rule:
    """Return the monthly rule for a day: in months without it, the last one, or none at all."""
    if day <= SHORTEST_MONTH or not clip:
        return Rule("MONTHLY", dates=(day,))
    return Rule("MONTHLY", dates=tuple(range(SHORTEST_MONTH, day + 1)), positions=(-1,))


def parse(text: str) -> Rule:
    """Return the rule a text states, with or without its name; raise ValueError for none."""
    stated = text.strip().upper().removeprefix(_PREFIX).rstrip(";")
    pairs = [part.split("=", 1) for part in stated.split(";")]
    if any(len(pair) != 2 for pair in pairs) or len({name for name, *_ in pairs}) < len(pairs):  # noqa: PLR2004
        raise ValueError("must be made of NAME=VALUE")
    parts = dict(pairs)
    if not parts.keys() <= _PARTS or parts.get("FREQ") not in FREQUENCIES:
        raise ValueError("must be a rule for days, weeks, months or years")
    if not _UNTIL.fullmatch(parts.get("UNTIL", "20000101")) or {"COUNT", "UNTIL"} <= parts.keys():
        raise ValueError("must end at a date or after so many times")
    if parts.get("WKST", "MO") not in CODES or parts.get("BYSECOND", "0") != "0":
        raise ValueError("must begin its weeks on a day, and be for whole minutes")
    days = tuple(_day(day) for day in parts.get("BYDAY", "").split(",") if day)
    some = {place != 0 for place, _ in days}
    if len(some) > 1 or (True in some and parts["FREQ"] in FREQUENCIES[:2]):
        raise ValueError("must be for each such day, or for some of a month")
    if "BYMONTHDAY" in parts and parts["FREQ"] == "WEEKLY":
        raise ValueError("cannot be for weeks and a day of the month")
    return Rule(
        frequency=parts["FREQ"],
        interval=_number(parts.get("INTERVAL", "1")),
        months=_numbers(parts.get("BYMONTH", ""), range(1, 13)),
        days=days,
        dates=_numbers(parts.get("BYMONTHDAY", ""), range(-LONGEST_MONTH, LONGEST_MONTH + 1)),
        positions=_numbers(parts.get("BYSETPOS", ""), range(-366, 367)),
        hours=_numbers(parts.get("BYHOUR", ""), range(24)),
        minutes=_numbers(parts.get("BYMINUTE", ""), range(60)),
        count=_number(parts["COUNT"]) if "COUNT" in parts else 0,
        until=parts.get("UNTIL", ""),
        week_start=parts.get("WKST", ""),
    )


def _number(text: str) -> int:
    value = int(text) if text.isascii() and text.isdecimal() else 0
    if not 1 <= value <= 999:  # noqa: PLR2004
        raise ValueError("must count from 1 to 999")
    return value


def _numbers(text: str, among: range) -> tuple[int, ...]:
    values = tuple(int(one) for one in text.split(",") if one)
    if any(value not in among or (value == 0 and among[0] < 0) for value in values):
        raise ValueError(f"cannot be {text}")
    return values


def _day(text: str) -> tuple[int, int]:
    found = _DAY.fullmatch(text)
    if found is None:
        raise ValueError(f"cannot be {text}")
    return int(found[1] or 0), CODES.index(found[2])
