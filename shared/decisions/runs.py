"""The agent run as a state machine: how a plan, a result, a verdict or an answer moves it on.

Nothing here, or in the modules it is made of, calls a tool or a reasoner.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from shared.decisions import hooks, origins, wording
from shared.decisions.binding import pointers_of
from shared.decisions.ending import Rules, complete, error_of, fail
from shared.decisions.lacking import question_for
from shared.decisions.risk import argument_hash, not_allowed
from shared.decisions.settling import items_of, not_asked, unanswered, without_it
from shared.decisions.stepping import advance, follow, judged, out_of_reach, prepare, with_step
from shared.models.base import Json
from shared.models.effect import Approver
from shared.models.hooks import Hook
from shared.models.intent import Option
from shared.models.profile import Profile
from shared.models.reasoning import PlannedStep, Reassessment, ToolPlan
from shared.models.run import AgentRun, Card, Clarification, Origin, Step, ToolError
from shared.models.thread import Answer

MAX_REPLANS = 3
"""Spec 003: times that what is left of a plan may be made anew."""


def plan(
    run: AgentRun,
    planned: ToolPlan,
    rules: Rules,
    profile: Profile,
    policies: tuple[Hook, ...] = (),
    answers: Sequence[str] = (),
    failed: ToolError | None = None,
) -> AgentRun:
    """Take over a plan; one without steps asks for what it lacks, or fails the run with its reason.

    `policies` are the agent's hooks, `answers` what was said to the person before, which whoever
    planned may have seen. `failed` is what kept anybody from planning, if something did.
    """
    refused = [s.tool for s in planned.steps if s.tool in profile.policy.refused]
    if refused:
        return fail(run, error_of("permission", wording.refused_tool(refused[0]), refused[0]))
    if asked := question_for(run, planned):
        return run.model_copy(update={"status": "needs_clarification", "clarification": asked})
    unknown = [step.tool for step in planned.steps if step.tool not in rules]
    if not planned.steps or unknown:
        if failed is not None and failed.connects:
            return fail(run, failed)
        reason = planned.cannot or f"There is no tool called {', '.join(unknown) or 'that'} here."
        return fail(run, error_of("params", reason, ""))
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
    return prepare(_with_origins(started, rules, answers), rules)


def _with_origins(run: AgentRun, rules: Rules, answers: Sequence[str]) -> AgentRun:
    """Note what of the changes in a plan stands in what was said to the person before."""
    steps = (
        step.model_copy(
            update={"origins": origins.planned(step.arguments, run.said, answers, run.profile)}
        )
        if answers and rules[step.tool].changes
        else step
        for step in run.steps
    )
    return run.model_copy(update={"steps": tuple(steps)})


def _pending(steps: Sequence[PlannedStep]) -> tuple[Step, ...]:
    return tuple(
        Step(
            tool=s.tool,
            arguments=s.arguments,
            reason=s.reason,
            sought=s.sought,
            wish=s.wish,
        )
        for s in steps
    )


def _feeding(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Mark the steps whose results later ones take."""
    taken = {
        pointer.step
        for number, step in enumerate(steps, start=1)
        for pointer in pointers_of(step)
        if pointer.step < number
    }
    return tuple(
        step.model_copy(update={"feeds": step.feeds or number in taken})
        for number, step in enumerate(steps, start=1)
    )


def prepared(
    run: AgentRun,
    arguments: Mapping[str, Json],
    card: Card,
    rules: Rules,
    before: Json = None,
    foreign: tuple[Origin, ...] = (),
) -> AgentRun:
    """Take over what a risky call will exactly do, and what it will change.

    `foreign` is what others' text brought into it, which its card tells.
    """
    tool = run.steps[run.cursor].tool
    run = with_step(run, origins=foreign)
    exact = dict(arguments)
    if stranger := not_allowed(exact, run.profile):
        return fail(run, error_of("permission", wording.not_allowed(stranger), tool))
    if why := out_of_reach(run, tool, exact, rules):
        return fail(run, error_of("permission", why, tool))
    counts, risk = judged(run, tool, exact, rules)
    planned = run.steps[run.cursor].planned or argument_hash(tool, exact)
    return with_step(
        run,
        arguments=exact,
        card=_telling(card, foreign),
        was=before,
        wish="",
        before=None,
        counts=counts,
        risk=risk,
        planned=planned,
    )


def _telling(card: Card, foreign: Sequence[Origin]) -> Card:
    told = (wording.came_from(one) for one in origins.told_of(foreign))
    return card.model_copy(update={"warnings": (*card.warnings, *told)}) if foreign else card


def agreed(run: AgentRun, how: Approver, by: str = "") -> AgentRun:
    """Go on with the current step as it was shown; `by` is who agreed, if that is somebody else."""
    step = run.steps[run.cursor]
    approved = argument_hash(step.tool, step.arguments)
    return with_step(run, approved=approved, agreed=how, agreed_by=by)


def record(
    run: AgentRun,
    result: Json,
    milliseconds: int,
    rules: Rules,
    text: str = "",
    suggestions: tuple[str, ...] = (),
) -> AgentRun:
    """Store the current step's result, and how it is put, and go as far as it settles."""
    step = run.steps[run.cursor]
    done = with_step(
        run,
        status="done",
        result=result,
        milliseconds=milliseconds + (step.milliseconds if step.rounds else 0),
        text=text,
        suggestions=suggestions,
    )
    if further := rules[step.tool].follows(step.arguments, result):
        return follow(done, further)
    told = _with_notes(done, not_asked(result))
    return advance(told, rules) if settles(told, rules) else told


