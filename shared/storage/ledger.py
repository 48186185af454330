"""The effect ledger in a table: changes in the partition of whose they are, by name and by time.

Beside each change's own row stands a shorter one, written in the same batch and named so that the
newest comes first. What is older than conversations are kept goes as newer changes come.
"""

from datetime import UTC, datetime, timedelta

from shared.errors import Conflict
from shared.models.effect import EffectPage, EffectRecord
from shared.models.principal import Principal
from shared.models.rows import Stored
from shared.storage.keys import user_key
from shared.storage.rows import Delete, Insert, Replace, Rows, Upsert, Write

_PREFIX = "at-"
_END = "at."
_LAST = 10**16
"""More microseconds than any time has."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SWEPT = 20
"""Changes past their time that one new one takes along, so that nothing else has to."""


class StoredLedger:
    """Rows named by the change's key, written under their etag."""

    def __init__(self, rows: Rows, retention: timedelta = timedelta(days=30)) -> None:
        self._rows = rows
        self._retention = retention

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
        listed = Upsert(_place(record), _short(record))
        swept = await self._past(partition, record) if etag is None else []
        await self._rows.commit(partition, [write, listed, *swept])
        stored = await self.get(principal, record.key)
        if stored is None or stored.value != record:
            raise Conflict("Another attempt has taken this over.", record.key)
        return stored

    async def page(
        self,
        principal: Principal,
        *,
        since: datetime | None = None,
        until: datetime | None = None,
        after: str = "",
        limit: int = 50,
    ) -> EffectPage:
        """Return the changes begun in a time, newest first, from where `after` ended."""
        first = f"{_time(until)}." if until is not None else _PREFIX
        first = f"{_PREFIX}{after}." if after else first
        last = f"{_time(since)}." if since is not None else _END
        partition = user_key(principal.tenant, principal.user)
        rows = await self._rows.range(partition, first, last, limit + 1)
        shown = rows[:limit]
        more = shown[-1].key.removeprefix(_PREFIX) if len(rows) > limit else ""
        records = tuple(EffectRecord.model_validate_json(row.body) for row in shown)
        return EffectPage(records=records, after=more)

    async def _past(self, partition: str, record: EffectRecord) -> list[Write]:
        first = f"{_time(record.begun_at - self._retention)}."
        rows = await self._rows.range(partition, first, _END, _SWEPT)
        keys = [key for row in rows for key in (row.key, row.key.rpartition("-")[2])]
        return [Delete(key) for key in keys]


def _place(record: EffectRecord) -> str:
    return f"{_time(record.begun_at)}-{record.key}"


def _time(at: datetime) -> str:
    """Return where the changes of a time begin: the later it is, the earlier in the table."""
    passed = (at - _EPOCH) // timedelta(microseconds=1)
    return f"{_PREFIX}{_LAST - passed:016d}"


def _short(record: EffectRecord) -> str:
    """Return what a list shows of a change: neither what it gave nor what would reverse it."""
    shown = record.model_copy(update={"result": None})
    if record.undo is not None:
        bare = record.undo.model_copy(update={"arguments": {}, "left": None})
        shown = shown.model_copy(update={"undo": bare})
    return shown.model_dump_json()
