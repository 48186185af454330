"""Spec 001, journeys 1 to 8: the right decision and the right question, over HTTP."""

import asyncio
from contextlib import contextmanager

import pytest

from devhost.azurite import Azurite
from shared.decisions import wording
from shared.language.encoder import MiniLM
from shared.models.agent import Agent, Skill
from shared.storage.agents import StoredAgents
from shared.storage.tables import Tables
from tests.support.devhost import ROOT, RunningHost
from tests.support.http import Conversation, assert_problem, http_client, interrupt, spoken
from tests.support.journeys import (
    BY_HANDLE,
    CLEAR,
    CREATING,
    NOBODY,
    ONCE_OR_FOR_GOOD,
    SALES,
    SEVERAL,
    TRACKERS,
    UPDATING,
    VAGUE,
    offered,
)

REPORTERS = (
    Agent(
        id="notion-reporter",
        name="Notion Reporter",
        description="Weekly project status summaries from Notion",
        skills=(
            Skill(id="read", name="Notion reader", description="Reads project pages in Notion"),
            Skill(id="report", name="Report", description="Writes the weekly project summary"),
        ),
        tags=("notion", "projects", "reporting"),
        examples=(
            "Notion status of all projects",
            "which projects are at risk",
            "weekly project report",
        ),
    ),
    Agent(
        id="financial-reporter",
        name="Financial Reporter",
        description="Revenue, expenses and budget reports",
        skills=(Skill(id="report", name="Report", description="Revenue and expense report"),),
        tags=("finance", "reporting"),
        examples=("revenue report for Q3", "expenses by department", "budget report"),
    ),
    SALES,
    Agent(
        id="slack-notifier",
        name="Slack Notifier",
        description="Posts announcements to Slack channels",
        skills=(Skill(id="post", name="Post", description="Posts a message to a channel"),),
        tags=("slack",),
        examples=("post to #general that lunch is here", "announce the release in Slack"),
    ),
)


async def save(data, agents):
    tables = Tables.from_connection_string(Azurite(data / "azurite").connection_string, "omniforge")
    try:
        stored = StoredAgents(tables.rows("agents"), MiniLM())
        for agent in agents:
            await stored.save("dev", agent, None)
    finally:
        await tables.aclose()


@contextmanager
def organisation(agents, data):
    """A host whose organisation has these agents, and no account connected."""
    environment = {"REASONER": "embedded", "SANDBOX_DOMAINS": ""}
    with RunningHost(ROOT, data, environment) as host:
        asyncio.run(save(data, agents))
        yield host


@pytest.fixture(scope="module")
def reporters_url(tmp_path_factory):
    with organisation(REPORTERS, tmp_path_factory.mktemp("reporters")) as host:
        yield host.url


@pytest.fixture(scope="module")
def trackers_url(tmp_path_factory):
    with organisation(TRACKERS, tmp_path_factory.mktemp("trackers")) as host:
        yield host.url


@pytest.fixture
def unspoilt_url(tmp_path_factory):
    """Trackers that have learned nothing yet."""
    with organisation(TRACKERS, tmp_path_factory.mktemp("unspoilt")) as host:
        yield host.url


@pytest.fixture
async def talk(reporters_url):
    """A new thread where there are four agents."""
    async with http_client(reporters_url) as client:
        yield Conversation(client)


@pytest.fixture
async def tracking(trackers_url):
    """A new thread where three agents do the same for three trackers."""
    async with http_client(trackers_url) as client:
        yield Conversation(client)


async def decision(talk, turn=1):
    """What the stored turn says of where it went, after checking that its trace says so too."""
    stored = await talk.get(f"/turns/{turn}")
    decided = [e["detail"] for e in stored["trace"] if e["name"] == "decision"]
    assert decided, "the trace does not tell the decision"
    assert all(detail["reasons"] for detail in decided)
    return stored["decision"]


async def test_1_a_clear_request_goes_straight_to_its_agent(talk):
    frames = await talk.ask(CLEAR)

    decided = await decision(talk)
    assert (decided["kind"], decided["agent"]) == ("run", "notion-reporter")
    assert decided["candidates"][0]["reasons"]
    assert spoken(frames) == wording.no_tools("Notion Reporter")


async def test_2_a_new_agent_is_one_for_the_builder(talk):
    frames = await talk.ask(CREATING[0])

    decided = await decision(talk)
    assert (decided["kind"], decided["agent"]) == ("build", None)
    assert spoken(frames).startswith(wording.handing_over(""))


async def test_3_a_change_is_one_for_the_builder_with_its_agent(talk):
    frames = await talk.ask(UPDATING[0])

    decided = await decision(talk)
    assert (decided["kind"], decided["agent"]) == ("build", "notion-reporter")
    assert spoken(frames).startswith(wording.handing_over("Notion Reporter"))


