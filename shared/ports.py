"""What the app needs from the outside world, in the app's own words."""

from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Awaitable,
    Callable,
    Collection,
    Mapping,
    Sequence,
)
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from shared.feed import Listener
from shared.models.agent import Agent, AgentPage, AgentRecord, RunOutcome, Skill
from shared.models.base import Json, Payload
from shared.models.budget import Kind as Limited
from shared.models.building import DraftReading, DraftRequest
from shared.models.connection import (
    Begun,
    Connection,
    Finished,
    Offer,
    Reach,
    Ticketed,
    Wish,
)
from shared.models.conversation import Conversation
from shared.models.effect import EffectPage, EffectRecord
from shared.models.erasure import Erasure
from shared.models.gap import Gap
from shared.models.intent import IntentAnalysis
from shared.models.lent import LentTool, Offered, ToolServer
from shared.models.own_mail import OwnMail
from shared.models.person import Person
from shared.models.principal import Colleague, Met, Principal
from shared.models.profile import Policy
from shared.models.reasoning import (
    AnswerRequest,
    IntentRequest,
    PlanRequest,
    Reassessment,
    ReassessRequest,
    ReplyReading,
    ReplyRequest,
    ReviseRequest,
    Revision,
    SynthesisRequest,
    ToolPlan,
    Usage,
)
from shared.models.remote import Letter, RemoteAgent, RemoteCard, Reply
from shared.models.retention import Walked
from shared.models.routed import Routed
from shared.models.rows import Change, Kind, Stored
from shared.models.schedule import Schedule
from shared.models.thread import DueEntry, Thread
from shared.models.votes import Vote
from shared.models.waiting import Waiting
from shared.models.webhook import Secrets, Webhook
from shared.models.world import KnownTable, Link

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from shared.matching import AgentIndex

T = TypeVar("T")
P = TypeVar("P", bound=Payload)
Thing = TypeVar("Thing", ToolServer, RemoteAgent)


class Clock(Protocol):
    """The time of day."""

    def now(self) -> datetime:
        """Return the current time, aware, in UTC."""
        ...


@dataclass(frozen=True)
class Reasoned(Generic[T]):
    """A reasoner's result and what it cost, failed calls included.

    `fallback` says why it is not a model's although one was to be asked; mostly "".
    """

    value: T
    usage: Usage = Usage()
    fallback: str = ""


class Encoder(Protocol):
    """Sentences as vectors: the nearer in meaning, the larger their dot product.

    Only vectors of encoders with the same `space` may be compared.
    """

    @property
    def space(self) -> str:
        """Name what its vectors may be compared with."""
        ...

    def encode(self, texts: Sequence[str]) -> "NDArray[np.float32]":
        """Return one unit vector a text, shape (n, 384). Costs milliseconds of CPU a text."""
        ...


class TextStream(Protocol):
    """Text as it is being written.

    `usage` and `fallback` (both as in `Reasoned`) are complete once iteration has ended.
    """

    usage: Usage
    fallback: str

    def __aiter__(self) -> AsyncIterator[str]:
        """Yield the text in pieces; raise UpstreamUnavailable when it breaks off."""
        ...


class Reasoner(Protocol):
    """Understanding and wording. Each method raises an Upstream error when it cannot answer."""

    async def analyze_intent(self, request: IntentRequest) -> Reasoned[IntentAnalysis]:
        """Understand one message."""
        ...

    async def plan_tools(self, request: PlanRequest) -> Reasoned[ToolPlan]:
        """Plan the tool calls for one command."""
        ...

    async def reassess(self, request: ReassessRequest) -> Reasoned[Reassessment]:
        """Decide what a result means for the rest of the plan."""
        ...

    async def revise(self, request: ReviseRequest) -> Reasoned[Revision]:
        """Change a call that was shown as the person wishes."""
        ...

    def synthesize(self, request: SynthesisRequest) -> TextStream:
        """Word the answer to a command from what was found."""
        ...

    def answer(self, request: AnswerRequest) -> TextStream:
        """Answer a question about the product, the person's agents, or in general."""
        ...

    async def interpret_reply(self, request: ReplyRequest) -> Reasoned[ReplyReading]:
        """Read what a person said after a question."""
        ...

    async def draft_agent(self, request: DraftRequest) -> Reasoned[DraftReading]:
        """Read what a person said about an agent that is being made or changed."""
        ...


