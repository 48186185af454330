"""Connected accounts: a row each with the person's own; sign-ins under way, and their tickets."""

from collections.abc import Mapping
from datetime import datetime

from shared.errors import Conflict
from shared.models.connection import Beginning, Connection, Ticket
from shared.models.principal import Principal
from shared.models.rows import Stored
from shared.storage.keys import digest, partition_of
from shared.storage.rows import LAST, Delete, Insert, Rows, over

MOST = 100
"""Accounts of one person that are read."""

_BEGUN, _TICKETS = "begun", "tickets"
SIGNING_IN: Mapping[str, type[Beginning] | type[Ticket]] = {_BEGUN: Beginning, _TICKETS: Ticket}
"""The partitions of sign-ins under way, of everybody, and what a row in them is."""
_SWEPT = 20
"""Sign-ins, or tickets, that a new one looks at, to take away those that nobody came back with."""


class StoredConnections:
    """Rows in each person's partition; sign-ins and tickets under hashes in ones of their own."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    async def list(self, principal: Principal) -> tuple[Stored[Connection], ...]:
        """Return a person's accounts, the one connected first first."""
        rows = await self._rows.range(partition_of(principal), "account-", "account.", MOST)
        found = [Stored(Connection.stored(row.body), row.etag) for row in rows]
        return tuple(sorted(found, key=lambda one: (one.value.connected_at, one.value.id)))

    async def get(self, principal: Principal, connection: str) -> Stored[Connection] | None:
        """Return one account, or None."""
        row = await self._rows.get(partition_of(principal), f"account-{digest(connection)}")
        if row is None:
            return None
        return Stored(Connection.stored(row.body), row.etag)

    async def put(self, principal: Principal, connection: Connection, etag: str | None) -> None:
        """Write an account: a new one (etag None), or over the one read; raise Conflict."""
        key, body = f"account-{digest(connection.id)}", connection.model_dump_json()
        await self._rows.commit(partition_of(principal), [over(key, body, etag)])

    async def delete(self, principal: Principal, connection: str) -> None:
        """Forget an account, if it is there."""
        await self._rows.commit(partition_of(principal), [Delete(f"account-{digest(connection)}")])

    async def begin(self, state: str, beginning: Beginning, now: datetime) -> None:
        """Keep a sign-in that begins, and take away some that are over."""
        await self._keep(_BEGUN, state, beginning, now)

    async def take(self, state: str) -> Beginning | None:
        """Return a sign-in that has begun, to one caller only; None to any other."""
        body = await self._taken(_BEGUN, state)
        return None if body is None else Beginning.stored(body)

    async def issue(self, secret: str, ticket: Ticket, now: datetime) -> None:
        """Keep a ticket, and take away some that are over."""
        await self._keep(_TICKETS, secret, ticket, now)

    async def ticket(self, secret: str) -> Ticket | None:
        """Return a ticket, which stays."""
        row = await self._rows.get(_TICKETS, digest(secret))
        return None if row is None else Ticket.stored(row.body)

    async def redeem(self, secret: str) -> Ticket | None:
        """Return a ticket, to one caller only; None to any other."""
        body = await self._taken(_TICKETS, secret)
        return None if body is None else Ticket.stored(body)

    async def _keep(
        self, partition: str, secret: str, value: Beginning | Ticket, now: datetime
    ) -> None:
        key = digest(secret)
        # Keys are hashes, so a part of the rows from this one on is as good as any other.
        seen = await self._rows.range(partition, key, LAST, _SWEPT)
        gone = [
            Delete(row.key)
            for row in seen
            if type(value).stored(row.body).until <= now and row.key != key
        ]
        await self._rows.commit(partition, [Insert(key, value.model_dump_json()), *gone])

    async def _taken(self, partition: str, secret: str) -> str | None:
        row = await self._rows.get(partition, digest(secret))
        if row is None:
            return None
        try:
            await self._rows.commit(partition, [Delete(row.key, row.etag)])
        except Conflict:
            return None
        return row.body
