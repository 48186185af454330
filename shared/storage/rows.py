"""Rows in partitions: the little that repositories need of a table, in one protocol.

A row is a key and a JSON text. Writes to one partition are atomic and conditional. Both
implementations, `TableRows` and `MemoryRows`, keep the same contract suite.
"""

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Protocol

MAX_WRITES = 100
"""Operations in one batch (Azure Table Storage: entity group transactions)."""
FIRST, LAST = " ", "~"
"""Every row key lies between these."""
_PAGE = 1000


@dataclass(frozen=True)
class Row:
    """One stored row. `etag` changes with every write."""

    key: str
    body: str
    etag: str


@dataclass(frozen=True)
class Insert:
    """Write a row that must not exist yet."""

    key: str
    body: str


@dataclass(frozen=True)
class Replace:
    """Write a row that must still have this etag."""

    key: str
    body: str
    etag: str


@dataclass(frozen=True)
class Upsert:
    """Write a row whatever was there."""

    key: str
    body: str


@dataclass(frozen=True)
class Delete:
    """Remove a row if it is there; with an etag, only the row that still has it."""

    key: str
    etag: str | None = None


Write = Insert | Replace | Upsert | Delete


class Rows(Protocol):
    """One table. Partition and row keys use only characters tables allow, at most 1 KiB."""

    async def get(self, partition: str, key: str) -> Row | None:
        """Return one row, or None."""
        ...

    async def range(self, partition: str, first: str, last: str, limit: int) -> list[Row]:
        """Return at most `limit` rows with first <= key < last, in key order."""
        ...

    async def commit(self, partition: str, writes: Sequence[Write]) -> dict[str, str]:
        """Apply 1 to 100 writes with distinct keys, all or none; return the new etags by key.

        Raises Conflict with `key` set to the (first) row that existed, was absent or had changed;
        TooLarge, before anything is stored, when a row or the batch is over the table's limits;
        StorageUnavailable when the table does not answer.
        """
        ...


class Scanned(Rows, Protocol):
    """A table that can also be read from one end to the other."""

    def scan(
        self, first: str, last: str, start: str = "", end: str = "~"
    ) -> AsyncIterator[tuple[str, Row]]:
        """Yield the rows with first <= key < last, with their partition, in the order of both.

        Of partitions start <= name < end. All these are read for it: for what runs by itself and
        for operators, and for nothing a person waits for.
        """
        ...


async def every(
    rows: Rows, partition: str, first: str = FIRST, last: str = LAST, page: int = _PAGE
) -> AsyncGenerator[Row, None]:
    """Yield all rows with first <= key < last in key order, reading `page` of them at a time."""
    while found := await rows.range(partition, first, last, page):
        for row in found:
            yield row
        if len(found) < page:
            return
        first = f"{found[-1].key} "  # no key lies between: a blank sorts before the rest


async def prefixed(rows: Rows, partition: str, prefix: str) -> list[Row]:
    """Return all rows of a prefix that ends in a dash."""
    return [row async for row in every(rows, partition, prefix, f"{prefix[:-1]}.")]


def over(key: str, body: str, etag: str | None) -> Insert | Replace:
    """Return the write of a new row (etag None), or over the one that was read."""
    return Insert(key, body) if etag is None else Replace(key, body, etag)


class Storage(Protocol):
    """All tables, by name."""

    def rows(self, name: str) -> Scanned:
        """Return one table."""
        ...
