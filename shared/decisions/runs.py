"""The agent run as a state machine: what a result settles, what comes next, when it ends.

Everything that moves an `AgentRun` on is here, and nothing here calls a tool or a reasoner.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from shared.decisions import hooks, wording
from shared.decisions.binding import Unresolved, bind, pointers
from shared.decisions.failing import again
from shared.decisions.passing import passed_on
from shared.decisions.referring import referable
from shared.decisions.risk import ToolRules, argument_hash, not_allowed, risk_of
from shared.decisions.settling import items_of
from shared.models.base import Json
from shared.models.hooks import Hook
from shared.models.intent import Option, Risk
from shared.models.profile import Profile
from shared.models.reasoning import (
    Earlier,
    PlannedStep,
    Reassessment,
    StepOutcome,
    ToolPlan,
)
from shared.models.run import (
    AgentRun,
    Card,
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
"""Spec 003 (iterations) and 002 (timeout): after that, the person is asked whether to go on."""
BROADER_CONFIDENCE = 0.7
CUT_SHORT_CONFIDENCE = 0.5

Rules = Mapping[str, ToolRules]


def plan(
    run: AgentRun,
    planned: ToolPlan,
    rules: Rules,
    profile: Profile,
    policies: tuple[Hook, ...] = (),
) -> AgentRun:
    """Take over a plan; one without steps fails the run with its reason.

    `policies` are the agent's hooks.
    """
    refused = [s.tool for s in planned.steps if s.tool in profile.policy.refused]
    if refused:
        return fail(run, _error("permission", wording.refused_tool(refused[0]), refused[0]))
    unknown = [step.tool for step in planned.steps if step.tool not in rules]
    if not planned.steps or unknown:
        reason = planned.cannot or f"There is no tool called {', '.join(unknown) or 'that'} here."
        return fail(run, _error("params", reason, ""))
    started = run.model_copy(
        update={
            "status": "executing",
            "tools": tuple(rules),
            "profile": profile,
            "hooks": policies,
            "steps": _feeding(_pending(planned.steps)),
            "cursor": 0,
        }
    )
    return _prepare(started, rules)


def _pending(steps: Sequence[PlannedStep]) -> tuple[Step, ...]:
    return tuple(
        Step(
            tool=s.tool,
            arguments=s.arguments,
            reason=s.reason,
            planned=argument_hash(s.tool, s.arguments),
        )
        for s in steps
    )


def _feeding(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Mark the steps whose results later ones take."""
    taken = {
        pointer.step
        for number, step in enumerate(steps, start=1)
        for pointer in pointers(step.arguments)
        if pointer.step < number
    }
    return tuple(
        step.model_copy(update={"feeds": step.feeds or number in taken})
        for number, step in enumerate(steps, start=1)
    )


def next_command(run: AgentRun) -> AgentRun:
    """Begin the next command of the same message that can be done."""
    earlier = (*run.earlier, _over(run))
    queue = list(run.queue)
    order = run.order
    while queue:
        command = queue.pop(0)
        order += 1
        begun = AgentRun(
            id=run.id,
            agent=command.agent or run.agent,
            request=command.command,
            order=order,
            queue=tuple(queue),
            earlier=earlier,
        )
        failed = {number for number, one in enumerate(earlier, start=1) if not one.success}
        if command.risk == "low" or not failed.intersection(command.depends_on):
            return begun
        text = wording.left_out(command.command)
        left_out = fail(begun, _error("params", text, ""))
        earlier = (*earlier, _over(left_out))
        run = left_out
    return run


def _over(run: AgentRun) -> Earlier:
    """Return what is kept of a command that is over."""
    response = run.response
    return Earlier(
        agent=run.agent,
        command=run.request,
        success=response is not None and response.success,
        text=told(run),
        references=response.references if response is not None else (),
    )


