"""A rule in words, such that `read` makes the same rule of them."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from zoneinfo import ZoneInfo

from shared.decisions.recurring.rules import rules_of
from shared.english.rules import DAY_NAMES, PLACES, SHORTEST_MONTH, WORKDAYS, Rule
from shared.english.zones import spoken
from shared.models.schedule import Recurrence
from shared.words import either

_MOST_TIMES = 6
"""More times of day, or days of the month, than that are no list to read."""
_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September"),
    *("October", "November", "December"),
)
_WEEKEND = ((0, 5), (0, 6))
_HOURS, _MINUTES, _YEAR = 24, 60, 12
_EITHER_HALF = range(1, 7)
_LEAP_DAY = (2, 29)
_LAST_DAY = (-1,)
_QUARTER_ENDS = (3, 6, 9, 12)
_UNTIL = re.compile(r"(\d{4})(\d{2})(\d{2})")


def told(recurrence: Recurrence) -> str:
    """Return a rule in words, e.g. "every Monday at 9:00, Berlin time"; a rare one as written."""
    return f"{told_here(recurrence)}, {spoken(recurrence.zone)}"


def told_here(recurrence: Recurrence) -> str:
    """Return a rule in words for who knows by which clocks."""
    if recurrence.once is not None:
        at = recurrence.once.astimezone(ZoneInfo(recurrence.zone))
        return f"once on {_date(at.date())} at {_clock(at.hour, at.minute)}"
    rules = rules_of(recurrence)
    plain = [replace(one, hours=(), minutes=(), positions=()) for one in rules]
    alike = (
        all(one == plain[0] for one in plain) and len({len(one.positions) for one in rules}) == 1
    )
    said = (_often(rules[0]) if len(rules) == 1 else "") or (_at_times(rules) if alike else "")
    if not said:
        return _as_written(recurrence)
    return said + _ends(rules[0], recurrence.start)


def _as_written(recurrence: Recurrence) -> str:
    if recurrence.cron:
        return f'by the cron expression "{recurrence.cron}"'
    lines = " and ".join(rule.text for rule in rules_of(recurrence))
    start = f", starting {recurrence.start.isoformat()}" if recurrence.start else ""
    return f'by the rule "{lines}"{start}'


def _ends(rule: Rule, start: date | None) -> str:
    """Return what is to be known besides: months left out, when it begins and when it ends."""
    said = ""
    if rule.dates and rule.dates[-1] > SHORTEST_MONTH and not rule.clipped:
        leap = (*rule.months, rule.dates[-1]) == _LEAP_DAY
        said = ", only in leap years" if leap else ", skipping shorter months"
        said = "" if rule.frequency == "YEARLY" and not leap else said
    elif rule.clipped:
        said = ", or the last day of a shorter month"
    if start is not None:
        said += f", starting {_date(start)}"
    if rule.count:
        said += f", {rule.count} times"
    if until := _UNTIL.match(rule.until):
        said += f", until {_date(date(*map(int, until.groups())))}"
    return said


def _at_times(rules: Sequence[Rule]) -> str:
    times = sorted((h, m) for rule in rules for h in rule.hours for m in rule.minutes)
    days = _days(rules[0])
    if not days or len(times) > _MOST_TIMES:
        return ""
    return f"{days} at {either([_clock(*at) for at in times])}"


def _often(rule: Rule) -> str:
    """Return "every so often", where an hour or a day is parted evenly."""
    days, hours, minutes = _days(rule, often=True), rule.hours, rule.minutes
    if days is None:
        return ""
    if len(minutes) > 1:
        step = minutes[1]
        in_a_row = len(hours) == hours[-1] - hours[0] + 1
        if _MINUTES % step or minutes != tuple(range(0, _MINUTES, step)) or not in_a_row:
            return ""
        return f"every {step} minutes{_between(hours)}{days}".replace(" 1 minutes", " minute")
    if minutes != (0,) or len(hours) <= _MOST_TIMES - 2:
        return ""
    step = hours[1] - hours[0]
    every = f"every {step} hours" if step > 1 else "every hour"
    if hours == tuple(range(0, _HOURS, step)) and _HOURS % step == 0:
        return every + days
    if hours != tuple(range(hours[0], hours[-1] + 1, step)) or _HOURS % step:
        return ""
    return f"{every} between {_clock(hours[0])} and {_clock(hours[-1])}{days}"


def _between(hours: Sequence[int]) -> str:
    if len(hours) == _HOURS:
        return ""
    return f" between {_clock(hours[0])} and {_clock((hours[-1] + 1) % _HOURS)}"


def _days(rule: Rule, *, often: bool = False) -> str | None:
    """Return the days in words; None for a mixture that words would only blur.

    `often`: as what follows "every hour", where every day needs no saying.
    """
    said = _weekly(rule, often=often) if rule.frequency in {"DAILY", "WEEKLY"} else _monthly(rule)
    return f" {said}" if said and often else said


def _weekly(rule: Rule, *, often: bool) -> str | None:
    every, days = rule.interval, tuple(day for _, day in rule.days)
    if rule.months or rule.dates or rule.positions or any(place for place, _ in rule.days):
        return None
    if rule.frequency == "DAILY":
        every_day = "" if often else "every day"
        return (every_day if every == 1 else f"every {every} days") if not days else None
    names = [DAY_NAMES[day] for day in days]
    if every > 1:
        weeks = "other week" if every == 2 else f"{every} weeks"  # noqa: PLR2004
        return f"every {weeks} on {either(names)}"
    if rule.days == WORKDAYS:
        return "on weekdays" if often else "every weekday"
    if rule.days == _WEEKEND:
        return "on weekends"
    return f"on {either([f'{name}s' for name in names])}" if often else f"every {either(names)}"


def _monthly(rule: Rule) -> str | None:
    if rule.frequency == "YEARLY":
        single = len(rule.months) == len(rule.dates) == rule.interval == 1 and rule.dates[0] > 0
        plain = single and not rule.days and not rule.positions
        return f"every year on {rule.dates[0]} {_MONTHS[rule.months[0] - 1]}" if plain else None
    day, every = _day_of_month(rule), _every_months(rule)
    if not day or not every:
        return None
    if every != "every month":
        return f"{every} on {day}"
    return f"on {day} of every month"


def _day_of_month(rule: Rule) -> str:
    """Return which day of the month: "the 1st and 15th", "the last working day"."""
    each = max(1, len(rule.hours) * len(rule.minutes))
    if rule.clipped:
        return f"the {_ordinal(rule.clipped)}"
    if rule.days == WORKDAYS and not rule.dates and len(rule.positions) == each:
        place = rule.positions[0] // each if rule.positions[0] < 0 else rule.positions[-1] // each
        known = place in PLACES and rule.positions == _positions(place, each)
        return f"the {PLACES[place]} working day" if known else ""
    if rule.positions or (rule.days and rule.dates):
        return ""
    if rule.days:
        places, days = [place for place, _ in rule.days], {day for _, day in rule.days}
        if len(days) > 1 or not all(place in PLACES for place in places):
            return ""
        return f"the {either([PLACES[place] for place in places])} {DAY_NAMES[days.pop()]}"
    if rule.dates == (-1,):
        return "the last day"
    if len(rule.dates) > _MOST_TIMES or min(rule.dates, default=-1) < 0:
        return ""
    return f"the {either([_ordinal(day) for day in rule.dates])}"


def _positions(place: int, each: int) -> tuple[int, ...]:
    """Return which times of a month are those of its days at a place, at so many times a day."""
    first = place * each if place < 0 else (place - 1) * each + 1
    return tuple(range(first, first + each))


def _every_months(rule: Rule) -> str:
    """Return "every 3 months", which begin with January; with a last day, they are quarters."""
    if not rule.months:
        return "every month" if rule.interval == 1 else f"every {rule.interval} months"
    if rule.months == _QUARTER_ENDS and rule.interval == 1:
        return "every quarter"
    step = rule.months[1] - rule.months[0] if len(rule.months) > 1 else 0
    every = rule.months == tuple(range(1, _YEAR + 1, step)) if step else False
    if not every or rule.dates == _LAST_DAY or rule.interval > 1:
        return ""
    return f"every {step} months" if _YEAR % step == 0 and step > 1 else ""


def _clock(hour: int, minute: int = 0) -> str:
    """Return a time of day; from 1 to 6 only the 24-hour clock tells which half it is in."""
    return f"{hour:02}:{minute:02}" if hour in _EITHER_HALF else f"{hour}:{minute:02}"


def _date(day: date) -> str:
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def _ordinal(day: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(day % 10 if day not in range(11, 14) else 0, "th")
    return f"{day}{ending}"