def record_failure(
    run: AgentRun, error: ToolError, milliseconds: int, rules: Rules | None = None
) -> AgentRun:
    """Store why the current step failed, and end the run with it unless it goes on without it."""
    failed = with_step(run, status="failed", error=error, milliseconds=milliseconds)
    verdict = without_it(failed, error, rules or {})
    return fail(failed, error) if verdict is None else reassess(failed, verdict, rules or {})


def _with_notes(run: AgentRun, notes: Sequence[str]) -> AgentRun:
    """Return the run with what is to be said beside its results, each thing once."""
    new = [note for note in dict.fromkeys(notes) if note not in run.notes]
    return run.model_copy(update={"notes": " ".join(filter(None, (run.notes, *new)))})


def settles(run: AgentRun, rules: Rules) -> bool:
    """Return whether the finished step's result needs no reassessment.

    It does not when it found nothing, or several where a later step takes a single one; nor where
    it ends the plan, and a question wants to know what stands in what was found.
    """
    step, number = run.steps[run.cursor], run.cursor + 1
    known = rules[step.tool]
    found = items_of(step.result, known)
    if found and number == len(run.steps) and unanswered(run, known, found, rules):
        return False
    if found is None or len(found) == 1:
        return True
    taken = [p for s in run.steps[number:] for p in pointers_of(s) if p.step == number]
    return bool(found) and not any(pointer.to_one_of(known.items or "") for pointer in taken)


def reassess(run: AgentRun, verdict: Reassessment, rules: Rules) -> AgentRun:
    """Go on as was judged, within the limits of spec 003."""
    if verdict.note:
        run = _with_notes(run, [verdict.note])
    match verdict.verdict:
        case "clarify" if options := _answerable(run, verdict, rules):
            asked = Clarification(
                question=verdict.question,
                options=options,
                step=run.cursor,
                lacks=rules[run.steps[run.cursor].tool].otherwise,
            )
            return run.model_copy(update={"status": "needs_clarification", "clarification": asked})
        case "choose":
            return advance(_narrowed(run, run.cursor, verdict.chosen, rules), rules)
        case "broaden" if verdict.arguments is not None and not _changes(run, rules):
            return _again(run, verdict.arguments, rules)
        case "continue" if run.replans < MAX_REPLANS:
            return _replanned(run, verdict.remaining, rules)
        case "failed":
            message = verdict.summary or "That did not work out."
            return fail(run, error_of("tool_error", message, run.steps[run.cursor].tool))
        case _:
            return complete(run, rules, summary=verdict.summary)


def _replanned(run: AgentRun, rest: Sequence[PlannedStep], rules: Rules) -> AgentRun:
    allowed = set(run.tools).intersection(rules).difference(run.profile.policy.refused)
    known = [step for step in rest if step.tool in allowed]
    steps = _feeding((*run.steps[: run.cursor + 1], *_pending(known)))
    return advance(run.model_copy(update={"steps": steps, "replans": run.replans + 1}), rules)


def _changes(run: AgentRun, rules: Rules) -> bool:
    """Return whether the current call has changed something: that is not made again."""
    return rules[run.steps[run.cursor].tool].changes


def _again(run: AgentRun, arguments: Mapping[str, Json], rules: Rules) -> AgentRun:
    """Make the current call once more, asking for more, unless it may not be made again."""
    tool = run.steps[run.cursor].tool
    if hooks.one_too_many(tool, run.steps, run.hooks):
        return complete(run, rules)
    counts, risk = judged(run, tool, arguments, rules)
    return with_step(
        run,
        arguments=dict(arguments),
        status="pending",
        broadened=True,
        result=None,
        text="",
        card=None,
        counts=counts,
        risk=risk,
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
        return prepare(granted, rules)
    return advance(_narrowed(answered, asked.step, int(option_value), rules), rules)


def wished(run: AgentRun, wish: str) -> AgentRun:
    """Note how what a run is going to change should be otherwise; the same run for no wish."""
    if not wish:
        return run
    return run.model_copy(update={"wishes": (*run.wishes, wish), "said": (*run.said, wish)})


def relayed(run: AgentRun, answer: str, rules: Rules) -> AgentRun:
    """Go on with a call that asked something, with what the person says to that."""
    step = run.steps[run.cursor]
    further = rules[step.tool].follows(step.arguments, step.result)
    if further is None:  # it is not there any more
        return fail(run, error_of("permission", wording.NOBODY_TO_ANSWER, step.tool))
    return follow(run, replace(further, arguments={**further.arguments, "message": answer}))


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
        return agreed(run, "words" if answer.text else "button", answer.by)
    if answer.action == "edit" and answer.arguments is not None:
        edited = {**step.arguments, **answer.arguments}
        kept = origins.without(step.origins, answer.arguments)
        run = with_step(run, origins=kept)
        counts, risk = judged(run, step.tool, edited, rules)
        return with_step(
            run, arguments=edited, before=step.arguments, counts=counts, risk=risk, card=None
        )
    if answer.action == "text" and answer.text:
        return with_step(run, wish=answer.text)
    if answer.action == "forbidden":
        role = run.profile.policy.approver
        return fail(run, error_of("permission", wording.needs_role(role), step.tool))
    return complete(run, rules, summary=wording.LEFT_ALONE)


def stop_asking(run: AgentRun, rules: Rules) -> AgentRun:
    """End a run whose question the person would not answer."""
    match run.clarification.kind if run.clarification is not None else "item":
        case "limit":
            return complete(run, rules)
        case "lacks":
            # nothing was done, so what depends on it is left out
            return fail(run, error_of("params", wording.LEFT_ALONE, ""))
        case "relay":
            return complete(run, rules, summary=wording.LEFT_ALONE)
        case _:
            return complete(run, rules, summary=wording.NONE_OF_THESE)
