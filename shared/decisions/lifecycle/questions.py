"""Asking a person, and everything that can close a question."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from shared.decisions import agui, wording
from shared.decisions.lifecycle.entries import (
    call_left,
    call_shown,
    closed_event,
    run_begun,
    step_begun,
    step_over,
    told_in,
    transcribed,
    turn_entry,
)
from shared.models.base import Json, Payload
from shared.models.handoff import Handoff
from shared.models.intent import Option
from shared.models.reasoning import Usage
from shared.models.rows import REQUEST, RUN_TICKET, TURN, Change, Put, Stored
from shared.models.thread import (
    Answer,
    Asking,
    Draft,
    HumanRequest,
    InboxMessage,
    Question,
    RunTicket,
    Stop,
    Thread,
    Turn,
)
from shared.models.upload import Upload

MAX_UNCLEAR = 3
"""Replies in a row that cannot be read before a question is given up (spec 001: 3 rounds)."""
QUESTION_PREFIX = "question-"
"""What the id of a message begins with that only asks."""
_ASKING = frozenset({"gather", "confirm"})
"""States in which the agent builder cannot go on without a reply."""


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
    asked = value.model_copy(
        update={
            "questions": value.questions + 1,
            **_routing_asked(value),
            "ending": "superseded" if superseded else value.ending,
        }
    )
    waiting = ticket.value.model_copy(update={"state": "waiting"})
    puts: list[Put[Payload]] = [
        Put(REQUEST, request.id, request),
        Put(TURN, value.number, asked, turn.etag),
        transcribed(
            value, position, request.message_id, "assistant", text, request=request.id, now=now
        ),
    ]
    entries = [
        turn_entry(value, f"{request.id}/{i}", event)
        for i, event in enumerate(agui.whole_text(request.message_id, text))
    ]
    if superseded:
        entries.append(turn_entry(value, f"{request.id}/closed", closed_event(request)))
        head = thread.model_copy(update={"messages": position, "updated_at": now})
    else:
        entries += call_shown(value, request)
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


def _routing_asked(turn: Turn) -> dict[str, Json]:
    """Return what changes in a turn when it is routing that asks."""
    if turn.decision is None or turn.decision.kind != "ask":
        return {}
    return {"rounds": turn.rounds + 1, "asked": turn.asked or turn.decision.question}


def request_id(turn: int, question: int) -> str:
    """Return the id of a turn's question; both count from 1."""
    return f"q-{turn}-{question}"


def new_request(turn: Turn, question: Question, *, now: datetime, ttl: timedelta) -> HumanRequest:
    """Return the next question of a turn; its id is the turn's number and the question's."""
    name = request_id(turn.number, turn.questions + 1)
    return HumanRequest(
        id=name,
        turn=turn.number,
        run_id=turn.run_id,
        question=_worded(turn, question),
        **{field: getattr(question, field) for field in Asking.model_fields},
        message_id=f"{QUESTION_PREFIX}{name}",
        created_at=now,
        expires_at=now + ttl,
    )


def asked_by_builder(
    thread: Thread, turn: Turn, handoff: Handoff | None, said: Draft | None, now: datetime
) -> HumanRequest | None:
    """Return what the agent builder asks with the answer a turn ends with, if it does.

    Nobody waits for the reply: it is the next message of the conversation, which is the builder's
    until it is returned.
    """
    if said is None or handoff is None or not handoff.open or thread.pending:
        return None
    if handoff.building is None or handoff.building.state not in _ASKING:
        return None
    options = tuple(
        Option(id=str(number), label=text) for number, text in enumerate(turn.suggestions, 1)
    )
    return HumanRequest(
        id=request_id(turn.number, turn.questions + 1),
        kind="clarification",
        turn=turn.number,
        run_id=turn.run_id,
        question=said.text,
        options=options,
        free_text=True,
        message_id=said.message_id,
        created_at=now,
        expires_at=handoff.expires_at,
    )


