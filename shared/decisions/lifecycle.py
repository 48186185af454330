"""A thread's transitions: from what was read to one change, written under the thread row's etag.

Every rule about phases, queueing, questions and endings is in this file. Nothing here does I/O:
callers read the rows, call a transition, and commit the `Change` it returns.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from shared.decisions import agui, wording
from shared.errors import Gone, RequestClosed, ThreadBusy
from shared.models.base import Json, Payload
from shared.models.reasoning import Reference, Usage
from shared.models.rows import (
    INBOX,
    MESSAGE_TICKET,
    REQUEST,
    RUN_TICKET,
    TRANSCRIPT,
    TURN,
    Change,
    Entry,
    Put,
    Stored,
)
from shared.models.thread import (
    Answer,
    Draft,
    HumanRequest,
    InboxMessage,
    MessageTicket,
    Outcome,
    Question,
    RunTicket,
    Stop,
    Thread,
    TraceEntry,
    TranscriptMessage,
    Turn,
)
from shared.models.threads_in import NewMessage

MAX_ATTEMPTS = 3
"""Executions a turn gets before it closes with an apology."""
MAX_UNCLEAR = 3
"""Replies in a row that cannot be read before a question is given up (spec 001: 3 rounds)."""


# --- taking messages in ------------------------------------------------------------------------


def accept(
    thread: Thread, message: NewMessage, open_request: Stored[HumanRequest] | None, now: datetime
) -> Change:
    """Take a message in: queue it, or set it down as the answer to the open question.

    Raises Gone, ThreadBusy (409, when the caller asked for it) or RequestClosed.
    """
    if thread.deleted:
        raise Gone("This conversation was deleted.")
    busy = thread.phase == "running" or thread.pending > 0
    if busy and message.on_busy == "reject":
        raise ThreadBusy("This conversation is still answering; wait for it, or queue the message.")
    answers = (
        open_request is not None
        and open_request.value.takes_answers
        and now < open_request.value.expires_at
    )
    if message.reply_to is not None and not (
        answers and open_request is not None and open_request.value.id == message.reply_to
    ):
        raise RequestClosed("That question was already answered or set aside.")
    seq = thread.accepted + 1
    inbox = InboxMessage(
        seq=seq,
        message_id=message.message_id,
        run_id=message.run_id,
        text=message.text,
        reply_to=message.reply_to,
        debug=message.debug,
        accepted_at=now,
        due_at=message.due_at,
    )
    ticket = RunTicket(
        run_id=message.run_id,
        message_id=message.message_id,
        seq=seq,
        digest=message.digest,
        first_event=thread.events + 1,
    )
    said = MessageTicket(run_id=message.run_id, digest=message.digest)
    puts: list[Put[Payload]] = [
        Put(INBOX, seq, inbox),
        Put(RUN_TICKET, message.run_id, ticket),
        Put(MESSAGE_TICKET, message.message_id, said),
    ]
    if answers and open_request is not None:
        taken = open_request.value.model_copy(update={"reply_seq": seq})
        puts.append(Put(REQUEST, taken.id, taken, open_request.etag))
    stop = thread.stop
    if busy and message.on_busy == "interrupt" and thread.open_turn is not None and stop is None:
        stop = Stop(kind="interrupt", run=message.run_id)
    head = thread.model_copy(update={"accepted": seq, "stop": stop, "updated_at": now})
    return Change(head, tuple(puts))


def answer_request(
    thread: Thread,
    request: Stored[HumanRequest],
    answer: Answer,
    digest: str,
    now: datetime,
) -> Change:
    """Close a question with an answer given to it by id; raise RequestClosed or Gone."""
    if thread.deleted:
        raise Gone("This conversation was deleted.")
    if not request.value.takes_answers or thread.request != request.value.id:
        raise RequestClosed("That question was already answered or set aside.")
    if now >= request.value.expires_at:
        raise RequestClosed("That question has expired.")
    run = answer.run_id or f"answer-{request.value.id}"
    closed = request.value.model_copy(
        update={"status": "answered", "answer": answer.model_copy(update={"run_id": run})}
    )
    ticket = RunTicket(
        run_id=run, request=request.value.id, digest=digest, first_event=thread.events + 1
    )
    head = thread.model_copy(update={"updated_at": now})
    return Change(
        head, (Put(REQUEST, closed.id, closed, request.etag), Put(RUN_TICKET, run, ticket))
    )


def cancel(thread: Thread, ticket: Stored[RunTicket], now: datetime) -> Change | None:
    """Mark a run to be stopped; None when it has ended. A queued one is skipped at its turn."""
    run = ticket.value
    if run.state in {"finished", "cancelled"} or thread.deleted:
        return None
    if run.state == "queued":
        marked = run.model_copy(update={"state": "cancelled"})
        head = thread.model_copy(update={"updated_at": now})
        return Change(head, (Put(RUN_TICKET, run.run_id, marked, ticket.etag),))
    if thread.open_turn is None or thread.open_turn != run.turn:
        return None
    stop = Stop(kind="cancel", run=run.run_id)
    return Change(thread.model_copy(update={"stop": stop, "updated_at": now}))


def tombstone(thread: Thread, now: datetime) -> Change:
    """Delete a thread: from here on every write and effect sees that it is gone."""
    return Change(thread.model_copy(update={"deleted": True, "updated_at": now}))


# --- turns -------------------------------------------------------------------------------------


def open_turn(
    thread: Thread,
    message: InboxMessage,
    ticket: Stored[RunTicket],
    execution: str,
    *,
    references: tuple[Reference, ...],
    now: datetime,
) -> tuple[Change, Turn | None]:
    """Claim the oldest message and open a turn for it; no turn when its run was cancelled.

    `references` are what the thread's last answer listed.
    """
    if ticket.value.state == "cancelled":
        return _skip(thread, message, now), None
    number = thread.turns + 1
    turn = Turn(
        number=number,
        run_id=message.run_id,
        seq=message.seq,
        text=message.text,
        debug=message.debug,
        execution=execution,
        references=references,
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
    said = _user_message(head, turn, message.message_id, message.text, now)
    puts: tuple[Put[Payload], ...] = (
        Put(TURN, number, turn),
        Put(RUN_TICKET, message.run_id, running, ticket.etag),
        Put(TRANSCRIPT, said.position, said),
    )
    started = turn_entry(turn, "started", agui.run_started(thread.id, message.run_id))
    return Change(head, puts, (started,)), turn


def _skip(thread: Thread, message: InboxMessage, now: datetime) -> Change:
    claimed = thread.model_copy(update={"claimed": message.seq, "updated_at": now})
    return Change(_between_turns(claimed), (), _never_worked(thread, message.run_id))


def _never_worked(thread: Thread, run: str) -> tuple[Entry, ...]:
    """Start and end a run that was stopped before anything was done for it."""
    return (
        Entry(f"{run}/started", run, None, agui.run_started(thread.id, run)),
        Entry(f"{run}/ended", run, None, agui.run_cancelled(thread.id, run, "cancelled")),
    )


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


def close_turn(
    thread: Thread,
    turn: Stored[Turn],
    ticket: Stored[RunTicket] | None,
    *,
    outcome: Outcome,
    text: str,
    question: tuple[Stored[HumanRequest], Stored[RunTicket] | None] | None = None,
    now: datetime,
) -> Change:
    """End a turn: finish its message, its run and its row. `text` is said if nothing was.

    `question` is one still open, with the run of an answer nobody has read yet: both end here.
    """
    value, draft = turn.value, turn.value.draft
    entries: list[Entry] = []
    puts: list[Put[Payload]] = []
    if question is not None:
        asked, unread = question
        closed = asked.value.model_copy(update={"status": "cancelled"})
        puts.append(Put(REQUEST, closed.id, closed, asked.etag))
        entries.append(turn_entry(value, f"{closed.id}/closed", _closed_event(closed)))
        if unread is not None:
            ended = unread.value.model_copy(update={"state": "cancelled"})
            puts.append(Put(RUN_TICKET, ended.run_id, ended, unread.etag))
            entries += _never_worked(thread, ended.run_id)
    position = thread.messages
    run_open = ticket is not None and ticket.value.state == "running"
    if draft is not None and not draft.finished:
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
    if said is not None:
        position += 1
        spoken = TranscriptMessage(
            position=position,
            id=said.message_id,
            role="assistant",
            text=said.text,
            turn=value.number,
            run_id=value.run_id,
            at=now,
        )
        puts.append(Put(TRANSCRIPT, position, spoken))
    if run_open and ticket is not None:
        state = "cancelled" if outcome in {"cancelled", "interrupted"} else "finished"
        done = ticket.value.model_copy(update={"state": state})
        puts.append(Put(RUN_TICKET, done.run_id, done, ticket.etag))
        event = (
            agui.run_cancelled(thread.id, value.run_id, outcome)
            if state == "cancelled"
            else agui.run_finished(thread.id, value.run_id, value.run_usage)
        )
        entries.append(turn_entry(value, f"{value.run_id}/ended", event))
    closed = value.model_copy(update={"status": "closed", "outcome": outcome, "closed_at": now})
    puts.append(Put(TURN, value.number, closed, turn.etag))
    head = thread.model_copy(
        update={
            "open_turn": None,
            "request": None,
            "writing": None,
            "stop": None,
            "messages": position,
            "updated_at": now,
        }
    )
    return Change(_between_turns(head), tuple(puts), tuple(entries))


def _between_turns(thread: Thread) -> Thread:
    """Return the thread with no turn open: parked at once if nothing waits.

    Its orchestrator still looks once more before it ends; but should it die first, the next message
    finds a thread that may be started, not one that seems to be running.
    """
    return thread.model_copy(update={"phase": "running" if thread.pending else "parked"})


# --- questions ---------------------------------------------------------------------------------


def ask(
    thread: Thread,
    turn: Stored[Turn],
    ticket: Stored[RunTicket],
    question: HumanRequest,
    now: datetime,
) -> tuple[Change, HumanRequest]:
    """Put a question to the person and wait, or set it aside if they have moved on already."""
    value = turn.value
    superseded = thread.pending > 0
    request = question.model_copy(update={"status": "superseded" if superseded else "open"})
    text = wording.numbered(request.question, request.options)
    position = thread.messages + 1
    said = TranscriptMessage(
        position=position,
        id=request.message_id,
        role="assistant",
        text=text,
        turn=value.number,
        run_id=value.run_id,
        at=now,
        request=request.id,
    )
    asked = value.model_copy(
        update={
            "questions": value.questions + 1,
            "ending": "superseded" if superseded else value.ending,
        }
    )
    waiting = ticket.value.model_copy(update={"state": "waiting"})
    puts: list[Put[Payload]] = [
        Put(REQUEST, request.id, request),
        Put(TURN, value.number, asked, turn.etag),
        Put(TRANSCRIPT, position, said),
    ]
    entries = [
        turn_entry(value, f"{request.id}/{i}", event)
        for i, event in enumerate(agui.whole_text(request.message_id, text))
    ]
    if superseded:
        entries.append(turn_entry(value, f"{request.id}/closed", _closed_event(request)))
        head = thread.model_copy(update={"messages": position, "updated_at": now})
    else:
        ended = agui.run_interrupted(thread.id, request, value.run_usage)
        entries.append(turn_entry(value, f"{value.run_id}/ended", ended))
        puts.append(Put(RUN_TICKET, value.run_id, waiting, ticket.etag))
        head = thread.model_copy(
            update={
                "phase": "waiting",
                "request": request.id,
                "messages": position,
                "updated_at": now,
            }
        )
    return Change(head, tuple(puts), tuple(entries)), request


def new_request(turn: Turn, question: Question, *, now: datetime, ttl: timedelta) -> HumanRequest:
    """Return the next question of a turn; its id is the turn's number and the question's."""
    name = f"q-{turn.number}-{turn.questions + 1}"
    return HumanRequest(
        id=name,
        kind=question.kind,
        turn=turn.number,
        run_id=turn.run_id,
        question=wording.asked_again(question.text) if turn.unclear else question.text,
        options=question.options,
        tool_call_id=question.tool_call_id,
        arguments=question.arguments,
        arguments_hash=question.arguments_hash,
        message_id=f"question-{name}",
        created_at=now,
        expires_at=now + ttl,
    )


def settle(  # noqa: PLR0913 - each is a row that was read, or what it means
    thread: Thread,
    turn: Stored[Turn],
    request: Stored[HumanRequest],
    answer: Answer,
    *,
    message: InboxMessage | None,
    ticket: Stored[RunTicket] | None,
    puts: Sequence[Put[Payload]] = (),
    update: dict[str, Json] | None = None,
    now: datetime,
) -> Change:
    """Close a question, go on running, and let the turn continue under the run that answered.

    `message` and `ticket` are the inbox message and run ticket that answered, if one did; `puts`
    and `update` are what the answer changes in the agent run and the turn.
    """
    value = turn.value
    closed = request.value.model_copy(update={"status": answer.outcome, "answer": answer})
    writes: list[Put[Payload]] = [Put(REQUEST, closed.id, closed, request.etag), *puts]
    changes: dict[str, Json] = {"unclear": 0, "run_usage": Usage(), **(update or {})}
    head_changes: dict[str, Json] = {"phase": "running", "request": None, "updated_at": now}
    entries: list[Entry] = []
    if ticket is not None:
        run = ticket.value.run_id
        changes["run_id"] = run
        if ticket.value.state == "cancelled":
            head_changes["stop"] = Stop(kind="cancel", run=run)
        running = ticket.value.model_copy(update={"state": "running", "turn": value.number})
        writes.append(Put(RUN_TICKET, run, running, ticket.etag))
        position = thread.messages + 1
        head_changes["messages"] = position
        said = TranscriptMessage(
            position=position,
            id=message.message_id if message is not None else f"answer-{request.value.id}",
            role="user",
            text=message.text if message is not None else spoken(request.value, answer),
            turn=value.number,
            run_id=run,
            at=now,
        )
        writes.append(Put(TRANSCRIPT, position, said))
        entries.append(Entry(f"{run}/started", run, value.number, agui.run_started(thread.id, run)))
    if message is not None:
        head_changes["claimed"] = message.seq
    moved_on = value.model_copy(update=changes)
    entries.append(turn_entry(moved_on, f"{request.value.id}/closed", _closed_event(closed)))
    writes.append(Put(TURN, value.number, moved_on, turn.etag))
    return Change(thread.model_copy(update=head_changes), tuple(writes), tuple(entries))


def expire(
    thread: Thread, turn: Stored[Turn], request: Stored[HumanRequest], now: datetime
) -> Change:
    """Close an unanswered question and its turn, and say so in a run of its own."""
    run = f"expiry-{request.value.id}"
    ticket = RunTicket(
        run_id=run,
        request=request.value.id,
        digest="",
        state="running",
        turn=turn.value.number,
        first_event=thread.events + 1,
    )
    closed = settle(
        thread,
        turn,
        request,
        Answer(outcome="expired"),
        message=None,
        ticket=None,
        update={"run_id": run, "ending": "expired"},
        now=now,
    )
    started = Entry(f"{run}/started", run, turn.value.number, agui.run_started(thread.id, run))
    return Change(
        closed.thread,
        (*closed.puts, Put(RUN_TICKET, run, ticket)),
        (started, *closed.entries),
    )


def spoken(request: HumanRequest, answer: Answer) -> str:
    """Return an answer given by button as the words a person would have used."""
    if answer.text:
        return answer.text
    chosen = next((o.label for o in request.options if o.id == answer.option), None)
    return chosen or {"accept": "Yes", "reject": "No", "edit": "Change it"}.get(
        answer.action or "", "None of these"
    )


def _closed_event(request: HumanRequest) -> dict[str, Json]:
    return agui.custom("interrupt_closed", {"id": request.id, "status": request.status})


# --- inside a turn -----------------------------------------------------------------------------


def traced(turn: Turn, entry: TraceEntry) -> Turn:
    """Add to a turn's trace and bill."""
    return turn.model_copy(
        update={
            "trace": (*turn.trace, entry),
            "usage": turn.usage + entry.usage,
            "run_usage": turn.run_usage + entry.usage,
        }
    )


