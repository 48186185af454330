"""Telling whoever watches what is being worked on, where a language model takes long over it."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import Literal

from shared.decisions import lifecycle
from shared.models.steps import TurnRef
from shared.services import Services
from shared.turns import Advance, OpenTurn, advance

Step = Literal["understanding", "planning", "reassessing", "revising", "conversing", "wording"]


@asynccontextmanager
async def working(services: Services, ref: TurnRef, step: Step) -> AsyncGenerator[None]:
    """Tell clients of a step that takes longer than `Limits.slow`; whatever moves on ends it.

    What several agents do side by side is told otherwise.
    """
    slow = services.limits.slow
    if slow is None or ref.branch:
        yield
        return
    over = asyncio.Event()
    telling = asyncio.create_task(_told(services, ref, step, over, slow.total_seconds()))
    try:
        yield
    finally:
        over.set()  # what is being written is written: half of it would be nobody's
        await telling


async def _told(
    services: Services, ref: TurnRef, step: Step, over: asyncio.Event, seconds: float
) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(over.wait(), seconds)
        return

    def begun(current: OpenTurn) -> Advance | None:
        turn = current.turn.value
        if turn.working or turn.status != "open" or over.is_set():
            return None
        turn, entry = lifecycle.step_begun(turn, step)
        return Advance(turn, entries=(entry,))

    await advance(services, ref, begun)
