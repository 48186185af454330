"""Handing a conversation over by request, and back."""

from datetime import timedelta

import pytest

from shared.conversation import later
from shared.models.agent import Agent, Capabilities, HandoffCapability
from shared.models.building import AgentDraft, BuildSession, Part
from shared.models.principal import Principal
from shared.models.rows import EVENT, HANDOFF, Change, Put

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


async def test_what_the_agent_builder_has_so_far_is_shown_as_the_agent_it_would_be(world, handed):
    assert (await handed()).json()["draft"] is None
    await world.call("DELETE", PATH)
    begun = await handed("agent-builder")
    assert begun.json()["draft"] is None, "nothing was said to it yet"
    draft = AgentDraft(parts=(Part(service="pages", verb="read"),))
    head, held = await world.head(), begun.json()["id"]
    kept = await world.threads.get(world.key(), HANDOFF, held)
    session = BuildSession(asking="schedule", draft=draft)
    spoken = kept.value.model_copy(update={"building": session})
    change = Change(head.value, (Put(HANDOFF, held, spoken, kept.etag),))
    await world.threads.commit(head, change)

    shown = (await world.call("GET", PATH)).json()

    assert "building" not in shown
    assert shown["draft"]["name"] == "notion-reporter"
    assert shown["draft"]["missing"] == ["when it runs", "where results go"]


async def told(world):
    """Return what clients saw of handoffs, and how the events around them look."""
    logged = await world.threads.page(world.key(), EVENT, 1, 1000)
    events = [entry.event for entry in logged]
    first = next(place for place, event in enumerate(events) if event.get("name") == "handoff") - 1
    return [event["value"]["state"] if "value" in event else event["type"] for event in events][
        first:
    ]


async def test_a_conversation_handed_over_and_back_is_told_in_runs_of_their_own(world, handed):
    await handed()
    await world.call("DELETE", PATH)

    assert await told(world) == [
        "RUN_STARTED", "requested", "active", "RUN_FINISHED",
        "RUN_STARTED", "returning", "cancelled", "RUN_FINISHED",
    ]  # fmt: skip


async def test_one_returned_in_the_middle_of_an_answer_is_told_in_its_run(world, handed):
    await handed()
    await world.say("one more", headers=None)
    await world.open()

    await world.call("POST", f"{PATH}/return", {"completion_status": "error"})

    logged = await world.threads.page(world.key(), EVENT, 1, 1000)
    assert [e.event["value"]["state"] for e in logged[-2:]] == ["returning", "error"]
    assert logged[-2].run == logged[-3].run
    assert logged[-3].event["type"] == "RUN_STARTED"


async def test_one_returned_while_a_message_waits_in_line_is_told_before_it_is_answered(
    world, handed
):
    await handed()
    await world.say("one more", headers=None)

    assert (await world.call("DELETE", PATH)).status_code == 200
    assert (await told(world))[-1] == "RUN_FINISHED"


@pytest.mark.parametrize(
    ("target", "status", "why"),
    [
        ("nobody", 404, "There is no such agent here."),
        ("archive", 409, "Archive does not take conversations (handoff)."),
    ],
)
async def test_a_refusal_is_told_with_its_reason(world, handed, target, status, why):
    refused = await handed(target)

    assert (refused.status_code, refused.json()["detail"]) == (status, why)
    assert await told(world) == ["RUN_STARTED", "requested", "rejected", "RUN_FINISHED"]
    kept = (await world.threads.get(world.key(), HANDOFF, "handoff-1")).value
    assert (kept.state, kept.rejection_reason) == ("rejected", why)
    assert (await handed()).json()["id"] == "handoff-2"


async def test_when_it_is_over_is_on_the_list_of_what_happens_later(world, handed):
    await handed()
    await handed("archive")

    (entry,) = [entry for entry in await world.due() if entry.kind == "handoff"]
    assert entry.subject == "handoff-1"
    assert entry.at == world.clock.now() + timedelta(seconds=9) + later.GRACE


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


async def test_there_is_one_at_a_time(world, handed):
    await handed()

    second = await handed("agent-builder")
    assert second.status_code == 409
    assert "has to return it first" in second.json()["detail"]
    assert (await told(world))[-3:-1] == ["requested", "rejected"]
    assert (await world.call("GET", PATH)).json()["target"] == "help-desk"


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
    assert (await world.call("DELETE", PATH)).status_code == 404
    assert (await world.call("POST", PATH, {"target": "agent-builder"})).status_code == 404


async def test_a_bad_return_is_refused(world, handed):
    await handed()

    bad = await world.call("POST", f"{PATH}/return", {"completion_status": "maybe"})
    assert bad.status_code == 422
    assert (await world.head()).value.handoff == "handoff-1"
