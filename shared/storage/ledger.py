"""The effect ledger in a table: one row for each change, in the partition of whose it is."""

from shared.errors import Conflict
from shared.models.effect import EffectRecord
from shared.models.principal import Principal
from shared.models.rows import Stored
from shared.storage.keys import user_key
from shared.storage.rows import Insert, Replace, Rows


class StoredLedger:
    """Rows named by the change's key, written under their etag."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    async def get(self, principal: Principal, key: str) -> Stored[EffectRecord] | None:
        """Return what is on record of a change, or None."""
        row = await self._rows.get(user_key(principal.tenant, principal.user), key)
        if row is None:
            return None
        return Stored(EffectRecord.model_validate_json(row.body), row.etag)

    async def put(
        self, principal: Principal, record: EffectRecord, etag: str | None
    ) -> Stored[EffectRecord]:
        """Write a record: a new one (etag None), or over the one read; raise Conflict."""
        partition, body = user_key(principal.tenant, principal.user), record.model_dump_json()
        write = Insert(record.key, body) if etag is None else Replace(record.key, body, etag)
        await self._rows.commit(partition, [write])
        stored = await self.get(principal, record.key)
        if stored is None or stored.value != record:
            raise Conflict("Another attempt has taken this over.", record.key)
        return stored
