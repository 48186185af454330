"""The tool that changes an event."""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from pydantic import Field

from shared.decisions.risk import Arguments, ToolRules
from shared.errors import ToolFailed
from shared.models.base import Json, Payload
from shared.models.intent import Risk
from shared.models.people import Person, address_of
from shared.models.profile import Profile
from shared.models.run import Card, Difference
from shared.tools.parameters import SETTLED, Exact, People
from shared.tools.times import extent, is_date, local_text, minutes_of, moment, relative
from shared.tools.tool import Desk, Prepared, Said, Tool
from shared.tools.wording import one_line, people
from shared.workspace.calendar.creating import (
    MAX_GUESTS,
    MAX_MINUTES,
    SEVERAL_GUESTS,
    as_there,
    event_of,
    invitation_risk,
)
from shared.workspace.calendar.people import in_arguments, missing, resolve
from shared.workspace.calendar.port import Attendee, Calendar, Event, EventChange, Scope
from shared.workspace.calendar.restoring import changed_since, new_time, undo_changed, way_back
from shared.workspace.calendar.slots import Span
from shared.workspace.calendar.warnings import busy_guests, clashes, off_hours, outsiders
from shared.workspace.calendar.wording import (
    MAX_NOTES,
    all_of,
    event_line,
    others,
    result_of,
    title,
    when,
)

SCOPE = "Of a repeating event: this occurrence, or the whole series"
_APPLIES: dict[Scope, str] = {
    "this": "Only this occurrence",
    "series": "Every occurrence of the series",
}


class UpdateEvent(Payload):
    """What is to be different; what is not given stays."""

    event_id: str = Field(min_length=1, json_schema_extra=SETTLED)
    title: str | None = Field(default=None, min_length=1, max_length=300)
    start: str | None = Field(
        default=None,
        description="New local start, 2026-11-27T15:00; a date alone keeps the time of day, T15:00 "
        "the day; +PT30M or -P1D moves it by that much; W+1-5 is the Friday of the week after its",
    )
    end: str | None = Field(
        default=None,
        description="New local end, as for the start; not given, the event keeps its length",
    )
    minutes: int | None = Field(
        default=None, ge=1, le=MAX_MINUTES, description="New length, without an end"
    )
    location: str | None = Field(default=None, max_length=500)
    notes: str | None = Field(default=None, max_length=MAX_NOTES)
    add_attendees: People = Field(
        default=(), max_length=MAX_GUESTS, description="Addresses or names of who is invited too"
    )
    remove_attendees: People = Field(
        default=(), max_length=MAX_GUESTS, description="Addresses or names of who is not any more"
    )
    scope: Scope = Field(default="this", description=SCOPE)


class ExactChange(Exact):
    """What is different, and all who are told of it."""

    event_id: str = Field(min_length=1)
    scope: Scope
    change: EventChange
    attendees: tuple[Person, ...]


def _assess(arguments: Arguments, profile: Profile) -> Risk:
    told = (invitation_risk(arguments.get(who), profile) for who in ("add_attendees", "attendees"))
    return "high" if arguments.get("scope") == "series" or "high" in told else "medium"


def scope_of(event: Event, scope: Scope) -> Scope:
    """Return what a change applies to: an event that does not repeat has no series."""
    return scope if event.series or event.recurrence else "this"


def scope_field(event: Event, scope: Scope) -> tuple[tuple[str, str], ...]:
    """Return the field of a card that says what of a repeating event it applies to."""
    return (("Applies to", _APPLIES[scope]),) if event.series or event.recurrence else ()


async def check(desk: Desk, wanted: UpdateEvent) -> None:
    """Refuse a time that cannot be read, and people that cannot be, whatever the event is."""
    await resolve(desk, wanted.add_attendees)
    for given in filter(None, (wanted.start, wanted.end)):
        moment(relative(given, desk.now, desk.zone), desk.zone)


