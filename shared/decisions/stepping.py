"""From one step of an agent run to the next: its arguments, its risk, and the limits of a run."""

from collections.abc import Mapping
from typing import Any, cast

from shared.decisions import bulk, hooks, origins, wording
from shared.decisions.binding import Unresolved, bind, come_to_nothing
from shared.decisions.ending import Rules, complete, error_of, fail
from shared.decisions.passing import passed_on
from shared.decisions.risk import Follow, risk_of
from shared.decisions.telling import told
from shared.models.base import Json
from shared.models.intent import Risk
from shared.models.reasoning import Revision
from shared.models.run import AgentRun, Clarification, Step, ToolError

MAX_TOOL_CALLS = 10
MAX_TOOL_MILLISECONDS = 30_000
"""Spec 003 (iterations) and 002 (timeout): after that, the person is asked whether to go on."""


def advance(run: AgentRun, rules: Rules) -> AgentRun:
    """Go on to the next step, to the end, or to the question whether to go on at all."""
    cursor = run.cursor + 1
    if cursor >= len(run.steps):
        return complete(run, rules)
    ahead = run.model_copy(update={"cursor": cursor, "status": "executing"})
    return _within_limits(ahead) or prepare(ahead, rules)


def follow(run: AgentRun, further: Follow) -> AgentRun:
    """Make the current call again, to go on with what it has begun, or ask what that takes."""
    step = run.steps[run.cursor]
    if further.question and "message" not in further.arguments:
        asked = Clarification(kind="relay", question=further.question, options=(), step=run.cursor)
        return run.model_copy(update={"status": "needs_clarification", "clarification": asked})
    again = with_step(
        run.model_copy(update={"status": "executing", "clarification": None}),
        arguments=further.arguments,
        rounds=step.rounds + 1,
        status="pending",
        shown=False,
        approved=None,
        planned="",
        card=None,
        result=None,
        text="",
    )
    return _within_limits(again) or again


def _within_limits(run: AgentRun) -> AgentRun | None:
    """Return the run with the question whether to go on; None while it has not had its share."""
    spent = sum(step.milliseconds for step in run.steps)
    calls = run.cursor + sum(step.rounds for step in run.steps)
    if calls < MAX_TOOL_CALLS * run.allowances and spent < MAX_TOOL_MILLISECONDS * run.allowances:
        return None
    return run.model_copy(update={"status": "needs_clarification", "clarification": _go_on(run)})


def _go_on(run: AgentRun) -> Clarification:
    return Clarification(
        kind="limit",
        question=wording.taking_long(told(run)),
        options=wording.GO_ON,
        step=run.cursor,
    )


def prepare(run: AgentRun, rules: Rules) -> AgentRun:
    """Bind the next step's arguments to earlier results and judge its risk."""
    step = run.steps[run.cursor]
    if why := hooks.one_too_many(step.tool, run.steps, run.hooks):
        return fail(run, error_of("permission", why, step.tool))
    texts = [passed_on(earlier.text) for earlier in run.steps[: run.cursor]]
    if step.bound:
        return run
    try:
        arguments = bind(step.arguments, [s.result for s in run.steps], texts)
    except Unresolved as missing:
        message = f"I could not work out {missing.path!r} from what was found."
        return fail(run, error_of("params", message, step.tool))
    bound = cast("dict[str, Json]", arguments)
    changes = rules[step.tool].changes
    if not changes and (nothing := come_to_nothing(step.arguments, bound)):
        # looked for by nothing, everything would be found
        message = f"There is no {nothing} to go by in what was found."
        return fail(run, error_of("params", message, step.tool))
    told = with_step(run, origins=origins.bound(run, bound, rules))
    counts, risk = judged(told, step.tool, bound, rules)
    if risk == "low" and (why := out_of_reach(told, step.tool, bound, rules)):
        return fail(run, error_of("permission", why, step.tool))
    wish = "\n".join(filter(None, (step.wish, *run.wishes))) if changes else ""
    return with_step(
        told, arguments=bound, risk=risk, counts=counts, bound=True, changes=changes, wish=wish
    )


def judged(
    run: AgentRun, tool: str, arguments: Mapping[str, Json], rules: Rules
) -> tuple[bulk.Counts, Risk]:
    """Return what the current call counts, and how risky that makes it.

    That is what its tool says, where its arguments come from, what the whole turn comes to, and
    what the agent's policies make of it: nothing lowers it.
    """
    counts = bulk.counts_of(run, arguments, rules[tool])
    risk = risk_of(tool, rules[tool], arguments, run.profile)
    if run.steps[run.cursor].origins or bulk.too_many(run, counts, tool, rules):
        risk = "high"
    if run.wishes and rules[tool].changes and risk == "low":
        risk = "medium"  # it is shown as it was wished
    return counts, hooks.raised(tool, risk, run.hooks)


def out_of_reach(run: AgentRun, tool: str, arguments: Mapping[str, Json], rules: Rules) -> str:
    """Return why a change may not reach whom it names. One that is shown first is asked then."""
    return hooks.out_of_reach(tool, arguments, run.hooks) if rules[tool].changes else ""


def unfollowed(step: Step, revision: Revision, wrong: ToolError | None) -> ToolError | None:
    """Return why a call is not made whose wish could not be followed; None where it is to be shown.

    `wrong`: why it could not be made without the wish either. What nobody is going to be shown is
    not done otherwise than it was wished.
    """
    if revision.arguments is not None:
        return None
    unseen = step.risk == "low"
    return wrong or (error_of("params", revision.why, step.tool) if unseen else None)


def with_step(run: AgentRun, **update: Any) -> AgentRun:
    """Return the run with its current step changed."""
    steps = list(run.steps)
    steps[run.cursor] = steps[run.cursor].model_copy(update=update)
    return run.model_copy(update={"steps": tuple(steps)})
