"""The work of one of several agents that a turn was given to, as far as it goes by itself."""

from shared import catalog
from shared.durable import Activity, Context, Steps, call, continue_as_new
from shared.models.steps import Branched, BranchStart, Move, Progress, TurnRef

_STEPS: dict[Move, Activity[TurnRef, Progress]] = {
    "plan": catalog.PLAN_RUN,
    "execute": catalog.EXECUTE_TOOL,
    "reassess": catalog.REASSESS_RUN,
}


def branch_v1(context: Context, start: BranchStart) -> Steps[Branched]:
    """Plan and make the calls that need nobody; what needs a person is left to the turn.

    The first call finds out how far an earlier generation, or execution, had come.
    """
    ref = TurnRef(thread=start.thread, turn=start.turn, branch=start.branch)
    where = yield from call(context, catalog.PLAN_RUN, ref)
    while where.move in _STEPS and where.stop is None:
        if context.near_limit:
            continue_as_new(context, start)
            break
        where = yield from call(context, _STEPS[where.move], ref)
    return Branched(branch=start.branch, answered=where.move == "compose" and where.success)
