import re

import pytest

from host import wiring
from host.settings import read_settings
from shared.agents.domain import DOMAIN_AGENTS
from shared.connectors.registry import PROVIDERS
from shared.connectors.workspaces import ConnectedWorkspaces
from shared.errors import Misconfigured
from shared.language.encoder import MiniLM
from shared.models.agent import Agent
from shared.models.principal import Principal
from shared.models.reasoning import IntentRequest
from shared.reasoning.embedded import EmbeddedReasoner
from shared.reasoning.sound import SoundReasoner
from shared.services import Limits
from shared.storage.inventory import INVENTORY
from shared.workspace.registry import TOOLS
from tests.support.devhost import ROOT
from tests.support.scripted_reasoner import ScriptedReasoner
from tests.support.whole import MemoryTables

ADA = Principal(tenant="acme", user="ada")


def settings(**environment):
    return read_settings(environment)


def test_the_embedded_reasoner_needs_no_setting():
    made = wiring.reasoner(settings())
    assert isinstance(made, SoundReasoner)
    assert isinstance(made.inner, EmbeddedReasoner)


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
    for kind in ("openai", "cascade"):
        assert wiring.reasoner(settings(REASONER=kind, **environment)) is not None


LINE = re.compile(r"^\| (?P<server>[\w. ]+) \| `(?P<line>REASONER=[^`]+)`", re.MULTILINE)
KINDS = {"OpenAI", "Azure OpenAI", "Ollama", "llama.cpp", "LM Studio", "vLLM"}


def test_each_server_has_a_line_of_its_own_that_connects_it():
    told = {one["server"]: one["line"] for one in LINE.finditer((ROOT / "README.md").read_text())}
    assert told.keys() == KINDS
    for line in told.values():
        wanted = settings(**dict(pair.split("=", 1) for pair in line.split()))
        made, _ = wiring.reachable(wanted)
        assert made is not None, line
        assert made.condition().state == "untried"


@pytest.mark.parametrize(("reasoner", "asks"), [("embedded", False), ("openai", True)])
async def test_without_its_model_the_app_understands_by_itself(reasoner, asks):
    nowhere = {"OPENAI_BASE_URL": "http://127.0.0.1:1/v1", "OPENAI_API_KEY": "k"}
    made = wiring.reasoner(settings(REASONER=reasoner, **nowhere))

    reasoned = await made.analyze_intent(IntentRequest(text="show my mail", today="2026-11-02"))

    assert reasoned.value.primary_intent
    assert bool(reasoned.fallback) == asks


@pytest.mark.parametrize("reasoner", ["openai", "cascade"])
def test_a_model_without_a_way_to_reach_it_is_refused(reasoner):
    with pytest.raises(Misconfigured):
        wiring.reasoner(settings(REASONER=reasoner))


@pytest.mark.parametrize(
    ("environment", "state"),
    [
        ({}, "none"),
        ({"REASONER": "openai"}, "unset"),
        ({"REASONER": "openai", "OPENAI_API_KEY": "k", "MODEL_CAPABILITIES": "fly=on"}, "unset"),
    ],
)
def test_without_a_model_the_app_knows_why_and_understands_by_itself(environment, state):
    chosen = settings(**environment)
    made, lacking = wiring.reachable(chosen)
    assert made is None
    assert lacking.state == state
    assert isinstance(wiring.over(made, chosen), SoundReasoner)


def test_a_model_is_asked_as_it_is_set():
    made = wiring.model(
        settings(
            REASONER="openai",
            OPENAI_BASE_URL="http://127.0.0.1:11434/v1",
            MODEL_TIMEOUT_SECONDS="90, text=600",
            MODEL_TEMPERATURE="0",
            MODEL_EFFORT="none",
            MODEL_CONTEXT_TOKENS="4096",
            MODEL_CAPABILITIES="tools=off",
        )
    )
    habits = made.server.habits
    assert (habits.patience("any"), habits.whole_text, habits.thought) == (90, 600, 0)
    assert (habits.temperature, made.server.context) == (0, 4096)
    can = made.server.can(made.name)
    assert (can.tools, can.limit, can.api) == (False, "max_tokens", "chat")


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


