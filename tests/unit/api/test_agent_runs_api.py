"""Running agents over HTTP, and how their runs went."""

import pytest

from api.ids import to_path
from shared.models.agent import Agent, RunOutcome
from shared.models.rows import INBOX
from shared.naming import thread_key

AGENT = "/agents/weekly-report"
RUN = f"{AGENT}/run"


async def said(office, thread, who, number=1):
    """Return what somebody's thread took in, and from whom."""
    key = thread_key("acme", who.user, thread)
    message = await office.world.threads.get(key, INBOX, number)
    head = await office.world.threads.head(key)
    return message.value.text, head.value.owner


@pytest.mark.parametrize(
    ("message", "text"),
    [({}, "@weekly-report run"), ({"message": "Only for May"}, "@weekly-report Only for May")],
)
async def test_an_agent_is_run_by_a_message_that_mentions_it(office, message, text):
    await office.make()

    run = await office.call("POST", RUN, {"thread_id": "t1", **message}, who=office.bob)

    assert run.status_code == 202
    body = run.json()
    assert body["links"]["events"] == f"/api/v1/threads/t1/events?run={body['run_id']}"
    assert await said(office, "t1", office.bob) == (text, "bob")
    assert len(office.world.engine.started) == 1


async def test_a_run_without_a_conversation_gets_one_of_its_own(office):
    await office.make()
    threads = {(await office.call("POST", RUN, {})).json()["thread_id"] for _ in range(3)}
    assert len(threads) == 3


@pytest.mark.parametrize("thread", [{}, {"thread_id": "t1"}])
@pytest.mark.parametrize("way", ["message_id", "header"])
async def test_a_repeat_is_answered_like_the_first_and_runs_nothing(office, thread, way):
    await office.make()
    body = {**thread, **({"message_id": "m1"} if way == "message_id" else {})}
    headers = {"Idempotency-Key": "m1"} if way == "header" else {}
    first = await office.call("POST", RUN, body, headers=headers)
    again = await office.call("POST", RUN, body, headers=headers)
    assert (again.status_code, again.json()) == (202, first.json())
    key = thread_key("acme", "ann", first.json()["thread_id"])
    assert (await office.world.threads.head(key)).value.accepted == 1
    other = await office.call("POST", RUN, {**body, "message": "More"}, headers=headers)
    assert (other.status_code, other.json()["code"]) == (422, "message_reused")


async def test_two_people_may_use_the_same_message_id(office):
    await office.make()
    ran = [
        await office.call("POST", RUN, {"message_id": "m1"}, who=who)
        for who in (office.ann, office.bob)
    ]
    assert [run.status_code for run in ran] == [202, 202]
    assert len({run.json()["thread_id"] for run in ran}) == 2


async def test_a_run_can_be_followed_in_the_answer(office, events_of):
    await office.make()
    world = office.world
    body = {"thread_id": "t1", "message_id": "m1"}
    await office.call("POST", RUN, body)
    await world.answer()
    response = await office.call("POST", RUN, body, headers={"Accept": "text/event-stream"})
    kinds = [event["type"] for _, event in events_of(response.text)]
    assert (kinds[0], kinds[-1]) == ("RUN_STARTED", "RUN_FINISHED")


async def test_nobody_runs_an_agent_in_the_conversation_of_another(office):
    await office.make()
    await office.call("POST", RUN, {"thread_id": "t1"})
    await office.call("POST", RUN, {"thread_id": "t1", "message": "Mine"}, who=office.bob)
    assert await said(office, "t1", office.ann) == ("@weekly-report run", "ann")
    assert await said(office, "t1", office.bob) == ("@weekly-report Mine", "bob")


@pytest.mark.parametrize(
    ("who", "status"), [("ann", 409), ("bob", 404), ("ada", 403), ("eve", 404)]
)
async def test_what_may_not_be_run_is_refused_before_anything_is_written(office, who, status):
    _, etag = await office.make(users=["ann"])
    await office.call("PATCH", AGENT, {"enabled": False}, etag=etag)
    written = office.world.meter["commit"]
    refused = await office.call("POST", RUN, {}, who=getattr(office, who))
    assert refused.status_code == status
    absent = await office.call("POST", "/agents/never-was/run", {}, who=getattr(office, who))
    assert absent.status_code == 404
    assert office.world.meter["commit"] == written


@pytest.mark.parametrize("agent_id", ["Sales Bot", "💬", "a/b"])
async def test_an_agent_that_cannot_be_mentioned_is_not_mistaken_for_another(office, agent_id):
    agent = Agent(id=agent_id, name="S", description="d", owner="ann")
    await office.world.services.agents.save("acme", agent, None)
    refused = await office.call("POST", f"/agents/{to_path(agent_id)}/run", {})
    assert (refused.status_code, refused.json()["code"]) == (409, "conflict")
    assert "Clone it" in refused.json()["detail"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"message": ""}, "message"),
        ({"message": "x" * 32_001}, "message"),
        ({"message": "x" * 31_999}, "message"),
        ({"message": 3}, "message"),
        ({"thread_id": ""}, "thread_id"),
        ({"message_id": "\n"}, "message_id"),
        ({"debug": True}, "debug"),
    ],
)
async def test_what_is_wrong_with_a_run_is_said_by_field(office, body, field):
    await office.make()
    response = await office.call("POST", RUN, body)
    assert response.status_code == 422
    assert [error["field"] for error in response.json()["errors"]] == [field]


async def test_statistics_count_runs_and_do_not_say_whose_they_were(office):
    await office.make()
    world = office.world
    empty = await office.call("GET", f"{AGENT}/statistics")
    assert empty.json() == {
        "agent": "weekly-report",
        "runs": 0,
        "succeeded": 0,
        "failed": 0,
        "success_rate": None,
        "average_milliseconds": None,
        "outcomes": [],
    }
    for turn, succeeded, milliseconds in (("t/1", True, 100), ("t/2", False, 300)):
        outcome = RunOutcome(
            turn=turn, succeeded=succeeded, milliseconds=milliseconds, at=world.clock.now()
        )
        await world.services.records.count("acme", "weekly-report", outcome)
    world.clock.pass_by(seconds=31)

    told = (await office.call("GET", f"{AGENT}/statistics", who=office.bob)).json()

    assert (told["runs"], told["succeeded"], told["failed"]) == (2, 1, 1)
    assert (told["success_rate"], told["average_milliseconds"]) == (0.5, 200)
    assert [set(outcome) for outcome in told["outcomes"]] == [
        {"succeeded", "milliseconds", "at"}
    ] * 2
