"""How often an event repeats: RFC 5545 rules, and Graph's patterns and ranges."""

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from shared.connectors.microsoft.graph import Shape, Text, Texts
from shared.english.rules import LONGEST_MONTH, SHORTEST_MONTH, Rule, on_date, parse
from shared.errors import ToolFailed

_DAYS = {
    "MO": "monday",
    "TU": "tuesday",
    "WE": "wednesday",
    "TH": "thursday",
    "FR": "friday",
    "SA": "saturday",
    "SU": "sunday",
}
_CODES = {day: code for code, day in _DAYS.items()}
_WEEKS = {"1": "first", "2": "second", "3": "third", "4": "fourth", "-1": "last"}
_NUMBERS = {week: number for number, week in _WEEKS.items()}
_KNOWN = frozenset(
    {"FREQ", "INTERVAL", "BYDAY", "BYMONTHDAY", "BYMONTH", "BYSETPOS", "COUNT", "UNTIL", "WKST"}
)
_ORDINAL = re.compile(r"([+-]?\d)?([A-Z]{2})")
_UNTIL = re.compile(r"(\d{4})(\d{2})(\d{2})(?:T\d{6}Z?)?")
_FREQUENCIES = {"daily": "DAILY", "weekly": "WEEKLY", "Monthly": "MONTHLY", "Yearly": "YEARLY"}
_MOST = 999
_MONTHLY = ("FREQ", "BYMONTHDAY", "BYSETPOS")
_UNSAYABLE = "Outlook has no way to repeat an event like that ({}); a simpler rule works."


class Pattern(Shape):
    """Graph's recurrencePattern."""

    type: str
    interval: int = 1
    days_of_week: Texts = ()
    day_of_month: int = 0
    month: int = 0
    index: Text = ""
    first_day_of_week: Text = ""


class Range(Shape):
    """Graph's recurrenceRange; the date of one without end means nothing."""

    type: str
    end_date: Text = ""
    number_of_occurrences: int | None = 0


class Recurrence(Shape):
    """Graph's patternedRecurrence."""

    pattern: Pattern
    range: Range


def rule_of(recurrence: Recurrence | None) -> str:
    """Return "RRULE:FREQ=..."; "" for an event that does not repeat."""
    if recurrence is None:
        return ""
    pattern, ends = recurrence.pattern, recurrence.range
    parts = {"FREQ": next(v for k, v in _FREQUENCIES.items() if pattern.type.endswith(k))}
    if pattern.interval > 1:
        parts["INTERVAL"] = str(pattern.interval)
    if "Yearly" in pattern.type:
        parts["BYMONTH"] = str(pattern.month)
    if pattern.type.startswith("absolute"):
        # Outlook takes the last day of a month that lacks this one
        parts |= _monthly(on_date(pattern.day_of_month, clip="Monthly" in pattern.type))
    elif pattern.type != "daily":
        days = [_CODES[day] for day in pattern.days_of_week if day in _CODES]
        number = _NUMBERS.get(pattern.index, "") if pattern.type.startswith("relative") else ""
        if len(days) == 1 or not number:
            parts["BYDAY"] = ",".join(number + day for day in days)
        else:
            parts |= {"BYDAY": ",".join(days), "BYSETPOS": number}
    if pattern.type == "weekly" and pattern.interval > 1 and pattern.first_day_of_week in _CODES:
        parts["WKST"] = _CODES[pattern.first_day_of_week]
    if ends.type == "numbered":
        parts["COUNT"] = str(ends.number_of_occurrences)
    elif ends.type == "endDate":
        parts["UNTIL"] = ends.end_date.replace("-", "")
    return "RRULE:" + ";".join(f"{name}={value}" for name, value in parts.items())


def _monthly(rule: Rule) -> dict[str, str]:
    dates = {"BYMONTHDAY": ",".join(map(str, rule.dates))}
    return dates | ({"BYSETPOS": "-1"} if rule.positions else {})


