"""Reading many things of an account side by side, a few at a time."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

AT_ONCE = 10
"""Requests of one call under way at the same time, where a provider bears no fewer."""

T = TypeVar("T")
Item = TypeVar("Item")


async def each(
    read: Callable[[Item], Awaitable[T | None]], items: Iterable[Item], at_once: int = AT_ONCE
) -> tuple[T, ...]:
    """Return what reading each of these gives, in order, without None; a failure ends it."""
    gate = asyncio.Semaphore(at_once)

    async def one(item: Item) -> T | None:
        async with gate:
            return await read(item)

    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(one(item)) for item in items]
    except ExceptionGroup as failed:
        raise failed.exceptions[0] from None
    found = (task.result() for task in tasks)
    return tuple(result for result in found if result is not None)
