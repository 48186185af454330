"""Who has been here, by name: so that people share with names and not with ids."""

from shared.models.principal import Colleague, Principal
from shared.storage.keys import digest
from shared.storage.rows import Rows, Upsert

MOST = 1000
"""Colleagues that are read."""
_REMEMBERED = 10_000
_FIRST, _LAST = "0", "~"


class StoredDirectory:
    """The `Directory` port: a row a person, in the partition of their organisation."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._known: dict[tuple[str, str], str] = {}

    async def met(self, principal: Principal) -> None:
        """Keep a caller's name, unless it was kept before; those without one are not kept."""
        who = (principal.tenant, principal.user)
        if not principal.name or self._known.get(who) == principal.name:
            return
        colleague = Colleague(id=principal.user, name=principal.name)
        write = Upsert(digest("user", principal.user), colleague.model_dump_json())
        await self._rows.commit(digest(principal.tenant), [write])
        if len(self._known) >= _REMEMBERED:
            self._known.clear()
        self._known[who] = principal.name

    async def of(self, tenant: str) -> tuple[Colleague, ...]:
        """Return the people of an organisation who have been here, by name."""
        rows = await self._rows.range(digest(tenant), _FIRST, _LAST, MOST)
        found = [Colleague.stored(row.body) for row in rows]
        return tuple(sorted(found, key=lambda one: (one.name.casefold(), one.id)))
