"""How an agent run ends: with what it found, or with an error a person can act on."""

from collections.abc import Mapping

from shared.decisions.failing import again
from shared.decisions.referring import referable
from shared.decisions.risk import ToolRules
from shared.decisions.settling import items_of
from shared.decisions.telling import answering, finished
from shared.errors import ToolErrorKind
from shared.models.run import AgentRun, SubAgentResponse, SubAgentResult, ToolError

BROADER_CONFIDENCE = 0.7
CUT_SHORT_CONFIDENCE = 0.5

Rules = Mapping[str, ToolRules]
"""What decisions need to know of each tool, by its name."""


def complete(run: AgentRun, rules: Rules, summary: str = "") -> AgentRun:
    """End a run with what it found."""
    response = _response(run, rules, summary=summary)
    return run.model_copy(
        update={"status": "complete", "clarification": None, "response": response}
    )


def came_to_something(run: AgentRun, rules: Rules) -> bool | None:
    """Return whether a run did what it was for; None where it only found that there is nothing.

    One that was called off, or ended with a step still to be agreed on, did not.
    """
    response = run.response
    if response is None or not response.success:
        return False
    if any(step.status == "pending" for step in run.steps):
        return False
    told = answering(run)
    found = [items_of(step.result, rules[step.tool]) for step in told if step.tool in rules]
    return None if found and all(items == [] for items in found) else True


def fail(run: AgentRun, error: ToolError) -> AgentRun:
    """End a run with an error a person can act on."""
    failed = {"success": False, "error": error, "suggestions": again(run.request, error)}
    response = _response(run, {}, summary=error.message).model_copy(update=failed)
    ended = {"status": "failed", "clarification": None, "response": response}
    return run.model_copy(update=ended)


def error_of(kind: ToolErrorKind, message: str, tool: str) -> ToolError:
    """Return an error that ends a run. Only a tool's own may be gone when tried again."""
    return ToolError(type=kind, message=message, tool=tool, recoverable=kind == "tool_error")


def _response(run: AgentRun, rules: Rules, summary: str) -> SubAgentResponse:
    done = finished(run)
    last = done[-1] if done else None
    result = SubAgentResult(
        data=last.result if last else None,
        summary=summary,
        tools_used=tuple(dict.fromkeys(step.tool for step in done)),
        execution_time=sum(step.milliseconds for step in run.steps) / 1000,
    )
    return SubAgentResponse(
        success=True,
        domain=run.agent,
        request=run.request,
        result=result,
        references=referable(done, rules),
        suggestions=last.suggestions if last else (),
        confidence=_confidence(run),
        digest=_digest(run, rules, summary),
    )


def _digest(run: AgentRun, rules: Rules, summary: str) -> bool:
    """Return whether all of the answer is text to be condensed, and nothing was done."""
    told = answering(run)
    read = bool(told) and all(step.tool in rules and rules[step.tool].digest for step in told)
    done = any(step.tool in rules and rules[step.tool].changes for step in finished(run))
    return read and not done and not summary


def _confidence(run: AgentRun) -> float:
    if any(step.status == "pending" for step in run.steps):
        return CUT_SHORT_CONFIDENCE
    return BROADER_CONFIDENCE if any(step.broadened for step in run.steps) else 1.0