class Speller(Protocol):
    """Puts slips of the keyboard right."""

    def repair(self, text: str) -> str:
        """Return the text with misspelt ordinary words put right; names stay as they are."""
        ...


class Catalogue(Protocol):
    """The agents of each tenant as points to search among, domain sub-agents included."""

    async def index(
        self, tenant: str, *, workspace: bool = True, fresh: bool = False
    ) -> "AgentIndex":
        """Return the tenant's agents as they were at most 30 seconds ago; `fresh`: as they are.

        Without a `workspace` the domain sub-agents are not among them: words that only those use
        would make it seem as if somebody here could do it.
        """
        ...

    def outdate(self, tenant: str) -> None:
        """Have the tenant's agents looked at anew: this process has just changed them."""
        ...

    async def learn(self, tenant: str, agent_id: str, text: str) -> None:
        """Add a request that was rightly sent to an agent to its examples; once, and capped."""
        ...

    async def unlearn(self, tenant: str, agent_id: str, text: str) -> None:
        """Take a learned example back."""
        ...

    async def vote(self, tenant: str, agent_id: str, vote: Vote) -> None:
        """Count a person's one vote for an agent; what a quorum agrees on is learned."""
        ...

    async def withdraw(self, tenant: str, agent_id: str, by: str, point: str = "") -> None:
        """Take back a person's vote about requests like this one, or all they said.

        What lacks a quorum then is learned no more.
        """
        ...


class Records(Protocol):
    """How the runs of each agent have ended."""

    async def of(self, tenant: str, agents: Sequence[str]) -> Mapping[str, AgentRecord]:
        """Return the records of these agents, at most 30 seconds old; without runs, none."""
        ...

    async def count(self, tenant: str, agent_id: str, outcome: RunOutcome) -> None:
        """Add the outcome of a run, or replace what the same turn added before."""
        ...

    async def withdraw(self, tenant: str, agent_id: str, turn: str) -> None:
        """Take back what a turn added, if it did."""
        ...


class People(Protocol):
    """What is remembered of each person."""

    async def get(self, principal: Principal) -> Person:
        """Return it; nothing for a person not seen before."""
        ...

    async def change(self, principal: Principal, how: Callable[[Person], Person]) -> None:
        """Replace it by what `how` makes of it; `how` may be called again with a newer one."""
        ...


class Directory(Protocol):
    """The names and roles of an organisation's people, as they last signed in with."""

    async def met(self, principal: Principal) -> None:
        """Keep a caller's name and roles, and the day, unless that was kept before."""
        ...

    async def last(self, principal: Principal) -> Met | None:
        """Return how somebody was here last; None where that is not kept."""
        ...

    async def forget(self, principal: Principal) -> None:
        """Forget that somebody was here."""
        ...

    async def of(self, tenant: str) -> Sequence[Colleague]:
        """Return the people of an organisation who have been here, by name."""
        ...


class Policies(Protocol):
    """What each organisation wants on top of the rules of the tools."""

    async def get(self, tenant: str) -> Policy:
        """Return a tenant's policy; without one, nothing is tightened."""
        ...

    async def put(self, tenant: str, policy: Policy) -> None:
        """Replace a tenant's policy."""
        ...


class Ledger(Protocol):
    """What is on record of changes of the outside world."""

    async def get(self, principal: Principal, key: str) -> Stored[EffectRecord] | None:
        """Return what is on record of a change, or None."""
        ...

    async def put(
        self, principal: Principal, record: EffectRecord, etag: str | None
    ) -> Stored[EffectRecord]:
        """Write a record: a new one (etag None), or over the one read; raise Conflict."""
        ...

    async def page(
        self,
        principal: Principal,
        *,
        since: datetime | None = None,
        until: datetime | None = None,
        after: str = "",
        limit: int = 50,
    ) -> EffectPage:
        """Return the changes begun in a time, newest first, from where `after` ended."""
        ...

    def owner(self, principal: Principal) -> str:
        """Return what names whose changes they are; opaque, for `expire`."""
        ...

    async def forget(self, principal: Principal, thread: str, since: datetime) -> None:
        """Remove what is on record of a conversation's changes, begun since then."""
        ...

    async def expire(self, owner: str, now: datetime) -> None:
        """Remove the changes of one person that were kept for as long as they are to be."""
        ...


