"""One person's rows in the sandbox table, read as records and changed exactly once."""

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar

from shared.backoff import pause
from shared.connectors.sandbox.correspondence import mails_of
from shared.connectors.sandbox.records import ThreadRecord
from shared.errors import Conflict, TooLarge, ToolFailed
from shared.models.base import Payload
from shared.ports import Clock
from shared.storage.rows import Delete, Insert, Replace, Row, Rows, Write
from shared.tools.effect import Effect
from shared.workspace.contacts.port import Contact
from shared.workspace.email.port import Mail

_MANY = 10_000
_ID = re.compile(r"[\w.-]{1,200}")
"""What can be part of a key; nothing else has ever been the id of anything here."""

R = TypeVar("R", bound=Payload)
O = TypeVar("O", bound=Payload)  # noqa: E741 - an outcome

Change = Callable[[], Awaitable[tuple[Sequence[Write], O]]]
"""Reads what is there, and returns what to write and what comes of it."""


@dataclass(frozen=True)
class Stored(Generic[R]):
    """A record and the row it was read from, or, without an etag, will be written to."""

    key: str
    record: R
    etag: str = ""

    def written(self, record: R) -> Write:
        """Return the write that keeps the record like this, if nobody else has changed it."""
        body = record.model_dump_json()
        return Replace(self.key, body, self.etag) if self.etag else Insert(self.key, body)

    def removed(self) -> Delete:
        """Return the write that removes the record, if nobody has changed it."""
        return Delete(self.key, self.etag)


class SandboxStore:
    """One person's sandbox. A row's key is its kind and its id."""

    def __init__(self, rows: Rows, clock: Clock, partition: str) -> None:
        self._rows = rows
        self._clock = clock
        self._partition = partition

    def now(self) -> datetime:
        """Return the time everything is dated by."""
        return self._clock.now()

    async def mails(self) -> list[Mail]:
        """Return every mail, newest first."""
        now = self.now()
        threads = await self.all("thread", ThreadRecord)
        mails = [mail for thread in threads for mail in mails_of(thread.record, now)]
        return sorted(mails, key=lambda mail: (mail.sent_at, mail.id), reverse=True)

    async def contacts(self) -> list[Contact]:
        """Return every contact, without what the mailbox knows of them."""
        return [stored.record for stored in await self.all("contact", Contact)]

    async def all(self, kind: str, record: type[R]) -> list[Stored[R]]:
        """Return every record of a kind, by id."""
        rows = await self._rows.range(self._partition, f"{kind}-", f"{kind}.", _MANY)
        return [_stored(row, record) for row in rows]

    async def find(self, kind: str, record_id: str, record: type[R]) -> Stored[R] | None:
        """Return one record, or None; any text may be asked for."""
        if not _ID.fullmatch(record_id):
            return None
        row = await self._rows.get(self._partition, f"{kind}-{record_id}")
        return _stored(row, record) if row else None

    async def get(self, kind: str, record_id: str, record: type[R], called: str) -> Stored[R]:
        """Return one record; raise ToolFailed, which says what it is called, where it is not."""
        found = await self.find(kind, record_id, record)
        if found is None:
            raise ToolFailed(f"There is no such {called}.", "params")
        return found

    async def once(self, effect: Effect, outcome: type[O], change: Change[O]) -> O:
        """Make a change unless this effect already did, and return what came of it.

        What it returns is stored in one batch with the change, so however often, late or
        concurrently it is asked for, it happens once. Raises what `change` raises.
        """
        key = f"effect-{effect.id}"
        tried = 0
        while True:
            if row := await self._rows.get(self._partition, key):
                return outcome.stored(row.body)
            try:
                writes, result = await change()
                remembered = Insert(key, result.model_dump_json())
                await self._rows.commit(self._partition, [remembered, *writes])
            except Conflict:
                tried += 1
                await pause(tried)  # somebody changed the same: see then what is there
                continue
            except TooLarge as error:
                raise ToolFailed("That is too much to be kept.", "params") from error
            except ToolFailed:
                if await self._rows.get(self._partition, key) is None:
                    raise
                continue  # it is impossible now because it has just been done
            return result


def fresh(kind: str, record_id: str, record: R) -> Stored[R]:
    """Return a record that has no row yet."""
    return Stored(f"{kind}-{record_id}", record)


def _stored(row: Row, record: type[R]) -> Stored[R]:
    return Stored(row.key, record.stored(row.body), row.etag)
