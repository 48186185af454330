"""See what came of a question, and go on with it."""

from dataclasses import dataclass

from shared.activity import waiting_of
from shared.agents.lending import equipped_for
from shared.agents.schedules import keep_leave
from shared.conversation import later
from shared.conversation.stopwatch import Stopwatch
from shared.conversation.transact import transact
from shared.conversation.turns import OpenTurn, load_turn, read_turn
from shared.conversation.working import reading as being_read
from shared.decisions import between, lifecycle, replies, standing
from shared.decisions.between import Orders
from shared.deliveries import begin
from shared.errors import ClarificationError, Upstream
from shared.meanwhile import orders
from shared.models.base import Json, Payload
from shared.models.reasoning import ReplyReading, ReplyRequest, Usage
from shared.models.rows import INBOX, REQUEST, RUN_TICKET, Change, Put, Stored
from shared.models.steps import TakenReply, TakeReply, TurnRef
from shared.models.thread import (
    Answer,
    HumanRequest,
    InboxMessage,
    RunTicket,
    Thread,
    TraceEntry,
)
from shared.services import Services
from shared.tools.tool import rules_of


async def take_reply(request: TakeReply, services: Services) -> TakenReply:
    """Settle a question by the answer, the expiry or the wish to stop that the tables hold.

    A re-run finds it settled. Nothing there yet, and not timed out: woken early.
    """
    threads = services.threads
    readings: dict[str, _Read] = {}

    async def step(head: Stored[Thread]) -> tuple[Change | None, bool]:
        if head.value.deleted or head.value.request != request.request:
            return None, False
        opened = await read_turn(threads, head, request.turn)
        asked = await _question(services, request, head)
        said = await _said(services, head, asked.value)
        if said is None:
            change = _silent(services, opened, asked, timed_out=request.timed_out)
            return change, change is None
        if said.answer is None and said.text not in readings:
            read = await _read(services, opened, asked.value, said)
            readings[said.text] = await _with_orders(services, opened, asked.value, said, read)
        return await _settled(services, opened, asked, said, readings.get(said.text)), False

    woken_early = await transact(threads, request.thread, step)
    opened = await load_turn(threads, TurnRef(thread=request.thread, turn=request.turn))
    if not woken_early:
        asked = await _question(services, request)
        await services.due.remove(later.expiry(request.thread, asked.value))
        over = waiting_of(opened.head.value, asked.value)
        await services.waiting.remove(opened.principal, over)
    return TakenReply(progress=opened.progress, woken_early=woken_early)


async def _question(
    services: Services, request: TakeReply, at: Stored[Thread] | None = None
) -> Stored[HumanRequest]:
    asked = await services.threads.get(request.thread, REQUEST, request.request, at=at)
    if asked is None:
        raise ClarificationError("The question asked is missing.")
    return asked


@dataclass(frozen=True)
class _Read:
    """A reading of a reply, what is to be kept of it, and what it orders besides, if it does."""

    reading: ReplyReading
    traced: tuple[TraceEntry, ...]
    orders: Orders | None = None


@dataclass(frozen=True)
class _Said:
    """The words and, if it was given by button, the answer; the message and run it came in."""

    text: str
    answer: Answer | None
    message: InboxMessage | None
    ticket: Stored[RunTicket]


async def _said(services: Services, head: Stored[Thread], asked: HumanRequest) -> _Said | None:
    key, message, given = head.value.key, None, None
    if asked.reply_seq is not None:
        inbox = await services.threads.get(key, INBOX, asked.reply_seq, at=head)
        if inbox is None:
            raise ClarificationError("The reply is missing.")
        message, run, text = inbox.value, inbox.value.run_id, inbox.value.text
    elif asked.answer is not None:
        run, text = asked.answer.run_id, asked.answer.text
        given = None if asked.answer.action == "text" else asked.answer
    else:
        return None
    ticket = await services.threads.get(key, RUN_TICKET, run or "", at=head)
    if ticket is None:
        raise ClarificationError("The run of the reply is missing.")
    return _Said(text, given, message, ticket)


