"""What waits for each person: a row a question, in the partition of whose it is."""

from collections.abc import Sequence

from shared.models.principal import Principal
from shared.models.waiting import Waiting
from shared.storage.keys import digest, user_key
from shared.storage.rows import Delete, Rows, Upsert

_FIRST, _LAST = "0", "~"
_MOST = 200


class StoredWaitingList:
    """The `WaitingList` port over one table."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    async def add(self, principal: Principal, waiting: Waiting) -> None:
        """Note what is about to be asked; noting it again changes nothing."""
        write = Upsert(_key(waiting), waiting.model_dump_json())
        await self._rows.commit(user_key(principal.tenant, principal.user), [write])

    async def remove(self, principal: Principal, waiting: Waiting) -> None:
        """Strike out what waits no longer, if it is still there."""
        partition = user_key(principal.tenant, principal.user)
        await self._rows.commit(partition, [Delete(_key(waiting))])

    async def of(self, principal: Principal) -> Sequence[Waiting]:
        """Return what was noted, oldest first."""
        partition = user_key(principal.tenant, principal.user)
        rows = await self._rows.range(partition, _FIRST, _LAST, _MOST)
        found = [Waiting.stored(row.body) for row in rows]
        return sorted(found, key=lambda one: (one.at, one.request))


def _key(waiting: Waiting) -> str:
    return digest(waiting.thread, waiting.request)
