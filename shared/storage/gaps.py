"""What nobody in an organisation could do: a row a request, by time, kept as long as threads."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from shared.models.gap import Gap
from shared.storage.keys import digest
from shared.storage.rows import Delete, Rows, Upsert

_FIRST, _LAST = "0", "~"
_PAGE = 1000
_SWEPT = 20
"""Rows past their time that one write takes along, so that nothing else has to."""


class StoredGaps:
    """The `Gaps` port over one table."""

    def __init__(self, rows: Rows, retention: timedelta) -> None:
        self._rows = rows
        self._retention = retention

    async def keep(self, tenant: str, gap: Gap) -> None:
        """Keep one, or over what was kept of the same request."""
        partition, key = digest(tenant), f"{_time(gap.at)}-{digest(gap.id)}"
        old = await self._rows.range(partition, _FIRST, _time(gap.at - self._retention), _SWEPT)
        gone = [Delete(row.key) for row in old if row.key != key]
        await self._rows.commit(partition, [Upsert(key, gap.model_dump_json()), *gone])

    async def since(self, tenant: str, first: datetime, limit: int) -> Sequence[Gap]:
        """Return the latest `limit` of those since then, newest first."""
        found: list[Gap] = []
        after = _time(first)
        while True:
            page = await self._rows.range(digest(tenant), after, _LAST, _PAGE)
            found = [*found, *(Gap.stored(row.body) for row in page)][-limit:]
            if len(page) < _PAGE:
                return found[::-1]
            after = f"{page[-1].key}-"  # keys have one length, so none lies between


def _time(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
