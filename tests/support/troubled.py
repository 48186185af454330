"""A table in memory whose calls are troubled: before they are made, or after."""

from collections.abc import Sequence

from shared.storage.memory import MemoryRows
from shared.storage.rows import Row, Write


class TroubledRows(MemoryRows):
    """Awaits `before` and `after` of its trouble around each call, with what is to be written."""

    def __init__(self, trouble, meter=None):
        super().__init__(meter)
        self._trouble = trouble

    async def get(self, partition, key):
        await self._trouble.before(self, partition, ())
        row = await super().get(partition, key)
        await self._trouble.after(())
        return row

    async def range(self, partition, first, last, limit):
        await self._trouble.before(self, partition, ())
        rows = await super().range(partition, first, last, limit)
        await self._trouble.after(())
        return rows

    async def commit(self, partition, writes: Sequence[Write]):
        await self._trouble.before(self, partition, writes)
        etags = await super().commit(partition, writes)
        await self._trouble.after(writes)
        return etags

    def touch(self, partition):
        """Write every row of a partition as it is: whoever has read one was overtaken."""
        stored = self._partitions[partition]
        for key, row in stored.items():
            stored[key] = Row(key, row.body, f"{row.etag}*")