def prepared(run: AgentRun, arguments: Mapping[str, Json], card: Card, rules: Rules) -> AgentRun:
    """Take over what a risky call will exactly do."""
    tool = run.steps[run.cursor].tool
    exact = dict(arguments)
    if stranger := not_allowed(exact, run.profile):
        return fail(run, _error("permission", wording.not_allowed(stranger), tool))
    if why := _out_of_reach(run, tool, exact, rules):
        return fail(run, _error("permission", why, tool))
    risk = _risk(run, tool, exact, rules)
    return _with_step(run, arguments=exact, card=card, wish="", risk=risk)


def agreed(run: AgentRun) -> AgentRun:
    """Go on with the current step as it was shown."""
    step = run.steps[run.cursor]
    return _with_step(run, approved=argument_hash(step.tool, step.arguments))


def record(
    run: AgentRun,
    result: Json,
    milliseconds: int,
    rules: Rules,
    text: str = "",
    suggestions: tuple[str, ...] = (),
) -> AgentRun:
    """Store the current step's result, and how it is put, and go as far as it settles."""
    done = _with_step(
        run,
        status="done",
        result=result,
        milliseconds=milliseconds,
        text=text,
        suggestions=suggestions,
    )
    return _advance(done, rules) if settles(done, rules) else done


def record_failure(run: AgentRun, error: ToolError, milliseconds: int) -> AgentRun:
    """Store why the current step failed and end the run with it."""
    return fail(_with_step(run, status="failed", error=error, milliseconds=milliseconds), error)


def settles(run: AgentRun, rules: Rules) -> bool:
    """Return whether the finished step's result needs no reassessment.

    It does not when it found nothing, or several where a later step takes a single one.
    """
    step, number = run.steps[run.cursor], run.cursor + 1
    known = rules[step.tool]
    found = items_of(step.result, known)
    if found is None or len(found) == 1:
        return True
    taken = [p for s in run.steps[number:] for p in pointers(s.arguments) if p.step == number]
    return bool(found) and not any(pointer.to_one_of(known.items or "") for pointer in taken)


def reassess(run: AgentRun, verdict: Reassessment, rules: Rules) -> AgentRun:
    """Go on as was judged, within the limits of spec 003."""
    if verdict.note:
        run = run.model_copy(update={"notes": " ".join(filter(None, (run.notes, verdict.note)))})
    match verdict.verdict:
        case "clarify" if options := _answerable(run, verdict, rules):
            asked = Clarification(question=verdict.question, options=options, step=run.cursor)
            return run.model_copy(update={"status": "needs_clarification", "clarification": asked})
        case "choose":
            return _advance(_narrowed(run, run.cursor, verdict.chosen, rules), rules)
        case "broaden" if verdict.arguments is not None:
            return _again(run, verdict.arguments, rules)
        case "continue" if run.replans < MAX_REPLANS:
            return _replanned(run, verdict.remaining, rules)
        case "failed":
            message = verdict.summary or "That did not work out."
            return fail(run, _error("tool_error", message, run.steps[run.cursor].tool))
        case _:
            return complete(run, rules, summary=verdict.summary)


def _replanned(run: AgentRun, rest: Sequence[PlannedStep], rules: Rules) -> AgentRun:
    allowed = set(run.tools).intersection(rules).difference(run.profile.policy.refused)
    known = [step for step in rest if step.tool in allowed]
    steps = _feeding((*run.steps[: run.cursor + 1], *_pending(known)))
    return _advance(run.model_copy(update={"steps": steps, "replans": run.replans + 1}), rules)


def _again(run: AgentRun, arguments: Mapping[str, Json], rules: Rules) -> AgentRun:
    """Make the current call once more, asking for more, unless it may not be made again."""
    tool = run.steps[run.cursor].tool
    if hooks.one_too_many(tool, run.steps, run.hooks):
        return complete(run, rules)
    return _with_step(
        run,
        arguments=dict(arguments),
        status="pending",
        broadened=True,
        result=None,
        text="",
        card=None,
        risk=_risk(run, tool, arguments, rules),
    )


