"""Steps that may take the process down with them: counted before they begin, and given up in time.

A runtime delivers a step again until it ends. One that ends with its process (in a library, by its
memory) would take down whoever comes next, for ever; a count in its thread's rows outlives them.
"""

import logging
from collections.abc import Generator
from contextlib import contextmanager, suppress
from contextvars import ContextVar

from shared.errors import Fault, StorageFailed
from shared.ports import Threads
from shared.services import Services
from shared.turns import OpenTurn

MOST = 3
"""Times a step is begun that never came to an end."""

_log = logging.getLogger(__name__)
_Begun = list[tuple[str, str]]
_begun: ContextVar[_Begun | None] = ContextVar("begun", default=None)


@contextmanager
def noting() -> Generator[_Begun]:
    """Collect what is begun inside, for `survived`."""
    begun: _Begun = []
    token = _begun.set(begun)
    try:
        yield begun
    finally:
        _begun.reset(token)


async def begin(services: Services, opened: OpenTurn, step: str) -> None:
    """Count this delivery of a turn's step; raise Fault where it was begun too often in vain."""
    turn, run = opened.turn.value, opened.run.value if opened.run is not None else None
    at = (run.order, run.status, run.cursor) if run is not None else ()
    place = (step, turn.number, opened.branch, len(turn.trace), turn.questions, *at)
    key, name = opened.head.value.key, "/".join(map(str, place))
    if await services.threads.delivered(key, name) > MOST:
        _log.error("%s of %s/%s was begun %s times and never ended", step, key, turn.number, MOST)
        raise Fault(f"{step} never ended")
    if (begun := _begun.get()) is not None:
        begun.append((key, name))


async def survived(threads: Threads, begun: _Begun) -> None:
    """Forget deliveries that ended, if only with an error: whoever says so is still there."""
    for key, name in begun:
        with suppress(StorageFailed):
            await threads.survived(key, name)
