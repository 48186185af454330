"""Spec 001, journeys 1 to 8, where a language model understands, plans and words.

What a model says here, the embedded reasoner would not: names, plans and wording of its own. The
journeys that make agents come last, since an agent once made could do what others are asked for.
"""

import asyncio
import json

import pytest

from shared.decisions import wording
from shared.models.agent import Agent, Skill
from tests.e2e.scripted_model import (
    MODEL,
    ScriptedModel,
    answer,
    draft,
    intent,
    part,
    reply,
    settings_for,
    tools,
)
from tests.support.building import NOTION
from tests.support.devhost import ROOT, RunningHost
from tests.support.http import Conversation, http_client, interrupt, outcome, spoken
from tests.support.journeys import (
    BY_HANDLE,
    CLEAR,
    CREATING,
    FINANCE,
    NOBODY,
    ONCE_OR_FOR_GOOD,
    SALES,
    SEVERAL,
    UPDATING,
    VAGUE,
    make,
    offered,
    posted,
    sandbox,
)
from tests.support.model_server import TEXT, Says, model_server

CONNECTED = "calendar,contacts,slack,sheets,pages"
"""All but email, which journey 5 finds missing."""
LINEAR, JIRA = (
    Agent(
        id=f"{tool.lower()}-tracker",
        name=f"{tool} Tracker",
        description=f"Project status summaries from {tool}",
        skills=(Skill(id="sum", name="Summary", description=f"Summarizes the projects in {tool}"),),
        tags=(tool.lower(), "projects"),
        examples=(f"{tool} status of all projects", f"summarise my projects in {tool}"),
    )
    for tool in ("Linear", "Jira")
)
UNDERSTOOD, READ, REPLIED, PLANNED = "understanding", "DraftWire", "ReplyWire", "planning"
"""What a model is asked for, by the shape it has to answer in."""
ALPHA = ("pages_read", {"page": "Project Alpha"})
BY_OWNER = ("pages_search", {"query": "", "by": "Owner"})
Q4 = ("sheets_read", {"sheet": "Finance", "columns": ["Quarter", "Revenue (USD)"], "about": "Q4"})
METRICS = (
    "sheets_read",
    {
        "sheet": "Weekly Metrics",
        "columns": ["Status", "Owner"],
        "where": [{"column": "Status", "value": "Completed"}],
    },
)


@pytest.fixture(scope="module")
def model():
    """What the language model says."""
    return ScriptedModel()


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """The data folder of the host."""
    return tmp_path_factory.mktemp("journeys")


@pytest.fixture(scope="module")
def url(model, data):
    """A host with a language model and all but email, whose organisation has five agents."""
    with model_server(model) as server:
        environment = {**settings_for(server.base_url), "SANDBOX_DOMAINS": CONNECTED}
        with RunningHost(ROOT, data, environment) as host:
            asyncio.run(make(host.url, (NOTION, FINANCE, SALES, LINEAR, JIRA)))
            yield host.url


@pytest.fixture
async def talk(url):
    """A new thread."""
    async with http_client(url) as client:
        yield Conversation(client)


def plan(*steps):
    return tools(*((tool, json.dumps(arguments)) for tool, arguments in steps))


def words(*pieces):
    return Says(pieces=pieces)


def choosing(asked, label):
    """Return how a model reads a reply that means this option of the question."""
    options = interrupt(asked)["metadata"]["options"]
    (chosen,) = [option["id"] for option in options if option["label"] == label]
    return reply("option", chosen)


def suggested(frames):
    """Return the answers that were offered with the agent builder's question."""
    (shown,) = [f.event["value"] for f in frames if f.event.get("name") == "suggested_actions"]
    return shown


