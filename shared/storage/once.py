"""A table of which a turn reads each row once: small rows that its steps all want."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from shared.knowing import read
from shared.storage.rows import Row, Rows, Write

T = TypeVar("T")


@dataclass
class _Read:
    """What was read of a table, by its place, and who reads a place right now."""

    found: dict[object, Any] = field(default_factory=dict[object, Any])
    reading: dict[object, asyncio.Lock] = field(default_factory=dict[object, asyncio.Lock])


class ReadOnce:
    """Rows that are read once for a turn, until it writes to their table itself.

    Ranges only, where `gets` is False: where a row read alone is wanted as it is by now.
    """

    def __init__(self, rows: Rows, *, gets: bool = True) -> None:
        self._rows = rows
        self._gets = gets

    async def get(self, partition: str, key: str) -> Row | None:
        """Return one row, or None."""
        if not self._gets:
            return await self._rows.get(partition, key)
        return await self._once((partition, key), lambda: self._rows.get(partition, key))

    async def range(self, partition: str, first: str, last: str, limit: int) -> list[Row]:
        """Return at most `limit` rows with first <= key < last, in key order."""
        place = (partition, first, last, limit)
        return [*await self._once(place, lambda: self._rows.range(partition, first, last, limit))]

    async def commit(self, partition: str, writes: Sequence[Write]) -> dict[str, str]:
        """Apply all writes or none; what was read before is forgotten in either case."""
        read().pop(self, None)
        return await self._rows.commit(partition, writes)

    async def _once(self, place: object, ask: Callable[[], Awaitable[T]]) -> T:
        """Return what is at a place; two steps side by side that want to know ask once."""
        known: _Read = read().setdefault(self, _Read())
        async with known.reading.setdefault(place, asyncio.Lock()):
            if place not in known.found:
                known.found[place] = await ask()
            return known.found[place]
