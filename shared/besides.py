"""What a message asks for besides what was done: taken up where the answer to the rest ends."""

from dataclasses import dataclass

from shared.agents.errands import errand_for
from shared.conversation import later
from shared.conversation.speaking import taking, with_session
from shared.conversation.turns import OpenTurn
from shared.decisions import errands, handoffs, wording
from shared.models.building import BuildSession
from shared.models.handoff import Handoff
from shared.services import Services


@dataclass(frozen=True)
class Besides:
    """What is said after the answer to the rest, and who takes the conversation then, if anybody.

    `suggestions` are messages that go on from it.
    """

    text: str = ""
    suggestions: tuple[str, ...] = ()
    handoff: Handoff | None = None


async def besides(opened: OpenTurn, services: Services) -> Besides:
    """Show the reminder that was asked for along with the rest, or what was shown and stands.

    A wish that cannot be read, or comes where somebody has the conversation, is only named.
    """
    turn, decision = opened.turn.value, opened.turn.value.decision
    wish = turn.intent.later if turn.intent is not None else ""
    stands = turn.shown if opened.handoff is None else None
    if wish and decision is not None and decision.kind in {"run", "delegate"}:
        errand = await errand_for(services, opened.principal, wish)
        if errand is None or errand.kind != "remind" or opened.handoff is not None:
            return Besides(wording.not_yet(wish))
    elif stands is not None:
        errand, wish = stands, stands.text or stands.name
    else:
        return Besides()
    begun = await taking(opened, handoffs.BUILDER, handoffs.BUILDERS_OWN, wish, services)
    shown = errands.begun(errand, BuildSession())
    await services.due.add(later.handoff(opened.head.value.key, begun))
    return Besides(shown.text, shown.suggestions, with_session(begun, shown.session))
