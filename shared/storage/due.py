"""What must be looked at later, in the order it falls due."""

import asyncio
import zlib
from collections.abc import Sequence
from datetime import datetime
from itertools import islice

from pydantic import ValidationError

from shared.models.thread import DueEntry
from shared.storage.keys import digest, timed
from shared.storage.rows import Delete, Row, Rows, Upsert

SHARDS = 8
"""Partitions, so that writes of many threads do not queue for one. Changing it strands entries."""

_EARLIEST = "0"


class StoredDue:
    """Due entries over rows. A row's key starts with its time, so ripe rows come first."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    async def add(self, entry: DueEntry) -> None:
        """Write an entry; writing the same one again changes nothing."""
        await self._rows.commit(_partition(entry), [Upsert(_key(entry), entry.model_dump_json())])

    async def remove(self, entry: DueEntry) -> None:
        """Remove an entry, if it is still there."""
        await self._rows.commit(_partition(entry), [Delete(_key(entry))])

    async def ripe(self, now: datetime, limit: int) -> Sequence[DueEntry]:
        """Return the `limit` entries that have been due longest, oldest first."""
        last = f"{timed(now)}."  # sorts after every key of this very instant
        shards = await asyncio.gather(
            *(self._rows.range(shard(n), _EARLIEST, last, limit) for n in range(SHARDS))
        )
        rows = sorted((row for shard in shards for row in shard), key=lambda row: row.key)
        return list(islice(filter(None, map(_known, rows)), limit))


def _known(row: Row) -> DueEntry | None:
    """Return an entry; None for one of a kind that a newer version entered, and will deal with."""
    try:
        return DueEntry.stored(row.body)
    except ValidationError:
        return None


def shard(number: int) -> str:
    """Return the partition of a shard."""
    return f"due-{number}"


def _partition(entry: DueEntry) -> str:
    return shard(zlib.crc32(entry.thread.encode()) % SHARDS)


def _key(entry: DueEntry) -> str:
    return f"{timed(entry.at)}-{digest(entry.thread, entry.id)}"
