"""A message on its way into a thread, checked by the edge that received it."""

from datetime import datetime
from typing import Literal

from shared.models.base import MessageText, Payload, PrintableId
from shared.models.upload import Upload

OnBusy = Literal["enqueue", "reject", "interrupt"]


class NewMessage(Payload):
    """What a person said, or an agent for them.

    `anew`: it is said instead of an answer to what is asked. `digest` is of the body, `roles` are
    those of whoever said it. `routing_depth` counts the agents that handed the request on; `due_at`
    is when its rescue is due.
    """

    text: MessageText
    message_id: PrintableId
    run_id: PrintableId
    reply_to: PrintableId | None = None
    anew: bool = False
    on_busy: OnBusy = "enqueue"
    files: tuple[Upload, ...] = ()
    client: tuple[str, ...] = ()
    """What their client wants to be known."""
    debug: bool = False
    routing_depth: int = 0
    chain: tuple[str, ...] = ()
    """Those agents, where they said which they are."""
    goes_on: int | None = None
    """The turn it goes on with, whose agent waits for an account to be connected."""
    again: str = ""
    """What it has asked for once more, in the place of its own words."""
    roles: tuple[str, ...] = ()
    digest: str
    due_at: datetime