def _answerable(run: AgentRun, verdict: Reassessment, rules: Rules) -> tuple[Option, ...]:
    """Return the options that stand for an item of the result: a model may make one up."""
    step = run.steps[run.cursor]
    count = len(items_of(step.result, rules[step.tool]) or ())
    return tuple(o for o in verdict.options if o.value.isdecimal() and int(o.value) < count)


def choose(run: AgentRun, option_value: str, rules: Rules) -> AgentRun:
    """Go on with what the person chose: an item of a result, or to be given more time."""
    asked = run.clarification
    if asked is None:
        return run
    answered = run.model_copy(update={"status": "executing", "clarification": None})
    if asked.kind == "limit":
        if option_value != wording.GO_ON[0].value:
            return complete(run, rules)
        granted = answered.model_copy(update={"allowances": run.allowances + 1})
        return _prepare(granted, rules)
    return _advance(_narrowed(answered, asked.step, int(option_value), rules), rules)


def _narrowed(run: AgentRun, index: int, item: int, rules: Rules) -> AgentRun:
    """Keep one item of a step's result."""
    step = run.steps[index]
    key = rules[step.tool].items
    result = cast("dict[str, Any]", step.result)
    items = cast("list[Any]", result[key]) if key is not None else []
    steps = list(run.steps)
    steps[index] = step.model_copy(update={"result": {**result, key: [items[item]]}})
    return run.model_copy(update={"steps": tuple(steps)})


def approve(run: AgentRun, answer: Answer, rules: Rules) -> AgentRun:
    """Apply an answer to an approval: run the step, change it and show it again, or leave it."""
    step = run.steps[run.cursor]
    if answer.action == "accept":
        return agreed(run)
    if answer.action == "edit" and answer.arguments is not None:
        edited = {**step.arguments, **answer.arguments}
        risk = _risk(run, step.tool, edited, rules)
        return _with_step(run, arguments=edited, risk=risk, card=None)
    if answer.action == "text" and answer.text:
        return _with_step(run, wish=answer.text)
    if answer.action == "forbidden":
        role = run.profile.policy.approver
        return fail(run, _error("permission", wording.needs_role(role), step.tool))
    return complete(run, rules, summary=wording.LEFT_ALONE)


def stop_asking(run: AgentRun, rules: Rules) -> AgentRun:
    """End a run whose question the person would not choose an answer to."""
    if run.clarification is not None and run.clarification.kind == "limit":
        return complete(run, rules)
    return complete(run, rules, summary=wording.NONE_OF_THESE)


def complete(run: AgentRun, rules: Rules, summary: str = "") -> AgentRun:
    """End a run with what it found."""
    response = _response(run, rules, summary=summary)
    return run.model_copy(
        update={"status": "complete", "clarification": None, "response": response}
    )


def fail(run: AgentRun, error: ToolError) -> AgentRun:
    """End a run with an error a person can act on."""
    failed = {"success": False, "error": error, "suggestions": again(run.request, error)}
    response = _response(run, {}, summary=error.message).model_copy(update=failed)
    ended = {"status": "failed", "clarification": None, "response": response}
    return run.model_copy(update=ended)


def _error(kind: Any, message: str, tool: str) -> ToolError:
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
    )


def _confidence(run: AgentRun) -> float:
    if any(step.status == "pending" for step in run.steps):
        return CUT_SHORT_CONFIDENCE
    return BROADER_CONFIDENCE if any(step.broadened for step in run.steps) else 1.0


def finished(run: AgentRun) -> list[Step]:
    """Return the steps that gave a result."""
    return [step for step in run.steps if step.status == "done"]


def answering(run: AgentRun) -> list[Step]:
    """Return the steps whose results are the answer, not what others were fed with.

    Where nothing came of what was fed, what was to be passed on speaks, or else the last result.
    """
    done = finished(run)
    unsaid = [step for place, step in enumerate(run.steps) if passes_on(run, place)]
    return (
        [step for step in done if not step.feeds]
        or [step for step in unsaid if step.status == "done"]
        or done[-1:]
    )