class WaitingList(Protocol):
    """What each person is asked, in all their conversations; what is noted may be over by now."""

    async def add(self, principal: Principal, waiting: Waiting) -> None:
        """Note what is about to be asked; noting it again changes nothing."""
        ...

    async def remove(self, principal: Principal, waiting: Waiting) -> None:
        """Strike out what waits no longer, if it is still there."""
        ...

    async def of(self, principal: Principal) -> Sequence[Waiting]:
        """Return what was noted, oldest first."""
        ...

    async def of_role(self, tenant: str, role: str) -> Sequence[Waiting]:
        """Return what waits for anybody else with a role, oldest first."""
        ...

    async def found(self, tenant: str, role: str, name: str) -> Waiting | None:
        """Return what waits for a role under an id, or None."""
        ...


class Belongings(Protocol):
    """Everything that is kept under one person's name."""

    def of(self, principal: Principal) -> AsyncIterator[tuple[str, Json]]:
        """Yield each row of a person with its table's name, tokens left out."""
        ...


class Traces(Protocol):
    """What there is of one person in every table, found again until it is gone.

    Each method counts rows by table and, `wet`, removes them. Raises Conflict where somebody
    changed one meanwhile: it may simply run again.
    """

    def reasons(self) -> Mapping[str, str]:
        """Return what stays of a person, and why, by table."""
        ...

    async def threads(self, who: Principal) -> Sequence[Thread]:
        """Return the heads of a person's conversations: all there are, listed anywhere or not."""
        ...

    async def own(self, who: Principal, *, wet: bool) -> Mapping[str, int]:
        """Go through what is kept under the person's name alone."""
        ...

    async def organisation(
        self, who: Principal, threads: Collection[str], *, wet: bool
    ) -> Mapping[str, int]:
        """Go through what an organisation has of its people, agents aside."""
        ...

    async def agents(self, who: Principal, *, wet: bool) -> Mapping[str, int]:
        """Go through the organisation's agents, and what people say these are for."""
        ...

    async def due(self, names: Collection[str], *, wet: bool) -> Mapping[str, int]:
        """Go through what is to be looked at later, of these conversations, schedules or people."""
        ...


class Retention(Protocol):
    """What is over in the tables, table by table."""

    def plan(self) -> Sequence[DueEntry]:
        """Return the next walk of each table, unless this process planned it before."""
        ...

    async def walk(self, table: str, start: str) -> Walked:
        """Take away what is over, from a partition on ("": the first); return how to go on."""
        ...


class Erasures(Protocol):
    """Erasures of people under way, by an opaque `key`, and receipts of those that are done."""

    def key(self, who: Principal) -> str:
        """Return the opaque key of whose erasure it is."""
        ...

    def new_id(self, who: Principal) -> tuple[str, str]:
        """Return what names a new erasure, and what stands for whom it is about."""
        ...

    async def begin(self, erasure: Erasure) -> Erasure:
        """Note that a person is to be erased; return the erasure that runs, begun before or now."""
        ...

    async def running(self, key: str) -> Stored[Erasure] | None:
        """Return what runs under an opaque key, or None."""
        ...

    async def get(self, tenant: str, erasure_id: str) -> Erasure | None:
        """Return an erasure that runs, or its receipt, or None."""
        ...

    async def put(self, key: str, erasure: Erasure, etag: str) -> Stored[Erasure]:
        """Write how far it has come, over what was read; raise Conflict."""
        ...

    async def finish(self, key: str, receipt: Erasure, etag: str) -> None:
        """Put a receipt in the place of what ran; raise Conflict."""
        ...

    async def note(self, who: Principal, threads: Sequence[str]) -> None:
        """Note conversations that are to go."""
        ...

    async def noted(self, who: Principal) -> Sequence[str]:
        """Return the conversations that were noted."""
        ...

    async def forget(self, who: Principal) -> None:
        """Forget the conversations that were noted, and who asked for the erasure of others."""
        ...


