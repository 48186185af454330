"""The tool that answers an invitation."""

from typing import Literal

from pydantic import Field

from shared.decisions.risk import ToolRules, always
from shared.errors import ToolFailed
from shared.models.base import Json, Payload
from shared.models.run import Card, Difference
from shared.tools.parameters import SETTLED
from shared.tools.tool import Desk, Prepared, Said, Tool
from shared.tools.wording import one_line
from shared.workspace.calendar.creating import event_of
from shared.workspace.calendar.port import Calendar, Event
from shared.workspace.calendar.restoring import changed_since, undo_answered
from shared.workspace.calendar.slots import Span
from shared.workspace.calendar.warnings import clashes
from shared.workspace.calendar.wording import ANSWERS, event_line, result_of, title, when

Answer = Literal["accepted", "declined", "tentative"]
_VERBS: dict[Answer, str] = {
    "accepted": "Accept",
    "declined": "Decline",
    "tentative": "Answer maybe to",
}


class RespondToEvent(Payload):
    """The answer to an invitation."""

    event_id: str = Field(min_length=1, json_schema_extra=SETTLED)
    response: Answer
    comment: str = Field(default="", max_length=1000, description="A word to the organizer")


async def respond(desk: Desk, wanted: RespondToEvent) -> Json:
    """Answer the invitation."""
    comment = wanted.comment.strip()
    calendar = desk.workspace[Calendar]
    event = await calendar.respond(wanted.event_id, wanted.response, comment, desk.effect)
    return {"event": result_of(event, desk)}


async def prepare(desk: Desk, wanted: RespondToEvent) -> Prepared:
    """Show what is answered to whom, and what else is at that time."""
    event = await desk.workspace[Calendar].get(wanted.event_id)
    if event.mine:
        message = f'You organise "{title(event)}" yourself, so there is nothing to answer.'
        raise ToolFailed(message, "params")
    if event.ends_at <= desk.now:
        message = f'"{title(event)}" is over: it was {when(event, desk.zone, desk.now)}.'
        raise ToolFailed(message, "params")
    answer = Difference(
        label="Your answer", before=ANSWERS[event.response], after=ANSWERS[wanted.response]
    )
    card = Card(
        title=f'{_VERBS[wanted.response]} "{title(event)}"',
        fields=(
            ("When", when(event, desk.zone, desk.now)),
            ("Organizer", one_line(event.organizer)),
        ),
        body=wanted.comment.strip(),
        differences=() if event.response == wanted.response else (answer,),
        warnings=await _warnings(desk, event, wanted),
    )
    return Prepared(wanted.model_dump(mode="json"), card, event.response)


async def _warnings(desk: Desk, event: Event, wanted: RespondToEvent) -> tuple[str, ...]:
    if event.response == wanted.response:
        return ("You have given this answer already.",)
    if wanted.response == "declined":
        return ()
    return await clashes(desk, Span(event.starts_at, event.ends_at), (), event)


def _say(said: Said) -> str:
    event = event_of(said)
    done = {"accepted": "You're going to", "declined": "You declined"}.get(event.response)
    return f"{done or 'You answered maybe to'} {event_line(event, said)}."


RESPOND_TO_EVENT = Tool(
    "calendar_respond_to_event",
    "Accept, decline or answer maybe to an invitation",
    RespondToEvent,
    ToolRules(always("medium"), item="event", item_kind="event", item_label="title", changes=True),
    respond,
    _say,
    prepare=prepare,
    undo=undo_answered,
    since=changed_since,
)