async def test_files_are_kept_where_the_tables_are():
    account = {"TABLES_ENDPOINT": "https://account.table.core.windows.net"}
    with pytest.raises(Misconfigured, match="BLOBS_ENDPOINT"):
        wiring.files(settings(**account))
    with pytest.raises(Misconfigured):
        wiring.files(settings(AzureWebJobsStorage="AccountName=a;rubbish"))
    at = "https://account.blob.core.windows.net"
    for chosen in (settings(**account, BLOBS_ENDPOINT=at), settings()):
        await wiring.files(chosen).aclose()


async def test_storage_settings_that_cannot_work_are_refused():
    with pytest.raises(Misconfigured):
        wiring.tables(settings(AzureWebJobsStorage="AccountName=a"))
    tables = wiring.tables(settings().model_copy(update={"table_prefix": "no-dashes"}))
    with pytest.raises(Misconfigured):
        wiring.build_services(settings(), tables, ScriptedReasoner())
    await tables.aclose()


async def test_the_services_are_put_together_from_the_settings():
    tables, reasoner = MemoryTables(), ScriptedReasoner()
    chosen = settings(
        QUESTION_TTL_SECONDS="5", RESCUE_SECONDS="6", RETENTION_DAYS="7", SANDBOX_DOMAINS="email"
    )

    services = wiring.build_services(chosen, tables, reasoner)

    await services.traces.own(ADA, wet=False)
    wiring.budgets(chosen, tables)
    assert set(tables.names) == {one.name for one in INVENTORY}
    assert services.reasoner is reasoner
    assert (services.tools, services.domain_agents) == (TOOLS, DOMAIN_AGENTS)
    limits = services.limits
    assert limits.question_ttl.total_seconds() == 5
    assert limits.rescue.total_seconds() == 6
    assert limits.retention.days == 7
    assert isinstance(services.encoder, MiniLM)
    assert isinstance(services.workspaces, ConnectedWorkspaces)
    assert await services.workspaces.connected(ADA) == {"email"}


def test_providers_are_offered_that_the_product_is_registered_with():
    none = wiring.build_services(settings(), MemoryTables(), ScriptedReasoner())
    chosen = settings(
        GOOGLE_CLIENT_ID="g", MICROSOFT_CLIENT_ID="m", SLACK_CLIENT_ID="s", NOTION_CLIENT_ID="n"
    )
    every = wiring.build_services(chosen, MemoryTables(), ScriptedReasoner())

    assert none.accounts.offers() == ()
    assert [one.id for one in every.accounts.offers()] == ["google", "microsoft", "slack", "notion"]
    assert set(wiring.registrations(chosen)) == {one.id for one in PROVIDERS}


def test_the_limits_are_what_they_are_by_default_either_way():
    services = wiring.build_services(settings(), MemoryTables(), ScriptedReasoner())
    assert services.limits == Limits()


async def test_no_sandbox_domain_is_no_sandbox_domain():
    chosen = settings(SANDBOX_DOMAINS="")
    services = wiring.build_services(chosen, MemoryTables(), ScriptedReasoner())
    assert await services.workspaces.connected(ADA) == frozenset()


async def test_agents_that_are_saved_are_found():
    services = wiring.build_services(settings(), MemoryTables(), ScriptedReasoner())
    agent = Agent(id="rent", name="Rent", description="Collects rents")
    await services.agents.save("acme", agent, None)

    index = await services.catalogue.index("acme")

    assert [entry.agent for entry in index.entries] == [agent, *DOMAIN_AGENTS]


async def test_a_worker_reads_its_settings_and_builds_its_services_once():
    assert wiring.settings() is wiring.settings()
    assert wiring.services() is wiring.services()
    assert wiring.edge() is wiring.edge()


def test_the_edge_is_for_the_origins_that_are_set():
    assert wiring.edge().origins == wiring.settings().cors_origins


def test_the_clock_is_aware():
    assert wiring.SystemClock().now().utcoffset().total_seconds() == 0
