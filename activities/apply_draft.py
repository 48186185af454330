"""Make the agent that was agreed on with the agent builder, or the change to one."""

from dataclasses import replace

from shared.agents import builder
from shared.conversation.speaking import moved_on
from shared.conversation.turns import Advance, OpenTurn, advance, load_turn, speaker
from shared.deliveries import begin
from shared.models.steps import Progress, TurnRef
from shared.services import Services


async def apply_draft(ref: TurnRef, services: Services) -> Progress:
    """Save it, and say how that went. A re-run finds what was saved before.

    A conversation that was returned meanwhile stays returned, with what was made.
    """
    opened = await load_turn(services.threads, ref)
    if opened.handoff is None or opened.progress.move != "apply" or opened.progress.stop:
        return opened.progress
    await begin(services, opened, "apply_draft")
    who = await speaker(services, opened)
    thread, turn = opened.head.value, opened.turn.value
    spoken = await builder.apply(thread, turn, opened.handoff.value, who, services)

    def keep(current: OpenTurn) -> Advance | None:
        if current.progress.move != "apply" or current.handoff is None:
            return None
        held, made = current.handoff.value, spoken.handoff
        handoff = held.model_copy(
            update={
                "building": made.building,
                "workflow_state": made.workflow_state,
                "artifacts": tuple(dict.fromkeys((*held.artifacts, *made.artifacts))),
            }
        )
        return moved_on(current, replace(spoken, handoff=handoff))

    return await advance(services, ref, keep, opened)
