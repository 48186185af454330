"""Record where a turn goes, and set its agent run up if it goes to one."""

from shared.decisions.routing import new_run
from shared.models.reasoning import Usage
from shared.models.steps import FollowRequest, Progress, TurnRef
from shared.services import Services
from shared.stopwatch import Stopwatch
from shared.turns import Advance, OpenTurn, advance


async def follow_decision(request: FollowRequest, services: Services) -> Progress:
    """Keep the decision with the turn; the first one stays."""
    decision = request.decision
    entry = Stopwatch(services.clock).trace("decision", Usage(), decision.model_dump(mode="json"))

    def keep(opened: OpenTurn) -> Advance | None:
        turn = opened.turn.value
        if turn.decision is not None:
            return None
        run = new_run(turn, decision) if decision.kind == "run" else None
        return Advance(turn.model_copy(update={"decision": decision}), run).traced(entry)

    return await advance(services, TurnRef(thread=request.thread, turn=request.turn), keep)
