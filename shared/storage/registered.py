"""What an organisation has registered: one row a thing, under an id of its own."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from shared.models.lent import ToolServer
from shared.models.remote import RemoteAgent
from shared.models.rows import Stored
from shared.naming import digest
from shared.storage.rows import Delete, Rows, over, prefixed

T = TypeVar("T", ToolServer, RemoteAgent)


class StoredRegistered(Generic[T]):
    """The `Registered` port over one table."""

    def __init__(self, rows: Rows, form: type[T], prefix: str) -> None:
        self._rows = rows
        self._form = form
        self._prefix = prefix

    async def list(self, tenant: str) -> Sequence[T]:
        """Return an organisation's things by id."""
        rows = await prefixed(self._rows, digest(tenant), self._prefix)
        return tuple(sorted((self._form.stored(row.body) for row in rows), key=lambda one: one.id))

    async def get(self, tenant: str, name: str) -> Stored[T] | None:
        """Return one thing, or None."""
        row = await self._rows.get(digest(tenant), self._key(name))
        return None if row is None else Stored(self._form.stored(row.body), row.etag)

    async def put(self, tenant: str, thing: T, etag: str | None) -> None:
        """Write a thing: a new one (etag None), or over the one read; raise Conflict."""
        key, body = self._key(thing.id), thing.model_dump_json()
        await self._rows.commit(digest(tenant), [over(key, body, etag)])

    async def delete(self, tenant: str, name: str) -> None:
        """Remove a thing, if it is there."""
        await self._rows.commit(digest(tenant), [Delete(self._key(name))])

    def _key(self, name: str) -> str:
        return self._prefix + digest(name)


class StoredToolServers(StoredRegistered[ToolServer]):
    """The servers that lend tools to each organisation."""

    def __init__(self, rows: Rows) -> None:
        super().__init__(rows, ToolServer, "server-")


class StoredRemoteAgents(StoredRegistered[RemoteAgent]):
    """The agents of other systems that each organisation has."""

    def __init__(self, rows: Rows) -> None:
        super().__init__(rows, RemoteAgent, "remote-")
