"""Events made and changed: what is sent to Google, and whether an event has become so."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from shared.connectors.google.event import CalendarEvent, Moment, Person, instant, known_zone
from shared.errors import ToolFailed
from shared.models.base import Json
from shared.workspace.calendar.port import Attendee, EventChange, NewEvent

Body = dict[str, Any]

_TEXTS = ("summary", "location", "description")


def new_event(event: NewEvent, event_id: str) -> Body:
    """Return an event to be made under an id of ours."""
    rule = event.recurrence
    body: Body = {
        "id": event_id,
        "summary": event.title,
        "start": _moment(event.starts_at, event.time_zone, all_day=event.all_day),
        "end": _moment(event.ends_at, event.time_zone, all_day=event.all_day),
        "location": event.location,
        "description": event.notes,
        "attendees": [_invited(attendee) for attendee in event.attendees],
        "recurrence": [rule if rule.startswith("RRULE:") else f"RRULE:{rule}"] if rule else [],
    }
    return {name: value for name, value in body.items() if value}


def changed(
    event: CalendarEvent, change: EventChange, zone: str, occurrence: CalendarEvent | None = None
) -> Body:
    """Return what of an event is to be different; {} when nothing is.

    `event` may be a series: then the times of the change are meant for `occurrence`, and the series
    moves as far as that does.
    """
    texts = (change.title, change.location, change.notes)
    now = (event.summary, event.location, event.description)
    body: Body = {
        name: wanted
        for name, wanted, current in zip(_TEXTS, texts, now, strict=True)
        if wanted is not None and wanted != current
    }
    body |= _times(event, change, known_zone(event.start.time_zone) or zone, occurrence or event)
    if change.attendees is not None:
        body |= _attendees(event, change.attendees)
    return body


def answered(me: Person, response: str, comment: str) -> Body:
    """Return the change of one's own answer to an invitation, and of nobody else's."""
    mine = me.model_copy(update={"response_status": response, "comment": comment or me.comment})
    return {"attendees": [_kept(mine)], "attendeesOmitted": True}


def holds(event: CalendarEvent, body: Mapping[str, Json], zone: str) -> bool:
    """Return whether an event is as a change wanted it."""
    current = dict(zip(_TEXTS, (event.summary, event.location, event.description), strict=True))
    if any(body[name] != current[name] for name in _TEXTS if name in body):
        return False
    for name, moment in (("start", event.start), ("end", event.end)):
        if name in body and instant(Moment.model_validate(body[name]), zone) != instant(
            moment, zone
        ):
            return False
    if "attendees" not in body:
        return True
    wanted = {attendee["email"].casefold() for attendee in body["attendees"]}
    return wanted == {attendee.email.casefold() for attendee in event.attendees}


def _times(event: CalendarEvent, change: EventChange, zone: str, shown: CalendarEvent) -> Body:
    """Return the new start and end of an event whose times were shown as those of `shown`."""
    before, until = instant(shown.start, zone), instant(shown.end, zone)
    starts = change.starts_at or before
    ends = change.ends_at or starts + (until - before)
    if (starts, ends) == (before, until):
        return {}
    first = _local(starts, zone) - _local(before, zone) + _local(instant(event.start, zone), zone)
    if event.recurrence and first.date() != _local(instant(event.start, zone), zone).date():
        raise ToolFailed(
            "A whole series can be moved to another time of the day here, but not to another day;"
            " please do that in Google Calendar.",
            "params",
        )
    start = first.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
    end = start + (ends - starts)
    all_day = event.all_day and _midnight(start, zone) and _midnight(end, zone)
    return {
        "start": _patched(_moment(start, zone, all_day=all_day)),
        "end": _patched(_moment(end, zone, all_day=all_day)),
    }


def _attendees(event: CalendarEvent, wanted: tuple[Attendee, ...]) -> Body:
    """Return the new list of attendees; rooms and the person themselves always stay in it."""
    named = {attendee.email.casefold(): attendee for attendee in wanted}
    staying = [a for a in event.attendees if a.own or a.resource or a.email.casefold() in named]
    known = {attendee.email.casefold() for attendee in staying}
    new = [attendee for email, attendee in named.items() if email not in known]
    if not new and len(staying) == len(event.attendees):
        return {}
    return {"attendees": [*map(_kept, staying), *map(_invited, new)]}


def _kept(person: Person) -> Body:
    """Return an attendee as they are: a list replaces all of the list before."""
    body: Body = {
        "email": person.email,
        "displayName": person.display_name,
        "responseStatus": person.response_status,
        "comment": person.comment,
        "optional": person.optional,
        "resource": person.resource,
        "additionalGuests": person.additional_guests,
    }
    return {name: value for name, value in body.items() if value}


def _invited(attendee: Attendee) -> Body:
    return {"email": attendee.email, **({"displayName": attendee.name} if attendee.name else {})}


def _moment(at: datetime, zone: str, *, all_day: bool) -> Body:
    local = at.astimezone(ZoneInfo(zone))
    if all_day:
        return {"date": local.date().isoformat()}
    return {"dateTime": local.isoformat(), "timeZone": zone}


def _patched(moment: Body) -> Body:
    """Return a time that replaces one of the other kind too: null takes a field away."""
    other = ("dateTime", "timeZone") if "date" in moment else ("date",)
    return {**moment, **dict.fromkeys(other)}


def _local(at: datetime, zone: str) -> datetime:
    return at.astimezone(ZoneInfo(zone)).replace(tzinfo=None)


def _midnight(at: datetime, zone: str) -> bool:
    return _local(at, zone).time() == datetime.min.time()
