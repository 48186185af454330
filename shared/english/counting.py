"""The times of a rule, counted by the calendar: local times, which know no zone."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, time
from typing import Protocol, cast

from dateutil.rrule import rrulestr

from shared.english.rules import Rule

_MIDNIGHT = time()


class Times(Protocol):
    """What dateutil makes of a rule."""

    def xafter(self, dt: datetime, *, inc: bool) -> Iterator[datetime]:
        """Yield the times after one, or from it on."""
        ...


def times(rule: Rule, start: datetime, until: datetime | None = None) -> Iterator[datetime]:
    """Yield the local times of a rule from its beginning on, in order, perhaps without end."""
    text = f"{rule.text};BYSECOND=0".replace("Z;", ";")
    if until is not None and not rule.until and not rule.count:
        text += f";UNTIL={until:%Y%m%dT%H%M%S}"
    return cast("Times", rrulestr(text, dtstart=start)).xafter(start, inc=True)


def days(rule: Rule, first: date) -> Iterator[date]:
    """Yield the days of a rule from the first on."""
    return (at.date() for at in times(rule, datetime.combine(first, _MIDNIGHT)))


def first_day(rule: Rule, start: date) -> date:
    """Return the first day from one on that a rule takes in; that day itself if there is none.

    It begins there: an interval counts from its first day, whenever that is.
    """
    return next(days(replace(rule, interval=1), start), start)
