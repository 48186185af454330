"""Who takes something back when a message asks for it."""

from shared.activity.history import history_of
from shared.agents.roster import Reach, reach
from shared.conversation.turns import OpenTurn
from shared.decisions import undoing
from shared.decisions.routing import say
from shared.models.effect import EffectRecord
from shared.models.intent import Decision
from shared.services import Services


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
