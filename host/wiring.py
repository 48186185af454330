"""The composition root: the one place that knows which adapter serves which port."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Protocol

import httpx2

from api import links
from api.edge import Edge
from host import measuring, signing_in
from host.settings import Settings, settings
from host.telling import told_aloud
from shared.agents.domain import DOMAIN_AGENTS
from shared.connectors.a2a_agents import A2aAgents
from shared.connectors.a2a_webhooks import A2aWebhooks
from shared.connectors.accounts import ConnectedAccounts
from shared.connectors.grants import Grants
from shared.connectors.mcp_servers import McpServers
from shared.connectors.oauth import Outside, Registration
from shared.connectors.offered import offered
from shared.connectors.provider import Provider
from shared.connectors.registry import PROVIDERS
from shared.connectors.sandbox.workspaces import SandboxWorkspaces
from shared.connectors.tickets import Tickets
from shared.connectors.workspaces import ConnectedWorkspaces
from shared.errors import Misconfigured
from shared.language.encoder import MiniLM
from shared.language.spelling import Spelling
from shared.models.connection import Reach
from shared.models.principal import Principal
from shared.models.reasoning import ModelCondition
from shared.ports import Budgets, Clock, Reasoner
from shared.reasoning.budget import ModelBudget
from shared.reasoning.cascade import CALIBRATED, CascadeReasoner
from shared.reasoning.embedded import EmbeddedReasoner
from shared.reasoning.fallback import FallbackReasoner
from shared.reasoning.intent_cache import IntentCache
from shared.reasoning.model.connecting import connected
from shared.reasoning.model.openai_model import OpenAIModel
from shared.reasoning.model.server import Habits
from shared.reasoning.narrowing import Narrowing
from shared.reasoning.openai_reasoner import OpenAIReasoner
from shared.reasoning.sound import SoundReasoner
from shared.services import Limits, Services
from shared.storage.agents import StoredAgents
from shared.storage.belongings import StoredBelongings
from shared.storage.blobs import BlobFiles
from shared.storage.budgets import StoredBudgets
from shared.storage.catalogue import StoredCatalogue
from shared.storage.connections import StoredConnections
from shared.storage.conversations import StoredConversations
from shared.storage.directory import StoredDirectory
from shared.storage.due import StoredDue
from shared.storage.erasures import StoredErasures
from shared.storage.gaps import StoredGaps
from shared.storage.inventory import OF_PEOPLE, Inventoried
from shared.storage.ledger import StoredLedger
from shared.storage.once import ReadOnce
from shared.storage.people import StoredPeople
from shared.storage.policies import StoredPolicies
from shared.storage.records import StoredRecords
from shared.storage.registered import StoredRemoteAgents, StoredToolServers
from shared.storage.results import StoredResults
from shared.storage.retention import StoredRetention
from shared.storage.routings import StoredRoutings
from shared.storage.rows import Storage
from shared.storage.schedules import StoredSchedules
from shared.storage.skills import StoredSkills
from shared.storage.tables import Tables
from shared.storage.threads import StoredThreads
from shared.storage.traces import StoredTraces
from shared.storage.waiting import StoredWaitingList
from shared.understanding.reader import Reader
from shared.workspace.registry import TOOLS
from shared.worlds import Worlds

_SLOW = timedelta(seconds=1)
"""A language model that takes longer shows what it is at work on."""
_PROVIDER_SECONDS = 20
"""A provider has this long to answer, so that a call of a tool can end before its own limit."""
_OPENAI_SCOPE = "https://cognitiveservices.azure.com/.default"


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Return the current time."""
        return datetime.now(UTC)


@cache
def services() -> Services:
    """Build the adapters once per worker process, on first use."""
    chosen = settings()
    measuring.send(chosen)
    made, lacking = reachable(chosen)
    told_aloud(chosen, made, lacking)
    kept = tables(chosen)
    counted = budgets(chosen, kept)
    return replace(
        build_services(chosen, kept, over(made, chosen, counted)),
        budgets=counted,
        model=made.condition if made else lambda: lacking,
    )


@cache
def edge() -> Edge:
    """Return what every request passes through."""
    chosen = settings()
    return Edge(signing_in.authenticator(chosen, SystemClock()), chosen.cors_origins)