def recurrence_of(rule: str, first: date, zone: str) -> dict[str, Any]:
    """Return a rule as Graph's JSON, beginning on `first`; raise ToolFailed for one it cannot say.

    A rule that leaves the day open means the day of the first occurrence.
    """
    parts = dict(
        part.split("=", 1)
        for part in rule.strip().upper().removeprefix("RRULE:").split(";")
        if "=" in part
    )
    if unknown := parts.keys() - _KNOWN:
        raise _unsayable(min(unknown))
    ends: dict[str, Any] = {
        "type": "noEnd",
        "startDate": first.isoformat(),
        "recurrenceTimeZone": zone,
    }
    if "COUNT" in parts:
        ends |= {"type": "numbered", "numberOfOccurrences": _number(parts, "COUNT")}
    elif until := _UNTIL.fullmatch(parts.get("UNTIL", "")):
        ends |= {"type": "endDate", "endDate": "-".join(until.groups())}
    elif "UNTIL" in parts:
        raise _unsayable("UNTIL")
    pattern = _pattern(parts, first) | {"interval": _number(parts, "INTERVAL", 1)}
    return {"pattern": pattern, "range": ends}


def _pattern(parts: Mapping[str, str], first: date) -> dict[str, Any]:
    days, number = _days(parts)
    match parts.get("FREQ", ""):
        case "DAILY" if not days:
            return {"type": "daily"}
        case "DAILY" if not number and parts.get("INTERVAL", "1") == "1":
            return _weekly(days, parts, first)
        case "WEEKLY" if not number:
            return _weekly(days, parts, first)
        case "MONTHLY" | "YEARLY" as frequency:
            kind = frequency.capitalize()
            month = {"month": _number(parts, "BYMONTH", first.month)} if kind == "Yearly" else {}
            if days and number:
                return {"type": f"relative{kind}", "daysOfWeek": days, "index": number} | month
            if not days:
                day = _day_of_month(parts, first)
                return {"type": f"absolute{kind}", "dayOfMonth": day} | month
        case _:
            pass
    raise _unsayable(";".join(f"{name}={value}" for name, value in parts.items())[:60])


def _day_of_month(parts: Mapping[str, str], first: date) -> int:
    """Return the day as Outlook means it, which never leaves out a month."""
    try:
        rule = parse(";".join(f"{name}={parts[name]}" for name in _MONTHLY if name in parts))
    except ValueError:
        raise _unsayable(f"BYMONTHDAY={parts['BYMONTHDAY'][:20]}") from None
    if rule.clipped or rule.dates == (-1,):
        return rule.clipped or LONGEST_MONTH
    day = _number(parts, "BYMONTHDAY", first.day)
    if day > SHORTEST_MONTH and rule.dates and rule.frequency == "MONTHLY":
        raise _unsayable(f"on day {day}, leaving out shorter months")
    return day


def _weekly(days: list[str], parts: Mapping[str, str], first: date) -> dict[str, Any]:
    start = _DAYS.get(parts.get("WKST", "MO"), "monday")
    days = days or [tuple(_DAYS.values())[first.weekday()]]
    return {"type": "weekly", "daysOfWeek": days, "firstDayOfWeek": start}


def _days(parts: Mapping[str, str]) -> tuple[list[str], str]:
    """Return the days of the week, and which of them in the month ("" for none)."""
    days: list[str] = []
    numbers = {parts["BYSETPOS"]} if "BYSETPOS" in parts and "BYDAY" in parts else set[str]()
    for each in filter(None, parts.get("BYDAY", "").split(",")):
        found = _ORDINAL.fullmatch(each)
        if found is None or found[2] not in _DAYS:
            raise _unsayable(each)
        days.append(_DAYS[found[2]])
        numbers |= {found[1].lstrip("+")} if found[1] else set()
    if len(numbers) > 1 or not numbers <= _WEEKS.keys():
        raise _unsayable(parts.get("BYDAY", ""))
    return days, _WEEKS[numbers.pop()] if numbers else ""


def _number(parts: Mapping[str, str], name: str, otherwise: int = 0) -> int:
    value = parts.get(name, str(otherwise))
    if not value.isdecimal() or not 1 <= int(value) <= _MOST:
        raise _unsayable(f"{name}={value[:20]}")
    return int(value)


def _unsayable(what: str) -> ToolFailed:
    return ToolFailed(_UNSAYABLE.format(what), "params")
