"""Results of reading tools, kept for a while for the person who asked."""

from datetime import datetime, timedelta

from shared.errors import TooLarge
from shared.models.base import Json, Payload
from shared.models.principal import Principal
from shared.ports import Clock
from shared.storage.keys import partition_of
from shared.storage.rows import MAX_WRITES, Delete, Rows, Upsert


class _Kept(Payload):
    """One result, good until then."""

    until: datetime
    result: Json


class StoredResults:
    """The `Results` port over one table: one row a call, named by its domain first."""

    def __init__(self, rows: Rows, clock: Clock) -> None:
        self._rows = rows
        self._clock = clock

    async def get(self, principal: Principal, domain: str, call: str) -> tuple[Json] | None:
        """Return the result of a call in a tuple of one, if one is kept that is not too old."""
        row = await self._rows.get(partition_of(principal), f"{domain}-{call}")
        if row is None:
            return None
        kept = _Kept.stored(row.body)
        return (kept.result,) if self._clock.now() < kept.until else None

    async def keep(
        self, principal: Principal, domain: str, call: str, result: Json, ttl: timedelta
    ) -> None:
        """Keep a result; one too large to keep is not kept."""
        body = _Kept(until=self._clock.now() + ttl, result=result).model_dump_json()
        try:
            await self._rows.commit(partition_of(principal), [Upsert(f"{domain}-{call}", body)])
        except TooLarge:
            return

    async def drop(self, principal: Principal, domain: str) -> None:
        """Forget what was kept of a domain."""
        partition = partition_of(principal)
        while found := await self._rows.range(partition, f"{domain}-", f"{domain}.", MAX_WRITES):
            await self._rows.commit(partition, [Delete(row.key) for row in found])
