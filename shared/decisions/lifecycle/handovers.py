"""A conversation handed over, and back, by whoever holds it rather than by what is said in it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from shared.decisions import handoffs
from shared.errors import Conflict, Gone, ThreadBusy
from shared.models.handoff import Handoff
from shared.models.rows import HANDOFF, Change, Entry, Put, Stored
from shared.models.thread import Thread

Ending = Literal["completed", "cancelled", "error"]


def hand_over(thread: Thread, handoff: Handoff, now: datetime) -> Change:
    """Give the conversation to an agent; raise Gone, ThreadBusy or Conflict (one has it)."""
    if thread.deleted:
        raise Gone("This conversation was deleted.")
    if thread.phase != "parked" or thread.pending:
        raise ThreadBusy("This conversation is still answering; wait until it has.")
    if thread.handoff is not None:
        raise Conflict("An agent already has this conversation; it has to return it first.")
    return _changed(thread, handoff, None, now)


def hand_back(
    thread: Thread,
    handoff: Stored[Handoff],
    ending: Ending,
    now: datetime,
    summary: str = "",
    made: Sequence[str] = (),
) -> Change:
    """Give the conversation back to the assistant; raise Gone or Conflict (nobody has it)."""
    if thread.deleted:
        raise Gone("This conversation was deleted.")
    if not handoff.value.open:
        raise Conflict("No agent has this conversation any more.")
    over = handoffs.ended(handoff.value, ending, now, summary, made)
    return _changed(thread, over, handoff.etag, now)


def _changed(thread: Thread, handoff: Handoff, etag: str | None, now: datetime) -> Change:
    told = Entry(f"{handoff.id}/{handoff.state}", handoff.id, None, handoffs.event(handoff))
    head = handoffs.held(thread, handoff).model_copy(update={"updated_at": now})
    return Change(head, (Put(HANDOFF, handoff.id, handoff, etag),), (told,))
