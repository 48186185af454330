"""What is remembered of each person: one row a person."""

from collections.abc import Callable

from shared.models.person import Person
from shared.models.principal import Principal
from shared.storage.folding import FoldedRows
from shared.storage.keys import partition_of
from shared.storage.rows import Rows

_ROW = "person"


class StoredPeople:
    """The `People` port over one table."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._folded = FoldedRows(rows)

    async def get(self, principal: Principal) -> Person:
        """Return what is remembered of a person."""
        row = await self._rows.get(partition_of(principal), _ROW)
        return Person() if row is None else Person.stored(row.body)

    async def change(self, principal: Principal, how: Callable[[Person], Person]) -> None:
        """Replace it by what `how` makes of it; nothing is written when that is the same."""

        def change(body: str | None) -> str | None:
            before = Person() if body is None else Person.stored(body)
            after = how(before)
            return body if after == before else after.model_dump_json()

        await self._folded.change(partition_of(principal), _ROW, change)