def trace_event(turn: Turn, entry: TraceEntry) -> list[Entry]:
    """Return the trace entry as an event, for a turn that is watched (`debug`)."""
    if not turn.debug:
        return []
    event = agui.custom("trace", entry.model_dump(mode="json"))
    return [turn_entry(turn, f"trace/{len(turn.trace)}/{entry.name}", event)]


def in_turn(thread: Thread, writing: str | None, now: datetime) -> Thread:
    """Return the thread row after a step of its open turn."""
    return thread.model_copy(update={"writing": writing, "updated_at": now})


def append_text(
    thread: Thread, turn: Turn, draft: Draft, number: int, text: str, now: datetime
) -> Change | None:
    """Add the next piece to a message; None once another writer has taken over."""
    if thread.deleted or thread.writing != draft.message_id:
        return None
    event = agui.text_content(draft.message_id, text)
    entry = turn_entry(turn, f"{draft.message_id}/{number}", event)
    return Change(thread.model_copy(update={"updated_at": now}), (), (entry,))


def open_draft(turn: Turn) -> tuple[Draft, Draft | None]:
    """Return the message to write into, and the unfinished one it replaces."""
    old = turn.draft
    attempt = old.attempt + 1 if old is not None else 1
    suffix = "" if attempt == 1 else f"-{attempt}"
    return Draft(message_id=f"reply-{turn.number}{suffix}", attempt=attempt), old


def _user_message(
    head: Thread, turn: Turn, message_id: str, text: str, now: datetime
) -> TranscriptMessage:
    return TranscriptMessage(
        position=head.messages,
        id=message_id,
        role="user",
        text=text,
        turn=turn.number,
        run_id=turn.run_id,
        at=now,
    )


def call_id(turn: Turn, step: int) -> str:
    """Return the id that a tool call has towards clients."""
    return f"call-{turn.number}-{step + 1}"


def turn_entry(turn: Turn, key: str, event: dict[str, Json]) -> Entry:
    """Return an event of a turn's current run; `key` is unique in the turn."""
    return Entry(f"t{turn.number}/{key}", turn.run_id, turn.number, event)
