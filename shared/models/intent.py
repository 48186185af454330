"""What a message asks for, and who could do it."""

from enum import StrEnum
from typing import Literal

from pydantic import Field

from shared.models.base import Json, Payload

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


class Sought(Payload):
    """Which of the things that a call lists is meant, in the words of the command.

    `first`: the first of them where the words tell none from the others. `within`: the first and
    the last day of the time that is said, as dates; empty where none is.
    """

    words: str
    first: bool = False
    within: tuple[str, ...] = ()


class PlannedStep(Payload):
    """One planned tool call.

    A string argument may contain `{N.path.to.value}`: the value at that path in the result of step
    N (1-based; list items by index), or `{N}`: that result in words. Code fills it in; a model
    never copies results. `sought` says which of the items it lists later calls take. `wish` says in
    the person's own words what should be different in what is there, which is read once that is
    known.
    """

    tool: str
    arguments: dict[str, Json] = {}
    reason: str = ""
    sought: Sought | None = None
    wish: str = ""


class Command(Payload):
    """One natural-language order to one agent (spec 002, prompt 1); "" is one to be found.

    `steps` are the calls it takes, where they were worked out together with the order. While it
    waits for its turn, `wishes` are what a person wants different in it, in their own words, and
    `skipped` that it is not to be done.
    """

    agent: str = ""
    command: str
    order: int = 1
    depends_on: tuple[int, ...] = ()
    risk: Risk = "low"
    steps: tuple[PlannedStep, ...] = ()
    wishes: tuple[str, ...] = ()
    skipped: bool = False


Missing = Literal["", "agent_name", "data_source", "target", "topic", "timeframe", "object"]
"""What a request cannot be done without and does not say; "" when nothing is missing."""


Strategy = Literal["sequential", "parallel", "first_success"]


class IntentAnalysis(Payload):
    """One message, understood.

    `strategy`: how its commands are done: one after another, each knowing what came before; all at
    once, where they do not depend on each other; or until one of them succeeds.

    `missing` is what has to be asked before anything can be done; `recurring` is the probability
    that something lasting is wanted where running an agent once would also make sense. `reading` is
    how likely the least likely of its commands was read whole, where a reader read them. `later` is
    what the message asks for besides its commands and that has to be asked for by itself.
    """

    action: ActionType
    primary_intent: str
    entities: Entities = Entities()
    required_skills: tuple[str, ...] = ()
    confidence: float = Field(ge=0, le=1)
    ambiguous: bool = False
    ambiguity_reason: str | None = None
    commands: tuple[Command, ...] = ()
    missing: Missing = ""
    recurring: float = Field(default=0, ge=0, le=1)
    reading: float = Field(default=1, ge=0, le=1)
    strategy: Strategy = "sequential"
    plainly: str = ""
    later: str = ""


class Candidate(Payload):
    """An agent that could do it, how likely it is the one meant (0 to 1), and why in words.

    `available` is False while it keeps failing; `named` says that the message names it;
    `workspace`, that it comes with the product and works on the person's own accounts; `changes`,
    that what it was made to do ends in a change.
    """

    agent: str
    name: str
    description: str
    score: float = Field(ge=0, le=1)
    reasons: tuple[str, ...] = ()
    available: bool = True
    named: bool = False
    workspace: bool = False
    changes: bool = False


class Option(Payload):
    """One offered answer: clients send back `id`; `value` is what the asker needs to go on."""

    id: str
    label: str
    description: str = ""
    value: str = ""


DecisionKind = Literal["run", "delegate", "build", "handoff", "query", "ask", "say"]
QuestionType = Literal["choice", "entity", "open", "create_or_run", "offer"]


class Decision(Payload):
    """Where a turn goes, and why.

    `run`: `agent` gets the command. `delegate`: several agents get one each, side by side. `build`:
    the agent builder creates an agent, or changes `agent`. `handoff`: `agent` has, or is to have,
    the conversation. `query`: a query handler answers. `ask`: `text` is a question of type
    `question`, with `options`; `agent` is the one it is asked for, if there is one. `say`: `text`
    is all there is to say. `note` is said before the answer of a run: an assumption made, or a
    substitute chosen. `among` are the agents that the person chose this one from.
    """

    kind: DecisionKind
    agent: str | None = None
    question: QuestionType | None = None
    text: str = ""
    note: str = ""
    options: tuple[Option, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    among: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
