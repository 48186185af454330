"""What a turn needs next, from its rows alone: any execution can go on where one stopped."""

from shared.decisions.delegating import branches, one_is_enough
from shared.decisions.risk import argument_hash
from shared.models.run import AgentRun, Step
from shared.models.steps import Move, Progress
from shared.models.thread import Thread, Turn


def progress(thread: Thread, turn: Turn, run: AgentRun | None, *, branch: bool = False) -> Progress:
    """Return the next move of an open turn, and whether a person wants it to stop.

    With `branch`, `run` is that of one of the agents it was delegated to, and the move is its own.
    """
    if thread.deleted:
        return Progress(move="close", stop="delete")
    stop = thread.stop.kind if thread.stop is not None else None
    if branch:
        success = run is not None and run.response is not None and run.response.success
        return Progress(move=_branch_move(turn, run), stop=stop, success=success)
    move = next_move(turn, run)
    count = len(branches(turn)) if move == "delegate" else 0
    effect = move == "execute" and run is not None and run.steps[run.cursor].changes
    enough = one_is_enough(turn)
    return Progress(move=move, stop=stop, branches=count, enough=enough, effect=effect)


def next_move(turn: Turn, run: AgentRun | None) -> Move:
    """Return the next move."""
    if (
        turn.status == "closed"
        or turn.ending is not None
        or (turn.draft is not None and turn.draft.finished)
    ):
        return "close"
    if turn.decision is None:
        return "route"
    if turn.decision.kind == "ask":
        return "ask"
    if turn.decision.kind == "delegate":
        return "delegate"
    if turn.decision.kind in {"build", "handoff"}:
        return _handed_over(turn)
    if turn.decision.kind != "run" or run is None:
        return "compose"
    return _run_move(run)


def _branch_move(turn: Turn, run: AgentRun | None) -> Move:
    """Return what a branch needs next; one that is late finds its turn gone on without it."""
    if run is None or turn.decision is None or turn.decision.kind != "delegate":
        return "close"
    return _run_move(run)


def _handed_over(turn: Turn) -> Move:
    if turn.act:
        return "apply"
    return "compose" if turn.reply else "converse"


def _run_move(run: AgentRun) -> Move:
    if run.status == "planning":
        return "plan"
    if run.status == "needs_clarification":
        return "ask"
    if run.status != "executing":
        return "plan" if run.queue or run.held is not None else "compose"
    step = run.steps[run.cursor]
    if step.status == "done":
        return "reassess"
    if step.wish or (step.card is None and step.risk != "low"):
        return "prepare"
    if step.risk == "low":
        return "execute"
    return "ask" if needs_approval(step) else "execute"


def needs_approval(step: Step) -> bool:
    """Return whether a person must see this call first; having accepted others does not count."""
    return step.risk != "low" and step.approved != argument_hash(step.tool, step.arguments)
