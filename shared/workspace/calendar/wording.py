"""Events as a person reads them, and as results carry them."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from shared.models.base import Json
from shared.models.profile import Profile
from shared.tools.tool import Desk, Said
from shared.tools.wording import one_line, people, span
from shared.workspace.calendar.people import addressed
from shared.workspace.calendar.port import Attendee, Event, Response

MAX_NOTES = 4000
_LISTED_NOTES = 200
_LISTED_ATTENDEES = 25
ANSWERS: Mapping[Response, str] = {
    "accepted": "accepted",
    "declined": "declined",
    "tentative": "maybe",
    "none": "not answered",
}


def when(event: Event, zone: ZoneInfo, now: datetime) -> str:
    """Return when an event is, for the person; whole days are those of the event's own zone."""
    zone = ZoneInfo(event.time_zone) if event.all_day else zone
    return span(event.starts_at, event.ends_at, zone, now, all_day=event.all_day)


def result_of(event: Event, desk: Desk) -> dict[str, Json]:
    """Return an event as a result carries it, with `when` it is in words."""
    cut = event.model_copy(update={"notes": event.notes[:MAX_NOTES]})
    return {**cut.model_dump(mode="json"), "when": when(event, desk.zone, desk.now)}


def listed_of(event: Event, desk: Desk) -> dict[str, Json]:
    """Return an event as a list carries it: its notes and its attendees cut short."""
    attendees = event.attendees[:_LISTED_ATTENDEES]
    notes = one_line(event.notes, _LISTED_NOTES)
    short = event.model_copy(update={"notes": notes, "attendees": attendees})
    return result_of(short, desk)


def event_in(item: Mapping[str, Json]) -> Event:
    """Return the event a result carries."""
    return Event.model_validate({k: v for k, v in item.items() if k in Event.model_fields})


def event_line(event: Event, said: Said) -> str:
    """Return "**Standup**, Thu 26 Nov, 15:00-15:30, with Bo Ek (Room 4)"."""
    company = others(event.attendees, said.profile)
    place = one_line(event.location, 80)
    return (
        f"**{title(event)}**, {when(event, said.zone, said.now)}"
        f"{f', with {people(company)}' if company else ''}"
        f"{f' ({place})' if place else ''}"
        f"{_unanswered(event)}"
    )


def _unanswered(event: Event) -> str:
    return "" if event.mine or event.response == "accepted" else f", {ANSWERS[event.response]}"


def title(event: Event) -> str:
    """Return what an event is called, on one line."""
    return one_line(event.title) or "(no title)"


def others(attendees: Sequence[Attendee], profile: Profile) -> tuple[Attendee, ...]:
    """Return the attendees but for the person themselves."""
    return tuple(one for one in attendees if not profile.own(one.email))


def all_of(attendees: Sequence[Attendee]) -> str:
    """Return every one of these people with their address, as a card shows them."""
    return ", ".join(addressed(one) for one in attendees) or "nobody"


def describe(item: Mapping[str, Any], _today: date) -> str:
    """Tell one event of a list from the others."""
    return str(item.get("when", ""))
