"""Journeys of spec 001 to their ends: agents are made, changed and run over HTTP."""

import asyncio

import pytest

from tests.support.agui_client import converse
from tests.support.building import NOTION
from tests.support.devhost import ROOT, RunningHost
from tests.support.http import Conversation, http_client, interrupt, spoken
from tests.support.journeys import (
    BY_HANDLE,
    CLEAR,
    CREATING,
    FINANCE,
    NOBODY,
    ONCE_OR_FOR_GOOD,
    UPDATING,
    make,
    posted,
    sandbox,
)

EVERYTHING = "email,calendar,contacts,slack,sheets,pages"


@pytest.fixture(scope="module")
def workshop_data(tmp_path_factory):
    """The data folder of `workshop`."""
    return tmp_path_factory.mktemp("workshop")


@pytest.fixture(scope="module")
def workshop(workshop_data):
    """A host whose organisation has two reporters, and everything of the sandbox."""
    environment = {"REASONER": "embedded", "SANDBOX_DOMAINS": EVERYTHING}
    with RunningHost(ROOT, workshop_data, environment) as host:
        yield host


@pytest.fixture(scope="module")
def url(workshop):
    """The host's address, once its two agents are there."""
    asyncio.run(make(workshop.url, (NOTION, FINANCE)))
    return workshop.url


@pytest.fixture
async def talk(url):
    """A new thread."""
    async with http_client(url) as client:
        yield Conversation(client)


async def made(talk, agent):
    answer = await talk.client.get(f"/api/v1/agents/{agent}")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_1_a_report_is_written_by_the_agent_made_for_it(talk):
    frames = await talk.ask(CLEAR)

    assert (await talk.get("/turns/1"))["decision"]["agent"] == "notion-reporter"
    assert "Project Alpha" in spoken(frames)


async def test_2_an_agent_from_sheets_to_slack_is_made_and_posts(talk, workshop_data):
    for line in CREATING:
        frames = await talk.ask(line)

    agent = await made(talk, "sheets-to-slack-reporter")
    assert {"sheets_read", "slack_post_message"} <= set(agent["tools"])
    assert "Done!" in spoken(frames)
    schedules = (await talk.client.get("/api/v1/schedules")).json()["schedules"]
    assert [one["agent"] for one in schedules] == ["sheets-to-slack-reporter"]

    asked = await talk.ask("Run it now to test")
    assert "#weekly-updates" in interrupt(asked)["message"]
    assert await posted(workshop_data, "weekly-updates") == []
    await talk.ask("send it")
    (new,) = await posted(workshop_data, "weekly-updates")
    assert "Completed" in new
    assert "Owner" in new
    assert "In progress" not in new


async def test_3_a_reporter_learns_to_post_as_well(talk, workshop_data):
    for line in UPDATING:
        frames = await talk.ask(line)

    agent = await made(talk, "notion-reporter")
    assert agent["version"] == 2
    assert "slack_post_message" in agent["tools"]
    assert "#team-updates" in spoken(frames)

    await talk.ask("Run it now to test")
    await talk.ask("send it")
    (new,) = await posted(workshop_data, "team-updates")
    assert "Project Alpha" in new


async def test_6_an_agent_named_by_its_handle_answers_from_its_figures(talk):
    frames = await talk.ask(BY_HANDLE)

    assert (await talk.get("/turns/1"))["decision"]["agent"] == "financial-reporter"
    assert "1,200,000" in spoken(frames)
    assert "15%" in spoken(frames)


async def test_7_a_weekly_report_is_set_up_for_good(talk):
    for line in ONCE_OR_FOR_GOOD:
        frames = await talk.ask(line)

    assert (await talk.get("/turns/1"))["decision"]["kind"] == "build"
    assert "?" in spoken(frames)


async def test_two_reporters_answer_one_question_side_by_side(talk):
    frames = await talk.ask("What do Notion and finance say about Q4?")

    said = spoken(frames)
    assert "**Notion Reporter**: " in said
    assert "**Financial Reporter**: " in said
    assert "1,200,000" in said
    states = [f.event["value"]["state"] for f in frames if f.event.get("name") == "delegation"]
    assert states == ["started", "started", "completed", "completed"]


async def test_agents_side_by_side_are_subagents_of_the_run(node, url):
    _, (told,) = await converse(node, url, {"say": "What do Notion and finance say about Q4?"})

    kinds = [kind for kind in told["events"] if kind.startswith(("SUBAGENT_", "TEXT_MESSAGE_S"))]
    begun, ended = ["SUBAGENT_STARTED"] * 2, ["SUBAGENT_FINISHED"] * 2
    assert kinds == [*begun, *ended, "TEXT_MESSAGE_START"]


async def test_a_schedule_can_be_asked_about_run_and_paused(talk):
    body = {"agent": "financial-reporter", "request": "Q4 revenue", "when": "every day at 7am"}
    made = await talk.client.post("/api/v1/schedules", json=body)
    assert made.status_code == 201, made.text
    schedule = made.json()

    asked = await talk.ask("List all my scheduled agents")
    assert "Financial Reporter" in spoken(asked)

    started = await talk.client.post(f"/api/v1/schedules/{schedule['id']}/run")
    assert started.status_code == 202, started.text
    room = Conversation(talk.client, started.json()["thread_id"])
    await room.follow(started.json()["links"])
    assert "1,200,000" in (await room.transcript())[-1][1]

    paused = await talk.client.patch(f"/api/v1/schedules/{schedule['id']}", json={"paused": True})
    assert (paused.status_code, paused.json()["next_at"]) == (200, None)


async def test_5_an_email_agent_is_born_from_no_match_and_sends_once_mail_is_there(tmp_path):
    wanted, create = NOBODY
    without = {"REASONER": "embedded", "SANDBOX_DOMAINS": "calendar,contacts,slack,sheets,pages"}
    with RunningHost(ROOT, tmp_path, without) as host:
        async with http_client(host.url) as client:
            talk = Conversation(client)
            assert "email agent" in spoken(await talk.ask(wanted))
            await talk.ask(create)
            assert "Done!" in spoken(await talk.ask("yes"))
            assert "isn't connected" in spoken(await talk.ask("Run it now to test"))

    with RunningHost(ROOT, tmp_path, {**without, "SANDBOX_DOMAINS": EVERYTHING}) as host:
        async with http_client(host.url) as client:
            talk = Conversation(client)
            assert "who “my team” is" in spoken(await talk.ask(wanted))
            asked = await talk.ask("@email-sender email Sarah saying the release is ready")
            assert "The release is ready" in interrupt(asked)["message"]
            await talk.ask("send it")
            for turn in (1, 2):
                assert (await talk.get(f"/turns/{turn}"))["decision"]["agent"] == "email-sender"
        began, seen = await sandbox(tmp_path)
    sent = [mail for name, mail in seen.mails.items() if name not in began.mails]
    assert [("sent" in mail.labels, "release is ready" in mail.body) for mail in sent] == [
        (True, True)
    ]
