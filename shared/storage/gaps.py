"""What nobody in an organisation could do: a row a request, by time, kept as long as threads."""

from collections import deque
from collections.abc import Sequence
from datetime import datetime, timedelta

from shared.models.gap import Gap
from shared.storage.keys import digest, timed
from shared.storage.rows import FIRST, Delete, Rows, Upsert, every

_SWEPT = 20
"""Rows past their time that one write takes along, so that nothing else has to."""


class StoredGaps:
    """The `Gaps` port over one table."""

    def __init__(self, rows: Rows, retention: timedelta) -> None:
        self._rows = rows
        self._retention = retention

    async def keep(self, tenant: str, gap: Gap) -> None:
        """Keep one, or over what was kept of the same request."""
        partition, key = digest(tenant), f"{timed(gap.at)}-{digest(gap.id)}"
        old = await self._rows.range(partition, FIRST, timed(gap.at - self._retention), _SWEPT)
        gone = [Delete(row.key) for row in old if row.key != key]
        await self._rows.commit(partition, [Upsert(key, gap.model_dump_json()), *gone])

    async def since(self, tenant: str, first: datetime, limit: int) -> Sequence[Gap]:
        """Return the latest `limit` of those since then, newest first."""
        rows = every(self._rows, digest(tenant), timed(first))
        latest = deque([row async for row in rows], maxlen=limit)
        return [Gap.stored(row.body) for row in reversed(latest)]
