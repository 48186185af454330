"""The shapes a model must answer in.

Strict structured output wants every property required, no defaults, no open objects and no
bounds, so these differ from our own values. Each turns itself into one, or raises ValueError
saying what is wrong.
"""

import json
import re
from collections.abc import Callable, Collection, Sequence
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict

from shared.models.intent import (
    ActionType,
    Command,
    Entities,
    IntentAnalysis,
    Missing,
    Option,
    Risk,
    Strategy,
)
from shared.models.reasoning import (
    IntentRequest,
    PlannedStep,
    PlanRequest,
    Reassessment,
    ReassessRequest,
    ReplyReading,
    ReplyRequest,
    ReviseRequest,
    Revision,
    ToolPlan,
    ToolSpec,
)
from shared.tools.registry import DOMAINS

T = TypeVar("T")
W = TypeVar("W", bound=BaseModel)
Convert = Callable[[W], T]

_REFERENCE = re.compile(r"\{(\d+)(?:\.[\w.*]+)?\}")
_MAX_OPTIONS = 4


class Wire(BaseModel):
    """Closed, so the schema says additionalProperties: false."""

    model_config = ConfigDict(extra="forbid")


MissingWire = Literal["agent_name", "data_source", "target", "topic", "timeframe", "object"]
"""What a request lacks; there is null for nothing, as for entities."""


class EntitiesWire(Wire):
    """What the message names."""

    agent_name: str | None
    data_source: str | None
    target: str | None
    topic: str | None
    timeframe: str | None
    people: list[str]
    output_format: str | None

    def value(self) -> Entities:
        """Return it as ours; what is named by an empty text is not named."""
        return Entities.model_validate(
            {name: said or None for name, said in self if name != "people"}
            | {"people": [p for p in self.people if p]}
        )


class CommandWire(Wire):
    """One order to one agent."""

    agent: str
    command: str
    order: int
    depends_on: list[int]
    risk: Risk

    def value(self, known: Collection[str]) -> Command:
        """Return it as ours; for an agent that nobody knows, one is yet to be found."""
        if any(earlier >= self.order for earlier in self.depends_on):
            raise ValueError(f"command {self.order} depends on one that is not before it")
        agent = self.agent if self.agent in known else ""
        return Command.model_validate({**self.model_dump(), "agent": agent})


class IntentWire(Wire):
    """One message, understood."""

    action: ActionType
    primary_intent: str
    entities: EntitiesWire
    required_skills: list[str]
    confidence: float
    ambiguous: bool
    ambiguity_reason: str | None
    commands: list[CommandWire]
    missing: MissingWire | None
    recurring: float
    strategy: Strategy

    def value(self, request: IntentRequest) -> IntentAnalysis:
        """Return it as ours; only what is to be executed has commands."""
        known = {agent.agent for agent in request.agents} | set(DOMAINS)
        commands = self.commands if self.action is ActionType.EXECUTE else ()
        missing: Missing = self.missing or ""
        return IntentAnalysis(
            action=self.action,
            primary_intent=self.primary_intent,
            entities=self.entities.value(),
            required_skills=tuple(self.required_skills),
            confidence=self.confidence,
            ambiguous=self.ambiguous,
            ambiguity_reason=self.ambiguity_reason,
            commands=tuple(command.value(known) for command in commands),
            missing=missing,
            recurring=self.recurring,
            strategy=self.strategy if _apart(commands) else "sequential",
        )


def _apart(commands: Sequence[CommandWire]) -> bool:
    """Return whether commands can be done side by side: they only read, each for an agent."""
    agents = {command.agent for command in commands if command.agent}
    reading = all(command.risk == "low" and not command.depends_on for command in commands)
    return reading and len(commands) == len(agents) > 1


class StepWire(Wire):
    """One tool call; the arguments are a JSON object as text, since their names vary by tool."""

    tool: str
    arguments_json: str
    reason: str

    def value(self, tools: Sequence[ToolSpec], results: int) -> PlannedStep:
        """Return it as ours; it may refer to the results of the first `results` steps."""
        spec = next((tool for tool in tools if tool.name == self.tool), None)
        if spec is None:
            raise ValueError(f"there is no tool {self.tool!r}")
        arguments = _object(self.arguments_json)
        _check_names(self.tool, arguments, spec.parameters)
        for reference in _REFERENCE.finditer(self.arguments_json):
            if not 1 <= int(reference[1]) <= results:
                raise ValueError(f"{reference[0]} refers to a step that has no result by then")
        return PlannedStep(tool=self.tool, arguments=arguments, reason=self.reason)


