"""How often an event repeats: a rule (RFC 5545) made regular, and in words."""

import re

from shared.errors import ToolFailed

_RULE = re.compile(r"FREQ=(?:DAILY|WEEKLY|MONTHLY|YEARLY)(?:;[A-Z]+=[A-Z0-9,+-]+)*")
_INTERVAL = re.compile(r"[1-9][0-9]{0,2}")
_UNITS = {"DAILY": "day", "WEEKLY": "week", "MONTHLY": "month", "YEARLY": "year"}
_DAYS = {
    "MO": "Monday",
    "TU": "Tuesday",
    "WE": "Wednesday",
    "TH": "Thursday",
    "FR": "Friday",
    "SA": "Saturday",
    "SU": "Sunday",
}
_PREFIX = "RRULE:"
_SAID = frozenset({"FREQ", "INTERVAL", "BYDAY", "COUNT", "UNTIL", "WKST"})
_UNTIL = re.compile(r"(\d{4})(\d{2})(\d{2})")


def regular(rule: str) -> str:
    """Return a rule as "RRULE:FREQ=...", "" for none; raise ToolFailed for anything else."""
    if not rule.strip():
        return ""
    plain = rule.strip().upper().removeprefix(_PREFIX)
    parts = _parts(plain) if _RULE.fullmatch(plain) else {}
    if not parts or not _INTERVAL.fullmatch(parts.get("INTERVAL", "1")):
        message = "I can't read how often that repeats; a rule looks like FREQ=WEEKLY;BYDAY=MO."
        raise ToolFailed(message, "params")
    return _PREFIX + plain


def in_words(rule: str) -> str:
    """Return "every 2 weeks on Monday, 10 times"; the rule itself where words would leave out."""
    parts = _parts(rule.removeprefix(_PREFIX))
    days = [_DAYS.get(day) for day in parts.get("BYDAY", "").split(",") if day]
    unit = _UNITS.get(parts.get("FREQ", ""))
    if unit is None or None in days or not parts.keys() <= _SAID:
        return rule
    every = int(parts.get("INTERVAL", "1"))
    said = f"every {unit}" if every == 1 else f"every {every} {unit}s"
    if days:
        said += f" on {', '.join(day for day in days if day)}"
    if "COUNT" in parts:
        said += f", {parts['COUNT']} times"
    until = _UNTIL.match(parts.get("UNTIL", ""))
    return f"{said}, until {'-'.join(until.groups())}" if until else said


def _parts(rule: str) -> dict[str, str]:
    return dict(part.split("=", 1) for part in rule.split(";") if "=" in part)
