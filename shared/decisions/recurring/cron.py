"""Cron expressions of five fields, as people may type them, and the rules they stand for.

Beyond the common signs: `L` as a day of the month is its last; of the weekdays, `1#2` is the
second Monday of a month and `L5` its last Friday. Where both days of the month and weekdays are
given, either will do.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from shared.english.counting import times
from shared.english.rules import Rule

MINUTES, HOURS, DAYS, MONTHS, WEEKDAYS = range(60), range(24), range(1, 32), range(1, 13), range(7)
LAST = 0
"""The place of the last weekday of its kind in a month."""
NAMED: Mapping[str, str] = {
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
    "@monthly": "0 0 1 * *",
    "@weekly": "0 0 * * 0",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@hourly": "0 * * * *",
}

_RUN = 3
"""Values in a row from which they are written as a range."""
_ITEM = re.compile(r"(?:\*|(?P<first>\w{1,3})(?:-(?P<last>\w{1,3}))?)(?:/(?P<step>\d{1,2}))?")
_PLACE = re.compile(r"(?P<day>\w{1,3})#(?P<place>[1-5])|l(?P<last>[0-7])")
_WEEKDAY_NAMES = ("sun", "mon", "tue", "wed", "thu", "fri", "sat")
_MONTH_NAMES = (
    *("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"),
)
_FIRST, _LAST = datetime(2000, 1, 1), datetime(2041, 1, 1)  # noqa: DTZ001 - local to any zone
"""A fifth Monday in February comes every 28 years."""
_SUNDAY = 7


@dataclass(frozen=True)
class Cron:
    """A cron expression, read. Weekday 0 is Sunday; `places` are (weekday, which of the month)."""

    minutes: tuple[int, ...]
    hours: tuple[int, ...]
    days: frozenset[int]
    last_day: bool
    months: frozenset[int]
    weekdays: frozenset[int]
    places: frozenset[tuple[int, int]]

    @property
    def every_date(self) -> bool:
        """Whether it leaves open which day of the month."""
        return len(self.days) == len(DAYS)

    @property
    def every_weekday(self) -> bool:
        """Whether it leaves open which day of the week."""
        return len(self.weekdays) == len(WEEKDAYS)

    @property
    def text(self) -> str:
        """The expression; two that say the same have the same text."""
        days = [
            *_written(self.days, DAYS),
            *(["L"] if self.last_day and not self.every_date else []),
        ]
        places = [f"L{day}" if place == LAST else f"{day}#{place}" for day, place in self._placed()]
        weekdays = [*_written(self.weekdays, WEEKDAYS), *([] if self.every_weekday else places)]
        fields = (
            _written(self.minutes, MINUTES),
            _written(self.hours, HOURS),
            days,
            _written(self.months, MONTHS),
            weekdays,
        )
        return " ".join(",".join(field) for field in fields)

    def _placed(self) -> list[tuple[int, int]]:
        placed = (place for place in self.places if place[0] not in self.weekdays)
        return sorted(placed, key=lambda one: (one[0], one[1] or len(WEEKDAYS)))

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The same as rules of iCalendar: days of the month and weekdays, where either will do."""
        months = tuple(sorted(self.months)) if len(self.months) < len(MONTHS) else ()
        rules: list[Rule] = []
        if not self.every_date:
            dates = (*sorted(self.days), *((-1,) if self.last_day else ()))
            frequency = "YEARLY" if len(months) == len(dates) == 1 else "MONTHLY"
            rules.append(Rule(frequency, months=months, dates=dates))
        if not self.every_weekday and self.weekdays:
            days = tuple((0, day) for day in sorted((day - 1) % _SUNDAY for day in self.weekdays))
            rules.append(Rule("WEEKLY", months=months, days=days))
        if not self.every_weekday and (placed := self._placed()):
            places = tuple((place or -1, (day - 1) % _SUNDAY) for day, place in placed)
            rules.append(Rule("MONTHLY", months=months, days=places))
        every_day = (Rule("DAILY", months=months),)
        return tuple(rule.at(self.hours, self.minutes) for rule in rules or every_day)


@lru_cache(maxsize=1024)
def parse(expression: str) -> Cron:
    """Read an expression; raise ValueError when it is none, or its day never comes."""
    said = NAMED.get(expression.strip().lower(), expression).lower().split()
    if len(said) != 5:  # noqa: PLR2004 - minute, hour, day, month, weekday
        raise ValueError("must have five fields")
    minutes, hours, days, months, weekdays = said
    dates = [item for item in days.split(",") if item != "l"]
    placed = [found for item in weekdays.split(",") if (found := _PLACE.fullmatch(item))]
    others = [item for item in weekdays.split(",") if not _PLACE.fullmatch(item)]
    cron = Cron(
        minutes=_values(minutes.split(","), MINUTES),
        hours=_values(hours.split(","), HOURS),
        days=frozenset(_values(dates, DAYS)),
        last_day="l" in days.split(","),
        months=frozenset(_values(months.split(","), MONTHS, _MONTH_NAMES)),
        weekdays=frozenset(day % _SUNDAY for day in _values(others, range(8), _WEEKDAY_NAMES)),
        places=frozenset(map(_place, placed)),
    )
    if all(next(times(rule, _FIRST, _LAST), None) is None for rule in cron.rules):
        raise ValueError("must have a day that comes")
    return cron


def _values(items: Iterable[str], among: range, names: Sequence[str] = ()) -> tuple[int, ...]:
    return tuple(sorted({value for item in items for value in _item(item, among, names)}))


def _item(item: str, among: range, names: Sequence[str]) -> range:
    found = _ITEM.fullmatch(item)
    if found is None:
        raise ValueError(f"cannot be {item}")
    step = int(found["step"] or 1)
    first, last = among[0], among[-1]
    if among.stop == _SUNDAY + 1 and found["first"] is None:
        last = WEEKDAYS[-1]
    if found["first"] is not None:
        first = _value(found["first"], among, names)
        if found["last"] is not None:
            last = _value(found["last"], among, names)
            last = _SUNDAY if names == _WEEKDAY_NAMES and first > last == 0 else last
        elif found["step"] is None:
            last = first
    if not 1 <= step < len(among) or first > last:
        raise ValueError(f"cannot be {item}")
    return range(first, last + 1, step)


def _value(text: str, among: range, names: Sequence[str]) -> int:
    if text in names:
        return among[names.index(text)]
    if not (text.isascii() and text.isdecimal() and int(text) in among):
        raise ValueError(f"cannot be {text}")
    return int(text)


def _place(found: re.Match[str]) -> tuple[int, int]:
    if found["last"] is not None:
        return int(found["last"]) % _SUNDAY, LAST
    return _value(found["day"], range(8), _WEEKDAY_NAMES) % _SUNDAY, int(found["place"])


def _written(values: Collection[int], among: range) -> list[str]:
    """Return values as items of a field: all, each so many, or ranges and single ones."""
    wanted = sorted(values)
    for step in range(1, len(among)):
        if wanted == list(among[::step]) and len(wanted) >= _RUN:
            return ["*" if step == 1 else f"*/{step}"]
    items: list[str] = []
    while wanted:
        run = next(n for n in range(len(wanted), 0, -1) if wanted[n - 1] - wanted[0] == n - 1)
        taken = run if run >= _RUN else 1
        items.append(f"{wanted[0]}-{wanted[taken - 1]}" if taken > 1 else str(wanted[0]))
        wanted = wanted[taken:]
    return items
