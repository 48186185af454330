"""What is remembered of each person: one row a person."""

from collections.abc import Callable

from shared.errors import Conflict
from shared.models.person import Person
from shared.models.principal import Principal
from shared.storage.keys import user_key
from shared.storage.rows import Insert, Replace, Rows

_ROW = "person"


class StoredPeople:
    """The `People` port over one table."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    async def get(self, principal: Principal) -> Person:
        """Return what is remembered of a person."""
        row = await self._rows.get(_partition(principal), _ROW)
        return Person() if row is None else Person.model_validate_json(row.body)

    async def change(self, principal: Principal, how: Callable[[Person], Person]) -> None:
        """Replace it by what `how` makes of it; nothing is written when that is the same."""
        partition = _partition(principal)
        while True:
            row = await self._rows.get(partition, _ROW)
            before = Person() if row is None else Person.model_validate_json(row.body)
            after = how(before)
            if after == before:
                return
            body = after.model_dump_json()
            write = Insert(_ROW, body) if row is None else Replace(_ROW, body, row.etag)
            try:
                await self._rows.commit(partition, [write])
            except Conflict:
                continue
            return


def _partition(principal: Principal) -> str:
    return user_key(principal.tenant, principal.user)
