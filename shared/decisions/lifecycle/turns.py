"""Opening, going on with and closing turns, and writing inside one."""

from datetime import datetime

from shared.decisions import agui, giving, handoffs, memory
from shared.decisions.lifecycle.entries import (
    call_left,
    closed_event,
    never_worked,
    run_begun,
    step_over,
    told_in,
    transcribed,
    turn_entry,
)
from shared.decisions.lifecycle.handovers import told
from shared.decisions.lifecycle.questions import asked_by_builder
from shared.models.base import Payload
from shared.models.handoff import Handoff
from shared.models.reasoning import Memory
from shared.models.rows import (
    AGENT_RUN,
    HANDOFF,
    REQUEST,
    RUN_TICKET,
    TURN,
    Change,
    Entry,
    Put,
    Stored,
)
from shared.models.thread import (
    Draft,
    HumanRequest,
    InboxMessage,
    Outcome,
    RunTicket,
    Thread,
    TraceEntry,
    Turn,
)

MAX_ATTEMPTS = 3
"""Executions a turn gets before it closes with an apology."""


def open_turn(  # noqa: PLR0913 - each is a row that was read
    thread: Thread,
    message: InboxMessage,
    ticket: Stored[RunTicket],
    execution: str,
    *,
    before: Turn | None,
    replaced: HumanRequest | None = None,
    handoff: Stored[Handoff] | None = None,
    now: datetime,
) -> tuple[Change, Turn | None]:
    """Claim the oldest message and open a turn for it; no turn when its run was cancelled.

    `before` is the turn before it, which leaves its references and what it taught; `replaced` what
    that turn was asking when this message came instead of an answer; `handoff` the one that has the
    conversation, or that the person may want to go on with.
    """
    if ticket.value.state == "cancelled":
        return _skip(thread, message, now), None
    number = thread.turns + 1
    thread, held, over = _held(thread, message, handoff, now)
    turn = Turn(
        number=number,
        run_id=message.run_id,
        seq=message.seq,
        text=message.again or message.text,
        files=message.files,
        client=message.client,
        chain=message.chain,
        debug=message.debug,
        execution=execution,
        references=before.references if before is not None else (),
        memory=memory.after(before, now) if before is not None else Memory(),
        set_aside=replaced.card.title if replaced is not None and replaced.card is not None else "",
        handoff=held.id if held is not None else None,
        decision=handoffs.continued(held) if held is not None else None,
        opened_at=now,
        due_at=message.due_at,
    )
    head = thread.model_copy(
        update={
            "phase": "running",
            "claimed": message.seq,
            "turns": number,
            "open_turn": number,
            "messages": thread.messages + 1,
            "stop": None,
            "updated_at": now,
        }
    )
    running = ticket.value.model_copy(update={"state": "running", "turn": number})
    puts: tuple[Put[Payload], ...] = (
        Put(TURN, number, turn),
        Put(RUN_TICKET, message.run_id, running, ticket.etag),
        transcribed(
            turn,
            head.messages,
            message.message_id,
            "user",
            message.text,
            files=message.files,
            now=now,
        ),
    )
    entries = (run_begun(thread, message.run_id, number),)
    if message.answers is not None:
        closed = agui.custom("interrupt_closed", {"id": message.answers, "status": "answered"})
        entries = (*entries, turn_entry(turn, f"{message.answers}/closed", closed))
    if handoff is not None and over is not None:
        puts = (*puts, Put(HANDOFF, over.id, over, handoff.etag))
        entries = (*entries, *told(turn, handoff.value, over))
    return Change(head, puts, entries, absent=((AGENT_RUN, number),)), turn


