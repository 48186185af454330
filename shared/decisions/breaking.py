"""How a turn goes on when one of its steps broke in itself: honestly, and never by that step again.

A step of an agent's run costs the command it works on; only what cannot go on at all costs the
turn. What was done before is told in either case.
"""

from shared.decisions import commands, wording
from shared.decisions.ending import Rules, error_of, fail
from shared.decisions.telling import so_far, told
from shared.models.base import Json
from shared.models.run import AgentRun, Step, ToolError
from shared.models.steps import Move
from shared.models.thread import Turn

TRACED = "fault"
_ENDED = frozenset({"complete", "failed"})
_OF_A_RUN: frozenset[Move] = frozenset({"plan", "prepare", "execute", "reassess", "ask"})


def broken_off(
    turn: Turn, run: AgentRun | None, move: Move, activity: str
) -> tuple[Turn, AgentRun | None]:
    """Return the turn, and its run if that goes on, after this activity broke at this move."""
    if run is not None and not _broke_before(turn, activity):
        if move in _OF_A_RUN:
            return turn, broken(run)
        if move == "compose" and (words := so_far(run)):
            return turn.model_copy(update={"reply": words}), None
    return turn.model_copy(update={"ending": "failed"}), None


def broken(run: AgentRun) -> AgentRun:
    """End the command that a run works on, or that comes next, with what was done before."""
    if run.status in _ENDED:
        run = commands.begun_next(run)
    failed = fail(run, error(run))
    if failed.response is None or not (before := told(run)):
        return failed
    result = failed.response.result
    result = result.model_copy(update={"summary": f"{before}\n\n{wording.BROKEN}"})
    response = failed.response.model_copy(update={"result": result})
    return failed.model_copy(update={"response": response})


def error(run: AgentRun) -> ToolError:
    """Return what is kept of a call that broke, or of a run that did between two."""
    step = _under_way(run)
    return error_of("params", wording.BROKEN, step.tool if step is not None else "")


def detail(activity: str, fault: str) -> dict[str, Json]:
    """Return what the trace keeps of it."""
    return {"activity": activity, "error": fault}


def apology(run: AgentRun | None, rules: Rules) -> str:
    """Return the last words of a turn that failed: never to ask again for what was done."""
    if run is None:
        return wording.APOLOGY
    step = _under_way(run)
    open_end = step is not None and step.tool in rules and rules[step.tool].changes
    parts = [so_far(run), wording.maybe_done(step.tool) if open_end and step is not None else ""]
    before = [part for part in parts if part]
    return "\n\n".join((*before, wording.BROKE_OFF)) if before else wording.APOLOGY


def _under_way(run: AgentRun) -> Step | None:
    """Return the call that was to be made, or was being made, when it ended."""
    begun = run.status not in _ENDED and run.cursor < len(run.steps)
    return run.steps[run.cursor] if begun else None


def _broke_before(turn: Turn, activity: str) -> bool:
    return any(e.name == TRACED and e.detail.get("activity") == activity for e in turn.trace)
