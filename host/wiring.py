"""The composition root: the one place that knows which adapter serves which port."""

import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from functools import cache

from api.edge import Edge
from host.settings import Settings, read_settings
from shared.agents.domain import DOMAIN_AGENTS, TOOLS
from shared.connectors.sandbox.workspaces import SandboxWorkspaces
from shared.ports import Reasoner
from shared.reasoning.embedded import EmbeddedReasoner
from shared.reasoning.openai_reasoner import openai_reasoner
from shared.security.identity import authenticator
from shared.services import Limits, Services
from shared.storage.agents import StoredAgents
from shared.storage.due import StoredDue
from shared.storage.tables import Tables
from shared.storage.threads import StoredThreads

_OPENAI_SCOPE = "https://cognitiveservices.azure.com/.default"


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Return the current time."""
        return datetime.now(UTC)


@cache
def settings() -> Settings:
    """Read the settings once per worker process, and log as much as they say."""
    chosen = read_settings()
    for name in ("api", "host", "shared"):
        logging.getLogger(name).setLevel(chosen.log_level)
    return chosen


@cache
def services() -> Services:
    """Build the adapters once per worker process, on first use."""
    return build_services(settings(), tables(settings()), reasoner(settings()))


@cache
def edge() -> Edge:
    """Return what every request passes through."""
    chosen = settings()
    who = authenticator(chosen.auth_mode, in_azure=chosen.in_azure, origins=chosen.cors_origins)
    return Edge(who, chosen.cors_origins)


def build_services(chosen: Settings, kept: Tables, thinking: Reasoner) -> Services:
    """Put the app together from its settings, its tables and its reasoner."""
    clock = SystemClock()
    return Services(
        threads=StoredThreads(kept.rows("threads")),
        due=StoredDue(kept.rows("due")),
        agents=StoredAgents(kept.rows("agents")),
        workspaces=SandboxWorkspaces(
            kept.rows("sandbox"), clock, frozenset(chosen.sandbox_domains)
        ),
        reasoner=thinking,
        clock=clock,
        tools=TOOLS,
        domain_agents=DOMAIN_AGENTS,
        limits=Limits(
            question_ttl=timedelta(seconds=chosen.question_ttl_seconds),
            retention=timedelta(days=chosen.retention_days),
            rescue=timedelta(seconds=chosen.rescue_seconds),
        ),
    )


def tables(chosen: Settings) -> Tables:
    """Return the tables: by identity where an endpoint is set, else by connection string."""
    if not chosen.tables_endpoint:
        return Tables.from_connection_string(chosen.connection_string, chosen.table_prefix)
    from azure.identity.aio import DefaultAzureCredential  # noqa: PLC0415 - only used on Azure

    credential = DefaultAzureCredential(managed_identity_client_id=chosen.client_id or None)
    return Tables.at(chosen.tables_endpoint, credential, chosen.table_prefix)


def reasoner(chosen: Settings) -> Reasoner:
    """Return the reasoner that is set; raise Misconfigured when it lacks what it needs."""
    if chosen.reasoner == "embedded":
        return EmbeddedReasoner()
    return openai_reasoner(
        model=chosen.openai_model,
        api_key=chosen.openai_api_key,
        base_url=chosen.openai_base_url,
        azure_endpoint=chosen.azure_openai_endpoint,
        token_provider=_openai_tokens(chosen) if chosen.azure_openai_endpoint else None,
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
