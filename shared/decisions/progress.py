"""What a turn needs next, from its rows alone: any execution can go on where one stopped."""

from shared.decisions.risk import argument_hash
from shared.models.run import AgentRun, Step
from shared.models.steps import Move, Progress
from shared.models.thread import Thread, Turn


def progress(thread: Thread, turn: Turn, run: AgentRun | None) -> Progress:
    """Return the next move of an open turn, and whether a person wants it to stop."""
    if thread.deleted:
        return Progress(move="close", stop="delete")
    stop = thread.stop.kind if thread.stop is not None else None
    return Progress(move=next_move(turn, run), stop=stop)


def next_move(turn: Turn, run: AgentRun | None) -> Move:
    """Return the next move."""
    if turn.ending is not None or (turn.draft is not None and turn.draft.finished):
        return "close"
    if turn.decision is None:
        return "route"
    if turn.decision.kind == "ask":
        return "ask"
    if turn.decision.kind != "run" or run is None:
        return "compose"
    return _run_move(run)


def _run_move(run: AgentRun) -> Move:
    if run.status == "planning":
        return "plan"
    if run.status == "needs_clarification":
        return "ask"
    if run.status != "executing":
        return "plan" if run.queue else "compose"
    step = run.steps[run.cursor]
    if step.status == "done":
        return "reassess"
    if step.risk == "low":
        return "execute"
    if step.card is None or step.wish:
        return "prepare"
    return "ask" if needs_approval(step) else "execute"


def needs_approval(step: Step) -> bool:
    """Return whether a person must see this call first; having accepted others does not count."""
    return step.risk != "low" and step.approved != argument_hash(step.tool, step.arguments)
