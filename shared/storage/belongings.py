"""Everything that is kept under one person's name, whatever it is: to be handed to them."""

import json
from collections.abc import AsyncGenerator, Mapping

from shared.models.base import Json
from shared.models.principal import Principal
from shared.storage.keys import partition_of
from shared.storage.rows import LAST, Rows, every

_INDEXES = {"effects": "at-"}
"""Rows that only list others of their table in another order."""
_SEALED = {"connections": {"grant"}}
"""What opens something, and tells nothing."""


class StoredBelongings:
    """The `Belongings` port over the tables that have a partition for each person, by name."""

    def __init__(self, tables: Mapping[str, Rows]) -> None:
        self._tables = tables

    async def of(self, principal: Principal) -> AsyncGenerator[tuple[str, Json], None]:
        """Yield each row of a person with its table's name, tokens left out."""
        partition = partition_of(principal)
        for name, table in self._tables.items():
            async for row in every(table, partition):
                if not row.key.startswith(_INDEXES.get(name, LAST)):
                    yield name, _opened(name, json.loads(row.body))


def _opened(table: str, content: dict[str, Json]) -> Json:
    sealed = _SEALED.get(table, set())
    return {name: value for name, value in content.items() if name not in sealed}