def said_to_builder(request: HumanRequest, answer: Answer) -> str:
    """Return an answer to the agent builder's question as the message it is."""
    option = next((one for one in request.options if one.id == answer.option), None)
    return option.label if option is not None else answer.text or wording.BACK


def _worded(turn: Turn, question: Question) -> str:
    """Return a question with what has to be said before it."""
    if turn.unclear:
        again = wording.not_a_yes if question.kind == "approval" else wording.asked_again
        return again(question.text)
    if turn.set_aside and not turn.questions:
        return f"{wording.set_aside(turn.set_aside)}\n\n{question.text}"
    return question.text


def reading_begun(
    thread: Thread, turn: Stored[Turn], run: str, step: str, now: datetime
) -> Change | None:
    """Tell that a reply takes long to be read, in the run that it opened; None where it was told.

    What the reply means may be for another turn, so that run is nobody's yet.
    """
    if thread.reading is not None or turn.value.working:
        return None
    begun, entry = step_begun(turn.value, step)
    entries = (run_begun(thread, run, None), replace(entry, run=run))
    head = thread.model_copy(update={"reading": run, "updated_at": now})
    return Change(head, (Put(TURN, begun.number, begun, turn.etag),), entries)


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
    changes: dict[str, Json] = {"unclear": 0, "aside": "", "run_usage": Usage(), **(update or {})}
    changes["working"] = ""
    head_changes: dict[str, Json] = {"phase": "running", "request": None, "updated_at": now}
    head_changes["reading"] = None
    entries = step_over(told_in(value, thread.reading))
    files: tuple[Upload, ...] = ()
    if ticket is not None:
        run = ticket.value.run_id
        changes["run_id"] = run
        if ticket.value.state == "cancelled":
            head_changes["stop"] = Stop(kind="cancel", run=run)
        running = ticket.value.model_copy(update={"state": "running", "turn": value.number})
        writes.append(Put(RUN_TICKET, run, running, ticket.etag))
        position = thread.messages + 1
        head_changes["messages"] = position
        name, words = f"answer-{request.value.id}", spoken(request.value, answer)
        if message is not None:
            name, words, files = message.message_id, message.text, message.files
        writes.append(
            transcribed(value, position, name, "user", words, run=run, files=files, now=now)
        )
        entries.insert(0, run_begun(thread, run, value.number))
    if message is not None:
        head_changes["claimed"] = message.seq
    moved_on = value.model_copy(update={**changes, "files": (*value.files, *files)})
    told = told_in(moved_on, thread.reading)
    entries.append(turn_entry(told, f"{request.value.id}/closed", closed_event(closed)))
    if _not_done(request.value, answer) or changes.get("ending"):
        entries += call_left(told, closed)
    writes.append(Put(TURN, value.number, moved_on, turn.etag))
    return Change(thread.model_copy(update=head_changes), tuple(writes), tuple(entries))


def _not_done(request: HumanRequest, answer: Answer) -> bool:
    """Return whether an answer ends what was to be approved.

    What takes somebody else's agreement goes on waiting for it, whatever its own person says.
    """
    if answer.action == "forbidden" and request.role:
        return False
    return answer.outcome not in {"answered", "unclear"} or answer.action in {"reject", "forbidden"}


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
    return Change(
        closed.thread,
        (*closed.puts, Put(RUN_TICKET, run, ticket)),
        (run_begun(thread, run, turn.value.number), *closed.entries),
    )


def spoken(request: HumanRequest, answer: Answer) -> str:
    """Return an answer given by button as the words a person would have used."""
    if answer.by:
        return wording.decided_by(answer.by_name, answer.text, agreed=answer.action == "accept")
    if answer.text:
        return f"No: {answer.text}" if answer.action == "reject" else answer.text
    chosen = next((o.label for o in request.options if o.id == answer.option), None)
    return chosen or {"accept": "Yes", "reject": "No", "edit": "Change it"}.get(
        answer.action or "", "None of these"
    )
