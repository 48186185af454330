"""The servers that lend tools to each organisation: one row a server."""

from shared.models.lent import ToolServer
from shared.models.rows import Stored
from shared.naming import digest
from shared.storage.agents import every
from shared.storage.rows import Delete, Insert, Replace, Rows

_SERVER = "server-"


class StoredToolServers:
    """The `ToolServers` port over one table."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    async def list(self, tenant: str) -> tuple[ToolServer, ...]:
        """Return an organisation's servers by id."""
        rows = await every(self._rows, digest(tenant), _SERVER)
        return tuple(sorted((ToolServer.stored(row.body) for row in rows), key=lambda one: one.id))

    async def get(self, tenant: str, server_id: str) -> Stored[ToolServer] | None:
        """Return one server, or None."""
        row = await self._rows.get(digest(tenant), _key(server_id))
        return None if row is None else Stored(ToolServer.stored(row.body), row.etag)

    async def put(self, tenant: str, server: ToolServer, etag: str | None) -> None:
        """Write a server: a new one (etag None), or over the one read; raise Conflict."""
        key, body = _key(server.id), server.model_dump_json()
        write = Insert(key, body) if etag is None else Replace(key, body, etag)
        await self._rows.commit(digest(tenant), [write])

    async def delete(self, tenant: str, server_id: str) -> None:
        """Remove a server, if it is there."""
        await self._rows.commit(digest(tenant), [Delete(_key(server_id))])


def _key(server_id: str) -> str:
    return _SERVER + digest(server_id)
