"""What the embedded reader would call itself, shown to a model to be checked and put right.

To correct is easier than to write: a small model copies references and searches that it would not
come up with, and a large one sees at a glance what was misread. It decides nothing by itself.
"""

import json
from collections.abc import Sequence
from dataclasses import replace

from shared.decisions.binding import shifted
from shared.decisions.quoting import QUOTED
from shared.models.base import Json
from shared.models.reasoning import IntentRequest, PlanRequest
from shared.reasoning.embedded.planning.command import command_for, planned
from shared.reasoning.offering import in_order
from shared.understanding.said import Said


def first_reading(commands: Sequence[Said], request: IntentRequest | PlanRequest) -> str:
    """Return the calls that commands come to, or what would be asked; "" where neither is known.

    However unsure the reader is of a command: it is the model that decides.

    Of an agent with a procedure that is not known: its command only says when, or narrows that.
    """
    if isinstance(request, PlanRequest) and request.procedure:
        return ""
    calls: list[Json] = []
    for said in commands:
        plan = planned(replace(said, sure=1.0), command_for(said, request))
        if not plan.steps:
            return f"First reading: ask {plan.cannot}" if plan.lacks else ""
        before = len(calls)
        calls += [
            {"tool": step.tool, "arguments": in_order(step.tool, shifted(step.arguments, before))}
            for step in plan.steps
        ]
    return worded(calls)


def worded(value: Json) -> str:
    """Return a first reading in words; "" for none, or one with braces that somebody quoted."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return f"First reading: {text}" if value and QUOTED not in text else ""