class Conversations(Protocol):
    """Where each person's conversations are; what is noted may have been deleted by now."""

    async def note(self, principal: Principal, conversation: Conversation) -> None:
        """Note that something was said in a conversation."""
        ...

    async def remove(self, principal: Principal, thread: str) -> None:
        """Strike out a conversation that is no more, if it is still there."""
        ...

    async def of(self, principal: Principal) -> Sequence[Conversation]:
        """Return a person's conversations, the one with the latest message first."""
        ...


class Results(Protocol):
    """Results of reading tools, kept for a while. `call` is the fingerprint of tool and arguments.

    Nothing is shared between people.
    """

    async def get(self, principal: Principal, domain: str, call: str) -> tuple[Json] | None:
        """Return the result of a call in a tuple of one, if one is kept that is not too old."""
        ...

    async def keep(
        self, principal: Principal, domain: str, call: str, result: Json, ttl: timedelta
    ) -> None:
        """Keep a result; one too large to keep is not kept."""
        ...

    async def drop(self, principal: Principal, domain: str) -> None:
        """Forget what was kept of a domain."""
        ...


class Worlds(Protocol):
    """What each person has, as far as this process knows it by now; nothing here waits."""

    def links(self, principal: Principal, text: str) -> tuple[Link, ...]:
        """Return the words of a text that name something the person has, in order."""
        ...

    def channels(self, principal: Principal, text: str) -> tuple[Link, ...]:
        """Return the words of a text that are a channel's name, be they any other words as well."""
        ...

    def familiar(self, principal: Principal, text: str) -> tuple[str, ...]:
        """Return the words of a text that the names of what they have, or their mails, say."""
        ...

    def tables(self, principal: Principal) -> tuple[KnownTable, ...]:
        """Return the tables of the sheets they changed last."""
        ...

    def own_mails(self, principal: Principal) -> tuple[OwnMail, ...]:
        """Return what they wrote in mails of their own lately, where that is looked at."""
        ...

    def changed(self, principal: Principal, domain: str) -> None:
        """Note that what a service of theirs has is not what it was."""
        ...

    def forget(self, principal: Principal) -> None:
        """Forget all that is known of a person."""
        ...


class Accounts(Protocol):
    """The accounts people connect."""

    def offers(self) -> Sequence[Offer]:
        """Return the providers whose accounts can be connected."""
        ...

    async def list(self, principal: Principal) -> Sequence[Connection]:
        """Return a person's accounts, the one connected first first."""
        ...

    async def ticket(self, principal: Principal, reach: Reach) -> str:
        """Return a ticket; raise NotFound, InvalidRequest or Forbidden."""
        ...

    async def ticketed(self, ticket: str) -> Ticketed:
        """Return what a ticket is for, which stays good; raise InvalidRequest."""
        ...

    async def start_with(self, ticket: str, back: str, browser: str) -> Begun:
        """Begin the sign-in that a ticket is for, which is used up; raises what `start` does."""
        ...

    async def start(self, principal: Principal, wish: Wish) -> Begun:
        """Begin a sign-in.

        Raises NotFound, InvalidRequest, Forbidden, Misconfigured or ToolFailed.
        """
        ...

    async def on_behalf_of(self, principal: Principal, reach: Reach, token: str) -> Connection:
        """Connect the account that a caller's own token opens.

        Raises NotFound where that cannot be, ClaimsNeeded where the client has to sign in anew
        first, NotAdmitted where nobody has consented yet, or ToolFailed.
        """
        ...

    async def finish(
        self, state: str, answer: Mapping[str, str], *, caller: Principal | None, browser: str
    ) -> Finished:
        """End a sign-in with the query that the person came back with; nobody can end it twice.

        It must be the `caller` who began it or, where nobody is signed in, the same `browser`.
        Raises InvalidRequest, Forbidden, NotFound or ToolFailed.
        """
        ...

    async def revoke(self, principal: Principal, connection: str) -> Connection:
        """Forget an account, and tell its provider if that can be reached; raise NotFound."""
        ...