async def _read(services: Services, opened: OpenTurn, asked: HumanRequest, said: _Said) -> _Read:
    watch, usage, fallback, text = Stopwatch(services.clock), Usage(), "", said.text
    anew = said.message is not None and said.message.anew
    if anew or replies.plainly_new(asked, text):
        reading = ReplyReading(meaning="new")
        return _Read(reading, (watch.trace("reply", usage, reading.model_dump(mode="json")),))
    if asked.relayed:  # what it means is for the agent that asks to say
        reading = ReplyReading(meaning="text")
        return _Read(reading, (watch.trace("reply", usage, reading.model_dump(mode="json")),))
    if replies.agrees(asked, text):
        reading = ReplyReading(meaning="accept")
        return _Read(reading, (watch.trace("reply", usage, reading.model_dump(mode="json")),))
    await begin(services, opened, "take_reply")
    run = opened.run.value if opened.run is not None else None
    tenant = opened.principal.tenant
    known = await equipped_for(services, tenant, run) if replies.chooses(run) else services
    now, call = services.clock.now(), replies.call_of(asked, run, rules_of(known.tools))
    wanted = ReplyRequest(
        question=asked.question,
        # whoever agrees for good says so in words that need no reading
        options=asked.options if asked.kind == "clarification" else (),
        text=text,
        kind=asked.kind,
        free_text=asked.free_text,
        lacks=asked.lacks,
        action=replies.action_of(asked),
        tool=call.tool if call is not None else "",
        arguments=asked.arguments or (call.arguments if call is not None else {}),
        command=run.request if run is not None else "",
        waiting=tuple("\n".join((one.command, *one.wishes)) for one in run.queue) if run else (),
        beside_answer=between.just_told(opened.turn.value, run),
        now=run.profile.preferred.here(now) if run is not None else None,
    )
    ref = TurnRef(thread=opened.head.value.key, turn=asked.turn)
    try:
        async with being_read(services, ref, asked.id, said.ticket.value.run_id):
            reasoned = await services.reasoner.interpret_reply(wanted)
        reading, usage, fallback = reasoned.value, reasoned.usage, reasoned.fallback
    except Upstream as error:
        reading, fallback = ReplyReading(meaning="unclear", confidence=0), str(error)
    entry = watch.trace("reply", usage, reading.model_dump(mode="json"), fallback)
    return _Read(reading, (entry,))


async def _with_orders(
    services: Services, opened: OpenTurn, asked: HumanRequest, said: _Said, read: _Read
) -> _Read:
    """Find out what a reply orders that is no answer; what is hardly an order is a wish."""
    message = said.message
    found = message and await orders(services, opened, asked, message, read.reading)
    if not found:
        return read
    ordered, entry = found
    reading = read.reading
    if reading.meaning == "new" and ordered.doubtful:
        reading = reading.model_copy(update={"meaning": "text"})
    return _Read(reading, (*read.traced, entry), ordered)


def _silent(
    services: Services, opened: OpenTurn, asked: Stored[HumanRequest], *, timed_out: bool
) -> Change | None:
    """Return what ends a question nobody answered; None while there is time."""
    now = services.clock.now()
    if opened.head.value.stop is not None:
        return lifecycle.settle(
            opened.head.value,
            opened.turn,
            asked,
            Answer(outcome="cancelled"),
            message=None,
            ticket=None,
            update={"ending": "cancelled"},
            now=now,
        )
    if timed_out or now >= asked.value.expires_at:
        return lifecycle.expire(opened.head.value, opened.turn, asked, now)
    return None


async def _settled(
    services: Services,
    opened: OpenTurn,
    asked: Stored[HumanRequest],
    said: _Said,
    read: _Read | None,
) -> Change:
    turn, run = opened.turn.value, opened.run.value if opened.run is not None else None
    answer, spent = said.answer, dict[str, Json]()
    ordered = read.orders if read is not None and answer is None else None
    taken = between.taken(run, said.text, ordered) if run is not None and ordered else None
    if answer is None and read is not None:
        roles = said.message.roles if said.message is not None else ()
        run_id = said.ticket.value.run_id
        answer = replies.read(read.reading, asked.value, said.text, run_id, roles)
        noted = turn.model_copy(update={"run_usage": Usage()})
        for entry in read.traced:
            noted = lifecycle.traced(noted, entry)
        spent = {"trace": noted.trace, "usage": noted.usage, "run_usage": noted.run_usage}
        if taken is not None:
            answer = Answer(outcome="answered", action="between", text=said.text, run_id=run_id)
        if answer.outcome == "superseded" and said.message is None:
            answer = answer.model_copy(update={"outcome": "unclear"})
    answer = answer or Answer(outcome="unclear")
    if answer.by:
        detail: dict[str, Json] = {
            "by": answer.by,
            "action": answer.action,
            "tool": asked.value.tool,
        }
        entry = Stopwatch(services.clock).trace("approval", Usage(), detail)
        spent = {"trace": lifecycle.traced(turn, entry).trace}
    known = await equipped_for(services, opened.principal.tenant, run)
    update, moved = taken or replies.apply(turn, run, asked.value, answer, rules_of(known.tools))
    if standing.wanted(answer):
        # kept before it is said, and keeping it once more changes nothing
        sentence = await keep_leave(services, opened)
        update = {**update, **standing.said_back(turn.decision, sentence)}
    puts: list[Put[Payload]] = [opened.put_run(moved)] if moved is not None else []
    moved_on = answer.outcome == "superseded"
    if moved_on and run is not None and asked.value.kind == "approval":
        # what is said instead may point at what was shown: "don't bin it, forward it to Omar"
        shown = between.pointed_at(run, rules_of(known.tools))
        update = {**update, "references": shown or turn.references}
    return lifecycle.settle(
        opened.head.value,
        opened.turn,
        asked,
        answer,
        message=None if moved_on else said.message,
        ticket=None if moved_on else said.ticket,
        puts=puts,
        update={**update, **spent},
        now=services.clock.now(),
    )
