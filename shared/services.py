"""Everything an activity or handler may reach, handed over ready-made."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from shared.errors import InvalidRequest, ToolFailed
from shared.matching import of_today
from shared.models.agent import Agent, AgentRecord
from shared.models.base import Json
from shared.models.budget import Kind
from shared.models.lent import LentTool, Offered, ToolServer
from shared.models.own_mail import OwnMail
from shared.models.principal import Principal
from shared.models.reasoning import ModelCondition
from shared.models.remote import Letter, RemoteAgent, RemoteCard, Reply
from shared.models.retention import Walked
from shared.models.signing_in import SignInWith
from shared.models.thread import DueEntry
from shared.models.webhook import Secrets, Webhook
from shared.models.world import KnownTable, Link
from shared.ports import (
    Accounts,
    Agents,
    Belongings,
    Budgets,
    Catalogue,
    Clock,
    Conversations,
    Directory,
    Due,
    Encoder,
    Envoy,
    Erasures,
    Files,
    Gaps,
    Ledger,
    Lender,
    Notifier,
    People,
    Policies,
    Reasoner,
    Records,
    Registered,
    Results,
    Retention,
    Routings,
    Schedules,
    Skills,
    Speller,
    Threads,
    Traces,
    WaitingList,
    Worlds,
)
from shared.tools.tool import Tool
from shared.tools.workspace import Workspaces


@dataclass(frozen=True)
class Limits:
    """How long things wait: a question, a thread without news, a turn before it is looked after.

    `stuck`: after so long without moving on, an instance is alive in name only. No function may
    take longer (`functionTimeout` in host.json). `slow`: after so long, clients are told what a
    language model is at work on; None where there is none. `roles`: for so long schedules go by the
    roles that their owner was here with last.
    """

    question_ttl: timedelta = timedelta(days=1)
    retention: timedelta = timedelta(days=30)
    rescue: timedelta = timedelta(seconds=60)
    stuck: timedelta = timedelta(minutes=10)
    slow: timedelta | None = None
    roles: timedelta = timedelta(days=30)


def listed(principal: Principal, agent: Agent) -> bool:
    """Let those run an agent whom it lists; everyone in the organisation where it lists nobody."""
    return not agent.users or principal.user in agent.users


class NothingKnown:
    """The `Worlds` port where nobody looks at what people have."""

    def links(self, principal: Principal, text: str) -> tuple[Link, ...]:  # noqa: ARG002
        """Return none."""
        return ()

    def channels(self, principal: Principal, text: str) -> tuple[Link, ...]:  # noqa: ARG002
        """Return none."""
        return ()

    def familiar(self, principal: Principal, text: str) -> tuple[str, ...]:  # noqa: ARG002
        """Return none."""
        return ()

    def tables(self, principal: Principal) -> tuple[KnownTable, ...]:  # noqa: ARG002
        """Return none."""
        return ()

    def own_mails(self, principal: Principal) -> tuple[OwnMail, ...]:  # noqa: ARG002
        """Return none."""
        return ()

    def changed(self, principal: Principal, domain: str) -> None:
        """There is nothing that could be out of date."""

    def forget(self, principal: Principal) -> None:
        """There is nothing to forget."""


class NothingKept:
    """The `Belongings` port where nothing is kept under people's names."""

    async def of(self, principal: Principal) -> AsyncGenerator[tuple[str, Json], None]:  # noqa: ARG002
        """Yield nothing."""
        for nothing in ():
            yield nothing


class NothingWalked:
    """The `Retention` port where nothing is ever over."""

    def plan(self) -> tuple[DueEntry, ...]:
        """Return nothing."""
        return ()

    async def walk(self, table: str, start: str) -> Walked:
        """There is nothing to walk through."""
        raise LookupError(f"{table}|{start}")


class NothingRegistered:
    """The `Registered` port where there is nothing."""

    async def list(self, tenant: str) -> tuple[Any, ...]:  # noqa: ARG002
        """Return none."""
        return ()

    async def get(self, tenant: str, name: str) -> None:
        """There is none."""

    async def put(self, tenant: str, thing: object, etag: str | None) -> None:
        """Keep nothing."""

    async def delete(self, tenant: str, name: str) -> None:
        """There is nothing to remove."""


class NothingLent:
    """The `Lender` port where no server can be reached."""

    def check(self, url: str, command: Sequence[str]) -> None:
        """Raise InvalidRequest."""
        raise InvalidRequest(f"No server can be reached from here: {url or command}")

    def seal(self, tenant: str, server: ToolServer, credential: str) -> str:  # noqa: ARG002
        """Return nothing."""
        return ""

    def sealed_anew(self, tenant: str, server: ToolServer) -> str:  # noqa: ARG002
        """Return it as it is."""
        return server.sealed

    async def offers(self, tenant: str, server: ToolServer) -> tuple[Offered, ...]:  # noqa: ARG002
        """Return none."""
        return ()

    async def call(
        self,
        tenant: str,  # noqa: ARG002
        server: ToolServer,  # noqa: ARG002
        tool: LentTool,
        arguments: Mapping[str, Json],  # noqa: ARG002
    ) -> Json:
        """Raise ToolFailed."""
        raise ToolFailed(f"{tool.name} cannot be reached from here.", "permission")