class Routings(Protocol):
    """What became of routing each turn."""

    async def add(self, tenant: str, routed: Routed) -> None:
        """Keep how a turn was routed; the first stays."""
        ...

    async def judge(self, tenant: str, routed: Routed) -> Routed | None:
        """Keep it with a person's verdict, and return what was there before."""
        ...

    async def since(self, tenant: str, first: datetime) -> Sequence[Routed]:
        """Return how turns were routed since then, oldest first."""
        ...


class Agents(Protocol):
    """The agents of each tenant, what they were before, and those deleted lately."""

    async def list(self, tenant: str) -> tuple[Agent, ...]:
        """Return the tenant's agents by id."""
        ...

    async def page(self, tenant: str, after: str, limit: int) -> AgentPage:
        """Return some of the tenant's agents in a lasting order, from where `after` ended."""
        ...

    async def get(self, tenant: str, agent_id: str) -> tuple[Agent, str]:
        """Return an agent and its etag; raise NotFound."""
        ...

    async def save(self, tenant: str, agent: Agent, etag: str | None) -> str:
        """Create (etag None) or replace an agent and return its new etag; raise Conflict.

        What is replaced stays as a version, under its number. An id is not free for one that is
        `created_at` a time when a deleted agent of that id can be restored.
        """
        ...

    async def delete(self, tenant: str, agent_id: str, etag: str, now: datetime) -> None:
        """Take an agent away, so that `restore` can bring it back; raise Conflict or NotFound."""
        ...

    async def restore(self, tenant: str, agent_id: str, now: datetime) -> tuple[Agent, str]:
        """Bring a deleted agent back, with its etag.

        Raises NotFound when it was not deleted, or too long ago; Conflict when another agent has
        its id now.
        """
        ...

    async def versions(self, tenant: str, agent_id: str, limit: int) -> tuple[Agent, ...]:
        """Return what an agent was before, newest first, without what it is now."""
        ...

    async def version(self, tenant: str, agent_id: str, number: int) -> Agent:
        """Return an agent as it was, or is, in one of its versions; raise NotFound."""
        ...


class Skills(Protocol):
    """Each organisation's library of skills that its agents share."""

    async def list(self, tenant: str) -> tuple[Skill, ...]:
        """Return the library's skills by id."""
        ...

    async def get(self, tenant: str, skill_id: str) -> tuple[Skill, str]:
        """Return a skill and its etag; raise NotFound."""
        ...

    async def save(self, tenant: str, skill: Skill, etag: str | None) -> str:
        """Create (etag None) or replace a skill and return its new etag; raise Conflict."""
        ...

    async def delete(self, tenant: str, skill_id: str, etag: str) -> None:
        """Remove a skill; raise Conflict or NotFound."""
        ...


class Schedules(Protocol):
    """When agents run by themselves. A schedule's `key` is opaque and names its tenant too."""

    def key(self, tenant: str, schedule_id: str) -> str:
        """Return the opaque key that `find` takes."""
        ...

    async def of(self, tenant: str, owner: str | None = None) -> tuple[Schedule, ...]:
        """Return a tenant's schedules, or one person's, by id."""
        ...

    async def get(self, tenant: str, schedule_id: str) -> Stored[Schedule] | None:
        """Return one schedule, or None."""
        ...

    async def find(self, key: str) -> Stored[Schedule] | None:
        """Return the schedule of an opaque key, or None."""
        ...

    async def put(self, schedule: Schedule, etag: str | None) -> None:
        """Write a schedule: a new one (etag None), or over the one read; raise Conflict."""
        ...

    async def delete(self, tenant: str, schedule_id: str) -> None:
        """Remove a schedule, if it is there."""
        ...


class Gaps(Protocol):
    """What people asked for that nobody here could do."""

    async def keep(self, tenant: str, gap: Gap) -> None:
        """Keep one, or over what was kept of the same request."""
        ...

    async def since(self, tenant: str, first: datetime, limit: int) -> Sequence[Gap]:
        """Return the latest `limit` of those since then, newest first."""
        ...


