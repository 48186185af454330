"""Events as the Calendar API has them, and as the product has them."""

from collections.abc import Iterable
from datetime import MAXYEAR, MINYEAR, UTC, date, datetime, time
from zoneinfo import ZoneInfo

from pydantic import Field

from shared.connectors.google.answers import GOOGLE, Resource
from shared.errors import ToolFailed
from shared.models.base import zone_name
from shared.workspace.calendar.port import Attendee, Event, Response

_RESPONSES: dict[str, Response] = {
    "accepted": "accepted",
    "declined": "declined",
    "tentative": "tentative",
}


class Moment(Resource):
    """When something starts or ends: a whole `day`, or a time."""

    day: date | None = Field(default=None, alias="date")
    date_time: datetime | None = None
    time_zone: str = ""


class Person(Resource):
    """An organiser or attendee; `own` is the person whose calendar it is."""

    email: str = ""
    display_name: str = ""
    own: bool = Field(default=False, alias="self")
    resource: bool = False
    optional: bool = False
    response_status: str = ""
    comment: str = ""
    additional_guests: int = 0


class CalendarEvent(Resource):
    """One event, occurrence, or series."""

    id: str
    etag: str = ""
    html_link: str = ""
    summary: str = ""
    description: str = ""
    location: str = ""
    start: Moment
    end: Moment
    recurrence: tuple[str, ...] = ()
    recurring_event_id: str = ""
    transparency: str = ""
    event_type: str = "default"
    organizer: Person = Person()
    attendees: tuple[Person, ...] = ()

    @property
    def me(self) -> Person | None:
        """The person themselves among the attendees."""
        return next((a for a in self.attendees if a.own), None)

    @property
    def series(self) -> str:
        """The id of the series it belongs to or is; "" when it happens once."""
        return self.recurring_event_id or (self.id if self.recurrence else "")

    @property
    def all_day(self) -> bool:
        """Whether it lasts whole days."""
        return self.start.day is not None

    @property
    def blocks(self) -> bool:
        """Whether the person is busy then."""
        declined = self.me is not None and self.me.response_status == "declined"
        return not self.free and not declined

    @property
    def free(self) -> bool:
        """Whether it is shown as free time: where somebody works takes none."""
        elsewhere = self.event_type in {"workingLocation", "birthday"}
        return self.transparency == "transparent" or elsewhere


def event_of(event: CalendarEvent, zone: str, recurrence: Iterable[str] = ()) -> Event:
    """Return an event; `zone` is the calendar's own, `recurrence` that of its series."""
    zone = known_zone(event.start.time_zone) or known_zone(zone) or "UTC"
    me = event.me
    people = [a for a in event.attendees if a.email and not a.resource]
    rules = (*event.recurrence, *recurrence)
    return Event(
        id=event.id,
        series=event.series,
        title=event.summary,
        starts_at=instant(event.start, zone),
        ends_at=instant(event.end, zone),
        all_day=event.all_day,
        time_zone=zone,
        location=event.location,
        notes=event.description,
        organizer=event.organizer.email,
        mine=event.organizer.own or not people,
        response=_RESPONSES.get(me.response_status, "none") if me else "accepted",
        attendees=tuple(_attendee(person) for person in people),
        recurrence=next((rule for rule in rules if rule.startswith("RRULE")), ""),
        link=event.html_link,
        free=event.free,
    )


def instant(moment: Moment, zone: str) -> datetime:
    """Return when something starts or ends, in UTC; a day begins at midnight in this zone."""
    there = ZoneInfo(known_zone(zone) or "UTC")
    at = moment.date_time or (moment.day and datetime.combine(moment.day, time()))
    if at is None or not MINYEAR < at.year < MAXYEAR:  # so that every zone has that time
        raise ToolFailed(f"{GOOGLE} answered in an unexpected form.", recoverable=True)
    return (at if at.tzinfo else at.replace(tzinfo=there)).astimezone(UTC)


def known_zone(name: str) -> str:
    """Return the name of a time zone, or "" when it is none that is known here."""
    try:
        return zone_name(name) if name else ""
    except ValueError:
        return ""


def own_zone(name: str) -> str:
    """Return the zone of a calendar; raise ToolFailed for one that nobody knows."""
    if zone := known_zone(name):
        return zone
    raise ToolFailed(f'{GOOGLE} names a time zone that nobody knows: "{name[:60]}".', "params")


def _attendee(person: Person) -> Attendee:
    response = _RESPONSES.get(person.response_status, "none")
    return Attendee(email=person.email, name=person.display_name, response=response)
