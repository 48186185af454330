"""What became of routing a turn: ids and figures, never what was said (spec 001, privacy)."""

from datetime import datetime
from typing import Literal

from shared.models.base import Payload
from shared.models.intent import ActionType, DecisionKind, QuestionType

Verdict = Literal["good", "wrong_agent"]


class Routed(Payload):
    """How one turn was routed. `asked` is the type of its first question.

    `succeeded` is None where no agent ran; `meant` is the agent a person says they had meant.
    """

    turn: str
    at: datetime
    action: ActionType | None = None
    kind: DecisionKind | None = None
    agent: str | None = None
    asked: QuestionType | None = None
    rounds: int = 0
    mentioned: bool = False
    succeeded: bool | None = None
    verdict: Verdict | None = None
    meant: str | None = None


class AgentShare(Payload):
    """How often one agent was routed to, and how often it was the wrong one."""

    agent: str
    turns: int
    wrong: int


class RoutingReport(Payload):
    """How routing has gone. Rates are shares of `turns`, None where there is nothing to divide.

    `first_try_success`: of the turns an agent worked on, those that succeeded without a question,
    and were not said to be wrong. `override_rate`: messages that named their agent by `@name`.
    """

    days: int
    turns: int
    clarification_rate: float | None
    first_try_success: float | None
    override_rate: float | None
    wrong_agent_rate: float | None
    questions: dict[str, int]
    agents: tuple[AgentShare, ...]
