"""Google's answers taken apart: what is used of them is checked, the rest ignored."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar
from urllib.parse import quote

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from shared.connectors import wire
from shared.connectors.rest import NotThere
from shared.models.base import Json

GOOGLE = "Google"
AT_ONCE = 10
"""Requests of one call under way at the same time."""

T = TypeVar("T")
Item = TypeVar("Item")


class Resource(BaseModel):
    """A part of Google's JSON, by the names Google gives it in camel case."""

    model_config = ConfigDict(frozen=True, extra="ignore", alias_generator=to_camel)


R = TypeVar("R", bound=Resource)


def taken(resource: type[R], answer: Json) -> R:
    """Return an answer as a resource; raise ToolFailed when it lacks what that must have."""
    return wire.shaped(resource, {} if answer is None else answer, GOOGLE)


def made(resource: type[R], answer: Json) -> R:
    """Return what a change answered; raise OutcomeUnknown when it lacks what that must have."""
    return wire.made(resource, {} if answer is None else answer, GOOGLE)


def segment(value: str) -> str:
    """Return an id as one segment of a path; raise NotThere when it cannot be anything's id."""
    if value.strip(".") == "":
        raise NotThere(f"{GOOGLE} has nothing with the id “{value}”.")
    return quote(value, safe="")


async def each(read: Callable[[Item], Awaitable[T | None]], items: Iterable[Item]) -> tuple[T, ...]:
    """Return what reading each of these gives, in order and without None, a few at a time."""
    gate = asyncio.Semaphore(AT_ONCE)

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
