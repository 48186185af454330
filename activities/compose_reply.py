"""Write a turn's answer into the event log as it is being worded."""

from collections.abc import AsyncIterator
from contextlib import aclosing

from shared.decisions import agui, lifecycle, referring, routing, runs, wording
from shared.decisions.links import unlinked
from shared.errors import Conflict, QueryHandlerError, Upstream
from shared.models.reasoning import SynthesisRequest, Usage
from shared.models.rows import TRANSCRIPT, Change, Stored
from shared.models.run import AgentRun
from shared.models.steps import Progress, TurnRef
from shared.models.thread import Draft, Thread, TraceEntry, TranscriptMessage
from shared.ports import TextStream
from shared.queries import QUERIES, Asked
from shared.roster import reach
from shared.services import Services
from shared.stopwatch import Stopwatch
from shared.streaming import batched, headed, whole
from shared.transact import transact
from shared.turns import Advance, OpenTurn, advance, load_turn, read_context, speaker

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
        run = current.run.value if current.run is not None else None
        turn = turn.model_copy(update=referring.leaves(run, turn.references))
        events = [agui.text_end(draft.message_id)]
        if turn.suggestions:
            events.append(agui.custom("suggested_actions", list(turn.suggestions)))
        entries = tuple(
            lifecycle.turn_entry(turn, f"{draft.message_id}/end/{number}", event)
            for number, event in enumerate(events)
        )
        return Advance(turn, None, entries).traced(entry)

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


async def _wording(
    opened: OpenTurn, services: Services
) -> tuple[AsyncIterator[str], TextStream | None]:
    turn, run = opened.turn.value, opened.run
    decision = turn.decision
    if turn.reply:
        return whole(turn.reply), None
    if run is not None and run.value.response is not None:
        note = f"{decision.note}\n\n" if decision is not None and decision.note else ""
        if not _takes_a_reasoner(run.value, services):
            return whole(note + runs.told(run.value)), None
        request = SynthesisRequest(
            text=turn.text,
            today=services.clock.now().date().isoformat(),
            agent=run.value.agent,
            done=runs.outcomes_told(run.value),
            earlier=run.value.earlier,
        )
        stream = services.reasoner.synthesize(request)
        if run.value.notes:
            note = f"{note}{run.value.notes}\n\n"
        return headed(note, unlinked(aiter(stream))), stream
    if turn.intent is None or decision is None or decision.kind != "query":
        return whole(decision.text if decision is not None else wording.APOLOGY), None
    asked = Asked(
        text=routing.wanted(turn),
        principal=await speaker(services, opened),
        intent=turn.intent,
        context=await read_context(services, opened),
        reach=await reach(services, opened.principal),
    )
    stream = QUERIES.answer(asked, services)
    return aiter(stream), stream


def _takes_a_reasoner(run: AgentRun, services: Services) -> bool:
    """Return whether an answer has to be worded: several to be joined, or much to be condensed."""
    if run.earlier:
        return True
    if run.response is not None and run.response.result.summary:
        return False
    answering = runs.answering(run)
    condense = any(services.tools[step.tool].digest for step in answering)
    return condense or len(answering) != 1 or not answering[0].text
