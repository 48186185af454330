"""What the words for days mean: each takes what was found and what it is relative to."""

import calendar
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from dateutil.easter import easter

from shared.english.rules import PLACES
from shared.english.scanning import number
from shared.english.spelled import WEEKDAYS

WEEKDAY = (
    r"(?:monday|mon|tuesday|tues|tue|wednesday|weds|wed|thursday|thurs|thur|thu|friday|fri|saturday"
    r"|sunday|(?-i:Sat|Sun))"
)
_MONTHS = tuple(name.casefold() for name in calendar.month_name[1:])
_ONE = timedelta(days=1)
_FIXED = {
    "christmas": (12, 25),
    "christmas day": (12, 25),
    "christmas eve": (12, 24),
    "boxing day": (12, 26),
    "new year": (1, 1),
    "new year day": (1, 1),
    "new year eve": (12, 31),
    "halloween": (10, 31),
    "valentine day": (2, 14),
}
_AROUND_EASTER = {
    "good friday": -2,
    "easter": 0,
    "easter sunday": 0,
    "easter monday": 1,
    "whit monday": 50,
}
HOLIDAY_DAY = (
    r"(?:christmas (?:day|eve)|boxing day|new year(?:'?s)? (?:day|eve)|valentine(?:'?s)? day"
    r"|good friday|easter (?:sunday|monday)|whit monday)"
)
"""Holidays whose names say that they are a day."""
HOLIDAY = rf"(?:{HOLIDAY_DAY}|christmas|easter|new year|halloween)"
NTH = r"(?:first|second|third|fourth|fifth|last|[1-5](?:st|nd|rd|th))"
_PLACES = {name: place for place, name in PLACES.items()}


@dataclass(frozen=True)
class Days:
    """From the first day to the last, both included.

    `from_now`: what is already over does not count ("the rest of today"). `floating`: a weekday
    that may as well be a week later ("Thursday", said on one). `ago`: how far back what ends now
    begins ("7d").
    """

    first: date
    last: date
    from_now: bool = False
    floating: bool = False
    ago: str = ""


@dataclass(frozen=True)
class Around:
    """What dates are relative to: today, the last working day of a week, and the past or not."""

    today: date
    friday: int = 4
    past: bool = False

    @property
    def monday(self) -> date:
        """When this week began."""
        return self.today - timedelta(days=self.today.weekday())


Meaning = Callable[[re.Match[str], Around], Days]


def place_number(name: str) -> int:
    """Return which of some days or months a place names: "third", "3rd"; -1 is the last."""
    return _PLACES.get(name.casefold()) or int(re.sub(r"\D", "", name))


def month_number(name: str) -> int:
    """Return the number of a month by its name or the beginning of it."""
    return next(n for n, month in enumerate(_MONTHS, 1) if month.startswith(name.casefold()[:3]))


def weekday_number(name: str) -> int:
    """Return the number of a weekday, Monday being 0, by its name or the beginning of it."""
    return next(n for n, day in enumerate(WEEKDAYS) if day.startswith(name.casefold()[:3]))


