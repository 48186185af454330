"""End a turn: its message, its run, its row."""

from contextlib import suppress
from dataclasses import replace

from shared import webhooks
from shared.activity import waiting_of
from shared.agents.learning import learn
from shared.agents.lending import equipped_for
from shared.conversation import later
from shared.conversation.transact import thread_row, transact
from shared.conversation.turns import OpenTurn, read_turn
from shared.decisions import breaking, lifecycle, replies
from shared.decisions.budgets import TURN_SECONDS
from shared.deliveries import begin
from shared.errors import Fault
from shared.faults import WORLD, noticed
from shared.models.rows import REQUEST, RUN_TICKET, Change, Stored
from shared.models.steps import Closed, CloseTurn
from shared.models.thread import HumanRequest, Outcome, RunTicket, Thread, Turn
from shared.services import Services
from shared.telemetry import WORKED, span
from shared.tools.tool import rules_of


async def close_turn(request: CloseTurn, services: Services) -> Closed:
    """Close the turn, once, learn from it, and take it off the list of things to look after.

    With nothing else waiting that parks the thread.
    """
    threads = services.threads

    async def step(head: Stored[Thread]) -> tuple[Change | None, tuple[OpenTurn, Thread]]:
        opened = await read_turn(threads, head, request.turn)
        turn = opened.turn.value
        if head.value.deleted or turn.status == "closed":
            return None, (opened, head.value)
        outcome = _outcome(request, turn)
        run = opened.run.value if opened.run is not None else None
        change, closed = lifecycle.close_turn(
            head.value,
            opened.turn,
            await threads.get(request.thread, RUN_TICKET, turn.run_id, at=head),
            outcome=outcome,
            text=await _apology(opened, services)
            if outcome == "failed"
            else replies.closing(turn, run),
            question=await _open_question(head, services),
            handoff=opened.handoff.value if opened.handoff is not None else None,
            now=services.clock.now(),
        )
        ended = replace(opened, turn=replace(opened.turn, value=closed))
        return change, (ended, change.thread)

    opened, left = await transact(threads, request.thread, step)
    await _note_asked(left, opened, services)
    turn = opened.turn.value
    if not opened.head.value.deleted:
        run = opened.run.value if opened.run is not None else None
        with suppress(Fault), noticed("learning", WORLD):
            if turn.decision is not None and turn.decision.among:  # a choice takes the encoder
                await begin(services, opened, "learning")
            now = await thread_row(threads, request.thread)
            await learn(services, opened.principal, request.thread, turn, run, now)
    worked = sum(entry.milliseconds for entry in turn.trace) / 1000
    ended = {"outcome": turn.outcome or "", "attempts": turn.attempts}
    WORKED.record(worked, ended)
    span("turn", ((turn.closed_at or turn.opened_at) - turn.opened_at).total_seconds(), ended)
    services.budgets.charge(opened.principal, "turns", worked - TURN_SECONDS)
    await webhooks.tell(left, services)
    await services.due.remove(later.rescue(request.thread, turn.seq, turn.due_at))
    return Closed(more=left.pending > 0 and not left.deleted)


async def _open_question(
    head: Stored[Thread], services: Services
) -> tuple[Stored[HumanRequest], Stored[RunTicket] | None] | None:
    """Return a question nobody will wait for any more, and the run of its unread answer."""
    thread, threads = head.value, services.threads
    if thread.request is None:
        return None
    asked = await threads.get(thread.key, REQUEST, thread.request, at=head)
    if asked is None:
        return None
    run = asked.value.answer.run_id if asked.value.answer is not None else None
    if run is None:
        return asked, None
    return asked, await threads.get(thread.key, RUN_TICKET, run, at=head)


async def _note_asked(left: Thread, opened: OpenTurn, services: Services) -> None:
    """Note that the agent builder asks something, where all that waits for a person is found."""
    if left.asked is None or left.deleted:
        return
    asked = await services.threads.get(left.key, REQUEST, left.asked)
    if asked is not None:
        await services.waiting.add(opened.principal, waiting_of(left, asked.value))


async def _apology(opened: OpenTurn, services: Services) -> str:
    run = opened.run.value if opened.run is not None else None
    known = await equipped_for(services, opened.principal.tenant, run)
    return breaking.apology(run, rules_of(known.tools))


def _outcome(request: CloseTurn, turn: Turn) -> Outcome:
    if request.failed:
        return "failed"
    if turn.ending is not None:
        return turn.ending
    if turn.draft is not None and turn.draft.finished:
        return "answered"
    return "interrupted" if request.stop == "interrupt" else "cancelled"
