"""Handing a conversation over by request, and back."""

import pytest

from shared.models.agent import Agent, Capabilities, HandoffCapability
from shared.models.principal import Principal
from shared.models.rows import HANDOFF

PATH = "/api/v1/threads/t1/handoff"
CAN = Capabilities(handoff=HandoffCapability(supports_handoff=True, max_session_duration_seconds=9))
DESK = Agent(id="help-desk", name="Help Desk", description="Lost badges", capabilities=CAN)
CLOSED = Agent(id="archive", name="Archive", description="Old files")


@pytest.fixture
async def handed(world):
    """Return how a quiet thread is handed to an agent."""
    for agent in (DESK, CLOSED):
        await world.services.agents.save(world.caller.tenant, agent, None)
    await world.say()
    await world.answer()

    async def hand(target="help-desk", **more):
        return await world.call("POST", PATH, {"target": target, **more})

    return hand


async def test_an_agent_is_given_the_conversation_and_returns_it(world, handed):
    given = await handed(reason="lost badge of ada@acme.com")
    assert given.status_code == 201
    assert given.json()["state"] == "active"
    assert given.json()["reason"] == "lost badge of [EMAIL]"
    assert (await world.call("GET", PATH)).json() == given.json()

    what = {
        "completion_status": "completed",
        "result_summary": "new badge",
        "artifacts_created": ["b1"],
    }
    back = await world.call("POST", f"{PATH}/return", what)
    assert back.status_code == 200
    assert (back.json()["state"], back.json()["artifacts"]) == ("completed", ["b1"])
    assert (await world.head()).value.handoff is None
    kept = (await world.threads.get(world.key(), HANDOFF, given.json()["id"])).value
    assert kept.result_summary == "new badge"


async def test_the_person_may_take_it_back_and_it_stays_to_be_taken_up(world, handed):
    await handed()

    assert (await world.call("DELETE", PATH)).json()["state"] == "cancelled"
    assert (await world.call("GET", PATH)).json()["state"] == "cancelled"
    assert (await world.call("DELETE", PATH)).status_code == 409
    assert (await world.head()).value.resumable == "handoff-1"


async def test_a_handoff_that_lasted_too_long_shows_as_paused(world, handed):
    await handed()
    world.clock.pass_by(seconds=9)

    assert (await world.call("GET", PATH)).json()["state"] == "paused"


async def test_there_is_one_at_a_time(handed):
    await handed()

    second = await handed("agent-builder")
    assert second.status_code == 409
    assert "has to return it first" in second.json()["detail"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"target": "nobody"}, 404),
        ({"target": "archive"}, 409),
        ({"target": ""}, 422),
        ({}, 422),
        ({"target": "help-desk", "reason": "x" * 501}, 422),
        ({"target": "help-desk", "context_summary": "x" * 2001}, 422),
        ({"target": "help-desk", "extra": 1}, 422),
    ],
)
async def test_what_cannot_be_is_refused(world, handed, body, status):
    del handed
    assert (await world.call("POST", PATH, body)).status_code == status
    assert (await world.head()).value.handoff is None


async def test_a_conversation_that_is_answering_is_not_handed_over(world, handed):
    await world.say("one more", headers=None)

    refused = await handed()
    assert (refused.status_code, refused.json()["code"]) == (409, "thread_busy")


@pytest.mark.parametrize(("method", "path"), [("GET", PATH), ("DELETE", PATH)])
async def test_without_one_there_is_nothing(world, method, path):
    assert (await world.call(method, path)).status_code == 404
    await world.say()
    assert (await world.call(method, path)).status_code == 404


async def test_somebody_else_may_not(world, handed):
    await handed()
    world.caller = Principal(tenant=world.caller.tenant, user="mallory")

    assert (await world.call("GET", PATH)).status_code == 404
    assert (await world.call("DELETE", PATH)).status_code in {403, 404}
    assert (await world.call("POST", PATH, {"target": "agent-builder"})).status_code in {403, 404}


async def test_a_bad_return_is_refused(world, handed):
    await handed()

    bad = await world.call("POST", f"{PATH}/return", {"completion_status": "maybe"})
    assert bad.status_code == 422
    assert (await world.head()).value.handoff == "handoff-1"
