"""What waits for each person: a row a question, in the partition of whose it is.

What takes somebody else's agreement has a second row, in the partition of the role it takes.
"""

import re
from collections.abc import Sequence

from shared.models.principal import Principal
from shared.models.waiting import Waiting
from shared.storage.keys import digest, partition_of
from shared.storage.rows import FIRST, LAST, Delete, Rows, Upsert

_MOST = 200
_ID = re.compile(r"[a-z2-7]{32}")


class StoredWaitingList:
    """The `WaitingList` port over one table."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    async def add(self, principal: Principal, waiting: Waiting) -> None:
        """Note what is about to be asked; noting it again changes nothing."""
        write = Upsert(waiting.id, waiting.model_dump_json())
        for partition in _places(principal, waiting):
            await self._rows.commit(partition, [write])

    async def remove(self, principal: Principal, waiting: Waiting) -> None:
        """Strike out what waits no longer, if it is still there."""
        for partition in _places(principal, waiting):
            await self._rows.commit(partition, [Delete(waiting.id)])

    async def of(self, principal: Principal) -> Sequence[Waiting]:
        """Return what was noted, oldest first."""
        return await self._in(partition_of(principal))

    async def of_role(self, tenant: str, role: str) -> Sequence[Waiting]:
        """Return what waits for anybody else with a role, oldest first."""
        return await self._in(_role_key(tenant, role))

    async def found(self, tenant: str, role: str, name: str) -> Waiting | None:
        """Return what waits for a role under an id, or None."""
        if not _ID.fullmatch(name):
            return None
        row = await self._rows.get(_role_key(tenant, role), name)
        return None if row is None else Waiting.stored(row.body)

    async def _in(self, partition: str) -> Sequence[Waiting]:
        rows = await self._rows.range(partition, FIRST, LAST, _MOST)
        found = [Waiting.stored(row.body) for row in rows]
        return sorted(found, key=lambda one: (one.at, one.request))


def _places(principal: Principal, waiting: Waiting) -> tuple[str, ...]:
    own = partition_of(principal)
    return (own, _role_key(principal.tenant, waiting.role)) if waiting.role else (own,)


def _role_key(tenant: str, role: str) -> str:
    return f"{digest(tenant)}-{digest('role', role)}"
