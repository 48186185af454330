"""Everything that is kept under one person's name, whatever it is: to be handed to them."""

import json
from collections.abc import AsyncGenerator, Mapping

from shared.models.base import Json
from shared.models.principal import Principal
from shared.storage.keys import user_key
from shared.storage.rows import Rows

_FIRST, _LAST = " ", "~"
"""Every row key lies between these."""
_PAGE = 1000
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
        partition = user_key(principal.tenant, principal.user)
        for name, table in self._tables.items():
            after = _FIRST
            while True:
                rows = await table.range(partition, after, _LAST, _PAGE)
                for row in rows:
                    if not row.key.startswith(_INDEXES.get(name, _LAST)):
                        yield name, _opened(name, json.loads(row.body))
                if len(rows) < _PAGE:
                    break
                after = f"{rows[-1].key} "  # no key lies between: a blank sorts before the rest


def _opened(table: str, content: dict[str, Json]) -> Json:
    sealed = _SEALED.get(table, set())
    return {name: value for name, value in content.items() if name not in sealed}
