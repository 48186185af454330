"""Reads when people are busy, their calendars being open to colleagues or not."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated

from shared.connectors.microsoft.events import Moment, local
from shared.connectors.microsoft.graph import MANY, PREFER, Shape, Text, shaped
from shared.connectors.microsoft.zones import zone_named
from shared.connectors.rest import Request, Rest
from shared.workspace.calendar.port import Busy, FreeBusy

MOST_PEOPLE = 20
"""Calendars that one request may ask about."""
_MINUTES = 15
_BLOCKING = frozenset({"busy", "tentative", "oof"})
_BLOCKING_DIGITS = frozenset("123")
"""The same in `availabilityView`, which has a digit for each interval."""


class _Item(Shape):
    status: Text = ""
    subject: Text = ""
    start: Moment
    end: Moment
    is_private: bool = False


class _Error(Shape):
    message: Text = ""


class _Schedule(Shape):
    schedule_id: str
    availability_view: Text = ""
    schedule_items: Annotated[tuple[_Item, ...], MANY] = ()
    error: _Error | None = None


class _Schedules(Shape):
    value: tuple[_Schedule, ...]


async def free_busy(
    rest: Rest, account: str, people: Sequence[str], start: datetime, end: datetime
) -> FreeBusy:
    """Return when people are busy; "me" is the account."""
    busy: list[Busy] = []
    unknown: list[str] = []
    for first in range(0, len(people), MOST_PEOPLE):
        some = people[first : first + MOST_PEOPLE]
        asked = {(account if who == "me" else who).casefold(): who for who in some}
        schedules = await _schedules(rest, list(asked), start, end)
        for address, who in asked.items():
            schedule = schedules.get(address)
            if schedule is None or schedule.error is not None:
                unknown.append(who)
            else:
                busy += _busy(schedule, who, start)
    return FreeBusy(busy=tuple(busy), unknown=tuple(unknown))


async def _schedules(
    rest: Rest, addresses: list[str], start: datetime, end: datetime
) -> dict[str, _Schedule]:
    utc = zone_named("UTC")
    body = {
        "Schedules": addresses,
        "StartTime": local(start, utc),
        "EndTime": local(end, utc),
        "AvailabilityViewInterval": _MINUTES,
    }
    request = Request("POST", "/me/calendar/getSchedule", json=body, headers=PREFER)
    found = shaped(_Schedules, await rest.read(request))
    return {schedule.schedule_id.casefold(): schedule for schedule in found.value}


def _busy(schedule: _Schedule, who: str, start: datetime) -> Iterable[Busy]:
    """Return the times of a schedule; one that shows no items still shows when they are."""
    for item in schedule.schedule_items:
        if item.status in _BLOCKING:
            title = "" if item.is_private else item.subject
            yield Busy(person=who, starts_at=item.start, ends_at=item.end, title=title)
    if schedule.schedule_items:
        return
    step, began = timedelta(minutes=_MINUTES), start.astimezone(UTC)
    opened: datetime | None = None
    for number, digit in enumerate(f"{schedule.availability_view}0"):
        at = began + number * step
        if digit in _BLOCKING_DIGITS and opened is None:
            opened = at
        elif digit not in _BLOCKING_DIGITS and opened is not None:
            yield Busy(person=who, starts_at=opened, ends_at=at)
            opened = None