async def thought(talk, turn=1):
    """Return for which steps of a turn the model was asked; fail where it had not the say."""
    trace = (await talk.get(f"/turns/{turn}"))["trace"]
    assert [entry for entry in trace if "fallback" in entry["detail"]] == []
    asked = [entry for entry in trace if entry["usage"]["calls"]]
    assert all((e["usage"]["calls"], e["usage"]["model"]) == (1, MODEL) for e in asked)
    return [entry["name"] for entry in asked]


async def went_to(talk):
    decision = (await talk.get("/turns/1"))["decision"]
    return decision["kind"], decision["agent"]


async def there(talk):
    """Return the names of the agents that can be run."""
    listed = (await talk.client.get("/api/v1/agents")).json()["agents"]
    return {agent["name"] for agent in listed}


async def tools_of(talk, agent):
    answer = await talk.client.get(f"/api/v1/agents/{agent}")
    assert answer.status_code == 200, answer.text
    return set(answer.json()["tools"])


async def test_1_a_report_is_planned_and_worded_by_the_model(talk, model):
    understood = intent("EXECUTE", (NOTION.id, CLEAR))
    summary = words("Here's your weekly project summary: ", "Toledo still sends old files.")
    model.teach(CLEAR, {UNDERSTOOD: [understood], PLANNED: [plan(ALPHA)], TEXT: [summary]})

    frames = await talk.ask(CLEAR)

    assert spoken(frames) == "Here's your weekly project summary: Toledo still sends old files."
    assert outcome(frames) == {"type": "success"}
    assert await went_to(talk) == ("run", NOTION.id)
    assert await thought(talk) == ["intent", "plan", "reply"]
    assert model.calls(CLEAR) == [UNDERSTOOD, PLANNED, TEXT]
    (shown,) = model.saw(CLEAR, UNDERSTOOD)
    assert NOTION.id in shown["agents"]
    (offered_first, planning, *_) = model.offered(CLEAR)
    assert not any(name.startswith("gmail") for name in offered_first), "it is not connected"
    assert planning >= set(NOTION.tools)
    (found,) = model.saw(CLEAR, TEXT)
    assert "Toledo still sends the old file format" in str(found["sources"])


async def test_4_a_request_for_several_agents_is_asked_about(talk, model):
    request, choice = SEVERAL
    vague = intent("EXECUTE", missing="topic")
    model.teach(request, {UNDERSTOOD: [vague], PLANNED: [plan(BY_OWNER)]})

    asked = await talk.ask(request)
    assert spoken(asked).startswith(wording.WHICH_AGENT)
    assert set(offered(asked)) == {NOTION.name, FINANCE.name, SALES.name}
    model.teach(choice, {REPLIED: [choosing(asked, NOTION.name)]})
    frames = await talk.ask(choice)

    assert await went_to(talk) == ("run", NOTION.id)
    assert "pages by owner" in spoken(frames), "only the model counts them by their owners"
    assert await thought(talk) == ["intent", "reply", "plan"]
    assert (model.calls(request), model.calls(choice)) == ([UNDERSTOOD, PLANNED], [REPLIED])


async def test_6_an_agent_named_by_its_handle_is_not_thought_about(talk, model):
    figure = words("Q4 revenue comes to ", "1.2 million dollars.")
    model.teach(BY_HANDLE, {TEXT: [figure]})
    model.teach("show me Q4 revenue", {PLANNED: [plan(Q4)]})

    frames = await talk.ask(BY_HANDLE)

    assert spoken(frames) == "Q4 revenue comes to 1.2 million dollars."
    assert await went_to(talk) == ("run", FINANCE.id)
    assert await thought(talk) == ["plan", "reply"], "nobody has to understand whom it is for"
    assert model.calls(BY_HANDLE) == [TEXT]
    (found,) = model.saw(BY_HANDLE, TEXT)
    assert ["Q4 2025", 1200000] in found["sources"].values()


