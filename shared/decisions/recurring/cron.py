"""Cron expressions of five fields: which days they take, and at what times of day.

Beyond the common signs: `L` as a day of the month is its last; of the weekdays, `1#2` is the
second Monday of a month and `L5` its last Friday. Where both days of the month and weekdays are
given, either will do.
"""

import re
from calendar import monthrange
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import lru_cache

from shared.decisions.recurring.normal import MONTHS as MONTH_NAMES
from shared.decisions.recurring.normal import WEEKDAYS as WEEKDAY_NAMES

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

_HORIZON = timedelta(days=41 * 366)
"""A fifth Monday in February comes every 28 years, 40 around a year like 2100."""
_DAY = timedelta(days=1)
_RUN = 3
"""Values in a row from which they are written as a range."""
_ITEM = re.compile(r"(?:\*|(?P<first>\w{1,3})(?:-(?P<last>\w{1,3}))?)(?:/(?P<step>\d{1,2}))?")
_PLACE = re.compile(r"(?P<day>\w{1,3})#(?P<place>[1-5])|l(?P<last>[0-7])")
_WEEKDAY_NAMES = tuple(day[:3] for day in WEEKDAY_NAMES)
_MONTH_NAMES = tuple(month[:3] for month in MONTH_NAMES)
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

    def takes(self, day: date) -> bool:
        """Return whether a day is one of its days."""
        if day.month not in self.months:
            return False
        by_date, by_weekday = self._by_date(day), self._by_weekday(day)
        if self.every_date or self.every_weekday:
            return by_date and by_weekday
        return by_date or by_weekday

    def _by_date(self, day: date) -> bool:
        return day.day in self.days or (self.last_day and day.day == _length(day))

    def _by_weekday(self, day: date) -> bool:
        weekday = day.isoweekday() % 7
        places = {(weekday, (day.day + 6) // 7)}
        if day.day + 7 > _length(day):
            places.add((weekday, LAST))
        return weekday in self.weekdays or not places.isdisjoint(self.places)

    def since(self, start: datetime) -> Iterator[datetime]:
        """Yield its local times from `start` on, in order, for as long as any can be far away."""
        day, last = start.date(), start.date() + _HORIZON
        while day < last:
            if day.month not in self.months:
                day += (_length(day) - day.day + 1) * _DAY
                continue
            if self.takes(day):
                yield from (at for at in self._on(day) if at >= start)
            day += _DAY

    def _on(self, day: date) -> Iterator[datetime]:
        clocks = (time(hour, minute) for hour in self.hours for minute in self.minutes)
        return (datetime.combine(day, clock) for clock in clocks)


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
    if next(cron.since(datetime(2000, 1, 1)), None) is None:  # noqa: DTZ001 - local to any zone
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


def _length(day: date) -> int:
    return monthrange(day.year, day.month)[1]
