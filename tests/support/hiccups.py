"""Storage that fails once, at a chosen operation of any table."""

from shared.errors import StorageUnavailable
from shared.storage.memory import MemoryRows


class Hiccup:
    """Counts operations while it is armed, and lets number `at` of them fail, as a 503 would."""

    def __init__(self, at=0):
        self.at, self.armed, self.seen = at, False, 0

    def __call__(self):
        if not self.armed:
            return
        self.seen += 1
        if self.seen == self.at:
            raise StorageUnavailable("503")

    def table(self, meter=None):
        """Return a table in memory that fails with all the others."""
        return _Table(self, meter)


class _Table(MemoryRows):
    def __init__(self, hiccup, meter):
        super().__init__(meter)
        self._hiccup = hiccup

    async def get(self, partition, key):
        self._hiccup()
        return await super().get(partition, key)

    async def range(self, partition, first, last, limit):
        self._hiccup()
        return await super().range(partition, first, last, limit)

    async def commit(self, partition, writes):
        self._hiccup()
        return await super().commit(partition, writes)
