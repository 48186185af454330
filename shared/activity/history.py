"""What was changed for a person before, out of the ledger, as tools see it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from shared.decisions import undoing
from shared.errors import Conflict, Fault
from shared.faults import noticed
from shared.models.base import Json
from shared.models.effect import About, EffectRecord
from shared.models.principal import Principal
from shared.models.rows import Stored
from shared.services import Services
from shared.tools.history import History
from shared.tools.tool import Made, Said, Tool

RECENT = 50
"""Changes of a person that are looked through for those of a conversation."""


def history_of(services: Services, principal: Principal, thread: str) -> History:
    """Return one person's changes, as the tools of a conversation see them."""
    return _Kept(services, principal, thread)


def learnt(tool: Tool, about: About, said: Said, before: Json, result: Json) -> Mapping[str, Json]:
    """Return what is kept of a change once it was made: how it is told, and what reverses it."""
    try:
        with noticed(f"the record of {tool.name}"):
            told = (tool.told or tool.say)(replace(said, result=result))
            return undoing.learnt(about, told, tool.undo(Made(said.arguments, result, before)))
    except Fault:  # it is done all the same
        return {"about": about}


@dataclass(frozen=True)
class _Kept:
    services: Services
    principal: Principal
    thread: str

    async def recent(self) -> Sequence[EffectRecord]:
        page = await self.services.ledger.page(self.principal, limit=RECENT)
        return tuple(one for one in page.records if one.about.thread == self.thread)

    async def find(self, effect: str) -> EffectRecord | None:
        found = await self.services.ledger.get(self.principal, effect)
        return None if found is None else found.value

    async def undone(self, effect: str) -> None:
        while (found := await self.services.ledger.get(self.principal, effect)) is not None:
            if found.value.undone_at is not None or await self._noted(found):
                return

    async def _noted(self, found: Stored[EffectRecord]) -> bool:
        record = found.value.model_copy(update={"undone_at": self.services.clock.now()})
        try:
            await self.services.ledger.put(self.principal, record, found.etag)
        except Conflict:
            return False
        return True

    async def touched(self, domain: str) -> None:
        self.services.worlds.changed(self.principal, domain)
        await self.services.results.drop(self.principal, domain)
