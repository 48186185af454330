"""What goes into a Reasoner and what comes out of it."""

from datetime import datetime
from typing import Literal

from pydantic import ConfigDict, Field

from shared.models.base import Json, Payload
from shared.models.intent import Candidate, Entities, IntentAnalysis, Option, PlannedStep
from shared.models.own_mail import OwnMail
from shared.models.profile import Profile
from shared.models.world import KnownTable, Link, Thing


class Usage(Payload):
    """Model calls and tokens spent; all zero for the embedded reasoner.

    `cached_tokens` are those of the input that the server had read before and charged less for.
    """

    calls: int = 0
    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    model: str = ""

    def __add__(self, other: "Usage") -> "Usage":
        """Sum two spendings."""
        return Usage(
            calls=self.calls + other.calls,
            input_tokens=self.input_tokens + other.input_tokens,
            cached_tokens=self.cached_tokens + other.cached_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            model=self.model or other.model,
        )


class ModelCondition(Payload):
    """How the language model does, and why.

    None is wanted, it lacks a setting, was not asked yet, is well, fails, or rests: it failed, and
    is left alone for so many `seconds`.
    """

    state: Literal["none", "unset", "untried", "ok", "failing", "resting"] = "none"
    name: str = ""
    reason: str = ""
    seconds: int = 0


class Exchange(Payload):
    """One thing said earlier in the thread; `agent` is the one whose answer it was, if any."""

    role: Literal["user", "assistant"]
    text: str
    agent: str = ""


class Reference(Payload):
    """Something an answer listed, which the person may point at ("the second one").

    The one with ordinal 0, if any, is what was talked about last ("it"). `who` is the address of
    the person it comes from, if it comes from one ("reply to her"), or goes to while it is a draft;
    of a message, the name of its author.
    `text` is what a draft says. `told`: it says the most of what was asked, or is the mail or
    event that does, so that it is "that mail" beside others.
    """

    kind: str
    id: str
    label: str
    ordinal: int
    who: str = ""
    text: str = ""
    told: bool = False


class Clarified(Payload):
    """One thing the product asked, and what it was told.

    `told`: the answer was said in the person's own words, so it belongs to what they want. `lacks`
    is what a plan lacked, where it asked, `listed`: there were some of it to choose from.
    """

    question: str
    answer: str
    told: bool = True
    lacks: str = ""
    listed: bool = False


class Memory(Payload):
    """What a conversation has taught, carried from turn to turn for an hour.

    `routes` are the agents used, `clarified` what was asked and learned; both newest last, at most
    10. `entities` are the last ones named of each kind. `contexts` are what calls of a tool go on
    with, by its name: the 10 latest. `draft` is the one that was saved or changed last.
    """

    entities: Entities = Entities()
    routes: tuple[str, ...] = ()
    clarified: tuple[Clarified, ...] = ()
    contexts: dict[str, str] = {}
    draft: Reference | None = None


class ConversationContext(Payload):
    """What came before, as far as it is relevant: at most the last 5 exchanges reach a model.

    `clarified` is what this very turn asked already, and learned; `question` is the one still open.
    `client` is what the person's client wants to be known.
    """

    exchanges: tuple[Exchange, ...] = ()
    references: tuple[Reference, ...] = ()
    memory: Memory = Memory()
    clarified: tuple[Clarified, ...] = ()
    question: str = ""
    client: tuple[str, ...] = ()


class ToolSpec(Payload):
    """A tool as a planner sees it; `parameters` is a JSON schema of type object.

    `changes`: it changes something.
    """

    name: str
    description: str
    parameters: dict[str, Json]
    changes: bool = False


class IntentRequest(Payload):
    """A message to understand. `agents` are those it could be for or names, best first.

    `links` are its words that name something the person has, `familiar` those that stand anywhere
    in the names of that or in their newest mails; `mentioned` is what the messages and answers
    named that it goes on from. `tools` are those of the workspace that are connected and
    may be used: who understands a message can plan it at once. `now` is the time in the person's
    own zone. `own_mails` show how they write, and nothing else: no fact may come from them.
    `tables` are those of their sheets that are known: they tell what words name in them.
    """

    text: str
    today: str
    context: ConversationContext = ConversationContext()
    agents: tuple[Candidate, ...] = ()
    links: tuple[Link, ...] = ()
    familiar: tuple[str, ...] = ()
    mentioned: tuple[Thing, ...] = ()
    tools: tuple[ToolSpec, ...] = ()
    profile: Profile = Profile()
    now: datetime | None = None
    own_mails: tuple[OwnMail, ...] = ()
    tables: tuple[KnownTable, ...] = ()


class Earlier(Payload):
    """What came of an earlier command of the same message; `references` are what it listed.

    `digest`: what was found is text to be condensed. All else is told as `text` has it. A field
    that an older deployment kept and this one no longer knows is dropped.
    """

    model_config = ConfigDict(extra="ignore")

    agent: str
    command: str
    success: bool
    text: str
    references: tuple[Reference, ...] = ()
    digest: bool = False


