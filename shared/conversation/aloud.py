"""Saying what somebody else says, while they say it, as the answer of a turn.

It is the turn's message, and not its answer yet: what a call came to is told whole, and takes its
place. So whatever ends half-way is put right as any message is that broke off.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, asynccontextmanager

from shared.conversation.transact import transact
from shared.conversation.turns import Advance, OpenTurn, advance
from shared.decisions import agui, lifecycle
from shared.decisions.links import unlinked
from shared.errors import Conflict, OmniForgeError
from shared.models.rows import TRANSCRIPT, Change, Entry, Stored
from shared.models.steps import TurnRef
from shared.models.thread import Draft, Thread, TranscriptMessage, Turn
from shared.services import Services
from shared.streaming import batched

MOST_CHARACTERS = 12_000
"""Of what is said, as many as are told before all of it is there."""
SNAPSHOT_MESSAGES = 200


class Aloud:
    """A message that is being said for somebody else; `text` is as much as clients have of it.

    `begun`: they may have been told that there is one.
    """

    def __init__(self) -> None:
        self.text = ""
        self.begun = False
        self._heard: asyncio.Queue[str | None] = asyncio.Queue()

    async def tell(self, piece: str) -> None:
        """Say a piece, before long."""
        self._heard.put_nowait(piece)

    def over(self) -> None:
        """Say no more."""
        self._heard.put_nowait(None)

    async def pieces(self) -> AsyncGenerator[str, None]:
        """Yield what is to be said, as much of it as is told."""
        left = MOST_CHARACTERS
        while (piece := await self._heard.get()) is not None:
            if left > 0:
                yield piece[:left]
            left -= len(piece)


@asynccontextmanager
async def aloud(services: Services, ref: TurnRef, opened: OpenTurn) -> AsyncGenerator[Aloud]:
    """Give what says things aloud in a turn, until the call under way has ended.

    Nothing is said where several work side by side, where it would be part of a longer answer, or
    after an earlier attempt has begun to.
    """
    saying = Aloud()
    if not _fits(ref, opened):
        yield saying
        return
    writing = asyncio.create_task(_written(services, ref, opened, saying))
    try:
        yield saying
    finally:
        saying.over()
        await writing


def _fits(ref: TurnRef, opened: OpenTurn) -> bool:
    run = opened.run.value if opened.run is not None else None
    alone = run is not None and len(run.steps) == 1 and not (run.queue or run.earlier)
    return alone and not ref.branch and opened.turn.value.draft is None


async def _written(services: Services, ref: TurnRef, opened: OpenTurn, saying: Aloud) -> None:
    """Write what is said into the log; what cannot be written is told with the answer."""
    draft, number = None, 0
    try:
        async with aclosing(batched(unlinked(saying.pieces()))) as pieces:
            async for piece in pieces:
                saying.begun = True
                draft = draft or await _begun(services, ref)
                number += 1
                if not await _appended(services, opened.turn.value, ref, draft, number, piece):
                    return
                saying.text += piece
    except OmniForgeError:
        return


async def _begun(services: Services, ref: TurnRef) -> Draft:
    draft = Draft(message_id="", attempt=0)

    def begin(current: OpenTurn) -> Advance | None:
        nonlocal draft
        turn = current.turn.value
        if turn.draft is not None or current.progress.move != "execute":
            raise Conflict("Another writer began first.")
        draft, _ = lifecycle.open_draft(turn)
        start = lifecycle.turn_entry(
            turn, f"{draft.message_id}/start/0", agui.text_start(draft.message_id, None)
        )
        begun = turn.model_copy(update={"draft": draft})
        return Advance(begun, None, (start,), draft.message_id)

    await advance(services, ref, begin)
    return draft


async def _appended(
    services: Services, turn: Turn, ref: TurnRef, draft: Draft, number: int, piece: str
) -> bool:
    """Add a piece; False when a person wants it to stop, or another writer took over."""

    async def step(head: Stored[Thread]) -> tuple[Change | None, bool]:
        now = services.clock.now()
        change = lifecycle.append_text(head.value, turn, draft, number, piece, now)
        return change, change is not None and head.value.stop is None

    return await transact(services.threads, ref.thread, step)


async def said_before(services: Services, opened: OpenTurn) -> list[TranscriptMessage]:
    """Return the latest of what was said, as much as one row of the log takes."""
    thread = opened.head.value
    first = max(1, thread.messages - SNAPSHOT_MESSAGES + 1)
    said = await services.threads.page(thread.key, TRANSCRIPT, first, SNAPSHOT_MESSAGES)
    return agui.latest(said)


def kept(
    turn: Turn, text: str, before: list[TranscriptMessage], *, asks: bool
) -> tuple[Turn, tuple[Entry, ...]]:
    """Return the turn with what was said aloud in it, and what clients are told of that.

    Where the turn goes on with a question, it is taken out of sight first.
    """
    draft = turn.draft
    if draft is None or draft.finished or draft.aside:
        return turn, ()
    if not asks:
        whole = draft.model_copy(update={"text": text or draft.text})
        return turn.model_copy(update={"draft": whole}), ()
    events = (agui.text_end(draft.message_id), agui.snapshot(before))
    entries = tuple(
        lifecycle.turn_entry(turn, f"{draft.message_id}/aside/{place}", event)
        for place, event in enumerate(events)
    )
    aside = draft.model_copy(update={"aside": True, "text": ""})
    return turn.model_copy(update={"draft": aside}), entries
