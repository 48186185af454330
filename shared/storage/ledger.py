"""The effect ledger in a table: changes in the partition of whose they are, by name and by time.

Beside each change's own row stands a shorter one, written in the same batch and named so that the
newest comes first. What is older than conversations are kept expires; what a conversation changed
goes with it.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from shared.errors import Conflict
from shared.models.effect import EffectPage, EffectRecord
from shared.models.principal import Principal
from shared.models.rows import Stored
from shared.storage.codec import check_key
from shared.storage.keys import partition_of
from shared.storage.rows import MAX_WRITES, Delete, Row, Rows, Upsert, over

_PREFIX = "at-"
_END = "at."
_LAST = 10**16
"""More microseconds than any time has."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_PAGE = MAX_WRITES // 2
"""Changes removed at a time: each has two rows."""


class StoredLedger:
    """Rows named by the change's key, written under their etag."""

    def __init__(self, rows: Rows, retention: timedelta = timedelta(days=30)) -> None:
        self._rows = rows
        self._retention = retention

    async def get(self, principal: Principal, key: str) -> Stored[EffectRecord] | None:
        """Return what is on record of a change, or None."""
        try:
            check_key(key)
        except ValueError:  # whoever asked for it made it up
            return None
        row = await self._rows.get(partition_of(principal), key)
        if row is None:
            return None
        return Stored(EffectRecord.stored(row.body), row.etag)

    async def put(
        self, principal: Principal, record: EffectRecord, etag: str | None
    ) -> Stored[EffectRecord]:
        """Write a record: a new one (etag None), or over the one read; raise Conflict."""
        partition, body = partition_of(principal), record.model_dump_json()
        write = over(record.key, body, etag)
        listed = Upsert(_place(record), _short(record))
        await self._rows.commit(partition, [write, listed])
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
        partition = partition_of(principal)
        rows = await self._rows.range(partition, first, last, limit + 1)
        shown = rows[:limit]
        more = shown[-1].key.removeprefix(_PREFIX) if len(rows) > limit else ""
        records = tuple(EffectRecord.stored(row.body) for row in shown)
        return EffectPage(records=records, after=more)

    def owner(self, principal: Principal) -> str:
        """Return what names whose changes they are; opaque, for `expire`."""
        return partition_of(principal)

    async def forget(self, principal: Principal, thread: str, since: datetime) -> None:
        """Remove what is on record of a conversation's changes, begun since then."""
        owner, first, last = self.owner(principal), _PREFIX, f"{_time(since)}."
        while rows := await self._rows.range(owner, first, last, _PAGE):
            records = [(row, EffectRecord.stored(row.body)) for row in rows]
            await self._remove(owner, [row for row, one in records if one.about.thread == thread])
            first = f"{rows[-1].key}."

    async def expire(self, owner: str, now: datetime) -> None:
        """Remove the changes of one person that were kept for as long as they are to be."""
        first = f"{_time(now - self._retention)}."
        while rows := await self._rows.range(owner, first, _END, _PAGE):
            await self._remove(owner, rows)

    async def _remove(self, owner: str, listed: Sequence[Row]) -> None:
        keys = [key for row in listed for key in (row.key, row.key.rpartition("-")[2])]
        if keys:
            await self._rows.commit(owner, [Delete(key) for key in keys])


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
