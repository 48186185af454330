"""A table of which one activity reads each row once: small rows that a turn's steps all want."""

from collections.abc import Sequence
from typing import cast

from shared.knowing import known
from shared.storage.rows import Row, Rows, Write


class ReadOnce:
    """Rows that are read once within an activity, until it writes to their table itself.

    Ranges only, where `gets` is False: where a row read alone is wanted as it is by now.
    """

    def __init__(self, rows: Rows, *, gets: bool = True) -> None:
        self._rows = rows
        self._gets = gets

    async def get(self, partition: str, key: str) -> Row | None:
        """Return one row, or None."""
        read, place = self._read(), (partition, key)
        if not self._gets or place not in read:
            read[place] = await self._rows.get(partition, key)
        return cast("Row | None", read[place])

    async def range(self, partition: str, first: str, last: str, limit: int) -> list[Row]:
        """Return at most `limit` rows with first <= key < last, in key order."""
        read, place = self._read(), (partition, first, last, limit)
        if place not in read:
            read[place] = tuple(await self._rows.range(partition, first, last, limit))
        return list(cast("tuple[Row, ...]", read[place]))

    async def commit(self, partition: str, writes: Sequence[Write]) -> dict[str, str]:
        """Apply all writes or none; what was read before is forgotten in either case."""
        known().pop(self, None)
        return await self._rows.commit(partition, writes)

    def _read(self) -> dict[object, Row | tuple[Row, ...] | None]:
        """Return what was read of this table within the activity under way, by its place."""
        return known().setdefault(self, {})
