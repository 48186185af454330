"""What looks like a reference to an earlier result, and is text: keeping the two apart.

Only a planner makes references (see `binding`). What it is given (a person's words, results, mail)
may look like one: that is *quoted* before the planner sees it, and what the planner takes over from
it stays quoted in the plan until its arguments are bound, which happens once.
"""

import re
from collections.abc import Callable, Collection
from typing import Any, TypeVar, cast

from shared.models.base import Json, Payload
from shared.models.intent import IntentAnalysis, PlannedStep
from shared.models.reasoning import (
    IntentRequest,
    PlanRequest,
    Reassessment,
    ReassessRequest,
    ToolPlan,
)

P = TypeVar("P", bound=Payload)

PATH = r"[A-Za-z0-9_.*]+"
REFERENCE = re.compile(rf"\{{(\d{{1,3}})(?:\.({PATH}))?\}}")
QUOTED = "\ufdd0"
"""Stands for the brace that a text has where it looks like a reference.

Unicode sets this code point aside for what never leaves a program: nobody writes it.
"""
_QUOTED_REFERENCE = re.compile(rf"{QUOTED}\d{{1,3}}(?:\.{PATH})?\}}")
_OURS = frozenset({"tools", "remaining"})
"""Fields of a request that nobody else wrote: in what remains of a plan, references are meant."""


def each_text(value: Json, change: Callable[[str], Json]) -> Json:
    """Return a value with every text in it changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {k: each_text(v, change) for k, v in cast("dict[str, Any]", value).items()}
    if isinstance(value, list | tuple):
        return [each_text(one, change) for one in cast("list[Any]", value)]
    return value


def quote(text: str) -> str:
    """Return a text in which nothing is a reference."""
    return REFERENCE.sub(lambda found: QUOTED + found[0][1:], text)


def plain(text: str) -> str:
    """Return a text that may be quoted as it was written."""
    return text.replace(QUOTED, "{")


def given(request: P) -> P:
    """Return a request as a planner is given it: nothing that others wrote is a reference."""
    if not _lookalikes(_from_others(request)):
        return request
    return type(request).model_validate(
        {**dict(request), **cast("dict[str, Any]", each_text(_from_others(request), quote))}
    )


def plan_from(planned: ToolPlan, request: PlanRequest) -> ToolPlan:
    """Return a plan in which only what the planner made itself is a reference."""
    own = _own(planned.steps, request)
    return planned.model_copy(update={"steps": own, "cannot": plain(planned.cannot)})


def analysis_from(analysis: IntentAnalysis, request: IntentRequest) -> IntentAnalysis:
    """Return an analysis in whose plans only what the planner made itself is a reference."""
    commands = tuple(
        command.model_copy(
            update={"command": plain(command.command), "steps": _own(command.steps, request)}
        )
        for command in analysis.commands
    )
    words = each_text(analysis.model_dump(mode="json", exclude={"commands"}), plain)
    return IntentAnalysis.model_validate({**cast("dict[str, Any]", words), "commands": commands})


def verdict_from(verdict: Reassessment, request: ReassessRequest) -> Reassessment:
    """Return a verdict in which only what the planner made itself is a reference."""
    said = verdict.model_dump(include={"note", "question", "summary", "options"})
    words = cast("dict[str, Any]", each_text(said, plain))
    own = verdict.model_copy(update={"remaining": _own(verdict.remaining, request)})
    return Reassessment.model_validate({**dict(own), **words})


def _own(steps: tuple[PlannedStep, ...], request: Payload) -> tuple[PlannedStep, ...]:
    """Quote those references that the planner took over as they were written.

    One that kept the quotes of what it took over tells it from its own, which may look the same.
    """
    written = _lookalikes(_from_others(request)) - _lookalikes(_ours(request))
    kept = {plain(one) for step in steps for one in _found(step.arguments, _QUOTED_REFERENCE)}
    lost = written - kept

    def requote(text: str) -> str:
        return REFERENCE.sub(lambda one: quote(one[0]) if one[0] in lost else one[0], text)

    return tuple(
        step.model_copy(
            update={
                "arguments": each_text(step.arguments, requote) if lost else step.arguments,
                "reason": plain(step.reason),
            }
        )
        for step in steps
    )


def _from_others(request: Payload) -> dict[str, Json]:
    return request.model_dump(exclude=set(_OURS))


def _ours(request: Payload) -> Json:
    return request.model_dump(include={"remaining"})


def _lookalikes(value: Json) -> frozenset[str]:
    return frozenset(_found(value, REFERENCE))


def _found(value: Json, pattern: re.Pattern[str]) -> Collection[str]:
    found: list[str] = []

    def look(text: str) -> str:
        found.extend(one[0] for one in pattern.finditer(text))
        return text

    each_text(value, look)
    return found
