"""Steps that may take the process down with them: counted before they begin, and given up in time.

A runtime delivers a step again until it ends. One that ends with its process (in a library, by its
memory) would take down whoever comes next, for ever; a count in its thread's rows outlives them.
All that was under way in the process is counted with it, so the last time is later than all others
and with no other suspect beside it: then only the guilty one falls again.
What a process reads before its first step is no step's doing, and so done before any is counted.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field

from shared.conversation.turns import OpenTurn, delivery
from shared.errors import Fault, StorageFailed
from shared.knowing import known
from shared.ports import Threads
from shared.services import Services
from shared.telemetry import RETRIES

MOST = 4
"""Times a step is begun that never came to an end; the fifth delivery is a fault, as of a message
in a queue on Azure. Fewer would at times blame a step for power cuts in a row."""

_LONGEST_WAIT_S = 10
"""A suspect that takes longer than this has not taken the process down: the next may begin."""
_LAST_PAUSE_S = 4
"""Before the last time, what else is delivered again ends, so that it does not fall again too."""

_log = logging.getLogger(__name__)


@dataclass
class Begun:
    """What an activity began: the steps that were counted, and whether it is begun alone."""

    steps: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    alone: asyncio.Lock | None = None


_begun: ContextVar[Begun | None] = ContextVar("begun", default=None)


@contextmanager
def noting() -> Generator[Begun]:
    """Collect what is begun inside, for `survived`; let the next suspect begin at the end.

    A step within an activity is begun as part of that.
    """
    begun = Begun()
    if _begun.get() is not None:
        yield begun
        return
    token = _begun.set(begun)
    try:
        yield begun
    finally:
        _begun.reset(token)
        if begun.alone is not None:
            begun.alone.release()


async def _at_once() -> None:
    """Wait for nobody."""


async def begin(
    services: Services,
    opened: OpenTurn,
    step: str,
    free: Callable[[], Awaitable[None]] = _at_once,
) -> None:
    """Count this delivery of a turn's step; raise Fault where it was begun too often in vain.

    `free` returns once nobody else is at work on it: one that is delivered again may have to wait
    for that, and a process that falls meanwhile fell by no doing of the step's.
    Of an activity's steps the first is counted: one after it that takes the process down comes
    first when the activity is delivered again, for what went before it is done by then. One that
    the activity came to by its own commit was counted with that (`Change.begins`).
    """
    turn, run = opened.turn.value, opened.run.value if opened.run is not None else None
    key, name = opened.head.value.key, delivery(step, turn, run, opened.branch)
    begun = _begun.get()
    if begun is not None and begun.steps:
        return
    if begun is not None and known().pop((services.threads, key, name), False):
        begun.steps.append((key, name))
        return

    async def again(times: int) -> None:
        await free()
        if times == MOST - 1:
            if begun is not None:
                await _alone(begun, services.suspected)
            await services.pause(_LAST_PAUSE_S)

    await services.ready()
    times = await services.threads.delivered(key, name, again)
    if times > 1:
        RETRIES.add(1, {"step": step})
    if times > MOST:
        _log.error("%s of %s/%s was begun %s times and never ended", step, key, turn.number, MOST)
        raise Fault(f"{step} never ended")
    if begun is not None:
        begun.steps.append((key, name))


async def _alone(begun: Begun, suspected: asyncio.Lock) -> None:
    """Wait until no other suspect is under way in this process."""
    if begun.alone is not None:
        return
    with suppress(TimeoutError):
        await asyncio.wait_for(suspected.acquire(), _LONGEST_WAIT_S)
        begun.alone = suspected


async def survived(threads: Threads, begun: Begun) -> None:
    """Forget deliveries that ended, if only with an error: whoever says so is still there."""
    for key, name in begun.steps:
        with suppress(StorageFailed):
            await threads.survived(key, name)
