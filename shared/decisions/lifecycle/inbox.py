"""Taking messages and answers in, and the wishes to stop or to delete."""

from datetime import datetime

from shared.decisions import titles, uploading, wording
from shared.errors import CircularRoutingError, Gone, RequestClosed, ThreadBusy, TooLarge
from shared.models.base import Payload
from shared.models.rows import (
    INBOX,
    MESSAGE_TICKET,
    REQUEST,
    RUN_TICKET,
    TURN,
    UPLOAD,
    Change,
    Put,
    Stored,
)
from shared.models.thread import (
    Answer,
    HumanRequest,
    InboxMessage,
    MessageTicket,
    RunTicket,
    Stop,
    Thread,
    Turn,
)
from shared.models.threads_in import NewMessage
from shared.models.upload import Upload

MAX_ROUTING_DEPTH = 2
"""Agents that may hand a request on before it counts as a loop (spec 001, circular requests)."""

_LATELY = 8
"""Runs that are known without looking."""


def accept(
    thread: Thread,
    message: NewMessage,
    open_request: Stored[HumanRequest] | None,
    now: datetime,
    before: Stored[Turn] | None = None,
) -> Change:
    """Take a message in: queue it, or set it down as the answer to the question that is open.

    That is one a turn waits for, or what the agent that has the conversation asked last. `before`
    is the turn that it goes on with, if it does: it is gone on with once.

    Raises Gone, ThreadBusy (409, when the caller asked for it), RequestClosed or
    CircularRoutingError.
    """
    if message.routing_depth > MAX_ROUTING_DEPTH:
        raise CircularRoutingError(wording.CIRCULAR)
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
    if message.goes_on is not None and not (before is not None and can_go_on(before.value)):
        raise RequestClosed("That was gone on with, or given up, already.")
    seq = thread.accepted + 1
    inbox = InboxMessage(
        seq=seq,
        message_id=message.message_id,
        run_id=message.run_id,
        text=message.text,
        reply_to=message.reply_to,
        anew=message.anew,
        answers=thread.asked if answers else None,
        files=message.files,
        client=message.client,
        chain=message.chain,
        debug=message.debug,
        roles=message.roles,
        goes_on=message.goes_on,
        again=message.again,
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
        status = "answered" if thread.asked is not None else open_request.value.status
        taken = open_request.value.model_copy(update={"reply_seq": seq, "status": status})
        puts.append(Put(REQUEST, taken.id, taken, open_request.etag))
    if before is not None:
        puts.append(_went_on(before, seq))
    stop = thread.stop
    if busy and message.on_busy == "interrupt" and thread.open_turn is not None and stop is None:
        stop = Stop(kind="interrupt", run=message.run_id)
    title = thread.title or titles.title_of(message.text)
    news = {"accepted": seq, "title": title, "lately": (*thread.lately, message.run_id)[-_LATELY:]}
    head = thread.model_copy(update={"asked": None, "stop": stop, "updated_at": now, **news})
    return Change(head, tuple(puts))


def can_go_on(turn: Turn) -> bool:
    """Return whether a turn that ended can be gone on with: nobody did, or gave it up."""
    return turn.outcome == "answered" and turn.went_on is None


def _went_on(turn: Stored[Turn], seq: int) -> Put[Payload]:
    after = turn.value.model_copy(update={"went_on": seq})
    return Put(TURN, after.number, after, turn.etag)


def give_up(thread: Thread, turn: Stored[Turn], now: datetime) -> Change | None:
    """Have nobody go on with a turn that ended; None where that cannot be any more."""
    if thread.deleted or not can_go_on(turn.value):
        return None
    left = turn.value.model_copy(update={"outcome": "cancelled"})
    head = thread.model_copy(update={"updated_at": now})
    return Change(head, (Put(TURN, left.number, left, turn.etag),))


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


def rename(thread: Thread, title: str) -> Change:
    """Call a thread something else; raise Gone. It is no news: nothing is put off by it."""
    if thread.deleted:
        raise Gone("This conversation was deleted.")
    return Change(thread.model_copy(update={"title": title}))


def keep_upload(thread: Thread, upload: Upload, now: datetime) -> Change:
    """Note a file that was brought into a thread; raise Gone or TooLarge."""
    if thread.deleted:
        raise Gone("This conversation was deleted.")
    if thread.uploads >= uploading.MAX_IN_THREAD:
        most = uploading.MAX_IN_THREAD
        raise TooLarge(f"A conversation can have {most} files at most. Begin a new one.")
    head = thread.model_copy(update={"uploads": thread.uploads + 1, "updated_at": now})
    return Change(head, (Put(UPLOAD, upload.id, upload),))


def tombstone(thread: Thread, now: datetime) -> Change:
    """Delete a thread: from here on every write and effect sees that it is gone."""
    return Change(thread.model_copy(update={"deleted": True, "updated_at": now}))