def told(run: AgentRun) -> str:
    """Return in words what a run came to; "" if only a reasoner can say."""
    summary = run.response.result.summary if run.response is not None else ""
    if summary:
        return summary
    texts = [step.text for step in answering(run) if step.text]
    return "\n\n".join((run.notes, *texts) if run.notes and texts else texts)


def partial(run: AgentRun, cursor: int) -> bool:
    """Return whether a step's result is part of an answer that more is to come for."""
    step = run.steps[cursor]
    more = run.status == "executing" or bool(run.queue)
    return more and step.status == "done" and not step.feeds and step.text != ""


def passes_on(run: AgentRun, cursor: int) -> bool:
    """Return whether a step's result goes on in words: a later step says it to somebody."""
    return any(
        pointer.step == cursor + 1 and not pointer.path
        for step in run.steps[cursor + 1 :]
        for pointer in pointers(step.arguments)
    )


def outcomes(run: AgentRun) -> tuple[StepOutcome, ...]:
    """Return what happened so far, for a reasoner."""
    return tuple(_outcome(step) for step in finished(run))


def outcomes_told(run: AgentRun) -> tuple[StepOutcome, ...]:
    """Return what the answer to the last command is made of."""
    summary = run.response.result.summary if run.response is not None else ""
    if summary:
        return (StepOutcome(tool="", text=summary),)
    return tuple(_outcome(step) for step in answering(run))


def _outcome(step: Step) -> StepOutcome:
    return StepOutcome(tool=step.tool, arguments=step.arguments, result=step.result, text=step.text)


def _advance(run: AgentRun, rules: Rules) -> AgentRun:
    cursor = run.cursor + 1
    if cursor >= len(run.steps):
        return complete(run, rules)
    ahead = run.model_copy(update={"cursor": cursor, "status": "executing"})
    spent = sum(step.milliseconds for step in run.steps)
    if cursor >= MAX_TOOL_CALLS * run.allowances or spent >= MAX_TOOL_MILLISECONDS * run.allowances:
        return ahead.model_copy(
            update={"status": "needs_clarification", "clarification": _go_on(ahead)}
        )
    return _prepare(ahead, rules)


def _go_on(run: AgentRun) -> Clarification:
    return Clarification(
        kind="limit",
        question=wording.taking_long(told(run)),
        options=wording.GO_ON,
        step=run.cursor,
    )


def _prepare(run: AgentRun, rules: Rules) -> AgentRun:
    """Bind the next step's arguments to earlier results and judge its risk."""
    step = run.steps[run.cursor]
    if why := hooks.one_too_many(step.tool, run.steps, run.hooks):
        return fail(run, _error("permission", why, step.tool))
    texts = [passed_on(earlier.text) for earlier in run.steps[: run.cursor]]
    try:
        arguments = bind(step.arguments, [s.result for s in run.steps], texts)
    except Unresolved as missing:
        message = f"I could not work out {missing.path!r} from what was found."
        return fail(run, _error("params", message, step.tool))
    bound = cast("dict[str, Json]", arguments)
    risk = _risk(run, step.tool, bound, rules)
    if risk == "low" and (why := _out_of_reach(run, step.tool, bound, rules)):
        return fail(run, _error("permission", why, step.tool))
    return _with_step(run, arguments=bound, risk=risk)


def _risk(run: AgentRun, tool: str, arguments: Mapping[str, Json], rules: Rules) -> Risk:
    return hooks.raised(tool, risk_of(tool, rules[tool], arguments, run.profile), run.hooks)


def _out_of_reach(run: AgentRun, tool: str, arguments: Mapping[str, Json], rules: Rules) -> str:
    """Return why a change may not reach whom it names. One that is shown first is asked then."""
    return hooks.out_of_reach(tool, arguments, run.hooks) if rules[tool].changes else ""


def _with_step(run: AgentRun, **update: Any) -> AgentRun:
    steps = list(run.steps)
    steps[run.cursor] = steps[run.cursor].model_copy(update=update)
    return run.model_copy(update={"steps": tuple(steps)})
