"""Events as Graph has them, and as the product does."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo

from pydantic import BeforeValidator, Field

from shared.connectors.microsoft.graph import MANY, Shape, Text
from shared.connectors.microsoft.messages import Body, Recipient
from shared.connectors.microsoft.recurrence import Recurrence, recurrence_of, rule_of
from shared.connectors.microsoft.zones import zone_named
from shared.english.zones import zone_named as known
from shared.errors import ToolFailed
from shared.workspace.calendar.port import Attendee, Event, EventChange, NewEvent, Response

FIELDS = (
    *("id", "seriesMasterId", "type", "subject", "start", "end", "isAllDay", "location", "body"),
    *("organizer", "isOrganizer", "responseStatus", "attendees", "recurrence", "webLink"),
    *("originalStartTimeZone", "isCancelled", "isOnlineMeeting", "showAs"),
)
_ONLINE = "The notes of an online meeting hold its link; please change them in Outlook."
_FREE = frozenset({"free", "workingElsewhere"})
_ANSWERS: Mapping[str, Response] = {
    "accepted": "accepted",
    "organizer": "accepted",
    "declined": "declined",
    "tentativelyAccepted": "tentative",
}


class _Time(Shape):
    date_time: str
    time_zone: Literal["UTC"]


def _in_utc(value: object) -> datetime:
    """Read Graph's dateTimeTimeZone, asked for in UTC; it has seven digits after the second."""
    given = _Time.model_validate(value)
    return datetime.fromisoformat(given.date_time.partition(".")[0].rstrip("Z")).replace(tzinfo=UTC)


Moment = Annotated[datetime, BeforeValidator(_in_utc)]


class _Place(Shape):
    display_name: Text = ""


class _Answer(Shape):
    response: Text = "none"


class _Guest(Recipient):
    type: Text = ""
    status: _Answer | None = None


class GraphEvent(Shape):
    """An event; `start` and `end` of a whole day are midnights without a zone, said to be UTC."""

    id: str
    etag: Text = Field("", alias="@odata.etag")
    series_master_id: Text = ""
    type: Text = ""
    subject: Text = ""
    start: Moment
    end: Moment
    is_all_day: bool = False
    location: _Place | None = None
    body: Body | None = None
    organizer: Recipient | None = None
    is_organizer: bool = False
    response_status: _Answer | None = None
    attendees: Annotated[tuple[_Guest, ...], MANY] = ()
    recurrence: Recurrence | None = None
    web_link: Text = ""
    original_start_time_zone: Text = "UTC"
    is_cancelled: bool = False
    is_online_meeting: bool = False
    show_as: Text = ""

    @property
    def zone(self) -> ZoneInfo:
        """The zone it was made in."""
        return zone_named(self.original_start_time_zone)


def event_of(found: GraphEvent, series: GraphEvent | None = None) -> Event:
    """Return an event in the product's words; `series` is the one that says how it repeats.

    Moments are asked for in UTC, and a whole day is the same day in any zone: one that nobody knows
    is refused only where times are to be written in it.
    """
    zone = ZoneInfo(known(found.original_start_time_zone) or "UTC")
    organizer = found.organizer.email_address.address if found.organizer else ""
    others = [
        guest
        for guest in found.attendees
        if guest.email_address.address.casefold() != organizer.casefold()
    ]
    answer = found.response_status.response if found.response_status else "none"
    mine = found.is_organizer or not found.attendees
    return Event(
        id=found.id,
        series=found.series_master_id or (found.id if found.type == "seriesMaster" else ""),
        title=found.subject,
        starts_at=_moment(found.start, zone, floating=found.is_all_day),
        ends_at=_moment(found.end, zone, floating=found.is_all_day),
        all_day=found.is_all_day,
        time_zone=zone.key,
        location=found.location.display_name if found.location else "",
        notes=found.body.text.strip() if found.body else "",
        organizer=organizer,
        mine=mine,
        response="accepted" if mine else _ANSWERS.get(answer, "none"),
        attendees=tuple(_attendee(guest) for guest in others),
        recurrence=rule_of((series or found).recurrence),
        link=found.web_link,
        free=found.show_as in _FREE,
    )


def _moment(value: datetime, zone: ZoneInfo, *, floating: bool) -> datetime:
    return value.replace(tzinfo=zone).astimezone(UTC) if floating else value


def _attendee(guest: _Guest) -> Attendee:
    answer = guest.status.response if guest.status else "none"
    address = guest.email_address
    return Attendee(email=address.address, name=address.name, response=_ANSWERS.get(answer, "none"))


def new_event(event: NewEvent) -> dict[str, Any]:
    """Return an event to be made as Graph's JSON; raise ToolFailed for an unsayable recurrence."""
    zone = zone_named(event.time_zone)
    made: dict[str, Any] = {
        "subject": event.title,
        "start": local(event.starts_at, zone),
        "end": local(event.ends_at, zone),
        "isAllDay": event.all_day,
        "location": {"displayName": event.location},
        "body": {"contentType": "text", "content": event.notes},
        "attendees": _guests(event.attendees),
    }
    if event.recurrence:
        first = event.starts_at.astimezone(zone).date()
        made["recurrence"] = recurrence_of(event.recurrence, first, zone.key)
    return made


def changed(found: GraphEvent, change: EventChange) -> dict[str, Any]:
    """Return what a change makes different of an event, as Graph's JSON; empty if nothing.

    Raises ToolFailed for the notes of an online meeting: they hold the way to join it.
    """
    now = event_of(found)
    patch: dict[str, Any] = {}
    if change.title not in (None, now.title):
        patch["subject"] = change.title
    starts, ends = change.starts_at or now.starts_at, change.ends_at or now.ends_at
    if (starts, ends) != (now.starts_at, now.ends_at):
        patch |= {"start": local(starts, found.zone), "end": local(ends, found.zone)}
    if change.location not in (None, now.location):
        patch["location"] = {"displayName": change.location}
    if change.notes is not None and change.notes.strip() != now.notes:
        if found.is_online_meeting:
            raise ToolFailed(_ONLINE, "params")
        patch["body"] = {"contentType": "text", "content": change.notes}
    if change.attendees is not None and _addresses(change.attendees) != _addresses(now.attendees):
        roles = {guest.email_address.address.casefold(): guest.type for guest in found.attendees}
        patch["attendees"] = _guests(change.attendees, roles)
    return patch


def local(moment: datetime, zone: ZoneInfo) -> dict[str, str]:
    """Return a moment as Graph's dateTimeTimeZone."""
    shown = moment.astimezone(zone).replace(tzinfo=None)
    return {"dateTime": shown.isoformat(timespec="seconds"), "timeZone": zone.key}


def _guests(
    attendees: tuple[Attendee, ...], roles: Mapping[str, str] | None = None
) -> list[dict[str, Any]]:
    """Return people to be invited as Graph's JSON; `roles` are optional, required or resource."""
    return [
        {
            "emailAddress": {"address": each.email} | ({"name": each.name} if each.name else {}),
            "type": (roles or {}).get(each.email.casefold(), "") or "required",
        }
        for each in attendees
    ]


def _addresses(attendees: tuple[Attendee, ...]) -> set[str]:
    return {each.email.casefold() for each in attendees}
