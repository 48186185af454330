"""Rows in a dict, for tests and throw-away runs."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from itertools import count

from shared.errors import Conflict
from shared.storage.codec import check_key, check_writes
from shared.storage.rows import Delete, Insert, Replace, Row, Write


class MemoryRows:
    """One table that lives as long as this object.

    Every call lets other tasks run first, as a network would: what races there races here.
    `meter` is told each operation (get, range, commit) and how many rows it moved.
    """

    def __init__(self, meter: Callable[[str, int], None] | None = None) -> None:
        self._partitions: defaultdict[str, dict[str, Row]] = defaultdict(dict)
        self._etags = count(1)
        self._meter = meter

    async def get(self, partition: str, key: str) -> Row | None:
        """Return one row, or None."""
        check_key(partition)
        check_key(key)
        await asyncio.sleep(0)
        row = self._partitions[partition].get(key)
        self._count("get", 0 if row is None else 1)
        return row

    async def range(self, partition: str, first: str, last: str, limit: int) -> list[Row]:
        """Return at most `limit` rows with first <= key < last, in key order."""
        check_key(partition)
        await asyncio.sleep(0)
        stored = self._partitions[partition]
        keys = sorted(key for key in stored if first <= key < last)
        rows = [stored[key] for key in keys[: max(limit, 0)]]
        self._count("range", len(rows))
        return rows

    async def commit(self, partition: str, writes: Sequence[Write]) -> dict[str, str]:
        """Apply all writes or none; raises as `Rows.commit` says."""
        check_writes(partition, writes)
        await asyncio.sleep(0)
        self._count("commit", len(writes))
        stored = self._partitions[partition]
        for write in writes:
            _check_condition(write, stored.get(write.key))
        etags: dict[str, str] = {}
        for write in writes:
            if isinstance(write, Delete):
                stored.pop(write.key, None)
            else:
                etags[write.key] = str(next(self._etags))
                stored[write.key] = Row(write.key, write.body, etags[write.key])
        return etags

    async def scan(
        self, first: str, last: str, start: str = "", end: str = "~"
    ) -> AsyncIterator[tuple[str, Row]]:
        """Yield rows as `Scanned.scan` says."""
        await asyncio.sleep(0)
        for name, rows in sorted(self.partitions()):
            for key in sorted(rows):
                if first <= key < last and start <= name < end:
                    yield name, rows[key]

    def partitions(self) -> Iterator[tuple[str, dict[str, Row]]]:
        """Yield a copy of every partition by its name."""
        for name, rows in self._partitions.items():
            yield name, dict(rows)

    def _count(self, operation: str, rows: int) -> None:
        if self._meter:
            self._meter(operation, rows)


def _check_condition(write: Write, row: Row | None) -> None:
    match write:
        case Insert() if row is not None:
            raise Conflict(f"row {write.key} exists", write.key)
        case Replace(etag=etag) | Delete(etag=str(etag)) if row is None or row.etag != etag:
            raise Conflict(f"row {write.key} has changed or is gone", write.key)
        case _:
            return


class MemoryFiles:
    """The `Files` port in a dict."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], bytes] = {}

    async def put(self, thread: str, name: str, data: bytes) -> None:
        """Keep a file; the same one again changes nothing."""
        await asyncio.sleep(0)
        self._kept[thread, name] = data

    async def get(self, thread: str, name: str) -> bytes | None:
        """Return what a file holds, or None."""
        await asyncio.sleep(0)
        return self._kept.get((thread, name))

    async def names(self) -> AsyncIterator[tuple[str, str]]:
        """Yield the thread and the name of every file there is."""
        await asyncio.sleep(0)
        for known in sorted(self._kept):
            yield known

    async def erase(self, thread: str) -> None:
        """Remove all files of a thread."""
        await asyncio.sleep(0)
        for known in [known for known in self._kept if known[0] == thread]:
            del self._kept[known]
