"""The work of one sub-agent on one command: its state is its row (spec 003, six-field context)."""

from typing import Literal

from shared.errors import ToolErrorKind
from shared.models.base import Json, Payload
from shared.models.intent import Option, Risk
from shared.models.reasoning import Reference, Usage

RunStatus = Literal["planning", "executing", "needs_clarification", "complete", "failed"]


class ToolError(Payload):
    """Why a tool call failed (spec 003)."""

    type: ToolErrorKind
    message: str
    tool: str
    recoverable: bool


class Step(Payload):
    """One tool call, planned or done. `approved` is the hash of the arguments a person accepted."""

    tool: str
    arguments: dict[str, Json] = {}
    reason: str = ""
    risk: Risk = "low"
    status: Literal["pending", "done", "failed"] = "pending"
    approved: str | None = None
    result: Json = None
    error: ToolError | None = None
    milliseconds: int = 0


class Clarification(Payload):
    """A question only the person can answer: which item of step `step`'s result was meant."""

    question: str
    options: tuple[Option, ...]
    step: int


class SubAgentResult(Payload):
    """What a sub-agent found or did. `execution_time` is in seconds."""

    data: Json = None
    summary: str = ""
    tools_used: tuple[str, ...] = ()
    execution_time: float = 0


class SubAgentResponse(Payload):
    """One structured response to one natural-language command (spec 003)."""

    success: bool
    domain: str
    request: str
    result: SubAgentResult
    error: ToolError | None = None
    references: tuple[Reference, ...] = ()


class AgentRun(Payload):
    """The six fields of spec 003 (request, tools, params, status, result, notes).

    `tools` are those the agent may use, fixed when planning; `steps` carries the calls with their
    params and results; `cursor` is the index of the next step to run.
    """

    id: str
    agent: str
    request: str
    status: RunStatus = "planning"
    tools: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()
    cursor: int = 0
    replans: int = 0
    notes: str = ""
    clarification: Clarification | None = None
    response: SubAgentResponse | None = None
    usage: Usage = Usage()


class ToolPreview(Payload):
    """Exactly what a risky tool call will do, and the hash that binds an approval to it."""

    tool: str
    arguments: dict[str, Json]
    hash: str
    risk: Risk
    text: str
