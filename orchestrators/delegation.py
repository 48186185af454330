"""Give a turn to several agents at once, and go on with what they have found in time."""

from datetime import timedelta

from shared import catalog
from shared.decisions.delegating import instances
from shared.durable import Context, Steps, call, fan_out
from shared.models.steps import BranchStart, Progress, TurnRef

BRANCH_TIME = timedelta(seconds=45)
"""What one of several agents gets: its tools' 30 seconds (spec 003), and those of its reasoner."""


def delegate(context: Context, ref: TurnRef, execution: str, where: Progress) -> Steps[Progress]:
    """Start a branch for each agent and join them; return where the turn stands then."""
    starts = [
        BranchStart(thread=ref.thread, turn=ref.turn, branch=number, execution=execution)
        for number in range(1, where.branches + 1)
    ]
    yield from fan_out(
        context,
        catalog.BRANCH,
        starts,
        instances(ref.thread, ref.turn, execution, where.branches).__getitem__,
        context.now + BRANCH_TIME,
        enough=(lambda branched: branched.answered) if where.enough else None,
    )
    return (yield from call(context, catalog.JOIN_BRANCHES, ref))