def build_services(
    chosen: Settings,
    tables: Storage,
    thinking: Reasoner,
    providers: Sequence[Provider] = PROVIDERS,
    clock: Clock = SystemClock(),  # noqa: B008 - it has no state
) -> Services:
    """Put the app together from its settings, storage, reasoner, providers and clock."""
    kept, encoder = Inventoried(tables), sentence_encoder()
    retention = timedelta(days=chosen.retention_days)
    connectable = offered(providers, registrations(chosen), lambda: outside(clock))
    connections = StoredConnections(ReadOnce(kept.rows("connections"), gets=False))
    grants = Grants(connections, chosen.token_keys)
    sandbox = SandboxWorkspaces(kept.rows("sandbox"), clock, frozenset(chosen.sandbox_domains))
    tickets, agents = Tickets(connections, clock), StoredAgents(kept.rows("agents"), encoder)

    async def link_to(person: Principal, reach: Reach) -> str:
        return links.begin(chosen.public_url, await tickets.issue(person, reach))

    workspaces = ConnectedWorkspaces(sandbox, connectable, connections, grants, clock, link_to)
    return Services(
        threads=StoredThreads(kept.rows("threads")),
        files=files(chosen),
        due=StoredDue(kept.rows("due")),
        agents=agents,
        catalogue=StoredCatalogue(kept.rows("agents"), encoder, clock, DOMAIN_AGENTS),
        records=StoredRecords(kept.rows("records"), clock),
        people=StoredPeople(ReadOnce(kept.rows("people"))),
        tool_servers=StoredToolServers(ReadOnce(kept.rows("toolservers"), gets=False)),
        lender=McpServers(
            lambda: grants.sealer, loopback=not chosen.in_azure, stdio=chosen.tool_servers_stdio
        ),
        remote_agents=StoredRemoteAgents(ReadOnce(kept.rows("remoteagents"), gets=False)),
        envoy=A2aAgents(lambda: grants.sealer, loopback=not chosen.in_azure),
        notifier=A2aWebhooks(
            lambda: grants.sealer, chosen.token_keys, clock, loopback=not chosen.in_azure
        ),
        routings=StoredRoutings(kept.rows("routings"), retention),
        gaps=StoredGaps(kept.rows("gaps"), retention),
        skills=StoredSkills(kept.rows("skills")),
        schedules=StoredSchedules(kept.rows("schedules")),
        workspaces=workspaces,
        worlds=Worlds(workspaces, clock, own_mails=chosen.reasoner != "embedded"),
        accounts=ConnectedAccounts(connectable, connections, grants, tickets, clock),
        belongings=StoredBelongings({name: kept.rows(name) for name in OF_PEOPLE}),
        directory=StoredDirectory(kept.rows("directory"), clock),
        policies=StoredPolicies(ReadOnce(kept.rows("policies"))),
        ledger=StoredLedger(kept.rows("effects"), retention),
        waiting=StoredWaitingList(kept.rows("waiting")),
        conversations=StoredConversations(kept.rows("conversations")),
        traces=StoredTraces(kept.rows),
        retention=StoredRetention(
            kept.rows, agents, clock, kept=retention, memory=timedelta(days=chosen.memory_days)
        ),
        erasures=StoredErasures(kept.rows("erasures")),
        results=StoredResults(kept.rows("results"), clock),
        reasoner=thinking,
        encoder=encoder,
        speller=spelling(),
        clock=clock,
        tools=TOOLS,
        ready=_loading(encoder, spelling(), reader()),
        domain_agents=DOMAIN_AGENTS,
        plans_at_once=chosen.reasoner != "embedded",
        public_url=chosen.public_url,
        sign_in=signing_in.way_in(chosen),
        limits=Limits(
            question_ttl=timedelta(seconds=chosen.question_ttl_seconds),
            retention=retention,
            rescue=timedelta(seconds=chosen.rescue_seconds),
            roles=timedelta(days=chosen.roles_days),
            slow=None if chosen.reasoner == "embedded" else _SLOW,
        ),
    )


def budgets(chosen: Settings, kept: Storage) -> Budgets:
    """Return what counts what people and organisations may have."""
    return StoredBudgets(Inventoried(kept).rows("budgets"), SystemClock(), chosen.limits)


def registrations(chosen: Settings) -> dict[str, Registration]:
    """Return the product as each provider knows it."""
    return {
        "google": Registration(chosen.google_client_id, chosen.google_client_secret),
        "microsoft": Registration(
            chosen.microsoft_client_id,
            chosen.microsoft_client_secret,
            chosen.microsoft_tenant,
            signs_in=signing_in.brings_tokens_of(chosen, chosen.microsoft_client_id),
        ),
        "slack": Registration(chosen.slack_client_id, chosen.slack_client_secret),
        "notion": Registration(chosen.notion_client_id, chosen.notion_client_secret),
    }


def outside(clock: Clock) -> Outside:
    """Return what providers are reached with: one client, and so its connections, for them all."""
    return Outside(httpx2.AsyncClient(timeout=_PROVIDER_SECONDS), clock, asyncio.sleep)


@cache
def sentence_encoder() -> MiniLM:
    """Return the encoder, which is read from disk once, when it is first needed."""
    return MiniLM()


@cache
def spelling() -> Spelling:
    """Return the word lists, which are read from disk once, when they are first needed."""
    return Spelling()


