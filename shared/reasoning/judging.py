"""What a model's calls mean where a plan is made, looked at again, or changed before shown."""

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from shared.models.intent import Option
from shared.models.reasoning import (
    Reassessment,
    ReassessRequest,
    ReviseRequest,
    Revision,
    ToolPlan,
)
from shared.reasoning.calls import Checking
from shared.reasoning.model.port import ToolCall
from shared.reasoning.offering import control

_MAX_OPTIONS = 4


class _Control(BaseModel):
    model_config = ConfigDict(extra="ignore")


class Cannot(_Control):
    """Why it cannot be done."""

    why: str


class Finish(_Control):
    """That there is nothing more to do."""

    summary: str


class Choice(_Control):
    """One offered answer; `item` is the index of the item in the last result it stands for."""

    label: str
    description: str
    item: int


class AskWhich(_Control):
    """A question that only the person can answer."""

    question: str
    options: list[Choice]


CANNOT = control(
    "cannot", "None of these tools can do it: why, in one sentence to the person", Cannot
)
FINISH = control("finish", "There is enough to answer, or nothing more to try", Finish)
ASK_WHICH = control("ask_which", "Several were found and only the person can tell which", AskWhich)
CONTROLS = (FINISH, ASK_WHICH, CANNOT)


def planned(calls: Sequence[ToolCall], checking: Checking) -> ToolPlan:
    """Return calls as a plan, or why there is none; raise ValueError for what makes no sense."""
    checking.worded(calls)
    if (cannot := _only(calls, CANNOT.name)) is not None:
        return ToolPlan(cannot=_why(cannot))
    if not calls:
        raise ValueError("it called no tool")
    return ToolPlan(steps=checking.steps(calls))


def revised(calls: Sequence[ToolCall], request: ReviseRequest, checking: Checking) -> Revision:
    """Return a call as the person wants it, or why that cannot be done."""
    checking.worded(calls)
    if (cannot := _only(calls, CANNOT.name)) is not None:
        return Revision(why=_why(cannot))
    if len(calls) != 1:
        raise ValueError("the one call, changed, is wanted")
    [step] = checking.steps(calls)
    kept = {name: each for name, each in request.arguments.items() if name not in step.arguments}
    known = set(checking.tools[step.tool].parameters.get("properties", {}))
    unsaid = {name: each for name, each in kept.items() if name not in known}
    return Revision(arguments={**unsaid, **step.arguments})


def reassessed(
    calls: Sequence[ToolCall], request: ReassessRequest, checking: Checking
) -> Reassessment:
    """Return what calls make of the rest of a plan."""
    checking.worded(calls, counted=True)
    if (cannot := _only(calls, CANNOT.name)) is not None:
        return Reassessment(verdict="failed", summary=_why(cannot))
    if (finish := _only(calls, FINISH.name)) is not None:
        return Reassessment(
            verdict="complete", summary=Finish.model_validate(dict(finish.arguments)).summary
        )
    if (asked := _only(calls, ASK_WHICH.name)) is not None:
        return _question(AskWhich.model_validate(dict(asked.arguments)))
    if not calls:
        raise ValueError("it called no tool")
    done = [one.tool for one in request.done]
    return Reassessment(verdict="continue", remaining=checking.steps(calls, done))


def _question(asked: AskWhich) -> Reassessment:
    if not (asked.question.strip() and 1 < len(asked.options) <= _MAX_OPTIONS):
        raise ValueError(f"to ask takes a question and 2 to {_MAX_OPTIONS} options")
    options = (
        Option(id=str(place), label=o.label, description=o.description, value=str(o.item))
        for place, o in enumerate(asked.options, 1)
    )
    return Reassessment(verdict="clarify", question=asked.question, options=tuple(options))


def _only(calls: Sequence[ToolCall], name: str) -> ToolCall | None:
    """Return the call of a tool that is the whole answer; raise ValueError beside others."""
    found = next((call for call in calls if call.name == name), None)
    if found is not None and len(calls) > 1:
        raise ValueError(f"{name} stands for the whole answer: call it alone")
    return found


def _why(call: ToolCall) -> str:
    why = Cannot.model_validate(dict(call.arguments)).why.strip()
    if not why:
        raise ValueError("it must say why")
    return why
