"""The agent run as a state machine: what a result settles, what comes next, when it ends.

Everything that moves an `AgentRun` on is here, and nothing here calls a tool or a reasoner.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from shared.decisions import wording
from shared.decisions.risk import ToolRules, argument_hash
from shared.models.base import Json
from shared.models.intent import Option
from shared.models.reasoning import PlannedStep, Reassessment, Reference, StepOutcome, ToolPlan
from shared.models.run import (
    AgentRun,
    Clarification,
    Step,
    SubAgentResponse,
    SubAgentResult,
    ToolError,
)
from shared.models.thread import Answer

MAX_REPLANS = 3
MAX_TOOL_CALLS = 10
MAX_TOOL_MILLISECONDS = 30_000
"""Spec 003 (iterations) and 002 (timeout): after that, what was found so far is the answer."""

_REFERENCE = re.compile(r"\{(\d+)\.([A-Za-z0-9_.]+)\}")


@dataclass(frozen=True)
class Unresolved(Exception):
    """An argument points at something earlier results do not hold."""

    path: str


def plan(run: AgentRun, planned: ToolPlan, rules: Mapping[str, ToolRules]) -> AgentRun:
    """Take over a plan; one without steps fails the run with its reason."""
    unknown = [step.tool for step in planned.steps if step.tool not in rules]
    if not planned.steps or unknown:
        reason = planned.cannot or f"There is no tool called {', '.join(unknown) or 'that'} here."
        return fail(run, ToolError(type="params", message=reason, tool="", recoverable=False))
    started = run.model_copy(
        update={
            "status": "executing",
            "tools": tuple(rules),
            "steps": _pending(planned.steps),
            "cursor": 0,
        }
    )
    return _prepare(started, rules)


def _pending(steps: Sequence[PlannedStep]) -> tuple[Step, ...]:
    return tuple(Step(tool=s.tool, arguments=s.arguments, reason=s.reason) for s in steps)


def record(
    run: AgentRun, result: Json, milliseconds: int, rules: Mapping[str, ToolRules]
) -> AgentRun:
    """Store the current step's result and go as far as it settles."""
    done = _with_step(run, status="done", result=result, milliseconds=milliseconds)
    return _advance(done, rules) if settles(done, rules) else done


def record_failure(run: AgentRun, error: ToolError, milliseconds: int) -> AgentRun:
    """Store why the current step failed and end the run with it."""
    return fail(_with_step(run, status="failed", error=error, milliseconds=milliseconds), error)


def settles(run: AgentRun, rules: Mapping[str, ToolRules]) -> bool:
    """Return whether the finished step's result needs no reassessment.

    It does not when the next step's parameters are bound to a single item of it, or when it is the
    last step and found something.
    """
    step = run.steps[run.cursor]
    following = run.steps[run.cursor + 1 :]
    count = item_count(step.result, rules[step.tool])
    if not following:
        return count != 0
    if _refers_to(following[0], run.cursor + 1):
        return count == 1
    return count != 0


def item_count(result: Json, rules: ToolRules) -> int:
    """Return how many things a result holds; 1 for a result that is not a list."""
    if rules.items is None:
        return 1
    if not isinstance(result, dict):
        return 0
    return len(cast("dict[str, list[Any]]", result).get(rules.items, []))


def _refers_to(step: Step, number: int) -> bool:
    return any(int(found) == number for found, _ in _references(step.arguments))


def _references(value: Json) -> list[tuple[str, str]]:
    if isinstance(value, str):
        return [(number, path) for number, path in _REFERENCE.findall(value)]
    if isinstance(value, dict):
        return [found for v in cast("dict[str, Any]", value).values() for found in _references(v)]
    if isinstance(value, list):
        return [found for v in cast("list[Any]", value) for found in _references(v)]
    return []


def reassess(run: AgentRun, verdict: Reassessment, rules: Mapping[str, ToolRules]) -> AgentRun:
    """Go on as the reasoner judged, within the limits of spec 003."""
    options = _answerable(run, verdict, rules)
    if verdict.verdict == "clarify" and options:
        asked = Clarification(question=verdict.question, options=options, step=run.cursor)
        return run.model_copy(update={"status": "needs_clarification", "clarification": asked})
    if verdict.verdict == "continue" and run.replans < MAX_REPLANS:
        rest = verdict.remaining
        known = [step for step in rest if step.tool in run.tools and step.tool in rules]
        steps = (*run.steps[: run.cursor + 1], *_pending(known))
        return _advance(run.model_copy(update={"steps": steps, "replans": run.replans + 1}), rules)
    if verdict.verdict == "failed":
        return fail(
            run,
            ToolError(
                type="tool_error",
                message=verdict.summary or "That did not work out.",
                tool=run.steps[run.cursor].tool,
                recoverable=True,
            ),
        )
    return complete(run, rules, summary=verdict.summary)


def _answerable(
    run: AgentRun, verdict: Reassessment, rules: Mapping[str, ToolRules]
) -> tuple[Option, ...]:
    """Return the options that stand for an item of the result: a model may make one up."""
    step = run.steps[run.cursor]
    count = item_count(step.result, rules[step.tool])
    return tuple(o for o in verdict.options if o.value.isdecimal() and int(o.value) < count)


def choose(run: AgentRun, option_value: str, rules: Mapping[str, ToolRules]) -> AgentRun:
    """Narrow the step that was asked about to the item the person meant, and go on."""
    asked = run.clarification
    if asked is None:
        return run
    step = run.steps[asked.step]
    key = rules[step.tool].items
    result = cast("dict[str, Any]", step.result)
    items = cast("list[Any]", result[key]) if key is not None else []
    chosen = items[int(option_value)]
    steps = list(run.steps)
    steps[asked.step] = step.model_copy(update={"result": {**result, key: [chosen]}})
    narrowed = run.model_copy(
        update={"steps": tuple(steps), "status": "executing", "clarification": None}
    )
    return _advance(narrowed, rules)


