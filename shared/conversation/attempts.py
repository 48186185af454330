"""Changing a thread from outside a turn: plan, write, and plan again if another was faster."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

from shared.backoff import pause
from shared.errors import Conflict
from shared.models.rows import Change, Stored
from shared.models.thread import DueEntry, Thread
from shared.services import Services

T = TypeVar("T")

MAX_TRIES = 100

_locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()


@dataclass(frozen=True)
class Plan(Generic[T]):
    """What to write, if anything, and what the caller then learns.

    `due` is entered before the change: an entry that points at nothing is harmless, a change that
    nobody looks after is not.
    """

    result: T
    change: Change | None = None
    due: tuple[DueEntry, ...] = ()


async def attempt(
    services: Services, key: str, plan: Callable[[Stored[Thread] | None], Awaitable[Plan[T]]]
) -> T:
    """Carry out what `plan` makes of the thread as it is, and return its result."""
    result, _ = await attempted(services, key, plan)
    return result


async def attempted(
    services: Services, key: str, plan: Callable[[Stored[Thread] | None], Awaitable[Plan[T]]]
) -> tuple[T, Stored[Thread] | None]:
    """Carry out what `plan` makes of the thread as it is (None: there is none yet).

    Returns its result, and the thread as it is then. `plan` may run several times and only reads.
    Requests in this process take turns, so that they contend with other processes only.
    """
    async with _locks.setdefault(key, asyncio.Lock()):
        for tried in range(1, MAX_TRIES + 1):
            head = await services.threads.head(key)
            planned = await plan(head)
            if planned.change is None:
                return planned.result, head
            for entry in planned.due:
                await services.due.add(entry)
            try:
                written = await services.threads.commit(head, planned.change)
            except Conflict:
                await pause(tried)
            else:
                return planned.result, written
    raise Conflict("The conversation kept changing. Please try again.")
