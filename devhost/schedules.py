"""When a timer is due, in UTC: NCRONTAB expressions with seconds, and `HH:MM:SS` intervals."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta

from croniter import croniter

Schedule = Callable[[datetime], datetime]
"""Gives the next occurrence strictly after an instant."""

_INTERVAL = re.compile(r"(?:(\d+)\.)?(\d{1,2}):([0-5]\d):([0-5]\d)")
_FIELD = re.compile(
    r"(?:[0-9*/,-]|[A-Za-z]{3})+"
)  # croniter knows more signs (L, W, #, ?) than NCRONTAB
_FIELDS = (5, 6)
_HOURS = 24


def parse_schedule(text: str) -> Schedule:
    """Read a schedule; raise ValueError with the reason when the Functions host would not."""
    interval = _INTERVAL.fullmatch(text.strip())
    return _every(interval) if interval else _cron(text.split())


def _every(interval: re.Match[str]) -> Schedule:
    days, hours, minutes, seconds = (int(part or 0) for part in interval.groups())
    if hours >= _HOURS:
        raise ValueError("an interval counts hours up to 23; write days as `1.00:00:00`")
    step = timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
    if not step:
        raise ValueError("an interval must be longer than nothing")
    return lambda after: after + step


def _cron(fields: list[str]) -> Schedule:
    if len(fields) not in _FIELDS or not all(_FIELD.fullmatch(field) for field in fields):
        raise ValueError("write six fields, seconds first, such as `0 */5 * * * *`")
    # Five fields mean "at second 0". Both day fields must match, unlike in Unix cron.
    expression = " ".join(["0", *fields][-6:])
    try:
        croniter(expression, second_at_beginning=True)
    except (ValueError, KeyError) as error:
        raise ValueError(str(error)) from error
    return lambda after: croniter(
        expression, after, ret_type=datetime, second_at_beginning=True, day_or=False
    ).get_next()
