"""Read, decide, commit, and again when someone else was faster."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from shared.backoff import pause
from shared.errors import Conflict, NotFound
from shared.knowing import known
from shared.models.rows import Change, Stored
from shared.models.thread import Thread
from shared.ports import Threads

T = TypeVar("T")

MAX_TRIES = 100
"""Far more than writers to one thread; reached only when storage keeps refusing."""


async def thread_row(threads: Threads, key: str) -> Stored[Thread] | None:
    """Return the thread row: as the activity under way has just written it, or else as it is."""
    written: Stored[Thread] | None = known().get((threads, key))
    return written or await threads.head(key)


async def transact(
    threads: Threads,
    key: str,
    step: Callable[[Stored[Thread]], Awaitable[tuple[Change | None, T]]],
    head: Stored[Thread] | None = None,
) -> T:
    """Commit what `step` makes of the thread as it is, and return its result.

    `step` may run several times: it reads and decides, and has no other effect. No change (None)
    commits nothing. The first try may start from a `head` read before: if it is stale, the commit
    finds out, as it does where it starts from what the activity under way wrote last. Raises
    NotFound when there is no such thread.
    """
    for tried in range(1, MAX_TRIES + 1):
        head = head or await thread_row(threads, key)
        if head is None:
            raise NotFound("There is no such conversation.")
        change, result = await step(head)
        if change is None:
            return result
        known().pop((threads, key), None)
        try:
            known()[threads, key] = await threads.commit(head, change)
            known().update({(threads, key, step): True for step in change.begins})
        except Conflict:
            head = None
            await pause(tried)
            continue
        return result
    raise Conflict("The conversation kept changing; try again.")