async def test_8_several_questions_lead_to_the_agent(talk, model):
    request, told, choice = VAGUE
    together = f"{request}\n{told}"
    vague = intent("AMBIGUOUS", question="A summary of what?")
    incomplete = intent("EXECUTE", missing="data_source")
    summary = words("The pilot of Project Alpha ", "is finished.")
    model.teach(request, {UNDERSTOOD: [vague], TEXT: [summary]})
    model.teach(told, {REPLIED: [reply("text")]})
    model.teach(together, {UNDERSTOOD: [incomplete], PLANNED: [plan(ALPHA)]})

    first = await talk.ask(request)
    assert "A summary of what?" in spoken(first)
    doing = {option["description"] for option in interrupt(first)["metadata"]["options"]}
    assert doing, "there is something that could be said"
    assert doing <= await there(talk), "and somebody who does it"
    second = await talk.ask(told)
    assert set(offered(second)) == {NOTION.name, LINEAR.name, JIRA.name}
    model.teach(choice, {REPLIED: [choosing(second, NOTION.name)]})
    frames = await talk.ask(choice)

    assert spoken(frames) == "The pilot of Project Alpha is finished."
    assert await went_to(talk) == ("run", NOTION.id)
    assert await thought(talk) == ["intent", "reply", "intent", "reply", "plan", "reply"]
    assert model.calls(together) == [UNDERSTOOD, PLANNED]
    (open_question,) = model.saw(told, REPLIED)
    assert open_question["free_text"], "it can be answered in other words than the examples"
    (asked,) = model.asked(together, UNDERSTOOD)
    assert f"they said: {told}" in asked


async def test_7_once_or_for_good_is_asked(talk, model):
    request, choice = ONCE_OR_FOR_GOOD
    either = intent("AMBIGUOUS", recurring=True)
    wanted = draft(part("pages", "read"), part("slack", "write"), schedule="weekly")
    model.teach(request, {UNDERSTOOD: [either], READ: [wanted]})

    asked = await talk.ask(request)
    assert spoken(asked).startswith(wording.CREATE_OR_RUN)
    assert offered(asked) == [f"Run your existing {NOTION.name}", "Create a new automated agent"]
    model.teach(choice, {REPLIED: [choosing(asked, "Create a new automated agent")]})
    frames = await talk.ask(choice)

    assert await went_to(talk) == ("build", None)
    assert spoken(frames).startswith(wording.handing_over(""))
    assert "a Notion to Slack agent" in spoken(frames), "only the model wants it posted"
    assert await thought(talk) == ["intent", "reply", "draft"]
    assert (model.calls(request), model.calls(choice)) == ([UNDERSTOOD, READ], [REPLIED])


async def test_5_without_an_agent_creating_one_is_offered(talk, model):
    request, choice = NOBODY
    mailer = draft(part("email", "write"), name="project-update-mailer")
    understood = intent("EXECUTE", ("email", request))
    model.teach(request, {UNDERSTOOD: [understood], READ: [mailer]})

    asked = await talk.ask(request)
    assert wording.no_agent("email") in spoken(asked)
    create, *others = offered(asked)
    assert create == "Create an agent for this"
    assert others, "there is something else that could be done"
    assert set(others) <= {f"Use {name} instead" for name in await there(talk) - {"Email"}}
    model.teach(choice, {REPLIED: [choosing(asked, create)]})
    card = await talk.ask(choice)
    assert spoken(card).startswith(wording.handing_over(""))
    assert "**Agent Name**: project-update-mailer" in spoken(card)
    assert "Email isn't connected yet" in spoken(card)
    made = await talk.ask("yes")

    assert "Done!" in spoken(made)
    assert await went_to(talk) == ("build", None)
    assert await thought(talk) == ["intent", "reply", "draft"]
    assert await thought(talk, 2) == [], "a plain yes needs no interpretation"
    assert (model.calls(request), model.calls(choice)) == ([UNDERSTOOD, READ], [REPLIED])
    assert "gmail_send_email" in await tools_of(talk, "project-update-mailer")


