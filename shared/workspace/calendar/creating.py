"""The tool that makes an event."""

from datetime import timedelta
from typing import Any, cast
from zoneinfo import ZoneInfo

from pydantic import AwareDatetime, Field

from shared.decisions.risk import Arguments, Bulk, ToolRules
from shared.english.zones import zone_called
from shared.errors import ToolFailed
from shared.models.base import Json, Payload
from shared.models.intent import Risk
from shared.models.people import Person, address_of
from shared.models.profile import Profile
from shared.models.run import Card
from shared.tools.parameters import Exact, People
from shared.tools.times import extent, from_moment, is_date, local_text, minutes_of
from shared.tools.tool import Desk, Prepared, Said, Tool
from shared.tools.wording import day, one_line, people, span
from shared.workspace.calendar.people import in_arguments, resolve
from shared.workspace.calendar.port import Calendar, Event, NewEvent
from shared.workspace.calendar.recurrence import in_words, regular
from shared.workspace.calendar.restoring import undo_created
from shared.workspace.calendar.slots import Span
from shared.workspace.calendar.warnings import clashes, off_hours, outsiders
from shared.workspace.calendar.wording import (
    MAX_NOTES,
    all_of,
    event_in,
    event_line,
    others,
    result_of,
)

MAX_MINUTES = 527_040
"""A leap year: the longest an event may be."""
MAX_GUESTS = 50
_AROUND = timedelta(days=31)
"""How far from today events are looked at for how a place is written."""
ONE_GUEST = 1
"""More of them make an invitation a high risk."""


class CreateEvent(Payload):
    """The event to be made."""

    title: str = Field(min_length=1, max_length=300, description="What it is called")
    start: str = Field(description="Local time 2026-11-27T15:00; 2026-11-27 for whole days")
    end: str = Field(
        default="", description="Local time it ends; for whole days the last day. Or give minutes"
    )
    minutes: int = Field(default=30, ge=1, le=MAX_MINUTES, description="Length, without an end")
    all_day: bool = Field(default=False, description="Whether it takes whole days")
    attendees: People = Field(
        default=(), max_length=MAX_GUESTS, description="Addresses or names of who is invited"
    )
    location: str = Field(default="", max_length=500)
    notes: str = Field(default="", max_length=MAX_NOTES, description="Agenda or description")
    recurrence: str = Field(
        default="",
        max_length=300,
        description="How it repeats, as an RFC 5545 rule: RRULE:FREQ=WEEKLY;BYDAY=MO",
    )
    time_zone: str = Field(
        default="",
        max_length=60,
        description="The zone its times are in, e.g. Asia/Tokyo; empty: the person's own",
    )


class ExactEvent(Exact):
    """The event as it is made: when it is on every clock, and who is invited."""

    title: str = Field(min_length=1)
    starts_at: AwareDatetime
    ends_at: AwareDatetime
    all_day: bool
    time_zone: str
    location: str
    notes: str
    attendees: tuple[Person, ...]
    recurrence: str


def invitation_risk(people: object, profile: Profile) -> Risk:
    """Return the risk of telling these people of an event: high for several or strangers."""
    guests = _guests(people, profile)
    several = len(guests) > ONE_GUEST or any(profile.external(guest) for guest in guests)
    return "high" if several else "medium"


def _guests(people: object, profile: Profile) -> list[str]:
    named = cast("list[object]", people) if isinstance(people, list | tuple) else []
    return [email for email in map(address_of, named) if not profile.own(email)]


def guests_of(arguments: Arguments, profile: Profile) -> tuple[str, ...]:
    """Return who else is told of what a call does."""
    told = (arguments.get("attendees"), arguments.get("add_attendees"))
    return tuple(email.casefold() for people in told for email in _guests(people, profile) if email)


SEVERAL_GUESTS = Bulk("guest", ONE_GUEST, guests_of)
"""Inviting one after the other is as risky as inviting several at once."""


def _assess(arguments: Arguments, profile: Profile) -> Risk:
    return invitation_risk(arguments.get("attendees"), profile)


async def _planned(desk: Desk, wanted: CreateEvent) -> NewEvent:
    if not wanted.title.strip():
        raise ToolFailed("The event needs a title.", "params")
    zone = _zone(desk, wanted)
    wanted = wanted.model_copy(update={"start": from_moment(wanted.start, zone)})
    guests = await resolve(desk, wanted.attendees)
    if is_date(wanted.start) and guests and not wanted.all_day:
        message = "At what time does it start? A meeting needs one unless it takes the whole day."
        raise ToolFailed(message, "params", recoverable=True)
    all_day = wanted.all_day or is_date(wanted.start)
    starts, ends = extent(wanted.start, wanted.end, wanted.minutes, zone, all_day=all_day)
    return NewEvent(
        title=" ".join(wanted.title.split()),
        starts_at=starts,
        ends_at=ends,
        all_day=all_day,
        time_zone=zone.key,
        location=await as_there(desk, wanted.location),
        notes=wanted.notes.strip(),
        attendees=guests,
        recurrence=regular(wanted.recurrence),
    )


