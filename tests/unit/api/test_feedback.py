from datetime import timedelta

import pytest

from shared.agents.roster import Reach, personal
from shared.models.agent import Agent
from shared.models.rows import AGENT_RUN, TURN, Change, Put
from shared.models.run import AgentRun, SubAgentResponse, SubAgentResult
from tests.support.fakes import to_agent

FEEDBACK = "/api/v1/threads/t1/turns/1/feedback"
RENT = Agent(id="rent", name="Rent", description="Collects rents")
LIFT = Agent(id="lift", name="Lift", description="Mends lifts")
RUN = AgentRun(
    id="work-1",
    agent="rent",
    request="r",
    response=SubAgentResponse(success=True, domain="", request="r", result=SubAgentResult()),
)


@pytest.fixture
async def routed(world):
    """A closed turn that the agent `rent` worked on."""
    for agent in (RENT, LIFT):
        await world.services.agents.save("dev", agent, None)
    await world.say("who owes rent")
    await world.open()
    head = await world.head()
    turn = await world.threads.get(head.value.key, TURN, 1)
    value = turn.value.model_copy(update={"decision": to_agent("rent")})
    puts = (Put(TURN, 1, value, turn.etag), Put(AGENT_RUN, 1, RUN))
    await world.threads.commit(head, Change(head.value, puts))
    await world.close()
    return world


async def judge(world, path=FEEDBACK, **body):
    return await world.call("POST", path, body)


async def learned(world, tenant="dev"):
    shared = await world.services.catalogue.index(tenant)
    person = await world.services.people.get(world.caller)
    index = (await personal(Reach(shared, lambda _: True), person)).index
    return {
        entry.agent.id: [text.text for text in entry.texts if text.kind == "learned"]
        for entry in index.entries
    }


async def verdicts(world):
    since = world.clock.now() - timedelta(days=1)
    return [(r.verdict, r.meant) for r in await world.services.routings.since("dev", since)]


async def test_a_good_answer_teaches_its_agent(routed):
    response = await judge(routed, verdict="good")

    assert response.status_code == 200
    assert response.json() == {"turn": 1, "verdict": "good", "agent": None}
    assert await learned(routed) == {"rent": ["who owes rent"], "lift": []}
    assert await verdicts(routed) == [("good", None)]


async def test_the_right_agent_learns_what_went_to_a_wrong_one(routed):
    await judge(routed, verdict="good")

    response = await judge(routed, verdict="wrong_agent", agent="lift")

    assert response.json() == {"turn": 1, "verdict": "wrong_agent", "agent": "lift"}
    assert await learned(routed) == {"rent": [], "lift": ["who owes rent"]}
    assert await verdicts(routed) == [("wrong_agent", "lift")]
    assert await routed.services.records.of("dev", ["rent"]) == {}


async def test_a_verdict_has_to_wait_for_the_answer(world):
    await world.say()
    await world.open()
    response = await judge(world, verdict="good")
    assert (response.status_code, response.json()["code"]) == (409, "conflict")
    assert await verdicts(world) == []


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"verdict": "bad"},
        {"verdict": "good", "agent": "lift"},
        {"verdict": "wrong_agent"},
        {"verdict": "wrong_agent", "agent": ""},
        {"verdict": "wrong_agent", "agent": 7},
        {"verdict": "good", "why": "because"},
    ],
)
async def test_a_verdict_that_is_none_is_refused(routed, body):
    response = await judge(routed, **body)
    assert (response.status_code, response.json()["code"]) == (422, "invalid_request")
    assert response.json()["errors"]
    assert await verdicts(routed) == []


@pytest.mark.parametrize(
    ("agent", "tenant"),
    [
        (None, None),
        (LIFT, "globex"),
        (LIFT.model_copy(update={"enabled": False}), "dev"),
        (LIFT.model_copy(update={"users": ("bob",)}), "dev"),
    ],
)
async def test_only_an_agent_within_reach_can_have_been_meant(routed, agent, tenant):
    if agent is not None:
        await routed.services.agents.save(tenant, agent.model_copy(update={"id": "other"}), None)

    response = await judge(routed, verdict="wrong_agent", agent="other")

    assert response.status_code == 422
    assert [error["field"] for error in response.json()["errors"]] == ["agent"]
    assert await verdicts(routed) == []


@pytest.mark.parametrize("turn", ["2", "x", "-1"])
async def test_there_is_no_verdict_on_a_turn_that_is_not_there(routed, turn):
    assert (await judge(routed, f"/api/v1/threads/t1/turns/{turn}/feedback")).status_code == 404


async def test_nobody_judges_what_somebody_else_was_told(routed):
    routed.caller = routed.caller.model_copy(update={"user": "mallory"})
    assert (await judge(routed, verdict="good")).status_code == 404
    assert await verdicts(routed) == []
