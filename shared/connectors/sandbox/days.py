"""Time in the demo organisation: relative to today when stored, so it is never stale when read."""

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta

from shared.models.base import Payload

_PAUSE = timedelta(minutes=7)
"""Between a message and a reply that a shift to Friday has brought in front of it."""

_FRIDAY = 4
_PLACEHOLDER = re.compile(r"\{(day|date|iso) ([+-]\d+)\}")


class Moment(Payload):
    """A time some days from today; unless `any_day`, a weekend means the Friday before."""

    day: int
    time: time
    any_day: bool = False


def working_day(day: date) -> date:
    """Return the day itself, or the Friday before a weekend."""
    return day - timedelta(days=max(0, day.weekday() - _FRIDAY))


def past(moment: Moment, now: datetime) -> datetime:
    """Return when this was; a time of today that has not come yet was yesterday."""
    when = _at(now.date() + timedelta(days=moment.day), moment)
    return when if when <= now else _at(when.date() - timedelta(days=1), moment)


def in_order(moments: Sequence[Moment | datetime], now: datetime) -> tuple[datetime, ...]:
    """Return when the messages of a conversation were sent: in their order, none after now.

    Times that are settled already stay what they are.
    """
    times: list[datetime] = []
    for moment in moments:
        if isinstance(moment, datetime):
            times.append(moment)
            continue
        when = past(moment, now)
        if times and when <= times[-1]:
            when = min(now, times[-1] + _PAUSE)
        times.append(when)
    return tuple(times)


def in_week(week: int, weekday: int, at: time, now: datetime) -> datetime:
    """Return a time some weeks from this one; weekday 0 is Monday."""
    monday = now.date() - timedelta(days=now.weekday())
    return datetime.combine(monday + timedelta(weeks=week, days=weekday), at, UTC)


def dated(text: str, now: datetime) -> str:
    """Fill in `{day +3}` (Thursday), `{date -2}` (9 July), `{iso -2}`, all counted from today."""

    def fill(found: re.Match[str]) -> str:
        day = working_day(now.date() + timedelta(days=int(found[2])))
        match found[1]:
            case "day":
                return f"{day:%A}"
            case "date":
                return f"{day.day} {day:%B}"
            case _:
                return day.isoformat()

    return _PLACEHOLDER.sub(fill, text)


def _at(day: date, moment: Moment) -> datetime:
    return datetime.combine(day if moment.any_day else working_day(day), moment.time, UTC)
