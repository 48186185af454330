"""The work of one sub-agent on one command: its state is its row (spec 003, six-field context)."""

from typing import Literal

from pydantic import Field

from shared.errors import ToolErrorKind
from shared.models.base import Json, Payload
from shared.models.effect import Approver
from shared.models.hooks import Hook
from shared.models.intent import Command, Option, PlannedStep, Risk, Sought
from shared.models.profile import Profile
from shared.models.reasoning import Clarified, Earlier, Reference

RunStatus = Literal["planning", "executing", "needs_clarification", "complete", "failed"]


class ToolError(Payload):
    """Why a tool call failed (spec 003). `link` leads to where a person can put it right."""

    type: ToolErrorKind
    message: str
    tool: str
    recoverable: bool
    link: str = ""

    @property
    def connects(self) -> bool:
        """Whether the person puts it right by connecting an account, for the first time or anew."""
        return self.link != "" or (self.type == "auth" and self.recoverable)


class Difference(Payload):
    """One thing an update changes."""

    label: str
    before: str
    after: str


class Card(Payload):
    """Exactly what a call will do, as it is shown before it is done.

    `fields` are label and value (To, Subject, When), `body` the text that goes out, `warnings` what
    a person should know before agreeing (external recipients, conflicts with other meetings).
    """

    title: str
    fields: tuple[tuple[str, str], ...] = ()
    body: str = ""
    differences: tuple[Difference, ...] = ()
    warnings: tuple[str, ...] = ()


class Origin(Payload):
    """Something of a change that others' text brought in, and not the person.

    It is whom `argument` reaches, what it touches, or its text. `value` is the address or name ("":
    a text filled in as a whole), `source` where it stands, in words; "" where nothing says it.
    """

    argument: str
    part: Literal["recipient", "target", "text"]
    value: str = ""
    source: str = ""

    @property
    def address(self) -> str:
        """The address it is about; "" for anything else."""
        return self.value if self.part == "recipient" and "@" in self.value else ""


class Step(Payload):
    """One tool call, planned or done. `approved` is the hash of the arguments a person accepted.

    `planned` is that of the arguments as they were first shown, with everything filled in. `bound`:
    earlier results are filled in, so the arguments point at nothing any more. `card` shows what it
    will do, once its arguments leave nothing open, and `was` is what that changes; `wish` is what a
    person wants changed in it, in their own words, before it is done, `before` its arguments before
    they edited them, `agreed` how they agreed, `agreed_by` who did where
    that was somebody else, and `shown` whether clients saw the call by then.
    `broadened`: nothing was found at first, and this is the attempt to find more. `feeds`: a later
    step takes its result, so it is no answer of its own; `sought` says which item of it they take.
    `text` is the result in words, `suggestions` are messages that go on from it. `counts` are the
    things it changes or reaches, by kind, where how many there are is a risk. `origins` are what
    others' text brought into it. `changes`: it changes something; until it is its turn that is not
    known. `rounds`: so often it was made again to go on with what it had begun.
    """

    tool: str
    arguments: dict[str, Json] = {}
    reason: str = ""
    sought: Sought | None = None
    risk: Risk = "low"
    status: Literal["pending", "done", "failed"] = "pending"
    planned: str = ""
    approved: str | None = None
    bound: bool = False
    card: Card | None = None
    was: Json = None
    agreed: Approver = ""
    agreed_by: str = ""
    shown: bool = False
    wish: str = ""
    before: dict[str, Json] | None = None
    broadened: bool = False
    feeds: bool = False
    result: Json = None
    text: str = ""
    suggestions: tuple[str, ...] = ()
    error: ToolError | None = None
    milliseconds: int = 0
    counts: dict[str, tuple[str, ...]] = {}
    origins: tuple[Origin, ...] = ()
    changes: bool = True
    rounds: int = 0


class Clarification(Payload):
    """A question only the person can answer.

    `item`: which item of the result of step `step` was meant. `limit`: whether to go on after as
    much time, or as many calls, as one command gets. `lacks`: what a command cannot be planned
    without, of the kind that the field names; it is answered in the person's own words. So may an
    `item` be that names such a kind. `relay`: the step's call asks, and goes on with whatever the
    person says.
    """

    kind: Literal["item", "limit", "lacks", "relay"] = "item"
    question: str
    options: tuple[Option, ...]
    step: int
    lacks: str = ""


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
    suggestions: tuple[str, ...] = ()
    confidence: float = Field(default=1, ge=0, le=1)
    """How well the result fits what was asked: less after a broader search, or cut short."""
    digest: bool = False
    """Whether it is text to be condensed; lists and effects are told in the tools' own words."""


class AgentRun(Payload):
    """The six fields of spec 003 (request, tools, params, status, result, notes).

    `tools` are those the agent may use, fixed when planning; `steps` carries the calls with their
    params and results; `cursor` is the index of the next step to run. `profile` is who the person
    is, and `hooks` the agent's policies, as they were when planning. `queue` are the commands of
    the same message that come after this one, `earlier` what came of those before it. `allowances`
    counts how often the limits of one command were granted. `gives_back`: a conversation its agent
    has is over once it has done what it was asked. `counted` are the things that the turn has
    changed or reached before, by kind; `share`: how many agents are at work for it side by side.
    `clarified` is what its command lacked, and was told when the person was asked. `planned` are
    calls that were worked out together with the command. `said` is what the person, and whoever
    made the agent, said themselves: all other text is foreign. `wishes` are what the person wanted
    different before its turn came: whatever it changes is shown with that. `held` is the run whose
    card stands while this one does what was asked in between, `between` how many orders that were.
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
    profile: Profile = Profile()
    hooks: tuple[Hook, ...] = ()
    order: int = 1
    queue: tuple[Command, ...] = ()
    earlier: tuple[Earlier, ...] = ()
    allowances: int = 1
    gives_back: bool = False
    counted: dict[str, tuple[str, ...]] = {}
    share: int = Field(default=1, ge=1)
    clarified: tuple[Clarified, ...] = ()
    planned: tuple[PlannedStep, ...] = ()
    said: tuple[str, ...] = ()
    wishes: tuple[str, ...] = ()
    held: "AgentRun | None" = None
    between: int = 0