async def _changed(desk: Desk, wanted: UpdateEvent, event: Event) -> Event:
    """Return the event as it would be."""
    starts, ends = _times(wanted, event, desk.zone)
    added = await resolve(desk, wanted.add_attendees)
    leaving = {_meant(named, event) for named in wanted.remove_attendees}
    stay = [one for one in event.attendees if one.email.casefold() not in leaving]
    place = event.location if wanted.location is None else await as_there(desk, wanted.location)
    return event.model_copy(
        update={
            "title": _new(wanted.title, event.title),
            "starts_at": starts,
            "ends_at": ends,
            "location": place,
            "notes": event.notes if wanted.notes is None else wanted.notes.strip(),
            "attendees": (*stay, *missing(added, stay)),
        }
    )


def _new(wanted: str | None, known: str) -> str:
    return known if wanted is None else " ".join(wanted.split())


def _times(wanted: UpdateEvent, event: Event, zone: ZoneInfo) -> tuple[datetime, datetime]:
    if not (wanted.start or wanted.end or wanted.minutes):
        return event.starts_at, event.ends_at
    zone = ZoneInfo(event.time_zone) if event.all_day else zone
    start = _text(wanted.start, event.starts_at, event, zone)
    end = _text(wanted.end, event.ends_at, event, zone) if wanted.end else ""
    length = minutes_of(event.starts_at, event.ends_at, zone, all_day=event.all_day)
    return extent(start, end, wanted.minutes or length, zone, all_day=event.all_day)


def _text(given: str | None, known: datetime, event: Event, zone: ZoneInfo) -> str:
    """Return the local time meant; where a day or a time alone is given, the other stays."""
    given = relative(given, known, zone) if given else given
    if event.all_day and given and not is_date(given):
        message = f'"{title(event)}" takes whole days: it can be moved to a day, not to a time.'
        raise ToolFailed(message, "params", recoverable=True)
    if event.all_day:
        return given or f"{known.astimezone(zone):%Y-%m-%d}"
    if given and is_date(given):
        return f"{given}T{known.astimezone(zone):%H:%M}"
    return given or local_text(known, zone)


def _meant(wanted: str | Person, event: Event) -> str:
    """Return the address of the attendee meant; one who is gone already is as good as removed."""
    named = address_of(wanted.model_dump() if isinstance(wanted, Person) else wanted)
    if "@" in named:
        return named.casefold()
    parts = named.casefold().split()
    fitting = [
        one for one in event.attendees if all(part in one.name.casefold().split() for part in parts)
    ]
    if len(fitting) != 1:
        there = all_of(event.attendees)
        message = f"I can't tell which attendee {one_line(named, 80)} is. Invited are {there}."
        raise ToolFailed(message, "params", recoverable=True)
    return fitting[0].email.casefold()


async def update(desk: Desk, exact: ExactChange) -> Json:
    """Change the event."""
    calendar = desk.workspace[Calendar]
    updated = await calendar.update(exact.event_id, exact.change, desk.effect, exact.scope)
    return {"event": result_of(updated, desk)}


def _change(wanted: UpdateEvent, event: Event, to: Event) -> EventChange:
    """Return what was asked for, also where it is so already."""
    timed = bool(wanted.start or wanted.end or wanted.minutes)
    return EventChange(
        title=None if wanted.title is None else to.title,
        starts_at=to.starts_at if timed else None,
        ends_at=to.ends_at if timed else None,
        location=None if wanted.location is None else to.location,
        notes=None if wanted.notes is None else to.notes,
        attendees=to.attendees if to.attendees != event.attendees else None,
    )


