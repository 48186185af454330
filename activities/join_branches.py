"""Bring together what the agents that a turn was delegated to have found."""

import asyncio

from shared.agents.roster import reach
from shared.conversation import later
from shared.conversation.turns import Advance, OpenTurn, advance, branch_row, load_turn
from shared.decisions import lifecycle
from shared.decisions.delegating import branches, delegation, joined, state_of
from shared.models.rows import BRANCH
from shared.models.steps import Progress, TurnRef
from shared.services import Services


async def join_branches(ref: TurnRef, services: Services) -> Progress:
    """Go on with the branches' answers as they are now; what comes later is not waited for."""
    opened = await load_turn(services.threads, ref)
    turn = opened.turn.value
    soon = services.clock.now() + services.limits.rescue
    await services.due.add(later.purge_branches(ref.thread, turn, soon))
    if opened.progress.move != "delegate":
        return opened.progress
    rows = await asyncio.gather(
        *(
            services.threads.get(ref.thread, BRANCH, branch_row(ref.turn, branch.order))
            for branch in branches(turn)
        )
    )
    runs = tuple(row.value for row in rows if row is not None)
    within = await reach(services, opened.principal)
    asked = (within.get(run.agent) for run in runs)
    names = {agent.id: agent.name for agent in asked if agent is not None}

    def keep(current: OpenTurn) -> Advance | None:
        turn, decision = current.turn.value, current.turn.value.decision
        if current.progress.move != "delegate" or decision is None:
            return None
        run = joined(turn, runs, names)
        followed = decision.model_copy(update={"kind": "run", "agent": run.agent or None})
        entries = tuple(
            lifecycle.turn_entry(turn, f"branch/{one.order}/end", delegation(one, state_of(one)))
            for one in runs
        )
        return Advance(turn.model_copy(update={"decision": followed}), run, entries)

    return await advance(services, ref, keep, opened)
