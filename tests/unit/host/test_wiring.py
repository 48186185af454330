import pytest

from host import wiring
from host.settings import read_settings
from shared.agents.domain import DOMAIN_AGENTS, TOOLS
from shared.connectors.sandbox.workspaces import SandboxWorkspaces
from shared.errors import Misconfigured
from shared.models.principal import Principal
from shared.reasoning.embedded import EmbeddedReasoner
from shared.reasoning.openai_reasoner import OpenAIReasoner
from shared.services import Limits
from shared.storage.memory import MemoryRows

ADA = Principal(tenant="acme", user="ada")


def settings(**environment):
    return read_settings(environment)


class MemoryTables:
    """Remembers which tables were asked for."""

    def __init__(self):
        self.names = []

    def rows(self, name):
        self.names.append(name)
        return MemoryRows()


def test_the_embedded_reasoner_needs_nothing():
    assert isinstance(wiring.reasoner(settings()), EmbeddedReasoner)


@pytest.mark.parametrize(
    "environment",
    [
        {"OPENAI_API_KEY": "k"},
        {"OPENAI_BASE_URL": "http://127.0.0.1:1/v1", "OPENAI_API_KEY": "k"},
        {"AZURE_OPENAI_ENDPOINT": "https://a.example", "OPENAI_API_KEY": "k"},
        {"AZURE_OPENAI_ENDPOINT": "https://a.example"},
        {"AZURE_OPENAI_ENDPOINT": "https://a.example", "AZURE_CLIENT_ID": "c"},
    ],
)
def test_a_model_is_reached_by_key_or_by_identity(environment):
    made = wiring.reasoner(settings(REASONER="openai", **environment))
    assert isinstance(made, OpenAIReasoner)


def test_a_model_without_a_way_to_reach_it_is_refused():
    with pytest.raises(Misconfigured):
        wiring.reasoner(settings(REASONER="openai"))


async def test_tables_are_reached_by_connection_string():
    tables = wiring.tables(settings(TABLE_PREFIX="test"))
    assert tables.rows("threads") is not None
    await tables.aclose()


async def test_tables_are_reached_by_identity_where_an_endpoint_is_set():
    endpoint = "https://account.table.core.windows.net"
    for client in ("", "11111111-1111-1111-1111-111111111111"):
        tables = wiring.tables(settings(TABLES_ENDPOINT=endpoint, AZURE_CLIENT_ID=client))
        assert tables.rows("threads") is not None
        await tables.aclose()


async def test_storage_settings_that_cannot_work_are_refused():
    with pytest.raises(Misconfigured):
        wiring.tables(settings(AzureWebJobsStorage="nonsense"))
    tables = wiring.tables(settings(TABLE_PREFIX="no-dashes"))
    with pytest.raises(Misconfigured):
        wiring.build_services(settings(), tables, EmbeddedReasoner())
    await tables.aclose()


async def test_the_services_are_put_together_from_the_settings():
    tables, reasoner = MemoryTables(), EmbeddedReasoner()
    chosen = settings(
        QUESTION_TTL_SECONDS="5", RESCUE_SECONDS="6", RETENTION_DAYS="7", SANDBOX_DOMAINS="email"
    )

    services = wiring.build_services(chosen, tables, reasoner)

    assert tables.names == ["threads", "due", "agents", "sandbox"]
    assert services.reasoner is reasoner
    assert (services.tools, services.domain_agents) == (TOOLS, DOMAIN_AGENTS)
    limits = services.limits
    assert limits.question_ttl.total_seconds() == 5
    assert limits.rescue.total_seconds() == 6
    assert limits.retention.days == 7
    assert isinstance(services.workspaces, SandboxWorkspaces)
    assert await services.workspaces.connected(ADA) == {"email"}


def test_the_limits_are_what_they_are_by_default_either_way():
    services = wiring.build_services(settings(), MemoryTables(), EmbeddedReasoner())
    assert services.limits == Limits()


async def test_no_sandbox_domain_is_no_sandbox_domain():
    chosen = settings(SANDBOX_DOMAINS="")
    services = wiring.build_services(chosen, MemoryTables(), EmbeddedReasoner())
    assert await services.workspaces.connected(ADA) == frozenset()


def test_a_worker_reads_its_settings_and_builds_its_services_once():
    assert wiring.settings() is wiring.settings()
    assert wiring.services() is wiring.services()
    assert wiring.edge() is wiring.edge()


def test_the_edge_is_for_the_origins_that_are_set():
    assert wiring.edge().origins == wiring.settings().cors_origins


def test_the_clock_is_aware():
    assert wiring.SystemClock().now().utcoffset().total_seconds() == 0
