"""Erasures under way, and the receipts of those that are done."""

import re
import secrets
from collections.abc import Sequence

from shared.errors import Conflict
from shared.models.erasure import Erasure
from shared.models.principal import Principal
from shared.models.rows import Stored
from shared.storage.keys import digest, partition_of
from shared.storage.rows import MAX_WRITES, Delete, Insert, Replace, Rows, Upsert, prefixed

RUNNING, RECEIPT, THREAD = "running-", "receipt-", "thread-"
_SEPARATOR = "."
_ID = re.compile(r"[a-z2-7]{32}-[0-9a-f]{8}")
"""Of whom it is about, hashed, and something that nobody guesses."""


class StoredErasures:
    """The `Erasures` port: a row an erasure, in its tenant's partition.

    The conversations that one has found have rows of their own, in a partition of the person's.
    """

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    def key(self, who: Principal) -> str:
        """Return the opaque key that `running` takes."""
        return f"{digest(who.tenant)}{_SEPARATOR}{digest('user', who.user)}"

    def new_id(self, who: Principal) -> tuple[str, str]:
        """Return what names a new erasure, and what stands for whom it is about."""
        person = digest("user", who.user)
        return f"{person}-{secrets.token_hex(4)}", person

    async def begin(self, erasure: Erasure) -> Erasure:
        """Note that a person is to be erased; return the erasure that runs, begun before or now."""
        key = RUNNING + erasure.person
        try:
            await self._rows.commit(
                digest(erasure.tenant), [Insert(key, erasure.model_dump_json())]
            )
        except Conflict:
            known = await self._rows.get(digest(erasure.tenant), key)
            return erasure if known is None else Erasure.stored(known.body)
        return erasure

    async def running(self, key: str) -> Stored[Erasure] | None:
        """Return what runs under an opaque key, or None."""
        partition, _, person = key.partition(_SEPARATOR)
        row = await self._rows.get(partition, RUNNING + person)
        return None if row is None else Stored(Erasure.stored(row.body), row.etag)

    async def get(self, tenant: str, erasure_id: str) -> Erasure | None:
        """Return an erasure that runs, or its receipt, or None."""
        receipt = await self._rows.get(digest(tenant), RECEIPT + digest(erasure_id))
        if receipt is not None:
            return Erasure.stored(receipt.body)
        if not _ID.fullmatch(erasure_id):
            return None
        person = erasure_id.partition("-")[0]
        under_way = await self.running(f"{digest(tenant)}{_SEPARATOR}{person}")
        return under_way.value if under_way and under_way.value.id == erasure_id else None

    async def put(self, key: str, erasure: Erasure, etag: str) -> Stored[Erasure]:
        """Write how far it has come, over what was read; raise Conflict."""
        partition, _, person = key.partition(_SEPARATOR)
        write = Replace(RUNNING + person, erasure.model_dump_json(), etag)
        etags = await self._rows.commit(partition, [write])
        return Stored(erasure, etags[write.key])

    async def finish(self, key: str, receipt: Erasure, etag: str) -> None:
        """Put a receipt in the place of what ran; raise Conflict."""
        partition, _, person = key.partition(_SEPARATOR)
        kept = Upsert(RECEIPT + digest(receipt.id), receipt.model_dump_json())
        await self._rows.commit(partition, [kept, Delete(RUNNING + person, etag)])

    async def note(self, who: Principal, threads: Sequence[str]) -> None:
        """Note conversations that are to go."""
        partition = partition_of(who)
        for start in range(0, len(threads), MAX_WRITES):
            some = threads[start : start + MAX_WRITES]
            writes = [Upsert(THREAD + digest(key), key) for key in some]
            await self._rows.commit(partition, writes)

    async def noted(self, who: Principal) -> list[str]:
        """Return the conversations that were noted."""
        rows = await prefixed(self._rows, partition_of(who), THREAD)
        return [row.body for row in rows]

    async def forget(self, who: Principal) -> None:
        """Forget the conversations that were noted, and who asked for the erasure of others."""
        partition = partition_of(who)
        while rows := await self._rows.range(partition, THREAD, "thread.", MAX_WRITES):
            await self._rows.commit(partition, [Delete(row.key) for row in rows])
        for prefix in (RECEIPT, RUNNING):
            for row in await prefixed(self._rows, digest(who.tenant), prefix):
                one = Erasure.stored(row.body)
                if one.asked_by == who.user != one.user:
                    bare = one.model_copy(update={"asked_by": ""}).model_dump_json()
                    await self._rows.commit(digest(who.tenant), [Replace(row.key, bare, row.etag)])