class PlanWire(Wire):
    """Tool calls in order, or why there are none."""

    steps: list[StepWire]
    cannot: str

    def value(self, request: PlanRequest) -> ToolPlan:
        """Return it as ours."""
        if not self.steps and not self.cannot.strip():
            raise ValueError("an empty plan must say in `cannot` why")
        steps = (step.value(request.tools, done) for done, step in enumerate(self.steps))
        return ToolPlan(steps=tuple(steps), cannot="" if self.steps else self.cannot)


class RevisionWire(Wire):
    """A shown call as the person wants it, or why that cannot be done."""

    arguments_json: str
    cannot: str

    def value(self, request: ReviseRequest) -> Revision:
        """Return it as ours."""
        if self.cannot.strip():
            return Revision(why=self.cannot)
        arguments = _object(self.arguments_json)
        _check_names(request.tool.name, arguments, request.tool.parameters)
        return Revision(arguments=arguments)


class OptionWire(Wire):
    """One offered answer; `item` is the index of the item in the last result it stands for."""

    label: str
    description: str
    item: int


class ReassessmentWire(Wire):
    """What a result means for the rest of the plan."""

    verdict: Literal["continue", "complete", "clarify", "failed"]
    remaining: list[StepWire]
    question: str
    options: list[OptionWire]
    summary: str

    def value(self, request: ReassessRequest) -> Reassessment:
        """Return it as ours."""
        if self.verdict == "clarify" and not (
            self.question.strip() and 1 < len(self.options) <= _MAX_OPTIONS
        ):
            raise ValueError(f"to clarify takes a question and 2 to {_MAX_OPTIONS} options")
        if self.verdict == "continue" and not self.remaining:
            raise ValueError("to continue takes remaining steps")
        done = len(request.done)
        steps = (step.value(request.tools, done + n) for n, step in enumerate(self.remaining))
        options = (
            Option(id=str(place), label=o.label, description=o.description, value=str(o.item))
            for place, o in enumerate(self.options, 1)
        )
        return Reassessment(
            verdict=self.verdict,
            remaining=tuple(steps),
            question=self.question,
            options=tuple(options),
            summary=self.summary,
        )


class ReplyWire(Wire):
    """What a person said after a question. Consent is not for a model to find in it."""

    meaning: Literal["option", "none", "new", "unclear", "reject", "text", "hold", "aside"]
    option: str | None
    confidence: float

    def value(self, request: ReplyRequest) -> ReplyReading:
        """Return it as ours."""
        chosen = self.option if self.meaning == "option" else None
        if self.meaning == "option" and chosen not in {option.id for option in request.options}:
            raise ValueError(f"there is no option {chosen!r}")
        if self.meaning in {"reject", "hold", "aside"} and request.kind != "approval":
            raise ValueError(f"{self.meaning!r} is for approvals only")
        return ReplyReading(meaning=self.meaning, option=chosen, confidence=self.confidence)


def _object(text: str) -> dict[str, Any]:
    try:
        value: object = json.loads(text)
    except json.JSONDecodeError as exc:
        raise ValueError(f"arguments_json is not JSON: {exc}") from exc
    if not isinstance(value, dict):
        raise ValueError("arguments_json is not a JSON object")  # noqa: TRY004 - a wrong answer, not a wrong call
    return value  # pyright: ignore[reportUnknownVariableType]


def _check_names(tool: str, arguments: Collection[str], schema: dict[str, Any]) -> None:
    known: set[str] = set(schema.get("properties", {}))
    required: set[str] = set(schema.get("required", ()))
    if known and (unknown := sorted(set(arguments) - known)):
        raise ValueError(f"{tool} has no parameter {', '.join(unknown)}")
    if missing := sorted(required - set(arguments)):
        raise ValueError(f"{tool} needs {', '.join(missing)}")
