"""Write a turn's answer into the event log as it is being worded."""

import uuid
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import aclosing
from dataclasses import replace
from datetime import datetime
from functools import partial
from math import ceil

from shared.agents.roster import reach
from shared.backoff import pause
from shared.besides import Besides, besides
from shared.conversation.aloud import said_before
from shared.conversation.stopwatch import Stopwatch
from shared.conversation.transact import transact
from shared.conversation.turns import Advance, OpenTurn, advance, load_turn, read_context, speaker
from shared.conversation.working import working
from shared.decisions import agui, handoffs, lifecycle, referring, routing, telling, wording
from shared.decisions.lifecycle.handovers import told
from shared.decisions.links import unlinked
from shared.deliveries import begin
from shared.errors import Conflict, QueryHandlerError, Upstream
from shared.models.base import Json
from shared.models.handoff import Handoff
from shared.models.reasoning import SynthesisRequest, Usage
from shared.models.rows import Change, Entry, Stored
from shared.models.run import AgentRun
from shared.models.steps import Progress, TurnRef
from shared.models.thread import Draft, Thread, TraceEntry, TranscriptMessage, Turn
from shared.ports import TextStream
from shared.queries import QUERIES, Asked
from shared.services import Services
from shared.streaming import headed
from shared.thinking import Thought, heard

MAX_WRITERS = 3
"""How often an answer that breaks off is begun; the last time the model is not asked again."""
_PIECES = 20
"""Events a text at most comes in where its words are there already: one batch has to take them."""
_PIECE = 4000
"""Characters of each, unless the text is longer than all of them."""

Worded = tuple[AsyncIterator[str], TextStream]
"""An answer as it comes, and the stream that tells in the end what it took."""


async def compose_reply(ref: TurnRef, services: Services) -> Progress:
    """Write the answer. A writer that finds another's unfinished message ends and replaces it."""
    broke_off = ""
    for writer in range(1, MAX_WRITERS + 1):
        opened = await load_turn(services.threads, ref)
        if opened.progress.move != "compose" or opened.progress.stop:
            return opened.progress
        if writer == 1 and _takes_thought(opened):
            await begin(services, opened, "compose_reply")
        watch = Stopwatch(services.clock)
        try:
            own = broke_off and _own_words(opened, services)
            last = writer == MAX_WRITERS
            worded = own or await _wording(opened, services, broke_off if last else "")
            more = await besides(opened, services)
            worded = _with_tail(_headed(opened.turn.value, worded), more.text)
            if isinstance(worded, str):
                spent = partial(watch.trace, "reply", Usage(), fallback=broke_off)
                return await _tell(ref, opened, worded, more, spent, services)
            if opened.turn.value.draft is not None:
                return await _replace(ref, opened, worded, more, watch, services)
            return await _write(ref, opened, worded, more, watch, services)
        except (Upstream, QueryHandlerError) as error:
            broke_off = str(error)
        except Conflict:
            await pause(writer)
    return await _give_up(ref, broke_off, services)


async def _replace(
    ref: TurnRef,
    opened: OpenTurn,
    worded: Worded,
    more: Besides,
    watch: Stopwatch,
    services: Services,
) -> Progress:
    """Write an answer anew that broke off before: whole, so that another end leaves nothing.

    What broke off is taken out of sight once, however often this is begun.
    """
    pieces, stream = worded
    async with working(services, ref, "wording"):
        text = "".join([piece async for piece in pieces])

    def spent(detail: dict[str, Json]) -> TraceEntry:
        return watch.trace("reply", stream.usage, detail, stream.fallback)

    return await _tell(ref, opened, text, more, spent, services)


async def _tell(
    ref: TurnRef,
    opened: OpenTurn,
    text: str,
    more: Besides,
    spent: Callable[[dict[str, Json]], TraceEntry],
    services: Services,
) -> Progress:
    """Write an answer whose words are there already: whole, at once; `spent` traces it."""
    draft, broken = lifecycle.open_draft(opened.turn.value)
    said = await said_before(services, opened) if broken is not None else []
    size = max(_PIECE, ceil(len(text) / _PIECES))
    pieces = [text[start : start + size] for start in range(0, len(text), size)]

    def tell(current: OpenTurn) -> Advance | None:
        turn = current.turn.value
        if turn.draft != opened.turn.value.draft:
            raise Conflict("Another writer began first.")
        if current.head.value.stop is not None:
            return None
        content = tuple(
            lifecycle.piece_entry(turn, draft, number, piece)
            for number, piece in enumerate(pieces, 1)
        )
        ended = _ended(current, draft, text, more, services.clock.now())
        ended = ended.traced(spent(_detail(draft, text)))
        begun = _begun(turn, draft, broken, said)
        return replace(ended, entries=(*begun, *content, *ended.entries))

    return await advance(services, ref, tell, opened)


