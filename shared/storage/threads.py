"""Threads over rows: one partition a thread, one batch a change, gap-free event ids."""

from collections import OrderedDict
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import TypeVar

from shared.backoff import pause
from shared.errors import Conflict
from shared.feed import Feed, Listener, News
from shared.models.base import Payload
from shared.models.rows import EVENT, TRANSCRIPT, Change, Entry, Kind, Put, Stored
from shared.models.thread import LoggedEvent, Thread
from shared.ports import Again
from shared.storage.keys import digest, numbered, span
from shared.storage.rows import (
    FIRST,
    LAST,
    MAX_WRITES,
    Delete,
    Insert,
    Replace,
    Row,
    Rows,
    Upsert,
    Write,
    every,
)
from shared.storage.snapshots import Snapshots

P = TypeVar("P", bound=Payload)

_HEAD = "thread"
_LOGGED = "logged"
"""Prefix of the rows that remember which entries are in the log, by their key."""
_DELIVERED = "delivered"
"""Prefix of the rows that count how often a step was begun."""
_REMEMBERED = 200
"""Transcripts whose end is remembered; what was read longest ago goes first."""
_PAGE = 100
_END = 24
"""Messages of each: as many as a turn reads as its context."""
"""Every row key lies between these."""


class StoredThreads:
    """The `Threads` port over one table."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._feed = Feed()
        self._snapshots = Snapshots()
        self._said: OrderedDict[tuple[str, datetime], dict[int, Row]] = OrderedDict()

    async def head(self, key: str) -> Stored[Thread] | None:
        """Return the thread row, or None."""
        row = await self._rows.get(key, _HEAD)
        return None if row is None else _stored(row, Thread)

    async def get(
        self, key: str, kind: Kind[P], row: str | int, at: Stored[Thread] | None = None
    ) -> Stored[P] | None:
        """Return one row, or None; as `Threads.get` says."""
        name = _row_key(kind, row)
        if at is not None and self._snapshots.known(key, at.etag, name):
            found = self._snapshots.row(key, name)
        else:
            found = await self._rows.get(key, name)
            if at is not None:
                self._snapshots.keep(key, at.etag, {name: found})
        return None if found is None else _stored(found, kind.model)

    async def page(
        self, key: str, kind: Kind[P], first: int, limit: int, at: Stored[Thread] | None = None
    ) -> list[P]:
        """Return a numbered kind's rows from `first` on, in order; as `Threads.page` says."""
        rows = await self._paged(key, kind, first, limit, at)
        return [kind.model.stored(row.body) for row in rows]

    async def every(self, key: str, kind: Kind[P]) -> AsyncGenerator[P, None]:
        """Yield all rows of a kind, in the order of their ids."""
        first, last = f"{kind.prefix}-", f"{kind.prefix}."
        async for row in every(self._rows, key, first, last, _PAGE):
            yield kind.model.stored(row.body)

    async def _paged(
        self, key: str, kind: Kind[P], first: int, limit: int, at: Stored[Thread] | None
    ) -> Sequence[Row]:
        """Return a page; of the transcript, what this process has read or written is known.

        It is only ever added to, and its thread counts it.
        """
        if at is not None and kind is TRANSCRIPT:
            known = self._said.get((key, at.value.created_at), {})
            wanted = range(first, min(first + limit - 1, at.value.messages) + 1)
            if all(position in known for position in wanted):
                return [known[position] for position in wanted]
        rows = await self._rows.range(key, *span(kind.prefix, first), limit)
        if at is not None and kind is TRANSCRIPT:
            self._remember(at.value, dict(enumerate(rows, first)))
        return rows

    def _remember(self, thread: Thread, said: Mapping[int, Row]) -> None:
        place = (thread.key, thread.created_at)
        known = {**self._said.get(place, {}), **said}
        self._said[place] = {position: known[position] for position in sorted(known)[-_END:]}
        self._said.move_to_end(place)
        while len(self._said) > _REMEMBERED:
            self._said.popitem(last=False)

    async def commit(self, head: Stored[Thread] | None, change: Change) -> Stored[Thread]:
        """Write a change under the thread row's etag; entries logged before are dropped."""
        key, entries = change.thread.key, change.entries
        while True:
            thread = _counted(change.thread, entries)
            events = _numbered(change.thread.events, entries)
            puts = [_put_write(put) for put in change.puts]
            writes = [_head_write(head, thread), *puts, *map(_event_write, events)]
            writes += map(_logged_write, entries, events)
            writes += [Upsert(_delivered(step), "1") for step in change.begins]
            try:
                etags = await self._rows.commit(key, writes)
            except Conflict as conflict:
                self._snapshots.forget(key)
                known = {_logged_key(entry) for entry in entries}
                if conflict.key not in known:
                    raise
                entries = await self._not_logged(key, entries)
            else:
                rows: dict[str, Row | None] = {
                    put.key: Row(put.key, put.body, etags[put.key]) for put in puts
                }
                said = {
                    put.id: Row(write.key, write.body, etags[write.key])
                    for put, write in zip(change.puts, puts, strict=True)
                    if put.kind is TRANSCRIPT and isinstance(put.id, int)
                }
                if said:
                    self._remember(thread, said)
                rows |= {_row_key(kind, row): None for kind, row in change.absent}
                self._snapshots.move(key, head.etag if head else None, etags[_HEAD], rows)
                if events or thread.deleted:
                    self._feed.tell(key, News(thread, events))
                return Stored(thread, etags[_HEAD])

    def listen(self, key: str) -> AbstractContextManager[Listener]:
        """Hear of what this process commits to a thread, as it does."""
        return self._feed.listen(key)

    async def _not_logged(self, key: str, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        return tuple([e for e in entries if await self._rows.get(key, _logged_key(e)) is None])

    async def delivered(self, key: str, step: str, again: Again) -> int:
        """Count a delivery of a step, and return how many there were with this one.

        `again` is awaited before any but the first is counted. The row stands beside the thread's
        others, under no thread row's etag: steps that run side by side count without a conflict,
        and the first delivery takes one request.
        """
        row, tried = _delivered(step), 0
        while True:
            known = await self._rows.get(key, row) if tried else None
            if known is not None:
                await again(int(known.body))
            times = int(known.body) + 1 if known is not None else 1
            write = Replace(row, str(times), known.etag) if known else Insert(row, "1")
            try:
                await self._rows.commit(key, [write])
            except Conflict:
                tried += 1
                if tried > 1:
                    await pause(tried)
            else:
                return times

    async def survived(self, key: str, step: str) -> None:
        """Forget the deliveries of a step, if there were any."""
        await self._rows.commit(key, [Delete(_delivered(step))])

    async def purge(self, key: str) -> None:
        """Remove every row of a thread, its head last."""
        while rows := await self._rows.range(key, FIRST, LAST, MAX_WRITES):
            doomed: list[Write] = [Delete(row.key) for row in rows if row.key != _HEAD]
            await self._rows.commit(key, doomed or [Delete(_HEAD)])

    async def ping(self) -> None:
        """Raise StorageUnavailable unless storage answers."""
        await self._rows.get("health", _HEAD)


def _delivered(step: str) -> str:
    return f"{_DELIVERED}-{digest(step)}"


def _stored(row: Row, model: type[P]) -> Stored[P]:
    return Stored(model.stored(row.body), row.etag)


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


def _put_write(put: Put[Payload]) -> Insert | Replace:
    key, body = _row_key(put.kind, put.id), put.value.model_dump_json()
    return Insert(key, body) if put.etag is None else Replace(key, body, put.etag)


def _numbered(logged: int, entries: tuple[Entry, ...]) -> list[LoggedEvent]:
    return [
        LoggedEvent(id=number, run=entry.run, turn=entry.turn, event=dict(entry.event))
        for number, entry in enumerate(entries, start=logged + 1)
    ]


def _event_write(event: LoggedEvent) -> Write:
    return Insert(numbered(EVENT.prefix, event.id), event.model_dump_json())


def _logged_write(entry: Entry, event: LoggedEvent) -> Write:
    return Insert(_logged_key(entry), f'{{"id": {event.id}}}')
