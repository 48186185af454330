"""What was changed for a person: told by the ledger, to tools and to whoever asks for it."""

from collections.abc import Sequence
from dataclasses import dataclass

from shared.decisions import undoing
from shared.decisions.routing import say
from shared.errors import Conflict
from shared.models.effect import EffectRecord
from shared.models.intent import Decision
from shared.models.principal import Principal
from shared.models.rows import Stored
from shared.roster import Reach, reach
from shared.services import Services
from shared.tools.history import History
from shared.turns import OpenTurn

RECENT = 50
"""Changes of a person that are looked through for those of a conversation."""


def history_of(services: Services, principal: Principal, thread: str = "") -> History:
    """Return one person's changes, as the tools of a conversation see them."""
    return _Kept(services, principal, thread)


async def taking_back(decision: Decision, opened: OpenTurn, services: Services) -> Decision | None:
    """Return where a message goes that wants something taken back; None where it does not.

    Whoever made the change takes it back. What was asked for with more words than "undo that" has
    to be something that was changed here: agents of one's own may restore things too.
    """
    turn, principal = opened.turn.value, opened.principal
    wish = undoing.asked(undoing.said(turn))
    if wish is None:
        return None
    history = history_of(services, principal, opened.head.value.id)
    records = undoing.meant(await history.recent(), wish)
    if not records:
        return None if wish.about else say(undoing.NOTHING, "nothing was changed here")
    within = await reach(services, principal)
    agent = _agent(decision, records[0], within)
    if agent is None:
        return None
    reasons = ("wants what was done taken back",)
    return Decision(kind="run", agent=agent, candidates=decision.candidates, reasons=reasons)


def _agent(decision: Decision, record: EffectRecord, within: Reach) -> str | None:
    """Return who made a change; or, where they cannot be reached, whoever can."""
    named = (record.about.agent, decision.agent or "")
    known = next((one for one in named if within.get(one) is not None), None)
    return known or next((one.id for one in within.agents()), None)


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
        await self.services.results.drop(self.principal, domain)