async def _write(
    ref: TurnRef,
    opened: OpenTurn,
    worded: Worded,
    more: Besides,
    watch: Stopwatch,
    services: Services,
) -> Progress:
    """Write an answer as it comes: its message begins with its first words."""
    pieces, stream = worded
    draft, text, number = None, "", 0
    thoughts = f"thoughts-{opened.turn.value.number}-{uuid.uuid4().hex[:8]}"
    async with aclosing(heard(pieces)) as batches:
        async with working(services, ref, "wording"):
            piece = await anext(batches, None)
        while piece is not None:
            number += 1
            if isinstance(piece, Thought):
                if not await _think(ref, opened, thoughts, number, piece.text, services):
                    return (await load_turn(services.threads, ref)).progress
            else:
                if draft is None:
                    draft, number = await _open_message(ref, opened, services), 1
                text += piece
                if not await _append(ref, opened, draft, number, piece, services):
                    return await _finish(ref, draft, text, more, services, None)
            piece = await anext(batches, None)
    draft = draft or await _open_message(ref, opened, services)
    entry = watch.trace("reply", stream.usage, _detail(draft, text), stream.fallback)
    return await _finish(ref, draft, text, more, services, entry)


async def _think(
    ref: TurnRef, opened: OpenTurn, name: str, number: int, piece: str, services: Services
) -> bool:
    """Tell a piece of what is thought; False when a person wants it to stop, or another writes."""

    async def step(head: Stored[Thread]) -> tuple[Change | None, bool]:
        now, turn = services.clock.now(), opened.turn.value
        change = lifecycle.append_thought(head.value, turn, name, number, piece, now)
        return change, change is not None and head.value.stop is None

    return await transact(services.threads, ref.thread, step)


async def _open_message(ref: TurnRef, opened: OpenTurn, services: Services) -> Draft:
    """Begin the first message; one that broke off is replaced whole instead."""
    draft, _ = lifecycle.open_draft(opened.turn.value)

    def open_it(current: OpenTurn) -> Advance | None:
        turn = current.turn.value
        if turn.draft is not None:
            raise Conflict("Another writer began first.")
        begun = turn.model_copy(update={"draft": draft})
        return Advance(begun, None, _begun(turn, draft, None, []), draft.message_id)

    await advance(services, ref, open_it, opened)
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
    ref: TurnRef,
    draft: Draft,
    text: str,
    more: Besides,
    services: Services,
    entry: TraceEntry | None,
) -> Progress:
    """End the message; one stopped half-way (no trace entry) is left for closing to end."""

    def finish(current: OpenTurn) -> Advance | None:
        if current.head.value.writing != draft.message_id:
            return None
        if entry is None:
            broken = draft.model_copy(update={"text": text})
            return Advance(current.turn.value.model_copy(update={"draft": broken}))
        return _ended(current, draft, text, more, services.clock.now()).traced(entry)

    return await advance(services, ref, finish)


def _begun(
    turn: Turn, draft: Draft, broken: Draft | None, said: Sequence[TranscriptMessage]
) -> tuple[Entry, ...]:
    events = [agui.text_start(draft.message_id, broken.message_id if broken else None)]
    if broken is not None:
        events = [agui.text_end(broken.message_id), agui.snapshot(said), *events]
    return tuple(
        lifecycle.turn_entry(turn, f"{draft.message_id}/start/{place}", event)
        for place, event in enumerate(events)
    )


def _ended(current: OpenTurn, draft: Draft, text: str, more: Besides, now: datetime) -> Advance:
    written = draft.model_copy(update={"text": text, "finished": True})
    turn = current.turn.value.model_copy(update={"draft": written})
    run = current.run.value if current.run is not None else None
    turn = turn.model_copy(update=referring.leaves(run, turn.references))
    if more.suggestions:
        turn = turn.model_copy(update={"suggestions": more.suggestions})
    events = [agui.text_end(draft.message_id)]
    if turn.suggestions:
        events.append(agui.custom("suggested_actions", list(turn.suggestions)))
    entries = tuple(
        lifecycle.turn_entry(turn, f"{draft.message_id}/end/{number}", event)
        for number, event in enumerate(events)
    )
    if more.handoff is not None:
        turn = turn.model_copy(update={"handoff": more.handoff.id})
        return Advance(
            turn, None, (*entries, *told(turn, None, more.handoff)), handoff=more.handoff
        )
    over = _given_back(current, now)
    if over is not None and current.handoff is not None:
        entries = (*entries, *told(turn, current.handoff.value, over))
    return Advance(turn, None, entries, handoff=over)


def _given_back(opened: OpenTurn, now: datetime) -> Handoff | None:
    """Return the handoff as it ends with this answer, if it does."""
    if opened.handoff is None:
        return None
    run = opened.run.value if opened.run is not None else None
    return handoffs.given_back(opened.handoff.value, run, now)


