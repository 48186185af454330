"""A conversation handed over, and back, by whoever holds it rather than by what is said in it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from shared.decisions import agui, handoffs
from shared.decisions.lifecycle.entries import turn_entry
from shared.errors import Conflict, Gone, ThreadBusy
from shared.models.handoff import Handoff
from shared.models.rows import HANDOFF, Change, Entry, Put, Stored
from shared.models.thread import Thread, Turn

Ending = Literal["completed", "cancelled", "error"]


def hand_over(
    thread: Thread, handoff: Handoff, now: datetime, refusal: str = ""
) -> tuple[Change, Handoff]:
    """Give the conversation to an agent; raise Gone or ThreadBusy.

    The handoff comes back rejected where there is a `refusal`, or another has the conversation.
    """
    if thread.deleted:
        raise Gone("This conversation was deleted.")
    if thread.phase != "parked" or thread.pending:
        raise ThreadBusy("This conversation is still answering; wait until it has.")
    if not refusal and thread.handoff is not None:
        refusal = "An agent already has this conversation; it has to return it first."
    if refusal:
        handoff = handoffs.rejected(handoff, refusal, now)
    return _changed(thread, None, handoff, now), handoff


def hand_back(
    thread: Thread,
    handoff: Stored[Handoff],
    ending: Ending,
    now: datetime,
    summary: str = "",
    made: Sequence[str] = (),
    turn: Turn | None = None,
) -> tuple[Change, Handoff]:
    """Give the conversation back to the assistant; raise Gone or Conflict (nobody has it).

    `turn` is the one being answered, whose run then tells of it.
    """
    if thread.deleted:
        raise Gone("This conversation was deleted.")
    if not handoff.value.open:
        raise Conflict("No agent has this conversation any more.")
    over = handoffs.ended(handoff.value, ending, now, summary, made)
    return _changed(thread, handoff, over, now, turn), over


def lapse(thread: Thread, handoff: Stored[Handoff], now: datetime) -> Change | None:
    """Give back a conversation whose handoff's time is over; None while it is being answered.

    Whatever is being said belongs to the handoff, or ends it by being said.
    """
    if thread.phase != "parked" or thread.pending:
        return None
    return _changed(thread, handoff, handoffs.ended(handoff.value, "paused", now), now)


def told(turn: Turn, before: Handoff | None, handoff: Handoff) -> tuple[Entry, ...]:
    """Return what a turn's run tells of how its handoff stands now, and came to."""
    through = handoffs.passed(before, handoff)
    return tuple(turn_entry(turn, f"{it.id}/{it.state}", handoffs.event(it)) for it in through)


def _changed(
    thread: Thread,
    before: Stored[Handoff] | None,
    handoff: Handoff,
    now: datetime,
    turn: Turn | None = None,
) -> Change:
    known, etag = (before.value, before.etag) if before is not None else (None, None)
    through = handoffs.passed(known, handoff)
    head = handoffs.held(thread, handoff).model_copy(update={"updated_at": now})
    entries = _entries(thread, [handoffs.event(each) for each in through], handoff, turn)
    return Change(head, (Put(HANDOFF, handoff.id, handoff, etag),), entries)


def _entries(
    thread: Thread, events: Sequence[agui.Event], handoff: Handoff, turn: Turn | None
) -> tuple[Entry, ...]:
    """Return entries of a run that is open, or else of a run of their own.

    Their keys count the log: a handoff taken up again can end again.
    """
    name = f"{handoff.id}-{handoff.state}-{thread.events + 1}"
    if turn is not None:
        return tuple(
            turn_entry(turn, f"{name}/{place}", event) for place, event in enumerate(events)
        )
    whole = (agui.run_started(thread.id, name), *events, agui.run_finished(thread.id, name))
    return tuple(Entry(f"{name}/{place}", name, None, event) for place, event in enumerate(whole))
