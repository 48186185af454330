"""When a rule's next time is, in UTC, through every change of the clocks.

A local time that is skipped in spring counts as the first moment after the gap, one that comes
twice in autumn as the first of the two.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice, pairwise
from zoneinfo import ZoneInfo

from shared.decisions.recurring.rules import local_times, rules_of
from shared.models.schedule import Recurrence

SHORTEST = timedelta(minutes=5)
"""A schedule may not run more often."""
_ANY_DAY = datetime(2024, 1, 1)  # noqa: DTZ001 - a local time by no particular clock
_LOOKED_AT = 13
"""Runs after one another that show how far apart a rule's can lie: a year of months."""
_SECOND = timedelta(seconds=1)
_DAY_MINUTES = 1440


def next_after(recurrence: Recurrence, after: datetime) -> datetime | None:
    """Return the first time of a rule after a moment; None when there is none any more."""
    return next(coming(recurrence, after), None)


def coming(recurrence: Recurrence, after: datetime) -> Iterator[datetime]:
    """Yield the times of a rule after a moment, in order."""
    if recurrence.once is not None:
        yield from (at for at in (recurrence.once.astimezone(UTC),) if at > after)
        return
    zone, last = ZoneInfo(recurrence.zone), after
    start = after.astimezone(zone).replace(tzinfo=None, second=0, microsecond=0)
    for local in local_times(recurrence, start):
        if (at := moment(local, zone)) > last:
            yield at
            last = at


def moment(local: datetime, zone: ZoneInfo) -> datetime:
    """Return when clocks of a zone show a (naive) local time, in UTC."""
    shown = local.replace(tzinfo=zone, fold=0).astimezone(UTC)
    if shown.astimezone(zone).replace(tzinfo=None) == local:
        return shown
    before, after = local.replace(tzinfo=zone, fold=1).astimezone(UTC), shown
    offset = after.astimezone(zone).utcoffset()
    while after - before > _SECOND:
        middle = before + (after - before) // 2 // _SECOND * _SECOND
        if middle.astimezone(zone).utcoffset() == offset:
            after = middle
        else:
            before = middle
    return after


def longest_days(recurrence: Recurrence) -> int | None:
    """Return the days that can lie between two runs, rounded up; None for a single one."""
    if recurrence.once is not None:
        return None
    times = islice(local_times(recurrence, _ANY_DAY), _LOOKED_AT)
    gap = max((after - before for before, after in pairwise(times)), default=timedelta(days=1))
    return -(-gap // timedelta(days=1))


def shortest(recurrence: Recurrence) -> timedelta | None:
    """Return the least time between two runs, by the clock; None for a single one."""
    if recurrence.once is not None:
        return None
    times = sorted(
        {h * 60 + m for rule in rules_of(recurrence) for h in rule.hours for m in rule.minutes}
    )
    following = [*times[1:], times[0] + _DAY_MINUTES]
    return timedelta(minutes=min(b - a for a, b in zip(times, following, strict=True)))