def _held(
    thread: Thread, message: InboxMessage, handoff: Stored[Handoff] | None, now: datetime
) -> tuple[Thread, Handoff | None, Handoff | None]:
    """Return the thread, the handoff a message belongs to, and one that ended as its time is over.

    A message to the assistant takes a paused handoff up again only where that is what it says; one
    said instead of an answer to the agent builder leaves it.
    """
    if handoff is None:
        return thread, None, None
    value, over = handoff.value, None
    if handoffs.expired(value, now):
        value = over = handoffs.ended(value, "paused", now)
        thread = handoffs.held(thread, value)
    elif value.open and message.anew and message.answers is not None:
        value = over = handoffs.ended(value, "cancelled", now)
        thread = handoffs.held(thread, value)
    going_on = value.open or (handoffs.wants_on(message.text) and not message.anew)
    return thread, value if going_on else None, over


def _skip(thread: Thread, message: InboxMessage, now: datetime) -> Change:
    claimed = thread.model_copy(update={"claimed": message.seq, "updated_at": now})
    return Change(_between_turns(claimed), (), never_worked(thread, message.run_id))


def reopen_turn(thread: Thread, turn: Stored[Turn], execution: str, now: datetime) -> Change | None:
    """Count a new execution of an open turn; None when it is the one already counted."""
    if turn.value.execution == execution:
        return None
    again = turn.value.model_copy(
        update={"execution": execution, "attempts": turn.value.attempts + 1}
    )
    head = thread.model_copy(update={"updated_at": now})
    return Change(head, (Put(TURN, again.number, again, turn.etag),))


def park(thread: Thread, now: datetime) -> Change:
    """Leave the thread without an orchestrator. The caller commits under the etag it decided on."""
    return Change(thread.model_copy(update={"phase": "parked", "updated_at": now}))


def close_turn(  # noqa: PLR0913 - each is a row that was read, or what it means
    thread: Thread,
    turn: Stored[Turn],
    ticket: Stored[RunTicket] | None,
    *,
    outcome: Outcome,
    text: str,
    question: tuple[Stored[HumanRequest], Stored[RunTicket] | None] | None = None,
    handoff: Handoff | None = None,
    now: datetime,
) -> tuple[Change, Turn]:
    """End a turn: finish its message, its run and its row; return it as it then is.

    `text` is said if nothing was.

    `question` is one still open, with the run of an answer nobody has read yet: both end here. What
    the agent builder asks in its `handoff` is an interrupt of the run that ends.
    """
    value, draft = turn.value, turn.value.draft
    reading = thread.reading is not None
    entries = step_over(told_in(value, thread.reading)) if reading else []
    puts: list[Put[Payload]] = []
    if question is not None:
        dropped, told = _drop_question(thread, told_in(value, thread.reading), *question)
        puts += dropped
        entries += told
    position = thread.messages
    run_open = ticket is not None and ticket.value.state == "running"
    if draft is not None and not (draft.finished or draft.aside):
        entries.append(
            turn_entry(value, f"{draft.message_id}/end", agui.text_end(draft.message_id))
        )
    said = draft if draft is not None and draft.text else None
    if said is None and text and run_open:
        message = f"closing-{value.number}"
        entries += [
            turn_entry(value, f"{message}/{i}", event)
            for i, event in enumerate(agui.whole_text(message, text))
        ]
        said = Draft(message_id=message, attempt=0, text=text, finished=True)
    asked = None
    if outcome == "answered" and run_open:
        asked = asked_by_builder(thread, value, handoff, said, now)
    name = asked.id if asked is not None else None
    if said is not None:
        position += 1
        puts.append(
            transcribed(
                value,
                position,
                said.message_id,
                "assistant",
                said.text,
                request=name,
                files=giving.files(value),
                now=now,
            )
        )
    if asked is not None:
        puts.append(Put(REQUEST, asked.id, asked))
    if run_open and ticket is not None:
        state = "cancelled" if outcome in {"cancelled", "interrupted"} else "finished"
        done = ticket.value.model_copy(update={"state": state})
        puts.append(Put(RUN_TICKET, done.run_id, done, ticket.etag))
        if asked is not None:
            event = agui.run_interrupted(thread.id, asked, value.run_usage)
        elif state == "cancelled":
            event = agui.run_cancelled(thread.id, value.run_id, outcome)
        else:
            event = agui.run_finished(thread.id, value.run_id, value.run_usage)
        entries += [] if reading else step_over(value)
        entries.append(turn_entry(value, f"{value.run_id}/ended", event))
    closed = value.model_copy(
        update={"status": "closed", "outcome": outcome, "closed_at": now, "working": ""}
    )
    puts.append(Put(TURN, value.number, closed, turn.etag))
    head = thread.model_copy(
        update={
            "open_turn": None,
            "request": None,
            "asked": name,
            "writing": None,
            "reading": None,
            "stop": None,
            "messages": position,
            "updated_at": now,
        }
    )
    return Change(_between_turns(head), tuple(puts), tuple(entries)), closed


