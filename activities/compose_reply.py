"""Write a turn's answer into the event log as it is being worded."""

from collections.abc import AsyncIterator
from contextlib import aclosing

from shared.decisions import agui, lifecycle, routing, runs, wording
from shared.errors import Conflict, QueryHandlerError, Upstream
from shared.models.reasoning import Reference, SynthesisRequest, Usage
from shared.models.rows import TRANSCRIPT, Change, Stored
from shared.models.steps import Progress, TurnRef
from shared.models.thread import Draft, Thread, TraceEntry, TranscriptMessage
from shared.ports import TextStream
from shared.queries import QUERIES, Asked
from shared.roster import reach
from shared.services import Services
from shared.stopwatch import Stopwatch
from shared.streaming import batched, between, whole
from shared.transact import transact
from shared.turns import Advance, OpenTurn, advance, load_turn, read_context

MAX_WRITERS = 3
"""Times a broken-off answer is begun again before it is given up."""
SNAPSHOT_MESSAGES = 200


async def compose_reply(ref: TurnRef, services: Services) -> Progress:
    """Write the answer. A writer that finds another's unfinished message ends and replaces it."""
    for _ in range(MAX_WRITERS):
        opened = await load_turn(services.threads, ref)
        if opened.progress.move != "compose" or opened.progress.stop:
            return opened.progress
        try:
            return await _write(ref, opened, services)
        except (Upstream, Conflict, QueryHandlerError):
            continue
    return await _give_up(ref, services)


async def _write(ref: TurnRef, opened: OpenTurn, services: Services) -> Progress:
    watch = Stopwatch(services.clock)
    pieces, stream = await _wording(opened, services)
    draft = await _open_message(ref, opened, services)
    text, number = "", 0
    async with aclosing(batched(pieces)) as batches:
        async for piece in batches:
            text, number = text + piece, number + 1
            if not await _append(ref, opened, draft, number, piece, services):
                return await _finish(ref, draft, text, services, None)
    usage = stream.usage if stream is not None else Usage()
    detail = {"characters": len(text), "attempt": draft.attempt}
    fallback = stream.fallback if stream is not None else ""
    entry = watch.trace("reply", usage, detail, fallback)
    return await _finish(ref, draft, text, services, entry)


async def _open_message(ref: TurnRef, opened: OpenTurn, services: Services) -> Draft:
    """Begin the message; if one broke off, end it and take it out of clients' transcripts."""
    draft, broken = lifecycle.open_draft(opened.turn.value)
    said = await _said(opened, services) if broken is not None else []

    def begin(current: OpenTurn) -> Advance | None:
        turn = current.turn.value
        if turn.draft != opened.turn.value.draft:
            raise Conflict("Another writer began first.")
        events = [agui.text_start(draft.message_id, broken.message_id if broken else None)]
        if broken is not None:
            events = [agui.text_end(broken.message_id), agui.snapshot(said), *events]
        entries = tuple(
            lifecycle.turn_entry(turn, f"{draft.message_id}/start/{place}", event)
            for place, event in enumerate(events)
        )
        begun = turn.model_copy(update={"draft": draft})
        return Advance(begun, None, entries, draft.message_id)

    await advance(services, ref, begin, opened)
    return draft


async def _append(
    ref: TurnRef, opened: OpenTurn, draft: Draft, number: int, piece: str, services: Services
) -> bool:
    """Add a piece; False when a person wants it to stop, or another writer took over."""

    async def step(head: Stored[Thread]) -> tuple[Change | None, bool]:
        now = services.clock.now()
        turn = opened.turn.value
        change = lifecycle.append_text(head.value, turn, draft, number, piece, now)
        return change, change is not None and head.value.stop is None

    return await transact(services.threads, ref.thread, step)


async def _finish(
    ref: TurnRef, draft: Draft, text: str, services: Services, entry: TraceEntry | None
) -> Progress:
    """End the message; one stopped half-way (no trace entry) is left for closing to end."""
    stopped = entry is None

    def finish(current: OpenTurn) -> Advance | None:
        if current.head.value.writing != draft.message_id:
            return None
        written = draft.model_copy(update={"text": text, "finished": not stopped})
        turn = current.turn.value.model_copy(update={"draft": written})
        if entry is None:
            return Advance(turn)
        listed = _references(current)
        turn = turn.model_copy(update={"references": listed or turn.references})
        end = lifecycle.turn_entry(turn, f"{draft.message_id}/end", agui.text_end(draft.message_id))
        return Advance(turn, None, (end,)).traced(entry)

    return await advance(services, ref, finish)


async def _give_up(ref: TurnRef, services: Services) -> Progress:
    """Take what broke off out of sight and let closing apologise."""
    opened = await load_turn(services.threads, ref)
    said = await _said(opened, services)

    def keep(current: OpenTurn) -> Advance | None:
        turn, broken = current.turn.value, current.turn.value.draft
        events = [agui.text_end(broken.message_id), agui.snapshot(said)] if broken else []
        entries = tuple(
            lifecycle.turn_entry(turn, f"given-up/{place}", event)
            for place, event in enumerate(events)
        )
        given_up = turn.model_copy(update={"ending": "failed", "draft": None})
        return Advance(given_up, None, entries)

    return await advance(services, ref, keep, opened)


async def _said(opened: OpenTurn, services: Services) -> list[TranscriptMessage]:
    thread = opened.head.value
    first = max(1, thread.messages - SNAPSHOT_MESSAGES + 1)
    return await services.threads.page(thread.key, TRANSCRIPT, first, SNAPSHOT_MESSAGES)


def _references(current: OpenTurn) -> tuple[Reference, ...]:
    response = current.run.value.response if current.run is not None else None
    return response.references if response is not None else ()


async def _wording(
    opened: OpenTurn, services: Services
) -> tuple[AsyncIterator[str], TextStream | None]:
    turn, run = opened.turn.value, opened.run
    decision = turn.decision
    if run is not None and run.value.response is not None:
        note = f"{decision.note}\n\n" if decision is not None and decision.note else ""
        ready = run.value.response.result.summary
        if ready:
            return whole(note + ready), None
        request = SynthesisRequest(
            text=turn.text,
            today=services.clock.now().date().isoformat(),
            agent=run.value.agent,
            done=runs.outcomes(run.value),
        )
        stream = services.reasoner.synthesize(request)
        return between(note, aiter(stream), run.value.notes), stream
    if turn.intent is None or decision is None or decision.kind != "query":
        return whole(decision.text if decision is not None else wording.APOLOGY), None
    asked = Asked(
        text=routing.wanted(turn),
        principal=opened.principal,
        intent=turn.intent,
        context=await read_context(services, opened),
        reach=await reach(services, opened.principal),
    )
    stream = QUERIES.answer(asked, services)
    return aiter(stream), stream
