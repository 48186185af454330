"""Let the agent that has the conversation speak: the agent builder, or an agent of the tenant."""

from shared.agents import builder
from shared.agents.roster import reached
from shared.conversation import later
from shared.conversation.speaking import Spoken, moved_on, refused, taking
from shared.conversation.turns import Advance, OpenTurn, advance, load_turn, speaker
from shared.conversation.working import working
from shared.decisions import handoffs, routing, wording
from shared.deliveries import begin
from shared.models.agent import HandoffCapability
from shared.models.handoff import Handoff
from shared.models.steps import Progress, TurnRef
from shared.models.thread import Turn
from shared.services import Services


async def converse(ref: TurnRef, services: Services) -> Progress:
    """Begin a handoff, or answer within one; what is to be done is only noted here.

    One that was returned, or changed in another way, while this was worked out is looked at again.
    """
    opened = await load_turn(services.threads, ref)
    if opened.progress.move != "converse" or opened.progress.stop:
        return opened.progress
    await begin(services, opened, "converse")
    async with working(services, ref, "conversing"):
        spoken = await (_begin if opened.handoff is None else _go_on)(opened, services)
    before, handoff = opened.handoff, spoken.handoff
    if handoff.open and (before is None or before.value.expires_at != handoff.expires_at):
        await services.due.add(later.handoff(ref.thread, handoff))

    def keep(current: OpenTurn) -> Advance | None:
        if current.progress.move != "converse" or current.handoff != before:
            return None
        return moved_on(current, spoken)

    return await advance(services, ref, keep, opened)


async def _begin(opened: OpenTurn, services: Services) -> Spoken:
    """Hand the conversation over; what stands in the way is said."""
    turn, decision = opened.turn.value, opened.turn.value.decision
    handed = decision.agent if decision is not None and decision.kind == "handoff" else None
    target = handed or handoffs.BUILDER
    name, can, why = await _target(target, opened, services)
    handoff = await taking(opened, target, can, routing.wanted(turn), services)
    bound = turn.model_copy(update={"handoff": handoff.id})
    if target == handoffs.BUILDER:
        return await builder.begin(bound, handoff, await speaker(services, opened), services)
    if why:
        told = wording.not_handed_over(name, why)
        return refused(bound, handoff, told, services.clock.now())
    return Spoken(_passed_on(bound, handoff, wording.handed_over(name)), handoff)


async def _go_on(opened: OpenTurn, services: Services) -> Spoken:
    if opened.handoff is None:
        return await _begin(opened, services)
    turn, handoff, now = opened.turn.value, opened.handoff.value, services.clock.now()
    if not handoff.open and not handoffs.wants_on(turn.text):  # returned since the turn was opened
        return Spoken(turn.model_copy(update={"decision": None, "handoff": None}), handoff)
    name, can, why = await _target(handoff.target, opened, services)
    if handoff.open and handoffs.wants_back(turn.text):
        over = handoffs.ended(handoff, "cancelled", now)
        return Spoken(turn.model_copy(update={"reply": wording.handed_back(name)}), over)
    who = await speaker(services, opened)
    if not handoff.open and why:
        return Spoken(
            turn.model_copy(update={"reply": wording.not_handed_over(name, why)}), handoff
        )
    if not handoff.open:
        handoff = handoffs.resumed(handoff, can.max_session_duration_seconds, now)
        if handoff.building is not None:
            return await builder.take_up(turn, handoff, who, services)
        return Spoken(turn.model_copy(update={"reply": wording.handed_over(name)}), handoff)
    if handoff.target == handoffs.BUILDER:
        speak = builder.begin if handoff.building is None else builder.go_on
        return await speak(turn, handoff, who, services)
    if why:
        over = handoffs.ended(handoff, "error", now)
        return Spoken(turn.model_copy(update={"reply": wording.not_handed_over(name, why)}), over)
    return Spoken(_passed_on(turn, handoff), handoff)


def _passed_on(turn: Turn, handoff: Handoff, note: str = "") -> Turn:
    """Return the turn with its message given, as it is, to the agent that has the conversation."""
    decision = handoffs.continued(handoff).model_copy(update={"kind": "run", "note": note})
    return turn.model_copy(update={"decision": decision})


async def _target(
    target: str, opened: OpenTurn, services: Services
) -> tuple[str, HandoffCapability, str]:
    """Return what a target is called, what it can, and why it cannot have the conversation."""
    if target == handoffs.BUILDER:
        return "the Agent Builder", handoffs.BUILDERS_OWN, ""
    agent = await reached(services, opened.principal, target)
    if agent is None:
        return target, HandoffCapability(), "it is not there, or you may not use it."
    can = agent.capabilities.handoff
    return agent.name, can, "" if can.supports_handoff else "it does not take conversations."
