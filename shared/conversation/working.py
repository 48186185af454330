"""Telling whoever watches what is being worked on, where a language model takes long over it."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Literal

from shared.conversation.transact import transact
from shared.conversation.turns import Advance, OpenTurn, advance, read_turn
from shared.decisions import lifecycle
from shared.models.rows import Change, Stored
from shared.models.steps import TurnRef
from shared.models.thread import Thread
from shared.services import Services

Step = Literal["understanding", "planning", "reassessing", "revising", "conversing", "wording"]
READING = "reading"
"""What is told of a reply that is being read, which no turn has yet."""


@asynccontextmanager
async def working(services: Services, ref: TurnRef, step: Step) -> AsyncGenerator[None]:
    """Tell clients of a step that takes longer than `Limits.slow`; whatever moves on ends it.

    What several agents do side by side is told otherwise.
    """

    async def tell(over: asyncio.Event) -> None:
        def begun(current: OpenTurn) -> Advance | None:
            turn = current.turn.value
            if turn.working or turn.status != "open" or over.is_set():
                return None
            turn, entry = lifecycle.step_begun(turn, step)
            return Advance(turn, entries=(entry,))

        await advance(services, ref, begun)

    async with _if_slow(services, None if ref.branch else tell):
        yield


@asynccontextmanager
async def reading(services: Services, ref: TurnRef, request: str, run: str) -> AsyncGenerator[None]:
    """Tell clients of a reply that takes longer to be read, in the `run` that it opened.

    `request` is the question it answers, as long as that is open; settling it ends the step.
    """

    async def tell(over: asyncio.Event) -> None:
        async def begun(head: Stored[Thread]) -> tuple[Change | None, None]:
            thread = head.value
            if thread.deleted or thread.request != request or over.is_set():
                return None, None
            opened = await read_turn(services.threads, head, ref.turn)
            now = services.clock.now()
            return lifecycle.reading_begun(thread, opened.turn, run, READING, now), None

        await transact(services.threads, ref.thread, begun)

    async with _if_slow(services, tell):
        yield


@asynccontextmanager
async def _if_slow(
    services: Services, tell: Callable[[asyncio.Event], Awaitable[None]] | None
) -> AsyncGenerator[None]:
    """Tell of what takes longer than `Limits.slow`, unless it is over by then."""
    slow = services.limits.slow
    if slow is None or tell is None:
        yield
        return
    over = asyncio.Event()
    telling = asyncio.create_task(_told(tell, over, slow.total_seconds()))
    try:
        yield
    finally:
        over.set()  # what is being written is written: half of it would be nobody's
        await telling


async def _told(
    tell: Callable[[asyncio.Event], Awaitable[None]], over: asyncio.Event, seconds: float
) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(over.wait(), seconds)
        return
    await tell(over)
