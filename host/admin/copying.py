"""Copying everything that is kept into a folder, and back into an empty account.

Each table is a file of JSON lines, a row a line as it is stored: what is sealed stays sealed, and
keys are not in it. What is in people's files lies in a folder for each conversation.
"""

import json
import os
from collections.abc import AsyncGenerator, AsyncIterator, Generator, Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import IO, Any, Protocol

from shared.backoff import pause
from shared.conversation import later
from shared.errors import Conflict, InvalidRequest
from shared.models.erasure import Erasure
from shared.models.rows import HANDOFF, REQUEST, TURN
from shared.models.schedule import Schedule
from shared.models.thread import DueEntry, Thread
from shared.services import Services
from shared.storage.codec import batches
from shared.storage.erasures import RUNNING
from shared.storage.inventory import INVENTORY
from shared.storage.rows import Row, Scanned, Storage, Upsert, Write, every

FORMAT = 1
THREADS = "threads"
_HEAD, _AFTER_HEAD = "thread", "thread "
_FIRST, _LAST = " ", "~"
_NOTE = "backup.json"
_TRIES = 20


class Kept(Protocol):
    """The files of conversations, which can be listed."""

    def names(self) -> AsyncIterator[tuple[str, str]]:
        """Yield each file's thread and name."""
        ...

    async def get(self, thread: str, name: str) -> bytes | None:
        """Return what a file holds, or None."""
        ...

    async def put(self, thread: str, name: str, data: bytes) -> None:
        """Keep a file."""
        ...


async def back_up(tables: Storage, files: Kept, folder: Path, now: datetime) -> dict[str, int]:
    """Copy everything into an empty folder; return how many rows and files, by table.

    Conversations come first, each as it was at one moment: what was changed in the world is at
    least as new, so that none of it is forgotten. The note about the whole is written last; a
    folder without it is no backup. Raises InvalidRequest where something is in the folder.
    """
    _begin(folder)
    copied: dict[str, int] = {}
    for name in _names():
        table = tables.rows(name)
        rows = _threads(table) if name == THREADS else table.scan(_FIRST, _LAST)
        with _written(folder / f"{name}.jsonl") as out:
            copied[name] = 0
            async for partition, row in rows:
                line = {"partition": partition, "key": row.key, "body": row.body}
                out.write(json.dumps(line).encode() + b"\n")
                copied[name] += 1
    copied["files"] = 0
    async for thread, name in files.names():
        held = await files.get(thread, name)
        if held is not None:  # else its conversation was deleted meanwhile
            place = folder / "files" / thread
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
            with _written(place / name) as out:
                out.write(held)
            copied["files"] += 1
    note = {"format": FORMAT, "began": now.isoformat(), "rows": copied}
    with _written(folder / _NOTE) as out:
        out.write(json.dumps(note, indent=1).encode())
    return copied


async def restore(
    tables: Storage, files: Kept, folder: Path, services: Services, *, over: bool = False
) -> dict[str, int]:
    """Write a backup back, and enter all that is to be looked after; return how many rows.

    What worked when the backup was made has no orchestration any more: the sweeper begins it anew,
    as after any loss of one. Raises InvalidRequest for a folder that is no whole backup, and unless
    told to write `over` what is there, where anything is.
    """
    note = _note(folder)
    if not over:
        await _check_empty(tables)
    written: dict[str, int] = {}
    for name in note["rows"]:
        if name == "files":
            continue
        written[name] = 0
        for partition, batch in _batches(folder / f"{name}.jsonl"):
            await tables.rows(name).commit(partition, batch)
            written[name] += len(batch)
    written["files"] = 0
    for path in sorted((folder / "files").glob("*/*")):
        await files.put(path.parent.name, path.name, path.read_bytes())
        written["files"] += 1
    if written != note["rows"]:
        raise InvalidRequest(f"{folder} has {written}, not what its note says: {note['rows']}.")
    async for entry in _to_look_after(tables, services):
        await services.due.add(entry)
    return written