async def as_there(desk: Desk, place: str) -> str:
    """Return a place as the person's events write it: "room severn" is Room Severn."""
    plain = " ".join(place.split())
    if not plain.islower():
        return plain
    around = await desk.workspace[Calendar].events(desk.now - _AROUND, desk.now + _AROUND)
    return next((one.location for one in around if one.location.casefold() == plain), plain)


def _zone(desk: Desk, wanted: CreateEvent) -> ZoneInfo:
    if not wanted.time_zone.strip():
        return desk.zone
    if name := zone_called(wanted.time_zone):
        return ZoneInfo(name)
    unknown = one_line(wanted.time_zone, 40)
    message = f'I know no time zone called "{unknown}". Say for example Europe/Berlin.'
    raise ToolFailed(message, "params", recoverable=True)


async def create(desk: Desk, exact: ExactEvent) -> Json:
    """Make the event."""
    event = NewEvent.model_validate(exact.model_dump())
    made = await desk.workspace[Calendar].create(event, desk.effect)
    return {"event": result_of(made, desk)}


async def prepare(desk: Desk, wanted: CreateEvent) -> Prepared:
    """Fill in everything and show it.

    What is made is said by `starts_at` and `ends_at`. The local start and the length in minutes
    stand beside them, so that either can be changed before it is agreed to.
    """
    event = await _planned(desk, wanted)
    zone = desk.zone if event.all_day else ZoneInfo(event.time_zone)
    words = span(event.starts_at, event.ends_at, desk.zone, desk.now, all_day=event.all_day)
    this_minute = desk.now.replace(second=0, microsecond=0)
    if (event.ends_at if event.all_day else event.starts_at) < this_minute:
        raise ToolFailed(f"That is in the past: {words}.", "params", recoverable=True)
    starts = local_text(event.starts_at, zone)
    arguments = {
        **event.model_dump(mode="json", exclude={"attendees"}),
        "start": starts.partition("T")[0] if event.all_day else starts,
        "end": "",
        "minutes": minutes_of(event.starts_at, event.ends_at, desk.zone, all_day=event.all_day),
        "attendees": in_arguments(event.attendees),
    }
    time = Span(event.starts_at, event.ends_at)
    warnings = (
        *outsiders(desk, event.attendees),
        *await clashes(desk, time, event.attendees),
        *(() if event.all_day else off_hours(desk, time)),
    )
    shown = f"{words} ({desk.zone.key})"
    if zone != desk.zone:
        there = span(event.starts_at, event.ends_at, zone, desk.now)
        shown = f"{shown}; {there} ({zone.key})"
    return Prepared(arguments, _card(event, shown, warnings))


def _card(event: NewEvent, words: str, warnings: tuple[str, ...]) -> Card:
    fields = (
        ("Title", event.title),
        ("When", words),
        ("Repeats", in_words(event.recurrence)),
        ("Attendees", all_of(event.attendees) if event.attendees else ""),
        ("Where", event.location),
    )
    return Card(
        title="New meeting" if event.attendees else "New event",
        fields=tuple((label, value) for label, value in fields if value),
        body=event.notes,
        warnings=warnings,
    )


def event_of(said: Said) -> Event:
    """Return the event a result is about."""
    return event_in(cast("dict[str, Any]", said.result)["event"])


def _say(said: Said) -> str:
    event = event_of(said)
    invited = others(event.attendees, said.profile)
    told = f"\nInvitations go to {people(invited)}." if invited else ""
    repeated = f", {in_words(event.recurrence)}" if event.recurrence else ""
    return f"It's in your calendar: {event_line(event, said)}{one_line(repeated)}.{told}"


def _told(said: Said) -> str:
    return f"Made {event_line(event_of(said), said)}"


def _suggest(said: Said) -> tuple[str, ...]:
    there = day(event_of(said).starts_at, said.zone, said.now)
    return (f"What's on my calendar on {there}?",)


CREATE_EVENT = Tool(
    "calendar_create_event",
    "Make an event or a meeting; those invited are sent an invitation",
    CreateEvent,
    ToolRules(
        _assess,
        item="event",
        item_kind="event",
        item_label="title",
        changes=True,
        bulk=SEVERAL_GUESTS,
    ),
    create,
    _say,
    prepare=prepare,
    exact=ExactEvent,
    suggest=_suggest,
    undo=undo_created,
    told=_told,
)
