"""One call for what a message means and what is done about it.

The answer is calls: of the workspace's own tools, which are the plan at once, or of tools that only
say what the message is for (an agent that people made, the builder, a question).
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pydantic import BaseModel, ConfigDict

from shared.decisions.binding import pointers, shifted
from shared.models.base import Json
from shared.models.intent import (
    ActionType,
    Command,
    Entities,
    IntentAnalysis,
    Missing,
    PlannedStep,
    Strategy,
)
from shared.models.reasoning import IntentRequest
from shared.reasoning.calls import Checking
from shared.reasoning.embedded.requests import SURE
from shared.reasoning.model.port import Tool, ToolCall
from shared.reasoning.narrowing import GROUPS, LENT
from shared.reasoning.offering import control
from shared.workspace.registry import DOMAINS, SERVICES, TOOLS

CALLED, SAID, ASKED = 0.95, 0.9, 0.5
"""How sure what it means is: it was turned into calls, said to be for something, or is asked."""
LASTING = 0.7
"""How likely something lasting is wanted where it may be."""

MissingSaid = Literal["", "agent_name", "data_source", "target", "topic", "timeframe", "object"]


class _Control(BaseModel):
    model_config = ConfigDict(extra="ignore")


class UseAgent(_Control):
    """Something one of the `agents` does."""

    agent: str
    command: str
    only_reads: bool


class MakeAgent(_Control):
    """An agent or automation to be made."""

    what: str
    lasting: Literal["sure", "maybe"]


class ChangeAgent(_Control):
    """A change of an agent."""

    agent: str
    what: str


class AnswerQuestion(_Control):
    """A question that no tool is needed for."""

    question: str


class Ask(_Control):
    """What has to be asked."""

    question: str
    missing: MissingSaid


class MoreTools(_Control):
    """Groups of tools."""

    groups: list[str]


class MoreOrLent(MoreTools):
    """Groups of tools, and what is needed of those of other servers."""

    needs: str = ""


@dataclass(frozen=True)
class Asked:
    """Groups of tools that a model wants to be shown, and what it needs of lent ones."""

    groups: tuple[str, ...]
    needs: str = ""


USE, MAKE, CHANGE, ANSWER, ASK, MORE = (
    "use_agent",
    "make_agent",
    "change_agent",
    "answer_question",
    "ask_person",
    "more_tools",
)
CONTROLS: tuple[Tool, ...] = (
    control(USE, "Have one of the agents that people made do something", UseAgent),
    control(MAKE, "A new agent, automation or standing rule is wanted", MakeAgent),
    control(CHANGE, "An agent is to be changed, renamed, paused or deleted", ChangeAgent),
    control(
        ANSWER, "A question about this product, its agents or the world; small talk", AnswerQuestion
    ),
    control(ASK, "It cannot be told what is wanted: a question to the person", Ask),
)
_SEE = "See other tools. Groups: " + "; ".join(
    f"{key} ({group.about})" for key, group in GROUPS.items()
)
MORE_TOOLS = control(MORE, _SEE, MoreTools)
MORE_OR_LENT = control(
    MORE, f"{_SEE}; {LENT} (of other servers; `needs`: what for, in a few words)", MoreOrLent
)
"""For an agent with more lent tools than are shown at once."""
_SHAPES: dict[str, type[_Control]] = {
    USE: UseAgent,
    MAKE: MakeAgent,
    CHANGE: ChangeAgent,
    ANSWER: AnswerQuestion,
    ASK: Ask,
}


def asked_for(calls: Sequence[ToolCall], there: Collection[str]) -> Asked | None:
    """Return which tools a model asks for, if that is what it does.

    Raises ValueError for one that is not `there` to be asked for.
    """
    asked = [call for call in calls if call.name == MORE]
    named = (group for call in asked for group in _list(call.arguments.get("groups")))
    groups = tuple(dict.fromkeys(map(str, named)))
    if unknown := sorted(set(groups) - set(there)):
        raise ValueError(f"there is no group of tools {unknown[0]!r}")
    needs = " ".join(str(call.arguments.get("needs") or "") for call in asked)
    return Asked(groups, needs.strip()) if groups else None


def _list(value: Json) -> list[Json]:
    return list(value) if isinstance(value, list | tuple) else []  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]


@dataclass
class _Segment:
    """Calls that one agent of the workspace makes, and how many came before them."""

    agent: str
    before: int
    steps: list[PlannedStep] = field(default_factory=list[PlannedStep])


def understood(
    calls: Sequence[ToolCall], request: IntentRequest, checking: Checking, entities: Entities
) -> IntentAnalysis:
    """Return what calls say of a message; raise ValueError saying what is wrong with them."""
    if not calls:
        raise ValueError("it called no tool")
    checking.worded(calls)
    said = [(call.name, _SHAPES[call.name]) for call in calls if call.name in _SHAPES]
    alone = {name for name, _ in said} - {USE}
    if alone and len(calls) > 1:
        raise ValueError(f"{min(alone)} stands for the whole message: call it alone")
    if alone:
        [call] = calls
        theirs = any(one.sure >= SURE for one in checking.commands)
        # what their client shows may be asked about as well, and no tool finds that
        if call.name == ANSWER and theirs and not request.context.client:
            raise ValueError(
                f"{ANSWER}: what stands in their own mail, calendar, chat or files "
                "is found by tools: call them as the first reading does"
            )
        shape = _SHAPES[call.name].model_validate(dict(call.arguments))
        return _said(shape, request)
    commands = tuple(_commands(calls, request, checking))
    return IntentAnalysis(
        action=ActionType.EXECUTE,
        primary_intent=request.text,
        entities=entities,
        confidence=CALLED,
        commands=commands,
        strategy=_strategy(commands),
    )


def _said(shape: _Control, request: IntentRequest) -> IntentAnalysis:
    about = IntentAnalysis(action=ActionType.QUERY, primary_intent=request.text, confidence=SAID)
    match shape:
        case MakeAgent(lasting="maybe"):
            update = {"action": ActionType.AMBIGUOUS, "recurring": LASTING, "ambiguous": True}
            return about.model_copy(update={**update, "confidence": ASKED})
        case MakeAgent():
            return about.model_copy(update={"action": ActionType.CREATE})
        case ChangeAgent(agent=agent):
            named = Entities(agent_name=agent or None)
            return about.model_copy(update={"action": ActionType.UPDATE, "entities": named})
        case Ask(question=question, missing=missing):
            lacks: Missing = missing
            action = ActionType.EXECUTE if missing else ActionType.AMBIGUOUS
            update = {"action": action, "missing": lacks, "confidence": ASKED, "ambiguous": True}
            return about.model_copy(update={**update, "ambiguity_reason": question or None})
        case _:
            return about


def _commands(
    calls: Sequence[ToolCall], request: IntentRequest, checking: Checking
) -> Iterator[Command]:
    """Yield the orders that calls come to: those of one agent in a row are one of its orders."""
    known = {agent.agent for agent in request.agents} | set(DOMAINS)
    order, segment, plain = 0, list[ToolCall](), sum(call.name == USE for call in calls)
    for call in (*calls, None):
        if call is not None and call.name != USE:
            segment.append(call)
            continue
        if segment:
            steps = checking.steps(segment)
            whole = not plain
            for one in _segments(steps, request):
                order += 1
                yield _own(
                    one, order, request.text if whole and len(steps) == len(one.steps) else ""
                )
            segment = []
        if call is not None:
            order += 1
            wanted = UseAgent.model_validate(dict(call.arguments))
            yield Command(
                agent=wanted.agent if wanted.agent in known else "",
                command=wanted.command or request.text,
                order=order,
                risk="low" if wanted.only_reads else "medium",
            )


def _segments(steps: Sequence[PlannedStep], request: IntentRequest) -> Iterator[_Segment]:
    """Yield the steps that one agent can make, for as long as it can."""
    reachable = {agent.agent for agent in request.agents if agent.workspace}
    agents = [s.agent for s in SERVICES if not reachable or s.agent.id in reachable]
    at = 0
    while at < len(steps):
        best, agent = 0, ""
        for one in agents:
            count = 0
            while at + count < len(steps) and steps[at + count].tool in one.tools:
                count += 1
            last = steps[at + count - 1].tool if count else ""
            closer = count == best and count and TOOLS[last].domain == one.id
            if (one.id in DOMAINS and (count > best or closer)) or (count and not best):
                best, agent = count, one.id
        best = best or 1
        yield _Segment(agent, at, list(steps[at : at + best]))
        at += best


def _own(segment: _Segment, order: int, text: str) -> Command:
    """Return the order of a segment, with its plan where that needs nothing of those before."""
    moved = [
        step.model_copy(update={"arguments": shifted(step.arguments, -segment.before)})
        for step in segment.steps
    ]
    before = any(
        pointer.step <= segment.before
        for step in segment.steps
        for pointer in pointers(step.arguments)
    )
    reasons = dict.fromkeys(step.reason for step in segment.steps if step.reason)
    changes = any(TOOLS[step.tool].rules.changes for step in segment.steps if step.tool in TOOLS)
    return Command(
        agent=segment.agent,
        command=text or "; ".join(reasons) or "; ".join(step.tool for step in segment.steps),
        order=order,
        depends_on=tuple(range(1, order)) if before else (),
        risk="medium" if changes else "low",
        steps=() if before else tuple(moved),
    )


def _strategy(commands: Sequence[Command]) -> Strategy:
    """Return that agents which only read, each something else, may be asked side by side."""
    agents = {command.agent for command in commands if command.agent and not command.steps}
    reading = all(command.risk == "low" and not command.depends_on for command in commands)
    return "parallel" if reading and len(commands) == len(agents) > 1 else "sequential"