async def prepare(desk: Desk, wanted: UpdateEvent) -> Prepared:
    """Fill in the new time as start and minutes, and whom it concerns; show the differences."""
    event = await desk.workspace[Calendar].get(wanted.event_id)
    to = await _changed(desk, wanted, event)
    scope = scope_of(event, wanted.scope)
    differences = _differences(desk, event, to)
    if not differences:
        raise ToolFailed(f'Nothing about "{title(event)}" would change.', "params")
    _refuse_past(desk, event, to)
    joining = missing(others(to.attendees, desk.profile), event.attendees)
    leaving = missing(event.attendees, to.attendees)
    concerned = others((*to.attendees, *leaving), desk.profile)
    arguments: dict[str, Json] = {
        **wanted.model_dump(mode="json"),
        **new_time(event, to, desk.zone),
        "add_attendees": in_arguments(joining),
        "remove_attendees": in_arguments(leaving),
        "scope": scope,
        "change": _change(wanted, event, to).model_dump(mode="json"),
        "attendees": in_arguments(concerned),
    }
    card = Card(
        title=f'Change "{title(event)}"',
        fields=(("When", when(event, desk.zone, desk.now)), *scope_field(event, scope)),
        differences=differences,
        warnings=(
            *not_mine(event),
            *outsiders(desk, concerned),
            *await _new_clashes(desk, event, to, joining, scope),
        ),
    )
    return Prepared(arguments, card, way_back(desk, event, to, scope))


def _moved(event: Event, to: Event) -> bool:
    return (to.starts_at, to.ends_at) != (event.starts_at, event.ends_at)


def _refuse_past(desk: Desk, event: Event, to: Event) -> None:
    """Raise ToolFailed for a new time that is over; what has begun may still get longer."""
    begins_anew = to.starts_at != event.starts_at and not event.all_day
    decisive = to.starts_at if begins_anew else to.ends_at
    if _moved(event, to) and decisive < desk.now.replace(second=0, microsecond=0):
        message = f"That is in the past: {when(to, desk.zone, desk.now)}."
        raise ToolFailed(message, "params", recoverable=True)


async def _new_clashes(
    desk: Desk, event: Event, to: Event, joining: Sequence[Attendee], scope: Scope
) -> tuple[str, ...]:
    time = Span(to.starts_at, to.ends_at)
    if not _moved(event, to):
        return await busy_guests(desk, time, joining)
    guests = others(to.attendees, desk.profile)
    warned = await clashes(desk, time, guests, event, scope)
    return warned if event.all_day else (*warned, *off_hours(desk, time))


def _differences(desk: Desk, event: Event, to: Event) -> tuple[Difference, ...]:
    def guests(one: Event) -> str:
        return all_of(others(one.attendees, desk.profile))

    def time(one: Event) -> str:
        return when(one, desk.zone, desk.now)

    pairs = (
        ("Title", event.title != to.title, title(event), to.title),
        ("When", _moved(event, to), time(event), time(to)),
        ("Where", event.location != to.location, one_line(event.location), to.location),
        ("Notes", event.notes != to.notes, one_line(event.notes), to.notes),
        ("Attendees", event.attendees != to.attendees, guests(event), guests(to)),
    )
    return tuple(
        Difference(label=label, before=before, after=after)
        for label, changes, before, after in pairs
        if changes
    )


def not_mine(event: Event) -> tuple[str, ...]:
    """Return a warning when somebody else organises the event."""
    if event.mine:
        return ()
    host = one_line(event.organizer) or "Somebody else"
    return (f"{host} organises this: it may change in your calendar only.",)


def _say(said: Said) -> str:
    event = event_of(said)
    told = others(event.attendees, said.profile)
    note = f"\n{people(told)} will be told." if told else ""
    return f"Done. It is now: {event_line(event, said)}.{note}"


def _told(said: Said) -> str:
    return f"Changed {event_line(event_of(said), said)}"


UPDATE_EVENT = Tool(
    "calendar_update_event",
    "Move or change an event: title, time, length, place, notes, attendees",
    UpdateEvent,
    ToolRules(
        _assess,
        item="event",
        item_kind="event",
        item_label="title",
        changes=True,
        bulk=SEVERAL_GUESTS,
    ),
    update,
    _say,
    prepare=prepare,
    check=check,
    exact=ExactChange,
    undo=undo_changed,
    told=_told,
    since=changed_since,
)
