"""Threads over rows: one partition a thread, one batch a change, gap-free event ids."""

from typing import TypeVar

from shared.errors import Conflict
from shared.models.base import Payload
from shared.models.rows import EVENT, Change, Entry, Kind, Put, Stored
from shared.models.thread import LoggedEvent, Thread
from shared.storage.keys import digest, numbered, span
from shared.storage.rows import MAX_WRITES, Delete, Insert, Replace, Row, Rows, Write

P = TypeVar("P", bound=Payload)

_HEAD = "thread"
_LOGGED = "logged"
"""Prefix of the rows that remember which entries are in the log, by their key."""
_FIRST, _LAST = " ", "~"
"""Every row key lies between these."""


class StoredThreads:
    """The `Threads` port over one table."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    async def head(self, key: str) -> Stored[Thread] | None:
        """Return the thread row, or None."""
        row = await self._rows.get(key, _HEAD)
        return None if row is None else _stored(row, Thread)

    async def get(self, key: str, kind: Kind[P], row: str | int) -> Stored[P] | None:
        """Return one row, or None."""
        found = await self._rows.get(key, _row_key(kind, row))
        return None if found is None else _stored(found, kind.model)

    async def page(self, key: str, kind: Kind[P], first: int, limit: int) -> list[P]:
        """Return a numbered kind's rows from `first` on, in order."""
        rows = await self._rows.range(key, *span(kind.prefix, first), limit)
        return [kind.model.model_validate_json(row.body) for row in rows]

    async def commit(self, head: Stored[Thread] | None, change: Change) -> None:
        """Write a change under the thread row's etag; entries logged before are dropped."""
        key, entries = change.thread.key, change.entries
        while True:
            thread = _counted(change.thread, entries)
            writes = [_head_write(head, thread), *map(_put_write, change.puts)]
            writes += _entry_writes(change.thread.events, entries)
            try:
                await self._rows.commit(key, writes)
            except Conflict as conflict:
                known = {_logged_key(entry) for entry in entries}
                if conflict.key not in known:
                    raise
                entries = await self._not_logged(key, entries)
            else:
                return

    async def _not_logged(self, key: str, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        return tuple([e for e in entries if await self._rows.get(key, _logged_key(e)) is None])

    async def purge(self, key: str) -> None:
        """Remove every row of a thread, its head last."""
        while rows := await self._rows.range(key, _FIRST, _LAST, MAX_WRITES):
            doomed: list[Write] = [Delete(row.key) for row in rows if row.key != _HEAD]
            await self._rows.commit(key, doomed or [Delete(_HEAD)])

    async def ping(self) -> None:
        """Raise UpstreamUnavailable unless storage answers."""
        await self._rows.get("health", _HEAD)


def _stored(row: Row, model: type[P]) -> Stored[P]:
    return Stored(model.model_validate_json(row.body), row.etag)


def _row_key(kind: Kind[P], row: str | int) -> str:
    if isinstance(row, int):
        return numbered(kind.prefix, row)
    return f"{kind.prefix}-{digest(row)}"


def _logged_key(entry: Entry) -> str:
    return f"{_LOGGED}-{digest(entry.key)}"


def _counted(thread: Thread, entries: tuple[Entry, ...]) -> Thread:
    return thread.model_copy(update={"events": thread.events + len(entries)})


def _head_write(head: Stored[Thread] | None, thread: Thread) -> Write:
    body = thread.model_dump_json()
    return Insert(_HEAD, body) if head is None else Replace(_HEAD, body, head.etag)


def _put_write(put: Put[Payload]) -> Write:
    key, body = _row_key(put.kind, put.id), put.value.model_dump_json()
    return Insert(key, body) if put.etag is None else Replace(key, body, put.etag)


def _entry_writes(logged: int, entries: tuple[Entry, ...]) -> list[Write]:
    writes: list[Write] = []
    for number, entry in enumerate(entries, start=logged + 1):
        event = LoggedEvent(id=number, run=entry.run, turn=entry.turn, event=dict(entry.event))
        writes.append(Insert(numbered(EVENT.prefix, number), event.model_dump_json()))
        writes.append(Insert(_logged_key(entry), f'{{"id": {number}}}'))
    return writes
