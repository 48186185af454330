"""A rule in words, such that `read` makes the same rule of them."""

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from shared.decisions.recurring.cron import HOURS, LAST, MINUTES, Cron, parse
from shared.decisions.recurring.normal import MONTHS, WEEKDAYS
from shared.models.schedule import Recurrence

_MOST_TIMES = 6
"""More times of day, or days of the month, than that are no list to read."""
_WEEK, _WEEKEND = frozenset(range(1, 6)), frozenset({0, 6})
_PLACES = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", LAST: "last"}


def told(recurrence: Recurrence) -> str:
    """Return a rule in words, e.g. "every Monday at 9:00"; a rare one by its expression."""
    if recurrence.once is not None:
        at = recurrence.once.astimezone(ZoneInfo(recurrence.zone))
        month = MONTHS[at.month - 1].capitalize()
        return f"once on {at.day} {month} {at.year} at {at.hour}:{at:%M}"
    cron = parse(recurrence.cron)
    return _often(cron) or _at_times(cron) or f'by the cron expression "{recurrence.cron}"'


def _at_times(cron: Cron) -> str:
    days, times = _days(cron), [f"{h}:{m:02}" for h in cron.hours for m in cron.minutes]
    return f"{days} at {_listed(times)}" if days and len(times) <= _MOST_TIMES else ""


def _often(cron: Cron) -> str:
    """Return "every so often", where an hour or a day is parted evenly."""
    days, hours, minutes = _days(cron, often=True), cron.hours, cron.minutes
    if days is None:
        return ""
    if len(minutes) > 1:
        step = minutes[1]
        in_a_row = len(hours) == hours[-1] - hours[0] + 1
        if len(MINUTES) % step or minutes != tuple(MINUTES[::step]) or not in_a_row:
            return ""
        return f"every {step} minutes{_between(hours)}{days}".replace(" 1 minutes", " minute")
    if minutes != (0,) or len(hours) <= _MOST_TIMES - 2:
        return ""
    step = hours[1] - hours[0]
    every = f"every {step} hours" if step > 1 else "every hour"
    if hours == tuple(HOURS[::step]) and len(HOURS) % step == 0:
        return every + days
    if hours != tuple(range(hours[0], hours[-1] + 1, step)) or len(HOURS) % step:
        return ""
    return f"{every} between {hours[0]}:00 and {hours[-1]}:00{days}"


def _between(hours: Sequence[int]) -> str:
    if len(hours) == len(HOURS):
        return ""
    return f" between {hours[0]}:00 and {(hours[-1] + 1) % len(HOURS)}:00"


def _days(cron: Cron, *, often: bool = False) -> str | None:
    """Return the days in words; None for a mixture that words would only blur.

    `often`: as what follows "every hour", where every day needs no saying.
    """
    all_year = len(cron.months) == len(MONTHS)
    by_date = not cron.every_date
    if by_date and not cron.every_weekday:
        return None
    if by_date:
        said = _dates(cron) if all_year else _months(cron)
    elif not all_year:
        said = None
    elif cron.every_weekday:
        return "" if often else "every day"
    else:
        said = _weekdays(cron, often=often)
    return f" {said}" if said is not None and often else said


def _weekdays(cron: Cron, *, often: bool) -> str | None:
    if cron.places:
        days = {day for day, _ in cron.places}
        if cron.weekdays or len(days) > 1:
            return None
        places = [_PLACES[place] for _, place in sorted(cron.places, key=lambda one: one[1] or 9)]
        return f"on the {_listed(places)} {WEEKDAYS[days.pop()].capitalize()} of every month"
    if cron.weekdays == _WEEK:
        return "on weekdays" if often else "every weekday"
    if cron.weekdays == _WEEKEND:
        return "on weekends"
    monday_first = sorted(cron.weekdays, key=lambda day: (day - 1) % 7)
    names = [WEEKDAYS[day].capitalize() for day in monday_first]
    return f"on {_listed([f'{name}s' for name in names])}" if often else f"every {_listed(names)}"


def _dates(cron: Cron) -> str | None:
    if cron.last_day:
        return None if cron.days else "on the last day of every month"
    if len(cron.days) > _MOST_TIMES:
        return None
    return f"on the {_listed([_ordinal(day) for day in sorted(cron.days)])} of every month"


def _months(cron: Cron) -> str | None:
    """Return one day every few months, or every year."""
    if len(cron.days) != 1 or cron.last_day:
        return None
    day, months = next(iter(cron.days)), sorted(cron.months)
    if len(months) == 1:
        return f"every year on {day} {MONTHS[months[0] - 1].capitalize()}"
    step = months[1] - months[0]
    if len(MONTHS) % step or months != list(range(1, len(MONTHS) + 1, step)):
        return None
    return f"every {step} months on the {_ordinal(day)}"


def _ordinal(day: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(day % 10 if day not in range(11, 14) else 0, "th")
    return f"{day}{ending}"


def _listed(items: Sequence[str]) -> str:
    *first, last = items
    return f"{', '.join(first)} and {last}" if first else last