async def test_3_a_reporter_learns_to_post_as_well(talk, model, data):
    request, channel = UPDATING
    understood, wanted = intent("UPDATE", agent=NOTION.id), draft(part("slack", "write"))
    model.teach(request, {UNDERSTOOD: [understood], READ: [wanted]})
    model.teach(channel, {READ: [answer("1.channel", channel)]})
    order = f"Run {NOTION.name}"
    post = ("slack_post_message", {"channel": "team-updates", "text": "{1}"})
    model.teach(order, {PLANNED: [plan(ALPHA, post)]})
    model.teach(f"{order}\nas scripted", {TEXT: [words("Chicago and Toledo ", "go first.")]})

    asked = await talk.ask(request)
    assert spoken(asked).startswith(wording.handing_over(NOTION.name))
    _, seen = await sandbox(data)
    assert set(suggested(asked)) <= {f"#{each.channel}" for each in seen.messages.values()}
    updated = await talk.ask(channel)
    assert "Posts the result to #team-updates in Slack (NEW)" in spoken(updated)
    assert await tools_of(talk, NOTION.id) >= {*NOTION.tools, "slack_post_message"}

    card = await talk.ask("Run it now to test")
    assert "> Chicago and Toledo go first." in interrupt(card)["message"]
    assert await posted(data, "team-updates") == []
    await talk.ask("send it")
    assert await posted(data, "team-updates") == ["Chicago and Toledo go first."]
    steps = [await thought(talk, turn) for turn in (1, 2, 3)]
    assert steps == [["intent", "draft"], ["draft"], ["plan", "tool"]]
    assert (model.calls(request), model.calls(channel)) == ([UNDERSTOOD, READ], [READ])
    assert model.calls(order) == [PLANNED]


async def test_2_an_agent_from_sheets_to_slack_is_made_and_posts(talk, model, data):
    request, sheet, columns, when = CREATING
    source, target = part("sheets", "read"), part("slack", "write", channel="#weekly-updates")
    model.teach(request, {UNDERSTOOD: [intent("CREATE")], READ: [draft(source, target)]})
    model.teach(sheet, {READ: [answer("0.sheet", "Weekly Metrics")]})
    model.teach(columns, {READ: [answer("0.data", columns)]})
    model.teach(when, {READ: [draft(schedule=when)]})
    name = "sheets-to-slack-reporter"
    order = f"Run {name}"
    post = ("slack_post_message", {"channel": "weekly-updates", "text": "{1}"})
    model.teach(order, {PLANNED: [plan(METRICS, post)]})
    model.teach(f"{order}\nas scripted", {TEXT: [words("Eight tasks ", "are completed.")]})

    first = await talk.ask(request)
    assert spoken(first).startswith(wording.handing_over(""))
    _, seen = await sandbox(data)
    assert set(suggested(first)) <= {each.name for each in seen.sheets.values()}
    for line in (sheet, columns, when):
        frames = await talk.ask(line)
    assert f"**Agent Name**: {name}" in spoken(frames)
    assert "Done!" in spoken(frames)
    assert await tools_of(talk, name) >= {"sheets_read", "slack_post_message"}
    schedules = (await talk.client.get("/api/v1/schedules")).json()["schedules"]
    assert [each["agent"] for each in schedules] == [name]

    card = await talk.ask("Run it now to test")
    assert "> Eight tasks are completed." in interrupt(card)["message"]
    assert await posted(data, "weekly-updates") == []
    assert "Posted in #weekly-updates" in spoken(await talk.ask("send it"))
    assert await posted(data, "weekly-updates") == ["Eight tasks are completed."]
    steps = [await thought(talk, turn) for turn in (1, 2, 3, 4, 5)]
    assert steps == [["intent", "draft"], ["draft"], ["draft"], ["draft"], ["plan", "tool"]]
    assert [model.calls(line) for line in (sheet, columns, when)] == [[READ]] * 3
    assert (model.calls(request), model.calls(order)) == ([UNDERSTOOD, READ], [PLANNED])
