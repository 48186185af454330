"""What became of turns: ids and figures, never what was said (spec 001, privacy).

Only what is missing (`Unmet`) has to be told in words.
"""

from datetime import date, datetime
from typing import Literal

from shared.models.base import Payload
from shared.models.intent import ActionType, DecisionKind, QuestionType

Verdict = Literal["good", "wrong_agent"]
Follows = Literal["", "corrects", "repeats"]
"""What a message says of the turn before it: nothing, that it was wrong, or the same wish again."""
Met = Literal["success", "failure", "open"]
"""Whether a turn gave what was wanted; `open` where that has not shown yet."""


class Routed(Payload):
    """How one turn was routed. `asked` is the type of its first question.

    `succeeded` is whether an agent's run came to what it was for, as far as the run itself can tell
    (None where no agent ran, and where it found nothing); `meant` is the agent a person says they
    had meant. `follows` is what the turn's own message says of the turn before it.
    `user` is whose turn it was ("" in old rows). `calls` and tokens are those of language models,
    `tools` counts tool calls; `milliseconds` were worked, without waiting for the person.
    """

    turn: str
    at: datetime
    user: str = ""
    action: ActionType | None = None
    kind: DecisionKind | None = None
    agent: str | None = None
    asked: QuestionType | None = None
    rounds: int = 0
    mentioned: bool = False
    succeeded: bool | None = None
    follows: Follows = ""
    verdict: Verdict | None = None
    meant: str | None = None
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    tools: int = 0
    milliseconds: int = 0


class AgentShare(Payload):
    """How often one agent was routed to, and how often it was the wrong one."""

    agent: str
    turns: int
    wrong: int


class RoutingReport(Payload):
    """How routing has gone. Rates are shares of `turns`, None where there is nothing to divide.

    `outcomes`: of the turns an agent worked on, how many gave what was wanted (`success`), did not
    (`failure`), or cannot be told yet (`open`). `first_try_success`: of those told, the ones that
    succeeded without a question. `override_rate`: messages that named their agent by `@name`.
    """

    days: int
    turns: int
    clarification_rate: float | None
    first_try_success: float | None
    override_rate: float | None
    wrong_agent_rate: float | None
    outcomes: dict[Met, int]
    questions: dict[str, int]
    agents: tuple[AgentShare, ...]


class Figures(Payload):
    """What some turns took; `runs` are those that an agent worked on."""

    turns: int = 0
    runs: int = 0
    tool_calls: int = 0
    model_calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    milliseconds: int = 0


class AgentFigures(Figures):
    """What the turns of one agent took."""

    agent: str


class DayFigures(Figures):
    """What the turns of one day (UTC) took."""

    day: date


class UsageReport(Payload):
    """What was used: the most used agent first, and each day that had turns."""

    days: int
    of: Literal["me", "organisation"]
    total: Figures
    agents: tuple[AgentFigures, ...]
    by_day: tuple[DayFigures, ...]


class Unmet(Payload):
    """The requests of the same words that nobody could do; the rest is of the latest of them.

    `outcomes` counts what people made of what they were offered instead.
    """

    text: str
    count: int
    domain: str
    nearest: tuple[str, ...]
    outcomes: dict[str, int]
    last_at: datetime


class GapReport(Payload):
    """What is missing, the most wanted first. `outcomes` and `domains` count all `requests`."""

    days: int
    requests: int
    outcomes: dict[str, int]
    domains: dict[str, int]
    gaps: tuple[Unmet, ...]
