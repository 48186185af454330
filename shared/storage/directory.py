"""Who has been here: names to share with, and roles for what runs while they are away."""

from datetime import UTC

from shared.models.principal import Colleague, Met, Principal
from shared.ports import Clock
from shared.storage.keys import digest
from shared.storage.rows import FIRST, LAST, Delete, Rows, Upsert

MOST = 1000
"""Colleagues that are read."""
_REMEMBERED = 10_000


class StoredDirectory:
    """The `Directory` port: a row a person, in the partition of their organisation."""

    def __init__(self, rows: Rows, clock: Clock) -> None:
        self._rows = rows
        self._clock = clock
        self._known: dict[tuple[str, str], Met] = {}

    async def met(self, principal: Principal) -> None:
        """Keep a caller's name and roles, and the day, unless that was kept before."""
        who = (principal.tenant, principal.user)
        today = self._clock.now().astimezone(UTC).date()
        met = Met(
            id=principal.user,
            tenant=principal.tenant,
            name=principal.name,
            roles=principal.roles,
            on=today,
        )
        known = self._known.get(who)
        if known is not None and not met.name:
            met = met.model_copy(update={"name": known.name})
        if known == met:
            return
        if known is None and not met.name:  # a token without a name takes no name away
            row = await self._rows.get(digest(principal.tenant), digest("user", principal.user))
            name = "" if row is None else Met.stored(row.body).name
            met = met.model_copy(update={"name": name})
        write = Upsert(digest("user", principal.user), met.model_dump_json())
        await self._rows.commit(digest(principal.tenant), [write])
        if len(self._known) >= _REMEMBERED:
            self._known.clear()
        self._known[who] = met

    async def last(self, principal: Principal) -> Met | None:
        """Return how somebody was here last; None where that is not kept."""
        row = await self._rows.get(digest(principal.tenant), digest("user", principal.user))
        return None if row is None else Met.stored(row.body)

    async def forget(self, principal: Principal) -> None:
        """Forget that somebody was here."""
        self._known.pop((principal.tenant, principal.user), None)
        delete = Delete(digest("user", principal.user))
        await self._rows.commit(digest(principal.tenant), [delete])

    async def of(self, tenant: str) -> tuple[Colleague, ...]:
        """Return the people of an organisation who have been here, by name."""
        rows = await self._rows.range(digest(tenant), FIRST, LAST, MOST)
        met = (Met.stored(row.body) for row in rows)
        found = [Colleague(id=one.id, name=one.name) for one in met if one.name]
        return tuple(sorted(found, key=lambda one: (one.name.casefold(), one.id)))