def _drop_question(
    thread: Thread, turn: Turn, asked: Stored[HumanRequest], unread: Stored[RunTicket] | None
) -> tuple[list[Put[Payload]], list[Entry]]:
    """Close a question whose turn is over, and the run of an answer nobody will read."""
    request = asked.value.model_copy(update={"status": "cancelled"})
    puts: list[Put[Payload]] = [Put(REQUEST, request.id, request, asked.etag)]
    entries = [turn_entry(turn, f"{request.id}/closed", closed_event(request))]
    entries += call_left(turn, request)
    if unread is not None:
        run = unread.value.model_copy(update={"state": "cancelled"})
        puts.append(Put(RUN_TICKET, run.run_id, run, unread.etag))
        entries += never_worked(thread, run.run_id)
    return puts, entries


def _between_turns(thread: Thread) -> Thread:
    """Return the thread with no turn open: parked at once if nothing waits.

    Its orchestrator still looks once more before it ends; but should it die first, the next message
    finds a thread that may be started, not one that seems to be running.
    """
    return thread.model_copy(update={"phase": "running" if thread.pending else "parked"})


def in_turn(thread: Thread, writing: str | None, now: datetime) -> Thread:
    """Return the thread row after a step of its open turn."""
    return thread.model_copy(update={"writing": writing, "reading": None, "updated_at": now})


def traced(turn: Turn, entry: TraceEntry) -> Turn:
    """Add to a turn's trace and bill."""
    return turn.model_copy(
        update={
            "trace": (*turn.trace, entry),
            "usage": turn.usage + entry.usage,
            "run_usage": turn.run_usage + entry.usage,
        }
    )


def open_draft(turn: Turn) -> tuple[Draft, Draft | None]:
    """Return the message to write into, and the unfinished one it replaces."""
    old = turn.draft
    attempt = old.attempt + 1 if old is not None else 1
    suffix = "" if attempt == 1 else f"-{attempt}"
    broken = None if old is not None and old.aside else old
    return Draft(message_id=f"reply-{turn.number}{suffix}", attempt=attempt), broken


def append_text(
    thread: Thread, turn: Turn, draft: Draft, number: int, text: str, now: datetime
) -> Change | None:
    """Add the next piece to a message; None once another writer has taken over."""
    if thread.deleted or thread.writing != draft.message_id:
        return None
    entry = piece_entry(turn, draft, number, text)
    return Change(thread.model_copy(update={"updated_at": now}), (), (entry,))


def append_thought(
    thread: Thread, turn: Turn, name: str, number: int, text: str, now: datetime
) -> Change | None:
    """Tell what is thought over a turn's answer; None once the turn is over, or being answered.

    `name` is that of this one writer: what another one thinks is another message.
    """
    if thread.deleted or thread.open_turn != turn.number or thread.writing is not None:
        return None
    entry = turn_entry(turn, f"{name}/{number}", agui.thought(name, text))
    return Change(thread.model_copy(update={"updated_at": now}), (), (entry,))


def piece_entry(turn: Turn, draft: Draft, number: int, text: str) -> Entry:
    """Return what shows a piece of a message, counted from 1."""
    event = agui.text_content(draft.message_id, text)
    return turn_entry(turn, f"{draft.message_id}/{number}", event)
