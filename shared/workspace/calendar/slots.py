"""Free and busy time: what a day has left, and what clashes."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import groupby, zip_longest
from typing import NamedTuple
from zoneinfo import ZoneInfo

from shared.models.profile import WorkingHours
from shared.tools.times import DAY, at, midnight
from shared.workspace.calendar.port import Busy, Event

_GRID = timedelta(minutes=15)
"""Meetings begin on the quarter hour."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Span(NamedTuple):
    """A stretch of time in UTC, its end not included."""

    starts_at: datetime
    ends_at: datetime


def blocks(event: Event) -> bool:
    """Return whether an event takes the person's time.

    One they declined or are free at does not, nor does somebody else's note for the whole day;
    their own whole day (a holiday) does, unless they are free.
    """
    declined = event.response == "declined"
    return not event.free and not declined and (event.mine or not event.all_day)


def placed(event: Event, zone: ZoneInfo) -> Event:
    """Return an event where the person is: a whole day is that day by their clocks, too."""
    if not event.all_day or event.time_zone == zone.key:
        return event
    there = ZoneInfo(event.time_zone)
    first, end = (when.astimezone(there).date() for when in (event.starts_at, event.ends_at))
    times = {"starts_at": midnight(first, zone), "ends_at": midnight(end, zone)}
    return event.model_copy(update={**times, "time_zone": zone.key})


def overlap(one: Event | Busy | Span, other: Event | Busy | Span) -> Span | None:
    """Return the time two things share."""
    shared = Span(max(one.starts_at, other.starts_at), min(one.ends_at, other.ends_at))
    return shared if shared.starts_at < shared.ends_at else None


def conflicts(events: Sequence[Event]) -> list[tuple[Event, Event, Span]]:
    """Return each pair of events that take the same time, and which, earliest first."""
    busy = sorted((e for e in events if blocks(e)), key=lambda e: (e.starts_at, e.ends_at, e.id))
    found: list[tuple[Event, Event, Span]] = []
    for place, first in enumerate(busy):
        for second in busy[place + 1 :]:
            if second.starts_at >= first.ends_at:
                break
            shared = overlap(first, second)
            if shared:
                found.append((first, second, shared))
    return sorted(found, key=lambda clash: clash[2])


def working(span: Span, hours: WorkingHours, zone: ZoneInfo) -> list[Span]:
    """Return the parts of a time that are working hours on working days.

    Hours that end before they begin go on past midnight, and belong to the day they began on.
    """
    day = span.starts_at.astimezone(zone).date() - DAY
    last = span.ends_at.astimezone(zone).date()
    found: list[Span] = []
    while day <= last:
        if day.weekday() in hours.days:
            ends_on = day if hours.end > hours.start else day + DAY
            shift = Span(at(day, hours.start, zone), at(ends_on, hours.end, zone))
            part = overlap(shift, span)
            found.extend([part] if part else [])
        day += DAY
    return found


def free(spans: Sequence[Span], busy: Iterable[Event | Busy | Span]) -> list[Span]:
    """Return what is left of these times when the busy ones are taken out."""
    left = list(spans)
    for taken in busy:
        left = [
            piece
            for span in left
            for piece in (
                Span(span.starts_at, min(span.ends_at, max(span.starts_at, taken.starts_at))),
                Span(max(span.starts_at, min(span.ends_at, taken.ends_at)), span.ends_at),
            )
            if piece.starts_at < piece.ends_at
        ]
    return left


def slots(spans: Iterable[Span], length: timedelta, zone: ZoneInfo, limit: int) -> list[Span]:
    """Return at most `limit` slots of a length, one after the other, earliest first.

    They are spread over the days: a second one on a day only when each day has given one.
    """
    fitting = sorted(slot for span in spans for slot in _fitting(span, length))
    days = groupby(fitting, lambda slot: slot.starts_at.astimezone(zone).date())
    rounds = zip_longest(*(list(of_day) for _, of_day in days))
    spread = [slot for one_round in rounds for slot in one_round if slot]
    return sorted(spread[:limit])


def _fitting(span: Span, length: timedelta) -> list[Span]:
    found: list[Span] = []
    begins = _on_grid(span.starts_at)
    while begins + length <= span.ends_at:
        found.append(Span(begins, begins + length))
        begins = _on_grid(begins + length)
    return found


def _on_grid(when: datetime) -> datetime:
    """Return the next quarter hour; every zone in use is whole quarters away from UTC."""
    return when + (_EPOCH - when) % _GRID
