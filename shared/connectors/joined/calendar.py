"""Several calendars of one person as one."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from shared.connectors.joined.members import Member, ask, owner
from shared.models.profile import CalendarSettings
from shared.tools.effect import Effect
from shared.tools.workspace import LeftOut
from shared.workspace.calendar.port import (
    Busy,
    Calendar,
    Event,
    EventChange,
    FreeBusy,
    NewEvent,
    Response,
    Scope,
)

_ME = "me"


class JoinedCalendar:
    """Ids begin with their account's key; what is made is made in the first account."""

    def __init__(self, members: Sequence[Member[Calendar]], left_out: list[LeftOut]) -> None:
        self._members = members
        self._left_out = left_out

    async def events(
        self, start: datetime, end: datetime, text: str = "", limit: int = 250
    ) -> tuple[Event, ...]:
        """Return what overlaps a time in any of them, earliest first."""
        answers = await ask(
            self._members,
            self._left_out,
            lambda calendar: calendar.events(start, end, text, limit),
        )
        found = [_event(one, event) for one, events in answers.given for event in events]
        return tuple(sorted(found, key=lambda event: (event.starts_at, event.id))[:limit])

    async def get(self, event_id: str) -> Event:
        """Return one occurrence."""
        one = owner(self._members, event_id)
        return _event(one, await one.port.get(one.inner(event_id)))

    async def create(self, event: NewEvent, effect: Effect) -> Event:
        """Make an event in the first account."""
        one = self._members[0]
        return _event(one, await one.port.create(event, effect))

    async def update(
        self, event_id: str, change: EventChange, effect: Effect, scope: Scope = "this"
    ) -> Event:
        """Change an occurrence or the whole of its series."""
        one = owner(self._members, event_id)
        return _event(one, await one.port.update(one.inner(event_id), change, effect, scope))

    async def delete(self, event_id: str, effect: Effect, scope: Scope = "this") -> None:
        """Remove an occurrence or the whole of its series."""
        one = owner(self._members, event_id)
        await one.port.delete(one.inner(event_id), effect, scope)

    async def respond(
        self, event_id: str, response: Response, comment: str, effect: Effect
    ) -> Event:
        """Answer an invitation."""
        one = owner(self._members, event_id)
        return _event(one, await one.port.respond(one.inner(event_id), response, comment, effect))

    async def free_busy(self, people: Sequence[str], start: datetime, end: datetime) -> FreeBusy:
        """Return when people are busy in any calendar; unknown is who can be seen in none.

        A calendar of the person's own that cannot be looked at counts as one of these.
        """
        answers = await ask(
            self._members, self._left_out, lambda calendar: calendar.free_busy(people, start, end)
        )
        busy = (time for _, found in answers.given for time in found.busy)
        unseen = [set(found.unknown) for _, found in answers.given]
        unknown = [one for one in people if all(one in nobody for nobody in unseen)]
        if _ME in people:
            unknown += [one.email for one in answers.lost]
        return FreeBusy(busy=_each_once(busy), unknown=tuple(dict.fromkeys(unknown)))

    async def settings(self) -> CalendarSettings:
        """Return what the first calendar says that says anything."""
        answers = await ask(self._members, [], lambda calendar: calendar.settings())
        said = [one for _, one in answers.given if one.time_zone]
        return said[0] if said else CalendarSettings()


def _each_once(busy: Iterable[Busy]) -> tuple[Busy, ...]:
    """Return times by person and start; the same meeting in two calendars is one time."""
    times: dict[tuple[str, datetime, datetime], Busy] = {}
    for one in busy:
        key = (one.person, one.starts_at, one.ends_at)
        if key not in times or (one.title and not times[key].title):
            times[key] = one
    return tuple(sorted(times.values(), key=lambda one: (one.starts_at, one.person)))


def _event(one: Member[Calendar], event: Event) -> Event:
    ids = {"id": one.outer(event.id), "series": one.outer(event.series)}
    return event.model_copy(update=ids)