@cache
def reader() -> Reader:
    """Return the reader, whose model is read from disk once, when it is first needed."""
    return Reader()


class _Loadable(Protocol):
    def load(self) -> None: ...


def _loading(*parts: _Loadable) -> Callable[[], Awaitable[None]]:
    """Return what reads some parts from disk, all at once and beside everything else."""
    loaded = False

    async def ready() -> None:
        nonlocal loaded
        if not loaded:
            reading = (asyncio.to_thread(part.load) for part in parts)
            # one that cannot be read says so to whom it fails
            await asyncio.gather(*reading, return_exceptions=True)
            loaded = True

    return ready


def tables(chosen: Settings) -> Tables:
    """Return the tables: by identity where an endpoint is set, else by connection string."""
    if not chosen.tables_endpoint:
        return Tables.from_connection_string(chosen.connection_string, chosen.table_prefix)
    from azure.identity.aio import DefaultAzureCredential  # noqa: PLC0415 - only used on Azure

    credential = DefaultAzureCredential(managed_identity_client_id=chosen.client_id or None)
    return Tables.at(chosen.tables_endpoint, credential, chosen.table_prefix)


def files(chosen: Settings) -> BlobFiles:
    """Return where files are kept: reached as the tables are; raise Misconfigured."""
    container = f"{chosen.table_prefix.lower()}-files"
    if not chosen.tables_endpoint:
        return BlobFiles.from_connection_string(chosen.connection_string, container)
    if not chosen.blobs_endpoint:
        raise Misconfigured("TABLES_ENDPOINT is set, so BLOBS_ENDPOINT has to be set as well")
    from azure.identity.aio import DefaultAzureCredential  # noqa: PLC0415 - only used on Azure

    credential = DefaultAzureCredential(managed_identity_client_id=chosen.client_id or None)
    return BlobFiles.at(chosen.blobs_endpoint, credential, container)


def reasoner(chosen: Settings) -> Reasoner:
    """Return the reasoner that is set; raise Misconfigured where its model cannot be reached."""
    return over(model(chosen), chosen)


def reachable(chosen: Settings) -> tuple[OpenAIModel | None, ModelCondition]:
    """Return the model that is set; without it the app does, and this is how things are then."""
    try:
        return model(chosen), ModelCondition()
    except Misconfigured as lacking:
        reason = str(lacking)
        return None, ModelCondition(state="unset", name=chosen.openai_model, reason=reason)


def over(model: OpenAIModel | None, chosen: Settings, counted: Budgets | None = None) -> Reasoner:
    """Return the reasoner that is set, over the language model that there is, if there is one.

    A model is never alone: where it fails, or may not be called, the embedded reasoner answers. And
    where either breaks in itself, the step that asked is told so as of a failure.
    """
    embedded = SoundReasoner(EmbeddedReasoner(sentence_encoder(), spelling(), reader()))
    if model is None:
        return embedded
    clock = SystemClock()
    calls = ModelBudget(chosen.model_calls_per_minute, clock)
    asked = OpenAIReasoner(model, Narrowing(reader()))
    thinking = FallbackReasoner(SoundReasoner(asked), embedded, calls, counted)
    if chosen.reasoner == "cascade":
        sure = chosen.cascade_sure
        fitted = CALIBRATED if sure is None else replace(CALIBRATED, reading=sure)
        return IntentCache(CascadeReasoner(embedded, thinking, fitted), clock)
    return IntentCache(thinking, clock)


def model(chosen: Settings) -> OpenAIModel | None:
    """Return the language model that is set, or None where none is to be asked.

    Raises Misconfigured when something it takes to reach it is missing.
    """
    if chosen.reasoner == "embedded":
        return None
    seconds, kinds = chosen.model_timeout_seconds
    return connected(
        chosen.openai_model,
        api_key=chosen.openai_api_key,
        base_url=chosen.openai_base_url,
        azure_endpoint=chosen.azure_openai_endpoint,
        token_provider=_openai_tokens(chosen) if chosen.azure_openai_endpoint else None,
        habits=Habits(
            seconds=seconds,
            kinds=kinds,
            temperature=chosen.model_temperature,
            effort=chosen.model_effort,
            context=chosen.model_context_tokens,
            can=chosen.model_capabilities,
        ),
    )


def _openai_tokens(chosen: Settings) -> Callable[[], Awaitable[str]] | None:
    if chosen.openai_api_key:
        return None
    from azure.identity.aio import (  # noqa: PLC0415 - only used on Azure
        DefaultAzureCredential,
        get_bearer_token_provider,
    )

    credential = DefaultAzureCredential(managed_identity_client_id=chosen.client_id or None)
    return get_bearer_token_provider(credential, _OPENAI_SCOPE)