async def test_4_a_request_for_several_agents_is_asked_about(talk):
    asked = await talk.ask(SEVERAL[0])

    assert sorted(offered(asked)) == ["Financial Reporter", "Notion Reporter", "Sales Analyzer"]
    assert wording.WHICH_AGENT in spoken(asked)
    await talk.ask(SEVERAL[1])
    decided = await decision(talk)
    assert (decided["kind"], decided["agent"]) == ("run", "notion-reporter")
    assert (await talk.get("/turns/1"))["rounds"] == 1


async def test_5_without_an_agent_creating_one_is_offered(talk):
    asked = await talk.ask(NOBODY[0])

    assert wording.no_agent("email") in spoken(asked)
    assert offered(asked)[0] == "Create an agent for this"
    assert len(offered(asked)) > 1
    frames = await talk.ask(NOBODY[1])
    assert (await decision(talk))["kind"] == "build"
    assert spoken(frames).startswith(wording.handing_over(""))


async def test_6_an_agent_named_by_its_handle_gets_the_message(talk):
    await talk.ask(BY_HANDLE)

    decided = await decision(talk)
    assert (decided["kind"], decided["agent"]) == ("run", "financial-reporter")
    trace = [entry["name"] for entry in (await talk.get("/turns/1"))["trace"]]
    assert "intent" not in trace


async def test_7_once_or_for_good_is_asked(talk):
    asked = await talk.ask(ONCE_OR_FOR_GOOD[0])

    assert offered(asked) == ["Run your existing Notion Reporter", "Create a new automated agent"]
    await talk.ask(ONCE_OR_FOR_GOOD[1])
    assert (await decision(talk))["kind"] == "build"


async def test_8_several_questions_lead_to_the_agent(tracking):
    first = await tracking.ask(VAGUE[0])
    second = await tracking.ask(VAGUE[1])
    assert sorted(offered(second)) == ["Jira Summarizer", "Linear Summarizer", "Notion Summarizer"]
    assert interrupt(first)["id"] != interrupt(second)["id"]
    await tracking.ask(VAGUE[2])

    decided = await decision(tracking)
    assert (decided["kind"], decided["agent"]) == ("run", "notion-summarizer")
    stored = await tracking.get("/turns/1")
    assert stored["rounds"] == 2
    assert [known["answer"] for known in stored["clarified"]] == list(VAGUE[1:])


async def test_a_choice_is_remembered_until_it_is_to_be_forgotten(unspoilt_url):
    async with http_client(unspoilt_url) as client:
        text = "summary of my projects please"
        first = Conversation(client)
        assert "Linear Summarizer" in offered(await first.ask(text))
        await first.ask("Linear")

        again = Conversation(client)
        said = spoken(await again.ask(text))
        assert wording.as_last_time("Linear Summarizer") in said
        (known,) = (await client.get("/api/v1/preferences")).json()["preferences"]
        assert (known["agent"], known["text"]) == ("linear-summarizer", text)

        await again.ask("forget my choices")
        assert (await client.get("/api/v1/preferences")).json() == {"preferences": []}
        assert "Linear Summarizer" in offered(await Conversation(client).ask(text))


async def test_feedback_moves_the_report_and_teaches_the_agent(reporters_url):
    async with http_client(reporters_url) as client:
        before = (await client.get("/api/v1/routing/report")).json()
        talk = Conversation(client)
        text = "how did the northern region do against target"
        await talk.ask(f"@slack-notifier {text}")
        verdict = {"verdict": "wrong_agent", "agent": "sales-analyzer"}
        path = f"{talk.path}/turns/1/feedback"

        answer = await client.post(path, json=verdict)

        assert (answer.status_code, answer.json()["agent"]) == (200, "sales-analyzer")
        after = (await client.get("/api/v1/routing/report")).json()
        assert after["turns"] == before["turns"] + 1
        assert after["override_rate"] > 0
        assert after["wrong_agent_rate"] > 0
        learned = Conversation(client)
        await learned.ask(text)
        assert (await decision(learned))["agent"] == "sales-analyzer"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"verdict": "great"}, 422, "invalid_request"),
        ({"verdict": "wrong_agent"}, 422, "invalid_request"),
        ({"verdict": "good", "agent": "sales-analyzer"}, 422, "invalid_request"),
        ({"verdict": "wrong_agent", "agent": "nobody"}, 422, "invalid_request"),
    ],
)
async def test_bad_feedback_changes_nothing_and_says_why(talk, body, status, code):
    await talk.ask("@sales-analyzer pipeline report")

    answer = await talk.client.post(f"{talk.path}/turns/1/feedback", json=body)

    assert_problem(answer, status, code)
    missing = await talk.client.post(f"{talk.path}/turns/9/feedback", json={"verdict": "good"})
    assert_problem(missing, 404, "not_found")


async def test_agents_that_keep_handing_a_request_on_are_stopped(talk):
    answer = await talk.post("pipeline report", routing_depth=3)

    problem = assert_problem(answer, 409, "circular_routing")
    assert problem["detail"] == wording.CIRCULAR