def approve(run: AgentRun, answer: Answer, rules: Mapping[str, ToolRules]) -> AgentRun:
    """Apply an answer to an approval: run the step, run it changed (asked again), or leave it."""
    step = run.steps[run.cursor]
    if answer.action == "accept":
        return _with_step(run, approved=argument_hash(step.tool, step.arguments))
    if answer.action == "edit" and answer.arguments is not None:
        edited = {**step.arguments, **answer.arguments}
        return _with_step(run, arguments=edited, risk=rules[step.tool].assess(edited))
    return complete(run, rules, summary=wording.LEFT_ALONE)


def stop_asking(run: AgentRun, rules: Mapping[str, ToolRules]) -> AgentRun:
    """End a run whose question the person would not choose an answer to."""
    return complete(run, rules, summary=wording.NONE_OF_THESE)


def complete(run: AgentRun, rules: Mapping[str, ToolRules], summary: str = "") -> AgentRun:
    """End a run with what it found."""
    return run.model_copy(
        update={
            "status": "complete",
            "clarification": None,
            "response": _response(run, rules, summary=summary),
        }
    )


def fail(run: AgentRun, error: ToolError) -> AgentRun:
    """End a run with an error a person can act on."""
    response = _response(run, {}, summary=error.message)
    return run.model_copy(
        update={
            "status": "failed",
            "clarification": None,
            "response": response.model_copy(update={"success": False, "error": error}),
        }
    )


def _response(run: AgentRun, rules: Mapping[str, ToolRules], summary: str) -> SubAgentResponse:
    done = finished(run)
    last = done[-1] if done else None
    result = SubAgentResult(
        data=last.result if last else None,
        summary=summary,
        tools_used=tuple(dict.fromkeys(step.tool for step in done)),
        execution_time=sum(step.milliseconds for step in run.steps) / 1000,
    )
    references = list_references(last.result, rules[last.tool]) if last and rules else ()
    return SubAgentResponse(
        success=True, domain=run.agent, request=run.request, result=result, references=references
    )


def finished(run: AgentRun) -> list[Step]:
    """Return the steps that gave a result."""
    return [step for step in run.steps if step.status == "done"]


def outcomes(run: AgentRun) -> tuple[StepOutcome, ...]:
    """Return what happened so far, for a reasoner."""
    return tuple(
        StepOutcome(tool=step.tool, arguments=step.arguments, result=step.result)
        for step in finished(run)
    )


def list_references(result: Json, rules: ToolRules) -> tuple[Reference, ...]:
    """Return what a person may point at next ("the second one")."""
    if rules.items is None or not isinstance(result, dict):
        return ()
    listed = cast("list[dict[str, Any]]", cast("dict[str, Any]", result).get(rules.items, []))
    return tuple(
        Reference(
            kind=rules.item_kind,
            id=str(item["id"]),
            label=str(item.get(rules.item_label, "")),
            ordinal=number,
        )
        for number, item in enumerate(listed, start=1)
    )


def _advance(run: AgentRun, rules: Mapping[str, ToolRules]) -> AgentRun:
    cursor = run.cursor + 1
    spent = sum(step.milliseconds for step in run.steps)
    if cursor >= len(run.steps):
        return complete(run, rules)
    if cursor >= MAX_TOOL_CALLS or spent >= MAX_TOOL_MILLISECONDS:
        note = "Stopped at the limit of 10 tool calls or 30 seconds; this is what was found so far."
        return complete(run.model_copy(update={"notes": note}), rules)
    return _prepare(run.model_copy(update={"cursor": cursor, "status": "executing"}), rules)


def _prepare(run: AgentRun, rules: Mapping[str, ToolRules]) -> AgentRun:
    """Bind the next step's arguments to earlier results and judge its risk."""
    step = run.steps[run.cursor]
    try:
        arguments = bind(step.arguments, [s.result for s in run.steps])
    except Unresolved as missing:
        message = f"I could not work out {missing.path!r} from what was found."
        return fail(
            run, ToolError(type="params", message=message, tool=step.tool, recoverable=True)
        )
    bound = cast("dict[str, Json]", arguments)
    return _with_step(run, arguments=bound, risk=rules[step.tool].assess(bound))


def bind(value: Json, results: Sequence[Json]) -> Json:
    """Fill in `{N.path}` references from the results of steps 1..N; raise Unresolved."""
    if isinstance(value, str):
        whole = _REFERENCE.fullmatch(value)
        if whole:
            return _look_up(results, int(whole[1]), whole[2])
        return _REFERENCE.sub(lambda m: str(_look_up(results, int(m[1]), m[2])), value)
    if isinstance(value, dict):
        return {k: bind(v, results) for k, v in cast("dict[str, Any]", value).items()}
    if isinstance(value, list):
        return [bind(v, results) for v in cast("list[Any]", value)]
    return value


def _look_up(results: Sequence[Json], number: int, path: str) -> Json:
    found: Any = results[number - 1] if 0 < number <= len(results) else None
    for part in path.split("."):
        if isinstance(found, dict) and part in found:
            found = cast("dict[str, Any]", found)[part]
        elif (
            isinstance(found, list) and part.isdigit() and int(part) < len(cast("list[Any]", found))
        ):
            found = cast("list[Any]", found)[int(part)]
        else:
            raise Unresolved(f"{number}.{path}")
    return found


def _with_step(run: AgentRun, **update: Any) -> AgentRun:
    steps = list(run.steps)
    steps[run.cursor] = steps[run.cursor].model_copy(update=update)
    return run.model_copy(update={"steps": tuple(steps)})