class Registered(Protocol[Thing]):
    """What each organisation has registered of one form: tool servers, or remote agents."""

    async def list(self, tenant: str) -> Sequence[Thing]:
        """Return an organisation's things by id."""
        ...

    async def get(self, tenant: str, name: str) -> Stored[Thing] | None:
        """Return one thing, or None."""
        ...

    async def put(self, tenant: str, thing: Thing, etag: str | None) -> None:
        """Write a thing: a new one (etag None), or over the one read; raise Conflict."""
        ...

    async def delete(self, tenant: str, name: str) -> None:
        """Remove a thing, if it is there."""
        ...


class Lender(Protocol):
    """Reaches the servers that lend tools. Whatever they answer is other people's text."""

    def check(self, url: str, command: Sequence[str]) -> None:
        """Raise InvalidRequest for an address or a command that may not be reached from here."""
        ...

    def seal(self, tenant: str, server: ToolServer, credential: str) -> str:
        """Return a credential as only calls of this very server can use it."""
        ...

    def sealed_anew(self, tenant: str, server: ToolServer) -> str:
        """Return a server's credential as it would be sealed now; raise ToolFailed."""
        ...

    async def offers(self, tenant: str, server: ToolServer) -> Sequence[Offered]:
        """Return what a server offers now; raise ToolFailed."""
        ...

    async def call(
        self, tenant: str, server: ToolServer, tool: LentTool, arguments: Mapping[str, Json]
    ) -> Mapping[str, Json]:
        """Call a tool that still is what was accepted, and return what it answered.

        That is an object with its `text`, its structured `data`, whether either was `cut`, and the
        files that were `sent`.

        Raises ToolFailed where nothing was called, or the server says that it failed;
        OutcomeUnknown where it was called and no answer came that can be read.
        """
        ...


class Envoy(Protocol):
    """Talks to agents of other systems. Whatever they answer is other people's text."""

    def seal(self, tenant: str, agent: RemoteAgent, credential: str) -> str:
        """Return a credential as only messages to this very agent can bring it."""
        ...

    def sealed_anew(self, tenant: str, before: RemoteAgent, now: RemoteAgent) -> str:
        """Return the credential of an agent for what it is now; raise ToolFailed."""
        ...

    async def card(self, url: str) -> RemoteCard:
        """Return what a card says now.

        Raises InvalidRequest for an address that may not be reached, ToolFailed where there is no
        card that can be used.
        """
        ...

    async def say(self, tenant: str, agent: RemoteAgent, letter: Letter) -> Reply:
        """Send a message, or look what became of it, and return what the agent has come to.

        Raises ToolFailed where nothing was taken, or the agent says that it failed; OutcomeUnknown
        where nobody can tell.
        """
        ...


class Notifier(Protocol):
    """Tells the webhooks of tasks how these stand, signed as this product."""

    @property
    def offered(self) -> bool:
        """Whether anybody can be told: it takes a key."""
        ...

    def check(self, url: str) -> None:
        """Raise InvalidRequest for an address that may not be reached."""
        ...

    def seal(self, whose: str, secrets: Secrets) -> str:
        """Return what is shown to a webhook as only notifications of `whose` can bring it."""
        ...

    async def notify(self, whose: str, hook: Webhook, mark: str, task: Mapping[str, Json]) -> bool:
        """Send a task as it stands, once; return whether it was taken.

        What comes twice has the same name, which stands for its `mark`.
        """
        ...

    def keys(self) -> Mapping[str, Json]:
        """Return what its signatures are checked with: a set of keys (RFC 7517)."""
        ...


class Budgets(Protocol):
    """What each person, and each organisation, may have of what all share."""

    async def take(self, principal: Principal, wanted: Mapping[Limited, float]) -> None:
        """Take some of each kind, or none and raise LimitReached; 0 asks if anything is left."""
        ...

    def charge(self, principal: Principal, kind: Limited, amount: float) -> None:
        """Count what was had already, or given back (below 0). Nothing is refused or asked."""
        ...


