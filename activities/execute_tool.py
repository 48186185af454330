"""Make the next tool call of a turn's agent run."""

import asyncio
import json
from functools import partial

from shared.decisions import agui, lifecycle, runs
from shared.errors import TooLarge, ToolFailed
from shared.models.base import Json
from shared.models.reasoning import Usage
from shared.models.run import AgentRun, ToolError
from shared.models.steps import Progress, TurnRef
from shared.services import Services
from shared.stopwatch import Stopwatch
from shared.tools.tool import TIMEOUT_SECONDS, rules_of
from shared.turns import Advance, OpenTurn, advance, load_turn


async def execute_tool(ref: TurnRef, services: Services) -> Progress:
    """Show the call, make it, and keep what it gave. The rows say which call is next."""
    opened = await load_turn(services.threads, ref)
    if opened.run is None or opened.progress.move != "execute" or opened.progress.stop:
        return opened.progress
    run = opened.run.value
    cursor = run.cursor
    await advance(services, ref, _show, opened)
    watch = Stopwatch(services.clock)
    outcome = await _call(run, opened, services)
    milliseconds = watch.milliseconds
    rules = rules_of(services.tools)

    def keep(current: OpenTurn, outcome: Json | ToolError) -> Advance | None:
        if current.run is None or current.run.value.cursor != cursor:
            return None
        if current.run.value.steps[cursor].status != "pending":
            return None
        if isinstance(outcome, ToolError):
            moved = runs.record_failure(current.run.value, outcome, milliseconds)
            shown: Json = {"error": outcome.model_dump(mode="json")}
        else:
            moved = runs.record(current.run.value, outcome, milliseconds, rules)
            shown = outcome
        step = current.run.value.steps[cursor]
        entry = watch.trace("tool", Usage(), {"tool": step.tool, "arguments": step.arguments})
        call = lifecycle.call_id(current.turn.value, cursor)
        event = agui.tool_result(call, f"{call}-result", json.dumps(shown, ensure_ascii=False))
        result = lifecycle.turn_entry(current.turn.value, f"{call}/result", event)
        return Advance(current.turn.value, moved, (result,)).traced(entry)

    try:
        return await advance(services, ref, partial(keep, outcome=outcome))
    except TooLarge:
        tool = run.steps[cursor].tool
        message = f"{tool} found more than can be kept; ask for less at a time."
        failure = ToolError(type="tool_error", message=message, tool=tool, recoverable=True)
        return await advance(services, ref, partial(keep, outcome=failure))


def _show(opened: OpenTurn) -> Advance | None:
    turn, run = opened.turn.value, opened.run
    if run is None or opened.progress.move != "execute":
        return None
    step, call = run.value.steps[run.value.cursor], lifecycle.call_id(turn, run.value.cursor)
    events = agui.tool_call(call, step.tool, json.dumps(step.arguments, ensure_ascii=False))
    shown = tuple(
        lifecycle.turn_entry(turn, f"{call}/{number}", event) for number, event in enumerate(events)
    )
    return Advance(turn, None, shown)


async def _call(run: AgentRun, opened: OpenTurn, services: Services) -> Json | ToolError:
    step = run.steps[run.cursor]
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            workspace = await services.workspaces.open(opened.principal)
            return await services.tools[step.tool].run(workspace, step.arguments)
    except ToolFailed as error:
        return ToolError(
            type=error.kind, message=str(error), tool=step.tool, recoverable=error.recoverable
        )
    except TimeoutError:
        message = f"{step.tool} did not answer within {TIMEOUT_SECONDS} seconds."
        return ToolError(type="network", message=message, tool=step.tool, recoverable=True)
