"""A message on its way into a thread, checked by the edge that received it."""

from datetime import datetime
from typing import Literal

from shared.models.base import MessageText, Payload, PrintableId

OnBusy = Literal["enqueue", "reject", "interrupt"]


class NewMessage(Payload):
    """What a person said. `digest` is of the body; `due_at` is when its rescue is due."""

    text: MessageText
    message_id: PrintableId
    run_id: PrintableId
    reply_to: PrintableId | None = None
    on_busy: OnBusy = "enqueue"
    debug: bool = False
    digest: str
    due_at: datetime