class Due(Protocol):
    """What must be looked at later."""

    async def add(self, entry: DueEntry) -> None:
        """Write an entry; writing the same one again changes nothing."""
        ...

    async def remove(self, entry: DueEntry) -> None:
        """Remove an entry, if it is still there."""
        ...

    async def ripe(self, now: datetime, limit: int) -> Sequence[DueEntry]:
        """Return entries whose time has come, oldest first within each shard."""
        ...


Again = Callable[[int], Awaitable[None]]
"""What is awaited before a step is begun once more, with how often it was begun in vain."""


class Files(Protocol):
    """What is in the files of conversations, by the thread's opaque key and the file's id.

    Every method may raise a StorageFailed error.
    """

    async def put(self, thread: str, name: str, data: bytes) -> None:
        """Keep a file; the same one again changes nothing."""
        ...

    async def get(self, thread: str, name: str) -> bytes | None:
        """Return what a file holds, or None."""
        ...

    async def erase(self, thread: str) -> None:
        """Remove all files of a thread; none is fine."""
        ...


class Threads(Protocol):
    """The rows of each thread, changed one thread at a time.

    Threads are named by their opaque key (`naming.thread_key`), which begins with the tenant.
    """

    async def head(self, key: str) -> Stored[Thread] | None:
        """Return the thread row, or None."""
        ...

    async def get(
        self, key: str, kind: Kind[P], row: str | int, at: Stored[Thread] | None = None
    ) -> Stored[P] | None:
        """Return one row, or None. Numbered kinds take an int, the others an id.

        With the thread row `at`, as it was just read, the row may be one this process knows to
        belong to it; whoever commits under that thread row finds out if either has changed.
        """
        ...

    def listen(self, key: str) -> AbstractContextManager[Listener]:
        """Hear of what this process commits to a thread, from now until the block is left."""
        ...

    async def page(
        self, key: str, kind: Kind[P], first: int, limit: int, at: Stored[Thread] | None = None
    ) -> list[P]:
        """Return a numbered kind's rows from `first` on, in order.

        With `at`, as they were while the thread row was like that, which may need no reading.
        """
        ...

    def every(self, key: str, kind: Kind[P]) -> AsyncGenerator[P, None]:
        """Yield all rows of a kind, in the order of their ids."""
        ...

    async def commit(self, head: Stored[Thread] | None, change: Change) -> Stored[Thread]:
        """Write a change if the thread row still is as `head` (absent when None); return it then.

        Entries get the next event ids, without gaps; those logged before are dropped. Raises
        Conflict when the thread or another row changed, TooLarge before anything is stored.
        """
        ...

    async def delivered(self, key: str, step: str, again: Again) -> int:
        """Count a delivery of a step, and return how many there were with this one.

        `again` is awaited before any but the first is counted, with how many there were.
        """
        ...

    async def survived(self, key: str, step: str) -> None:
        """Forget the deliveries of a step, if there were any."""
        ...

    async def purge(self, key: str) -> None:
        """Remove every row of a thread, its head last."""
        ...

    async def ping(self) -> None:
        """Raise StorageUnavailable unless storage answers."""
        ...


class Engine(Protocol):
    """The durable runtime as handlers and timers see it."""

    async def start(self, orchestrator: str, instance: str, start: Payload) -> bool:
        """Start an instance; False when one with this id is still running or ending."""
        ...

    async def raise_event(self, instance: str, name: str) -> bool:
        """Raise an event without payload; False when the instance is unknown or has ended."""
        ...

    async def alive(self, instance: str) -> bool:
        """Return whether the instance is pending or running."""
        ...

    async def stalled(self, instance: str, since: datetime) -> bool:
        """Return whether the instance is pending or running, and has not moved on since then."""
        ...

    async def terminate(self, instance: str) -> None:
        """End an instance, whatever it waits for; it has ended a little later."""
        ...

    async def purge(self, instance: str) -> None:
        """Remove the history of an instance that has ended."""
        ...

    async def ping(self) -> None:
        """Raise StorageUnavailable unless the runtime answers."""
        ...
