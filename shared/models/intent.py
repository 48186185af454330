"""What a message asks for, and who could do it."""

from enum import StrEnum
from typing import Literal

from pydantic import Field

from shared.models.base import Payload

Risk = Literal["low", "medium", "high"]


class ActionType(StrEnum):
    """The four things a person can want (spec 001), and not being able to tell."""

    CREATE = "CREATE"
    UPDATE = "UPDATE"
    EXECUTE = "EXECUTE"
    QUERY = "QUERY"
    AMBIGUOUS = "AMBIGUOUS"


class Entities(Payload):
    """What the message names."""

    agent_name: str | None = None
    data_source: str | None = None
    target: str | None = None
    topic: str | None = None
    timeframe: str | None = None
    people: tuple[str, ...] = ()
    output_format: str | None = None


class Command(Payload):
    """One natural-language order to one sub-agent (spec 002, prompt 1)."""

    agent: str
    command: str
    order: int = 1
    depends_on: tuple[int, ...] = ()
    risk: Risk = "low"


class IntentAnalysis(Payload):
    """One message, understood."""

    action: ActionType
    primary_intent: str
    entities: Entities = Entities()
    required_skills: tuple[str, ...] = ()
    confidence: float = Field(ge=0, le=1)
    ambiguous: bool = False
    ambiguity_reason: str | None = None
    commands: tuple[Command, ...] = ()


class Candidate(Payload):
    """An agent that could do it, how well it fits (0 to 1), and why in words."""

    agent: str
    name: str
    description: str
    score: float = Field(ge=0, le=1)
    reasons: tuple[str, ...] = ()


class Option(Payload):
    """One offered answer: clients send back `id`; `value` is what the asker needs to go on."""

    id: str
    label: str
    description: str = ""
    value: str = ""


DecisionKind = Literal["run", "ask", "answer", "say"]


class Decision(Payload):
    """Where a turn goes, and why.

    `run`: `agent` gets the command. `ask`: `text` is a question with `options`. `answer`: the
    reasoner answers a question. `say`: `text` is all there is to say.
    """

    kind: DecisionKind
    agent: str | None = None
    text: str = ""
    options: tuple[Option, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    reasons: tuple[str, ...] = ()