class PlanRequest(Payload):
    """One command for one sub-agent, its tools, and what the person may be pointing at.

    `procedure` is what the agent was made to do, one plain order an item; `instructions` is all it
    was told. `now` is the time in the person's own zone. `earlier` are the commands of the same
    message that are done; what they listed is pointed at before what older answers did. `links`,
    `mentioned`, `own_mails` and `tables` are as in an `IntentRequest`.
    """

    agent: str
    command: str
    today: str
    tools: tuple[ToolSpec, ...]
    context: ConversationContext = ConversationContext()
    earlier: tuple[Earlier, ...] = ()
    profile: Profile = Profile()
    now: datetime | None = None
    agent_name: str = ""
    instructions: str = ""
    procedure: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
    mentioned: tuple[Thing, ...] = ()
    own_mails: tuple[OwnMail, ...] = ()
    tables: tuple[KnownTable, ...] = ()


class ToolPlan(Payload):
    """Tool calls in order. An empty plan says in `cannot` why the command cannot be done.

    `lacks` is what an answer to `cannot`, which is a question then, would tell: a kind of span that
    the reader marks ("body", "time"); "" where no answer would help; `options` are answers that can
    be told, if they are few. `confidence` is how likely it is that the command was read as it was
    meant.
    """

    steps: tuple[PlannedStep, ...] = ()
    cannot: str = ""
    lacks: str = ""
    options: tuple[Option, ...] = ()
    confidence: float = Field(default=1, ge=0, le=1)


class ReviseRequest(Payload):
    """A call that was shown before it is made, and what the person wants changed in it.

    `command` is the order that led to it; `items` is what was found of the things it is about.
    """

    tool: ToolSpec
    command: str = ""
    arguments: dict[str, Json]
    wish: str
    today: str
    profile: Profile = Profile()
    now: datetime | None = None
    items: tuple[dict[str, Json], ...] = ()


class Revision(Payload):
    """The arguments as they should be; None when the wish could not be followed: `why` says why."""

    arguments: dict[str, Json] | None = None
    why: str = ""


class StepOutcome(Payload):
    """A tool call that has happened. `text` is its result as the tool itself would word it."""

    tool: str
    arguments: dict[str, Json] = {}
    result: Json = None
    error: str = ""
    text: str = ""


class ReassessRequest(Payload):
    """After a step whose result does not settle what comes next."""

    agent: str
    command: str
    today: str
    tools: tuple[ToolSpec, ...]
    done: tuple[StepOutcome, ...]
    remaining: tuple[PlannedStep, ...] = ()


class Reassessment(Payload):
    """Go on with `remaining` (which replaces the rest of the plan), stop, or ask.

    `clarify` asks `question` with `options`; an option's `value` is the index (as text) of the item
    of the last result that it stands for. Rules know two verdicts more: `broaden` makes the last
    call again with `arguments`, `choose` goes on with item `chosen` of its result alone. `note`
    is said before the answer.
    """

    verdict: Literal["continue", "complete", "clarify", "failed", "broaden", "choose"]
    arguments: dict[str, Json] | None = None
    chosen: int = 0
    note: str = ""
    remaining: tuple[PlannedStep, ...] = ()
    question: str = ""
    options: tuple[Option, ...] = ()
    summary: str = ""


class SynthesisRequest(Payload):
    """Turn what was found into an answer to the person.

    `earlier` are the commands of the same message that were done before this one. `brief`: they
    want answers short.
    """

    text: str
    today: str
    agent: str
    done: tuple[StepOutcome, ...]
    earlier: tuple[Earlier, ...] = ()
    brief: bool = False


class AnswerRequest(Payload):
    """Answer a question about the product, the person's agents, or in general.

    `standing_in`: why the language model that was to answer it did not; "" where none was. `now` is
    the time in the person's own zone. `brief`: they want answers short.
    """

    text: str
    intent: IntentAnalysis
    context: ConversationContext = ConversationContext()
    agents: tuple[Candidate, ...] = ()
    standing_in: str = ""
    now: datetime | None = None
    brief: bool = False


class ReplyRequest(Payload):
    """Read what a person said after a question.

    `free_text`: an answer in their own words is one too, whatever the options. `lacks` is the kind
    of thing that is asked for, where a plan lacked it. `action` is the title of the card that an
    approval shows, `tool` the call it is for with its `arguments`, and `command` the order that led
    to it. `waiting` are the orders of the same message that come after it, each with what has been
    wished for it, a line each. `beside_answer`: the question stands beside the answer to something
    else that was asked. `now` is the time in the person's own zone. Where it is asked which of
    several is meant, `tool` and `arguments` are the change that is made to it.
    """

    question: str
    options: tuple[Option, ...]
    text: str
    kind: Literal["clarification", "approval"]
    free_text: bool = False
    lacks: str = ""
    action: str = ""
    tool: str = ""
    arguments: dict[str, Json] = {}
    command: str = ""
    waiting: tuple[str, ...] = ()
    beside_answer: bool = False
    now: datetime | None = None


class ReplyReading(Payload):
    """What a reply means. `option` is the chosen id.

    `accept`, `reject`, `hold` (let it wait) and `aside` (a question about what is shown) answer
    approvals. So do `later` and `skip`: an order that still waits is to be done otherwise, or not
    at all; `option` is its place among them, from 0. A `reject` with the option "all" is of all
    that wait, too. That a reading says `accept` does not make it one: see `decisions.agreement`.
    """

    meaning: Literal[
        "option",
        "none",
        "new",
        "unclear",
        "accept",
        "reject",
        "text",
        "hold",
        "aside",
        "later",
        "skip",
        "wish",
    ]
    option: str | None = None
    wish: str = ""
    confidence: float = Field(default=1, ge=0, le=1)
