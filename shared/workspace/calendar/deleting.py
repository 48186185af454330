"""The tool that removes an event."""

from typing import cast

from pydantic import Field

from shared.decisions.risk import ToolRules, always
from shared.models.base import Json, Payload
from shared.models.people import Person
from shared.models.run import Card
from shared.tools.parameters import SETTLED, Exact
from shared.tools.tool import Desk, Prepared, Said, Tool
from shared.tools.wording import count, one_line
from shared.workspace.calendar.creating import SEVERAL_GUESTS
from shared.workspace.calendar.people import in_arguments
from shared.workspace.calendar.port import Calendar, Scope
from shared.workspace.calendar.restoring import changed_since, undo_deleted
from shared.workspace.calendar.updating import SCOPE, scope_field, scope_of
from shared.workspace.calendar.wording import all_of, others, title, when


class DeleteEvent(Payload):
    """What to remove."""

    event_id: str = Field(min_length=1, json_schema_extra=SETTLED)
    scope: Scope = Field(default="this", description=SCOPE)


class ExactDeletion(Exact):
    """What goes, and who is told."""

    event_id: str = Field(min_length=1)
    scope: Scope
    title: str
    attendees: tuple[Person, ...]


async def delete(desk: Desk, wanted: ExactDeletion) -> Json:
    """Remove the event; it need not be there any more, so that another attempt succeeds too."""
    await desk.workspace[Calendar].delete(wanted.event_id, desk.effect, wanted.scope)
    return {"deleted": {"id": wanted.event_id, "title": wanted.title}}


async def prepare(desk: Desk, wanted: DeleteEvent) -> Prepared:
    """Show what goes and who will be told."""
    event = await desk.workspace[Calendar].get(wanted.event_id)
    scope = scope_of(event, wanted.scope)
    guests = others(event.attendees, desk.profile)
    arguments: dict[str, Json] = {
        "event_id": wanted.event_id,
        "scope": scope,
        "title": title(event),
        "attendees": in_arguments(guests),
    }
    host = one_line(event.organizer) or "Somebody else"
    told = f"{count(len(guests), 'attendee')} will be told that it is cancelled."
    mine = (told,) if guests else ()
    theirs = (f"{host} organises this: it goes from your calendar only.",)
    card = Card(
        title=f'Delete "{title(event)}"',
        fields=(
            ("When", when(event, desk.zone, desk.now)),
            *((("Attendees", all_of(guests)),) if guests else ()),
            *scope_field(event, scope),
        ),
        warnings=("This cannot be undone.", *(mine if event.mine else theirs)),
    )
    return Prepared(arguments, card)


def _say(said: Said) -> str:
    deleted = cast("dict[str, dict[str, str]]", said.result)["deleted"]
    name = one_line(deleted["title"])
    if said.arguments.get("scope") == "series":
        return f"**{name}** and the rest of its series are deleted."
    return f"**{name}** is deleted."


DELETE_EVENT = Tool(
    "calendar_delete_event",
    "Cancel or delete an event; its attendees are told",
    DeleteEvent,
    ToolRules(always("high"), changes=True, bulk=SEVERAL_GUESTS),
    delete,
    _say,
    prepare=prepare,
    exact=ExactDeletion,
    undo=undo_deleted,
    since=changed_since,
)