def _detail(draft: Draft, text: str) -> dict[str, Json]:
    return {"characters": len(text), "attempt": draft.attempt}


async def _give_up(ref: TurnRef, why: str, services: Services) -> Progress:
    """Take what broke off out of sight and let closing apologise."""
    entry = Stopwatch(services.clock).trace("reply", Usage(), {}, why)
    opened = await load_turn(services.threads, ref)
    said = await said_before(services, opened)

    def keep(current: OpenTurn) -> Advance | None:
        turn, broken = current.turn.value, current.turn.value.draft
        events = [agui.text_end(broken.message_id), agui.snapshot(said)] if broken else []
        entries = tuple(
            lifecycle.turn_entry(turn, f"given-up/{place}", event)
            for place, event in enumerate(events)
        )
        given_up = turn.model_copy(update={"ending": "failed", "draft": None})
        return Advance(given_up, None, entries).traced(entry)

    return await advance(services, ref, keep, opened)


def _headed(turn: Turn, worded: str | Worded) -> str | Worded:
    """Say first what this message has replaced, unless a question of this turn said it."""
    if not turn.set_aside or turn.questions:
        return worded
    note = f"{wording.set_aside(turn.set_aside)}\n\n"
    return note + worded if isinstance(worded, str) else (headed(note, worded[0]), worded[1])


def _with_tail(worded: str | Worded, text: str) -> str | Worded:
    if not text:
        return worded
    tail = f"\n\n{text}"
    return worded + tail if isinstance(worded, str) else (headed("", worded[0], tail), worded[1])


async def _wording(opened: OpenTurn, services: Services, broke_off: str) -> str | Worded:
    """Return the answer where its words are there already, else what it is being worded by."""
    turn, run = opened.turn.value, opened.run
    decision = turn.decision
    if turn.reply:
        return turn.reply
    if run is not None and run.value.response is not None:
        if not _takes_a_reasoner(run.value):
            return _own_words(opened, services)
        return _condensed(turn, run.value, _note(opened, services), services)
    if turn.intent is None or decision is None or decision.kind != "query":
        return decision.text if decision is not None else wording.APOLOGY
    asked = Asked(
        text=routing.wanted(turn),
        principal=await speaker(services, opened),
        intent=turn.intent,
        context=await read_context(services, opened),
        reach=await reach(services, opened.principal),
        files=turn.files,
        thread=opened.head.value.key,
        broke_off=broke_off,
    )
    stream = QUERIES.answer(asked, services)
    return unlinked(aiter(stream)), stream


def _takes_thought(opened: OpenTurn) -> bool:
    """Return whether a reasoner or a query handler is asked: other words are there already."""
    turn, run = opened.turn.value, opened.run
    if turn.reply:
        return False
    if run is not None and run.value.response is not None:
        return _takes_a_reasoner(run.value)
    return turn.intent is not None and turn.decision is not None and turn.decision.kind == "query"


def _condensed(turn: Turn, run: AgentRun, note: str, services: Services) -> Worded:
    """Return an answer in which what is long is condensed, after all that is told as it is."""
    request = SynthesisRequest(
        text=turn.text,
        today=run.profile.preferred.here(services.clock.now()).date().isoformat(),
        agent=run.agent,
        done=telling.outcomes_told(run),
        earlier=tuple(one for one in run.earlier if one.digest),
        brief=run.profile.preferred.brief,
    )
    told = [one.text for one in run.earlier if one.text and not one.digest]
    stream = services.reasoner.synthesize(request)
    head = note + "".join(f"{text}\n\n" for text in (*told, run.notes) if text)
    return headed(head, unlinked(aiter(stream))), stream


def _own_words(opened: OpenTurn, services: Services) -> str:
    """Return what a run came to as its tools put it; "" where there is none, or it has no words."""
    told = telling.so_far(opened.run.value) if opened.run is not None else ""
    return told and _note(opened, services) + told


def _note(opened: OpenTurn, services: Services) -> str:
    """Return what is said before what a run came to."""
    decision = opened.turn.value.decision
    notes = [decision.note] if decision is not None and decision.note else []
    if _given_back(opened, services.clock.now()) is not None:
        notes.append(wording.GIVEN_BACK)
    return "".join(f"{one}\n\n" for one in notes)


def _takes_a_reasoner(run: AgentRun) -> bool:
    """Return whether an answer has to be worded: what is long is condensed, or has no words yet.

    What was done, what failed and what is listed is told by its tool alone: nobody could say it
    more truly. What several found apart is brought together.
    """
    response = run.response
    if response is None or not response.success:
        return False
    if response.digest or not telling.so_far(run):
        return True
    return not run.steps and any(one.digest for one in run.earlier)
