"""When people are busy, as Google Calendar tells it."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime

from shared.connectors.google.answers import Resource, taken
from shared.connectors.google.event import CalendarEvent, instant
from shared.connectors.rest import Request, Rest
from shared.models.base import Json
from shared.workspace.calendar.port import Busy, FreeBusy

MOST_PEOPLE = 50  # what Google answers for in one request


class _Period(Resource):
    start: datetime
    end: datetime


class _Person(Resource):
    busy: tuple[_Period, ...] = ()
    errors: tuple[Json, ...] = ()


class _Answer(Resource):
    calendars: dict[str, _Person]


async def free_busy_of_others(
    rest: Rest, people: Sequence[str], start: datetime, end: datetime
) -> FreeBusy:
    """Return when these addresses are busy."""
    busy: list[Busy] = []
    unknown: list[str] = []
    for first in range(0, len(people), MOST_PEOPLE):
        some = people[first : first + MOST_PEOPLE]
        body = {
            "timeMin": start.astimezone(UTC).isoformat(),
            "timeMax": end.astimezone(UTC).isoformat(),
            "items": [{"id": person} for person in some],
        }
        # `read`, because Google's POST only asks
        answer = await rest.read(Request("POST", "/calendar/v3/freeBusy", json=body))
        calendars = taken(_Answer, answer).calendars
        for person in some:
            calendar = calendars.get(person)
            if calendar is None or calendar.errors:
                unknown.append(person)
            else:
                busy += [_busy(person, period) for period in calendar.busy]
    return FreeBusy(busy=tuple(busy), unknown=tuple(unknown))


def busy_in(events: Iterable[CalendarEvent], person: str, zone: str) -> Iterator[Busy]:
    """Yield when somebody with these events is busy."""
    for event in events:
        if event.blocks:
            starts, ends = instant(event.start, zone), instant(event.end, zone)
            yield Busy(person=person, starts_at=starts, ends_at=ends, title=event.summary)


def _busy(person: str, period: _Period) -> Busy:
    starts, ends = period.start.astimezone(UTC), period.end.astimezone(UTC)
    return Busy(person=person, starts_at=starts, ends_at=ends)