class NobodyRemote:
    """The `Envoy` port where no agent of another system can be reached."""

    def seal(self, tenant: str, agent: RemoteAgent, credential: str) -> str:  # noqa: ARG002
        """Return nothing."""
        return ""

    def sealed_anew(self, tenant: str, before: RemoteAgent, now: RemoteAgent) -> str:  # noqa: ARG002
        """Return nothing."""
        return ""

    async def card(self, url: str) -> RemoteCard:
        """Raise InvalidRequest."""
        raise InvalidRequest(f"No agent can be reached from here: {url}")

    async def say(self, tenant: str, agent: RemoteAgent, letter: Letter) -> Reply:  # noqa: ARG002
        """Raise ToolFailed."""
        raise ToolFailed(f"{agent.card.name} cannot be reached from here.", "permission")


class NobodyNotified:
    """The `Notifier` port where nobody can be told anything."""

    offered = False

    def check(self, url: str) -> None:
        """Raise InvalidRequest."""
        raise InvalidRequest(f"Nobody can be notified from here: {url}")

    def seal(self, whose: str, secrets: Secrets) -> str:  # noqa: ARG002
        """Return nothing."""
        return ""

    async def notify(
        self,
        whose: str,  # noqa: ARG002
        hook: Webhook,  # noqa: ARG002
        mark: str,  # noqa: ARG002
        task: Mapping[str, Json],  # noqa: ARG002
    ) -> bool:
        """Tell nobody."""
        return False

    def keys(self) -> Mapping[str, Json]:
        """Return none."""
        return {"keys": []}


class Unlimited:
    """The `Budgets` port where nothing is counted."""

    async def take(self, principal: Principal, wanted: Mapping[Kind, float]) -> None:
        """There is enough."""

    def charge(self, principal: Principal, kind: Kind, amount: float) -> None:
        """Nothing is counted."""


async def _at_once() -> None:
    """Nothing has to be read first."""


@dataclass(frozen=True)
class Services:
    """The ports, each served by an adapter that only the composition root knows."""

    threads: Threads
    files: Files
    due: Due
    agents: Agents
    catalogue: Catalogue
    records: Records
    people: People
    routings: Routings
    gaps: Gaps
    skills: Skills
    schedules: Schedules
    workspaces: Workspaces
    accounts: Accounts
    directory: Directory
    policies: Policies
    ledger: Ledger
    waiting: WaitingList
    conversations: Conversations
    traces: Traces
    erasures: Erasures
    results: Results
    reasoner: Reasoner
    encoder: Encoder
    speller: Speller
    clock: Clock
    tools: Mapping[str, Tool]
    domain_agents: tuple[Agent, ...]
    limits: Limits = field(default=Limits())
    ready: Callable[[], Awaitable[None]] = _at_once
    """Reads into the process what its steps need, unless that is done."""
    suspected: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held by the one step under way that may be what took processes down."""
    belongings: Belongings = field(default=NothingKept())
    retention: Retention = field(default=NothingWalked())
    worlds: Worlds = field(default=NothingKnown())
    budgets: Budgets = field(default=Unlimited())
    tool_servers: Registered[ToolServer] = field(default=NothingRegistered())
    lender: Lender = field(default=NothingLent())
    remote_agents: Registered[RemoteAgent] = field(default=NothingRegistered())
    envoy: Envoy = field(default=NobodyRemote())
    notifier: Notifier = field(default=NobodyNotified())
    model: Callable[[], ModelCondition] = ModelCondition
    """How the language model does."""
    plans_at_once: bool = False
    """Whether the reasoner plans what it understands, so that it needs the tools for both."""
    public_url: str = ""
    """Where browsers reach this app; "" on somebody's own machine."""
    sign_in: SignInWith = field(default=SignInWith(mode="closed"))
    """How clients sign people in."""
    may_run: Callable[[Principal, Agent], bool] = listed
    """Who may run which agent of their organisation."""
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep
    """Waits so many seconds."""


async def records_of(
    services: Services, tenant: str, agents: Iterable[Agent]
) -> dict[str, AgentRecord]:
    """Return how the runs of these agents ended, by id; those without a run are left out.

    Runs from before an agent was made were another's, which had its id.
    """
    born = {agent.id: agent.created_at for agent in agents}
    found = await services.records.of(tenant, list(born))
    own = {name: of_today(record, born[name]) for name, record in found.items()}
    return {name: record for name, record in own.items() if record.outcomes}
