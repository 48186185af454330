"""Return the turn to work on: the one still open, or a new one for the oldest message."""

from dataclasses import replace
from datetime import datetime

from shared.conversation.transact import transact
from shared.conversation.turns import OpenTurn, delivery, read_turn
from shared.decisions import lifecycle, routing
from shared.decisions.progress import progress
from shared.errors import NotFound
from shared.models.rows import HANDOFF, INBOX, REQUEST, RUN_TICKET, TURN, Change, Stored
from shared.models.steps import OpenedTurn, Progress, ThreadStart, TurnRef
from shared.models.thread import HumanRequest, Thread, Turn
from shared.services import Services
from shared.telemetry import WAITED, joins


async def open_turn(request: ThreadStart, services: Services, begins: str = "") -> OpenedTurn:
    """Open a turn, or say that nothing waits. A re-run returns the same turn.

    `begins` is the step that the activity under way begins next where the message has to be
    understood.
    """
    threads, now, accepted = services.threads, services.clock.now(), list[datetime]()

    async def step(head: Stored[Thread]) -> tuple[Change | None, OpenedTurn | None]:
        thread = head.value
        if thread.deleted:
            return None, OpenedTurn(status="gone")
        if thread.open_turn is not None:
            ref = TurnRef(thread=thread.key, turn=thread.open_turn)
            opened = await read_turn(threads, head, ref.turn)
            change = lifecycle.reopen_turn(thread, opened.turn, request.execution, now)
            attempts = opened.turn.value.attempts + (change is not None)
            return change, _opened(opened.turn.value, opened.progress, attempts)
        if not thread.pending:
            return None, OpenedTurn(status="empty", etag=head.etag)
        change, claimed = await _claim(services, head, request.execution, accepted)
        if begins and claimed is not None and claimed.analysed:
            turn = next(put.value for put in change.puts if isinstance(put.value, Turn))
            change = replace(change, begins=(delivery(begins, turn, None),))
        return change, claimed

    head = await threads.head(request.thread)
    while head is not None:
        result = await transact(threads, request.thread, step, head)
        if result is not None:
            if accepted and result.status == "open":
                WAITED.record((services.clock.now() - accepted[-1]).total_seconds())
            return result
        head = await threads.head(request.thread)
    return OpenedTurn(status="gone")


async def turn_ahead(request: ThreadStart, services: Services) -> OpenTurn | None:
    """Return the turn that opening would give, changing nothing; None where it would give none.

    Its rows are not all there yet where it is not open. A message whose run was cancelled gives
    none either, although the one after it may.
    """
    head = await services.threads.head(request.thread)
    if head is None or head.value.deleted:
        return None
    if head.value.open_turn is not None:
        return await read_turn(services.threads, head, head.value.open_turn)
    if not head.value.pending:
        return None
    _, turn, _ = await _claimed(services, head, request.execution)
    return OpenTurn(head, Stored(turn, ""), None) if turn is not None else None


async def _claim(
    services: Services, head: Stored[Thread], execution: str, accepted: list[datetime]
) -> tuple[Change, OpenedTurn | None]:
    """Claim the oldest message; no turn (look again) when its run was cancelled while queued.

    `accepted` gets when it was taken in.
    """
    change, turn, taken_in = await _claimed(services, head, execution)
    if turn is None:
        return change, None
    accepted.append(taken_in)
    joins(head.value.key, turn.run_id)
    return change, _opened(turn, progress(change.thread, turn, None), turn.attempts)


async def _claimed(
    services: Services, head: Stored[Thread], execution: str
) -> tuple[Change, Turn | None, datetime]:
    threads, thread = services.threads, head.value
    message = await threads.get(thread.key, INBOX, thread.claimed + 1, at=head)
    if message is None:
        raise NotFound(f"Message {thread.claimed + 1} is missing.")
    ticket = await threads.get(thread.key, RUN_TICKET, message.value.run_id, at=head)
    if ticket is None:
        raise NotFound(f"The run of message {message.value.seq} is missing.")
    before = await threads.get(thread.key, TURN, thread.turns, at=head) if thread.turns else None
    held = thread.handoff or thread.resumable
    handoff = await threads.get(thread.key, HANDOFF, held, at=head) if held is not None else None
    change, turn = lifecycle.open_turn(
        thread,
        message.value,
        ticket,
        execution,
        before=before.value if before is not None else None,
        replaced=await _replaced(services, head, before.value if before is not None else None),
        handoff=handoff,
        now=services.clock.now(),
    )
    return change, turn, message.value.accepted_at


async def _replaced(
    services: Services, head: Stored[Thread], before: Turn | None
) -> HumanRequest | None:
    """Return what the turn before was asking when somebody said something else."""
    if before is None or before.outcome != "superseded":
        return None
    name = lifecycle.request_id(before.number, before.questions)
    asked = await services.threads.get(head.value.key, REQUEST, name, at=head)
    return asked.value if asked is not None else None


def _opened(turn: Turn, where: Progress, attempts: int) -> OpenedTurn:
    return OpenedTurn(
        status="open" if attempts <= lifecycle.MAX_ATTEMPTS else "exhausted",
        turn=turn.number,
        progress=where,
        mention=mention_of(turn),
        seq=turn.seq,
    )


def mention_of(turn: Turn) -> str | None:
    """Return the agent that its message names, unless that led to a question."""
    return routing.mention(turn.text) if not turn.rounds else None