def _names() -> list[str]:
    """Return every table, conversations first."""
    return [THREADS, *(one.name for one in INVENTORY if one.name != THREADS)]


async def _threads(table: Scanned) -> AsyncGenerator[tuple[str, Row], None]:
    """Yield the rows of each thread, as they were at one moment: every change writes its head."""
    async for partition, _ in table.scan(_HEAD, _AFTER_HEAD):
        for row in await _at_one_moment(table, partition):
            yield partition, row


async def _at_one_moment(table: Scanned, partition: str) -> list[Row]:
    for tried in range(1, _TRIES + 1):
        before = await table.get(partition, _HEAD)
        rows = [row async for row in every(table, partition)]
        after = await table.get(partition, _HEAD)
        if before is None or after is None:
            return []
        if before.etag == after.etag:
            return rows
        await pause(tried)
    raise Conflict(f"The conversation {partition} kept changing.", partition)


def _begin(folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise InvalidRequest(f"{folder} is not empty.")


@contextmanager
def _written(path: Path) -> Generator[IO[bytes]]:
    """Open a file that only its owner can read: everything anybody said is in it."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        yield out


def _note(folder: Path) -> dict[str, Any]:
    try:
        note = json.loads((folder / _NOTE).read_text(encoding="utf-8"))
    except OSError:
        raise InvalidRequest(f"{folder} is no backup, or one that broke off.") from None
    if note["format"] != FORMAT:
        raise InvalidRequest(f"{folder} was made by another version (format {note['format']}).")
    return note


async def _check_empty(tables: Storage) -> None:
    for name in _names():
        async for _ in tables.rows(name).scan(_FIRST, _LAST):
            raise InvalidRequest(
                f"There are rows in {name!r}. Restore into an empty account, or under another "
                "TABLE_PREFIX; or say --over to write over what is there."
            )


def _batches(path: Path) -> Iterator[tuple[str, list[Write]]]:
    """Yield the rows of a table, as many of a partition at a time as go in one batch."""
    with path.open(encoding="utf-8") as lines:
        rows = (json.loads(line) for line in lines)
        for partition, of_one in groupby(rows, lambda row: row["partition"]):
            writes = (Upsert(row["key"], row["body"]) for row in of_one)
            for batch in batches(writes):
                yield partition, batch


async def _to_look_after(tables: Storage, services: Services) -> AsyncGenerator[DueEntry, None]:
    """Yield what would have been entered for what there is, had it all come to be just now."""
    now = services.clock.now()
    async for _, row in tables.rows(THREADS).scan(_HEAD, _AFTER_HEAD):
        for entry in await _of_thread(Thread.stored(row.body), services, now):
            yield entry
    async for _, row in tables.rows("schedules").scan(_FIRST, _LAST):
        one = Schedule.stored(row.body)
        if one.next_at is not None:
            yield later.schedule(services.schedules.key(one.tenant, one.id), one.next_at)
    async for partition, row in tables.rows("erasures").scan(RUNNING, f"{RUNNING[:-1]}."):
        yield later.erasure(f"{partition}.{Erasure.stored(row.body).person}", now)


async def _of_thread(thread: Thread, services: Services, now: datetime) -> list[DueEntry]:
    key = thread.key
    if thread.deleted:
        return [later.purge(key, now)]
    found = [later.retention(key, thread.updated_at + services.limits.retention)]
    waiting = range(thread.claimed + 1, thread.accepted + 1)
    found += [later.rescue(key, seq, now) for seq in waiting]
    if thread.open_turn is not None:
        turn = await services.threads.get(key, TURN, thread.open_turn)
        found += [] if turn is None else [later.rescue(key, turn.value.seq, now)]
    if thread.request is not None:
        asked = await services.threads.get(key, REQUEST, thread.request)
        found += [] if asked is None else [later.expiry(key, asked.value)]
    if thread.handoff is not None:
        held = await services.threads.get(key, HANDOFF, thread.handoff)
        found += [] if held is None else [later.handoff(key, held.value)]
    return found