def add_months(day: date, months: int) -> date:
    """Return the same day some months later, or the last of that month."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def _month_of(day: date) -> Days:
    first = day.replace(day=1)
    return Days(first, add_months(first, 1) - _ONE)


def week_of(monday: date) -> Days:
    """Return the week that begins on a Monday."""
    return Days(monday, monday + timedelta(days=6))


def _one(day: date, *, floating: bool = False) -> Days:
    return Days(day, day, floating=floating)


def later(days: int) -> Meaning:
    """Return what "tomorrow" and the like mean: so many days from today."""
    return lambda _, around: _one(around.today + timedelta(days=days))


def weekday(found: re.Match[str], around: Around) -> Days:
    """Read "next Tuesday"."""
    wanted = weekday_number(found["weekday"])
    which = (found.groupdict().get("which") or "").casefold()
    if which in {"next", "following"}:
        return _one(around.monday + timedelta(days=7 + wanted))
    if which in {"last", "past", "previous"}:
        return _one(around.today - timedelta(days=(around.today.weekday() - wanted - 1) % 7 + 1))
    if around.past and which != "coming":
        return _one(around.today - timedelta(days=(around.today.weekday() - wanted) % 7))
    return _one(around.today + timedelta(days=(wanted - around.today.weekday()) % 7), floating=True)


def weekday_of_week(found: re.Match[str], around: Around) -> Days:
    """Read "Friday next week", "Friday in two weeks", "Friday of the week after next"."""
    said = found.groupdict()
    count = said.get("count")
    shifts = {"next": 1, "following": 1, "last": -1, "week": 2}  # "week" after next
    shift = shifts.get((said.get("week") or "").casefold(), 0)
    weeks = number(count) if count else shift
    return _one(around.monday + timedelta(days=7 * weeks + weekday_number(found["weekday"])))


def dated(found: re.Match[str], around: Around) -> Days:
    """Read "26 November 2026", "December 3-5"."""
    said = found.groupdict()
    month = int(said["number"]) if said.get("number") else month_number(said["month"])
    day = int(said["day"])
    if said.get("year"):
        year = int(said["year"])
        first = date(year if year > 99 else 2000 + year, month, day)  # noqa: PLR2004
    else:
        first = _nearest(month, day, around)
    until = said.get("until")
    last = first.replace(day=int(until)) if until else first
    return Days(first, max(first, last))


def _nearest(month: int, day: int, around: Around) -> date:
    """Return the coming date of this month and day, or the latest; raise ValueError if none is."""
    years = range(around.today.year - 8, around.today.year + 9)
    dates = [date(y, month, day) for y in years if day <= calendar.monthrange(y, month)[1]]
    coming = [one for one in dates if one >= around.today]
    gone = [one for one in dates if one <= around.today]
    return max(gone) if around.past else min(coming)


def holiday(found: re.Match[str], around: Around) -> Days:
    """Read "Easter Monday", "last Christmas"."""
    name = re.sub(r"(year|valentine)'?s ", r"\1 ", found["holiday"].casefold())
    which = (found.groupdict().get("which") or "").casefold()
    past = around.past or which == "last"
    if name in _FIXED:
        month, day = _FIXED[name]
        return _one(_nearest(month, day, Around(around.today, past=past)))
    years = range(around.today.year - 1, around.today.year + 2)
    dates = [easter(year) + timedelta(days=_AROUND_EASTER[name]) for year in years]
    gone = [one for one in dates if one <= around.today]
    return _one(max(gone) if past else min(one for one in dates if one >= around.today))


def nth(found: re.Match[str], around: Around) -> Days:
    """Read "the second Saturday in May", "the last working day of the month"."""
    said = found.groupdict()
    place = place_number(said["nth"])
    months = _months_meant(said, around)
    return _likeliest([_nth_of(place, said["unit"].casefold(), one) for one in months], around)


def day_of_month(found: re.Match[str], around: Around) -> Days:
    """Read "the 26th", "the 14th of next month"."""
    day, said = int(found["day"]), found.groupdict()
    this, step = around.today.replace(day=1), -1 if around.past else 1
    near = [add_months(this, step * n) for n in range(4)]
    months = _months_meant(said, around) if said.get("which") else near
    last = {one: calendar.monthrange(one.year, one.month)[1] for one in months}
    return _likeliest([_one(one.replace(day=day)) for one in months if day <= last[one]], around)


def _likeliest(each: list[Days], around: Around) -> Days:
    """Return the first of some days that is to come, or has been; raise ValueError for none."""
    if not each:
        raise ValueError
    past, today = around.past and len(each) > 1, around.today
    return next(
        (one for one in each if (one.first <= today if past else one.last >= today)), each[0]
    )


def _months_meant(said: dict[str, str | None], around: Around) -> list[date]:
    """Return the first days of the months that may be meant, the likeliest first."""
    this = around.today.replace(day=1)
    step = -1 if around.past else 1
    if name := said.get("month"):
        month = month_number(name)
        if year := said.get("year"):
            return [date(int(year), month, 1)]
        return [date(this.year + n * step, month, 1) for n in (0, 1)]
    which = (said.get("which") or "").casefold()
    if which in {"this", "next", "following", "last"}:
        return [add_months(this, {"this": 0, "last": -1}.get(which, 1))]
    return [this, add_months(this, step)]


def _nth_of(place: int, unit: str, month: date) -> Days:
    """Return the first, or last, of some days of a month; raise ValueError for none."""
    whole = _month_of(month)
    size = (whole.last - whole.first).days + 1
    if unit == "week":
        begins = whole.first if place > 0 else whole.last - timedelta(days=6)
        begins += timedelta(days=7 * max(0, place - 1))
        return Days(begins, min(begins + timedelta(days=6), whole.last))
    if unit == "half":
        middle = whole.first + timedelta(days=14)
        return Days(whole.first, middle) if place == 1 else Days(middle + _ONE, whole.last)
    days = [whole.first + timedelta(days=n) for n in range(size)]
    if unit.startswith(("work", "business", "weekday")):
        days = [day for day in days if day.weekday() < 5]  # noqa: PLR2004
    elif unit == "weekend":
        days = [day for day in days if day.weekday() == 5 and day < whole.last]  # noqa: PLR2004
    elif unit != "day":
        days = [day for day in days if day.weekday() == weekday_number(unit)]
    if place > len(days):
        raise ValueError
    first = days[place - 1 if place > 0 else place]
    return Days(first, first + _ONE) if unit == "weekend" else _one(first)


def numeric(found: re.Match[str], around: Around) -> Days:
    """Read "26/11" and, where that is no date, "11/26"."""
    day, month = int(found["one"]), int(found["two"])
    if month > 12 >= day:  # noqa: PLR2004
        day, month = month, day
    if found["year"]:
        year = int(found["year"])
        return _one(date(year if year > 99 else 2000 + year, month, day))  # noqa: PLR2004
    date(2000, month, day)
    return _one(_nearest(month, day, around))


def iso(found: re.Match[str], _: Around) -> Days:
    """Read "2026-11-26"."""
    return _one(date.fromisoformat(found["iso"]))


def in_units(found: re.Match[str], around: Around) -> Days:
    """Read "in two weeks", "three days ago"."""
    count, unit = number(found["count"]), found["unit"].casefold()
    sign = -1 if found.groupdict().get("ago") else 1
    return _one(_moved(around.today, sign * count, unit))


def in_units_from(found: re.Match[str], around: Around) -> Days:
    """Read "a fortnight from Monday", "two days from tomorrow", "Friday week"."""
    begin = found["from"].casefold()
    near = {"today": 0, "tomorrow": 1}
    ahead = near[begin] if begin in near else (weekday_number(begin) - around.today.weekday()) % 7
    start = around.today + timedelta(days=ahead)
    return _one(_moved(start, number(found["count"] or ""), found["unit"].casefold()))


def _moved(day: date, count: int, unit: str) -> date:
    if unit.startswith("month"):
        return add_months(day, count)
    if unit.startswith("year"):
        return add_months(day, 12 * count)
    if unit.startswith(("working", "business", "work")):
        step = _ONE if count > 0 else -_ONE
        for _ in range(abs(count)):
            day += step
            while day.weekday() > 4:  # noqa: PLR2004
                day += step
        return day
    return day + timedelta(days=count * (14 if "fortnight" in unit else 7 if "week" in unit else 1))


def rolling(found: re.Match[str], around: Around) -> Days:
    """Read "the next three days", "the past two weeks"; "the coming weeks" are a few."""
    unit = found["unit"].casefold()
    count = number(found["count"] or ("few" if unit.endswith("s") else "1"))
    if found["side"].casefold() in {"last", "past", "previous", "since", "recent"}:
        first = _moved(around.today, -count, unit)
        letter = unit[0] if unit.startswith(("month", "year")) else ""
        ago = f"{count}{letter}" if letter else f"{(around.today - first).days}d"
        return Days(first, around.today, ago=ago)
    return Days(around.today, _moved(around.today, count, unit), from_now=True)


def this_and_next(found: re.Match[str], around: Around) -> Days:
    """Read "this week and next": both of them, whole."""
    unit = found["unit"].casefold()
    return Days(_unit(unit, around).first, _unit(unit, around, 1).last)


def calendar_unit(found: re.Match[str], around: Around) -> Days:
    """Read "this week", "early next month": all of it, or the part named."""
    which = (found["which"] or "this").casefold()
    shift = {"next": 1, "following": 1, "last": -1, "previous": -1}.get(which, 0)
    if which.endswith("after next"):
        shift = 2
    unit = found["unit"].casefold()
    if unit == "weekend":
        saturday = around.monday + timedelta(days=5 + 7 * shift)
        if around.past and not found["which"] and saturday > around.today:
            saturday -= timedelta(days=7)
        return Days(saturday, saturday + _ONE)
    whole = _unit(unit, around, shift)
    end = whole.first + timedelta(days=around.friday) if unit == "week" else whole.last
    return _portion((found["part"] or "").casefold(), whole, end)


def _unit(name: str, around: Around, shift: int = 0) -> Days:
    """Return the week, month, ... so many after that of today; today where it is none of these."""
    if name == "week":
        return week_of(around.monday + timedelta(days=7 * shift))
    if name == "fortnight":
        return Days(around.monday, around.monday + timedelta(days=13))
    step = {"month": 1, "quarter": 3, "year": 12}.get(name)
    if step is None:
        return _one(around.today)
    months = (around.today.month - 1) // step * step + shift * step
    first = add_months(date(around.today.year, 1, 1), months)
    return Days(first, add_months(first, step) - _ONE)


def _portion(part: str, whole: Days, end: date) -> Days:
    size = (end - whole.first).days + 1
    if part.startswith(("early", "beginning", "start")):
        return Days(whole.first, whole.first + timedelta(days=max(1, size // 3)))
    if part.startswith(("late", "end")):
        return Days(end - timedelta(days=max(1, size // 4)), end)
    if part.startswith(("mid", "middle")):
        third = size // 3
        return Days(
            whole.first + timedelta(days=third), whole.first + timedelta(days=2 * third + 1)
        )
    return whole


def rest(found: re.Match[str], around: Around) -> Days:
    """Read "the rest of the week": from now to its end."""
    return Days(around.today, _unit(found["unit"].casefold(), around).last, from_now=True)


def whole_month(found: re.Match[str], around: Around) -> Days:
    """Read "in December", "mid March"."""
    month = month_number(found["month"])
    if found["year"]:
        whole = _month_of(date(int(found["year"]), month, 1))
    else:
        shift = (month - around.today.month) % 12
        whole = _month_of(
            add_months(around.today.replace(day=1), shift - 12 * (around.past and shift > 0))
        )
    return _portion((found.groupdict().get("part") or "").casefold(), whole, whole.last)


def quarter(found: re.Match[str], around: Around) -> Days:
    """Read "Q3", "the third quarter of 2026"."""
    place = place_number(found["quarter"])
    year = int(found["year"]) if found["year"] else around.today.year
    quarters = [
        Days(first, add_months(first, 3) - _ONE)
        for first in (date(year + n, 3 * place - 2, 1) for n in (-1, 0, 1))
    ]
    if found["year"]:
        return quarters[1]
    if around.past:
        return max(
            (one for one in quarters if one.first <= around.today), key=lambda one: one.first
        )
    return next(one for one in quarters if one.last >= around.today)


def year(found: re.Match[str], _: Around) -> Days:
    """Read "in 2025"."""
    said = int(found["year"])
    return Days(date(said, 1, 1), date(said, 12, 31))


def so_far(found: re.Match[str], around: Around) -> Days:
    """Read "earlier this week": from its beginning to today."""
    return Days(_unit(found["unit"].casefold(), around).first, around.today)


def few_days(_: re.Match[str], around: Around) -> Days:
    """Read "the other day", "in the last days": nobody says how many."""
    first = around.today - timedelta(days=number("few"))
    return Days(first, around.today, ago=f"{number('few')}d")
