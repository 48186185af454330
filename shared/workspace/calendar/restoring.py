"""What reverses a change of the calendar, and whether an event was changed since."""

from collections.abc import Mapping
from typing import Any, cast
from zoneinfo import ZoneInfo

from shared.errors import ToolFailed
from shared.models.base import Json
from shared.models.effect import Undo
from shared.tools.times import local_text, minutes_of
from shared.tools.tool import Desk, Made
from shared.tools.wording import field
from shared.workspace.calendar.people import addressed, missing
from shared.workspace.calendar.port import Calendar, Event, Scope
from shared.workspace.calendar.wording import event_in, title, when

CREATE, UPDATE, DELETE, RESPOND = (
    f"calendar_{deed}_event" for deed in ("create", "update", "delete", "respond_to")
)
_LEFT = ("title", "starts_at", "ends_at", "location", "notes")
"""What of an event a person may have changed since."""
DELETED = (
    "A deleted event can't be brought back, and who was invited has been told; "
    "ask me to make it again."
)
UNSEEN = "How the event was before is not on record, so it can't be put back by itself."
UNANSWERED = (
    "An invitation that was answered can't be left unanswered again; tell me another answer."
)


def new_time(event: Event, to: Event, zone: ZoneInfo) -> dict[str, Json]:
    """Return the arguments that give an event the time it has in `to`; none of them if it has."""
    if (to.starts_at, to.ends_at) == (event.starts_at, event.ends_at):
        return {"start": None, "end": None, "minutes": None}
    zone = ZoneInfo(to.time_zone) if to.all_day else zone
    starts = local_text(to.starts_at, zone)
    return {
        "start": starts.partition("T")[0] if to.all_day else starts,
        "end": None,
        "minutes": minutes_of(to.starts_at, to.ends_at, zone, all_day=to.all_day),
    }


def way_back(desk: Desk, event: Event, to: Event, scope: Scope) -> dict[str, Json]:
    """Return the arguments that make an event what it was, and that in words."""
    texts = {
        name: getattr(event, name)
        for name in ("title", "location", "notes")
        if getattr(event, name) != getattr(to, name)
    }
    joined = missing(to.attendees, event.attendees)
    back: dict[str, Json] = {
        "event_id": event.id,
        **texts,
        **new_time(to, event, desk.zone),
        "add_attendees": [addressed(one) for one in missing(event.attendees, to.attendees)],
        "remove_attendees": [addressed(one) for one in joined],
        "scope": scope,
        "attendees": [one.email for one in (*event.attendees, *joined)],
    }
    given = {name: value for name, value in back.items() if value not in (None, [])}
    told = f'Change "{title(to)}" back to {title(event)}, {when(event, desk.zone, desk.now)}'
    return {"arguments": given, "told": told}


def undo_created(made: Made) -> Undo | str:
    """Delete an event that was made, and its series with it."""
    event = event_in(field(made.result, "event"))
    arguments: dict[str, Json] = {
        "event_id": event.id,
        "scope": "series" if event.series else "this",
        "title": title(event),
        "attendees": [one.email for one in event.attendees],
    }
    told = f'Delete "{title(event)}"'
    return Undo(tool=DELETE, arguments=arguments, told=told, left=_state(event))


def undo_changed(made: Made) -> Undo | str:
    """Change an event back to how it was when the change was shown."""
    if made.before is None:
        return UNSEEN
    event = event_in(field(made.result, "event"))
    before = cast("dict[str, Any]", made.before)
    arguments = {**before["arguments"], "event_id": event.id}
    return Undo(tool=UPDATE, arguments=arguments, told=before["told"], left=_state(event))


def undo_answered(made: Made) -> Undo | str:
    """Give the answer that was given before, if there was one."""
    if made.before not in ("accepted", "declined", "tentative"):
        return UNANSWERED
    event = event_in(field(made.result, "event"))
    arguments: dict[str, Json] = {"event_id": event.id, "response": made.before}
    told = f'Answer "{title(event)}" as before: {made.before}'
    return Undo(tool=RESPOND, arguments=arguments, told=told, left=_state(event))


def undo_deleted(_made: Made) -> str:
    """Say that nothing brings a deleted event back."""
    return DELETED


async def changed_since(desk: Desk, undo: Undo) -> str:
    """Return what an event is now, if it is not how the change left it; "" if it is."""
    try:
        event = await desk.workspace[Calendar].get(str(undo.arguments["event_id"]))
    except ToolFailed as error:
        if error.kind != "params":
            raise
        return ""  # it is gone, which the call itself finds out
    left = cast("Mapping[str, Json]", undo.left or {})
    now = _state(event)
    if all(now[name] == left.get(name, now[name]) for name in now):
        return ""
    return f'"{title(event)}", {when(event, desk.zone, desk.now)}'


def _state(event: Event) -> dict[str, Json]:
    state = event.model_dump(mode="json", include=set(_LEFT))
    return {**state, "attendees": sorted(one.email.casefold() for one in event.attendees)}
