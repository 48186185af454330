"""What a command does not say and cannot be done without: asked for, and planned with once told."""

from shared.decisions.scheduling import unattended
from shared.models.intent import Option
from shared.models.reasoning import Clarified, PlanRequest, ToolPlan
from shared.models.run import AgentRun, Clarification
from shared.models.thread import Turn

MAX_ASKED = 3
"""Questions for one command; after that it fails with what would have been the next."""


def askable(planned: ToolPlan, turn: Turn, request: PlanRequest) -> ToolPlan:
    """Return a plan that asks only where an answer can come of it.

    In a run that nobody watches there is none, and what a procedure's line lacks was left out by
    whoever wrote it, not by who speaks now.
    """
    if unattended(turn.run_id) or request.procedure:
        return planned.model_copy(update={"lacks": ""})
    return planned


def question_for(run: AgentRun, planned: ToolPlan) -> Clarification | None:
    """Return what to ask before a command can be planned; None where asking does not help."""
    asks = bool(planned.lacks and planned.cannot) and not planned.steps
    if not asks or len(run.clarified) >= MAX_ASKED:
        return None
    return Clarification(
        kind="lacks",
        question=planned.cannot,
        options=planned.options,
        step=0,
        lacks=planned.lacks,
    )


def chosen(run: AgentRun, option: Option | None) -> str | None:
    """Return what an option says of what a command lacks; None where it chooses something else."""
    lacks = run.clarification is not None and run.clarification.kind == "lacks"
    return option.label if option is not None and lacks else None


def told(run: AgentRun, answer: str) -> AgentRun:
    """Have a command planned again, with what the person said to its question."""
    asked = run.clarification
    if asked is None or not asked.lacks:
        return run
    known = Clarified(
        question=asked.question, answer=answer, lacks=asked.lacks, listed=bool(asked.options)
    )
    return run.model_copy(
        update={
            "status": "planning",
            "clarification": None,
            "clarified": (*run.clarified, known),
            "planned": (),
        }
    )
