"""Meetings in the product's own words, and the port to a person's calendar."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal, Protocol

from shared.models.base import Payload
from shared.models.profile import CalendarSettings
from shared.tools.effect import Effect

Response = Literal["accepted", "declined", "tentative", "none"]
Scope = Literal["this", "series"]


class Attendee(Payload):
    """Somebody invited, and what they answered."""

    email: str
    name: str = ""
    response: Response = "none"


class Event(Payload):
    """One occurrence in the calendar, its times in UTC. A whole day lasts midnight to midnight.

    `series` is the id of the recurring event it belongs to, if it does; `recurrence` its rule
    (RFC 5545, "RRULE:FREQ=WEEKLY;BYDAY=MO"). `organizer` is an address. `mine`: the person
    organises it, or it has nobody else. `response` is their own answer. `free`: it is shown as
    time the person is free, whatever else it is.
    """

    id: str
    series: str = ""
    title: str
    starts_at: datetime
    ends_at: datetime
    all_day: bool = False
    time_zone: str = "UTC"
    location: str = ""
    notes: str = ""
    organizer: str = ""
    mine: bool = True
    response: Response = "accepted"
    attendees: tuple[Attendee, ...] = ()
    recurrence: str = ""
    link: str = ""
    free: bool = False


class NewEvent(Payload):
    """An event to be made. Times are aware; a whole day's are midnights in `time_zone`."""

    title: str
    starts_at: datetime
    ends_at: datetime
    all_day: bool = False
    time_zone: str = "UTC"
    location: str = ""
    notes: str = ""
    attendees: tuple[Attendee, ...] = ()
    recurrence: str = ""


class EventChange(Payload):
    """What is to be different; None leaves it. `attendees` replaces the whole list."""

    title: str | None = None
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    location: str | None = None
    notes: str | None = None
    attendees: tuple[Attendee, ...] | None = None


class Busy(Payload):
    """A time somebody is not free. `title` is "" where only that much may be seen."""

    person: str
    starts_at: datetime
    ends_at: datetime
    title: str = ""


class FreeBusy(Payload):
    """When people are busy. `unknown` are those whose calendars cannot be seen."""

    busy: tuple[Busy, ...]
    unknown: tuple[str, ...] = ()


class Calendar(Protocol):
    """A person's calendar. Every method may raise ToolFailed (kind "params": no such event).

    Those that take an effect make their change at most once for each `effect.id`, and return the
    same again when repeated; they raise OutcomeUnknown when they cannot tell whether it was made.
    Invitations, changes and cancellations are sent to attendees by the provider.
    """

    async def events(
        self, start: datetime, end: datetime, text: str = "", limit: int = 250
    ) -> tuple[Event, ...]:
        """Return occurrences that overlap a time, earliest first, all of them saying `text`."""
        ...

    async def get(self, event_id: str) -> Event:
        """Return one occurrence."""
        ...

    async def create(self, event: NewEvent, effect: Effect) -> Event:
        """Make an event; a recurring one returns its first occurrence."""
        ...

    async def update(
        self, event_id: str, change: EventChange, effect: Effect, scope: Scope = "this"
    ) -> Event:
        """Change an occurrence or the whole of its series."""
        ...

    async def delete(self, event_id: str, effect: Effect, scope: Scope = "this") -> None:
        """Remove an occurrence or the whole of its series; gone already is done."""
        ...

    async def respond(
        self, event_id: str, response: Response, comment: str, effect: Effect
    ) -> Event:
        """Answer an invitation."""
        ...

    async def free_busy(self, people: Sequence[str], start: datetime, end: datetime) -> FreeBusy:
        """Return when these addresses are busy; "me" is the person."""
        ...

    async def settings(self) -> CalendarSettings:
        """Return what the calendar says of where its owner is and when they work."""
        ...
