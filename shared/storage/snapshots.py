"""Rows of a thread this process has read or written, for as long as its head row stays the same.

Every change to a thread writes its head row, so rows read under a head's etag are that head's still
while storage shows that etag: they need not be read again for each step of a turn.
"""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field

from shared.storage.rows import Row

CHARACTERS = 16_000_000
"""How much is kept of keys and rows, over all threads; what was used longest ago goes first."""


@dataclass
class _Snapshot:
    etag: str
    rows: dict[str, Row | None] = field(default_factory=dict[str, Row | None])
    size: int = 0

    def keep(self, key: str, row: Row | None) -> int:
        """Take a row in, or that there is none; return by how much it grew."""
        before = _size(key, self.rows[key]) if key in self.rows else 0
        grown = _size(key, row) - before
        self.rows[key] = row
        self.size += grown
        return grown


def _size(key: str, row: Row | None) -> int:
    return len(key) + (len(row.body) if row is not None else 0)


class Snapshots:
    """What is known of each thread, under the etag of its head row."""

    def __init__(self, characters: int = CHARACTERS) -> None:
        self._limit = characters
        self._size = 0
        self._threads: OrderedDict[str, _Snapshot] = OrderedDict()

    def known(self, thread: str, etag: str, row: str) -> bool:
        """Return whether a row, or its absence, is known of the thread with this head."""
        snapshot = self._threads.get(thread)
        return snapshot is not None and snapshot.etag == etag and row in snapshot.rows

    def row(self, thread: str, row: str) -> Row | None:
        """Return a row that is known, None where it is known to be absent."""
        self._threads.move_to_end(thread)
        return self._threads[thread].rows[row]

    def keep(self, thread: str, etag: str, rows: Mapping[str, Row | None]) -> None:
        """Take in what was read while the thread's head row had this etag."""
        snapshot = self._threads.get(thread)
        if snapshot is None or snapshot.etag != etag:
            if not rows:
                self.forget(thread)
                return
            snapshot = self._begin(thread, _Snapshot(etag))
        self._threads.move_to_end(thread)
        self._size += sum(snapshot.keep(key, row) for key, row in rows.items())
        while self._size > self._limit:
            _, oldest = self._threads.popitem(last=False)
            self._size -= oldest.size

    def move(
        self, thread: str, before: str | None, after: str, rows: Mapping[str, Row | None]
    ) -> None:
        """Take in a commit: the head row's etags before (None: a new thread) and after it."""
        snapshot = self._threads.get(thread)
        if snapshot is not None and snapshot.etag == before:
            snapshot.etag = after
        self.keep(thread, after, rows)

    def forget(self, thread: str) -> None:
        """Drop what is known of a thread."""
        if (snapshot := self._threads.pop(thread, None)) is not None:
            self._size -= snapshot.size

    def _begin(self, thread: str, snapshot: _Snapshot) -> _Snapshot:
        self.forget(thread)
        self._threads[thread] = snapshot
        return snapshot
