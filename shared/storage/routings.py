"""What became of routing each turn: a row a turn, by time, for as long as threads are kept."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from shared.errors import Conflict
from shared.models.routed import Routed
from shared.storage.keys import digest, timed
from shared.storage.rows import FIRST, MAX_WRITES, Delete, Insert, Rows, Upsert, every

_SWEEP = timedelta(hours=1)
"""How often rows past their time are taken along by a write, so that nothing else has to."""


class StoredRoutings:
    """The `Routings` port over one table."""

    def __init__(self, rows: Rows, retention: timedelta) -> None:
        self._rows = rows
        self._retention = retention
        self._swept: dict[str, datetime] = {}

    async def add(self, tenant: str, routed: Routed) -> None:
        """Keep how a turn was routed; the first stays."""
        partition = digest(tenant)
        try:
            await self._rows.commit(partition, [Insert(_key(routed), routed.model_dump_json())])
        except Conflict:
            return
        if routed.at - self._swept.get(partition, datetime.min.replace(tzinfo=UTC)) >= _SWEEP:
            self._swept[partition] = routed.at
            await self._sweep(partition, timed(routed.at - self._retention))

    async def _sweep(self, partition: str, until: str) -> None:
        while old := await self._rows.range(partition, FIRST, until, MAX_WRITES):
            await self._rows.commit(partition, [Delete(row.key) for row in old])
            if len(old) < MAX_WRITES:
                return

    async def judge(self, tenant: str, routed: Routed) -> Routed | None:
        """Keep it with a person's verdict, and return what was there before."""
        partition, key = digest(tenant), _key(routed)
        before = await self._rows.get(partition, key)
        await self._rows.commit(partition, [Upsert(key, routed.model_dump_json())])
        return None if before is None else Routed.stored(before.body)

    async def since(self, tenant: str, first: datetime) -> Sequence[Routed]:
        """Return how turns were routed since then, oldest first."""
        rows = every(self._rows, digest(tenant), timed(first))
        return [Routed.stored(row.body) async for row in rows]


def _key(routed: Routed) -> str:
    return f"{timed(routed.at)}-{digest(routed.turn)}"
