import pytest

from shared.conversation.doorbell import instance_id
from shared.models.rows import AGENT_RUN, REQUEST, Change, Put
from shared.models.run import AgentRun

THREAD = "/api/v1/threads/t1"


async def test_thread_tells_how_it_stands(world):
    await world.say()
    await world.say("And Sarah?")
    await world.answer()
    body = (await world.call("GET", THREAD)).json()
    assert body == {
        "id": "t1",
        "title": "Show me emails from John",
        "phase": "parked",
        "question": None,
        "handoff": None,
        "counts": {"messages": 2, "queued": 1, "turns": 1, "events": 5},
        "created_at": "2026-11-21T09:00:00Z",
        "updated_at": "2026-11-21T09:00:00Z",
        "links": {
            "thread": THREAD,
            "messages": f"{THREAD}/messages",
            "events": f"{THREAD}/events",
        },
    }


async def test_open_question_is_shown_until_it_is_answered(world):
    await world.say()
    question = await world.ask()
    body = (await world.call("GET", THREAD)).json()
    assert body["phase"] == "waiting"
    assert body["question"]["id"] == question
    assert body["question"]["options"][1] == {
        "id": "john-doe",
        "label": "John Doe (client)",
        "description": "",
    }
    assert body["question"]["expires_at"].startswith("2026-11-22T09:00")
    await world.say("The client")
    assert (await world.call("GET", THREAD)).json()["question"] is None


async def test_deleted_thread_is_gone_and_cleared_up_later(world):
    await world.say()
    await world.ask()
    response = await world.call("DELETE", THREAD)
    assert response.status_code == 202
    assert "purge" in [e.kind for e in await world.due()]
    assert world.engine.raised[-1][0] == instance_id(world.key())
    assert (await world.call("DELETE", THREAD)).status_code == 202
    for method, path in [
        ("GET", ""),
        ("GET", "/messages"),
        ("GET", "/events"),
        ("GET", "/turns/1"),
        ("POST", "/runs/r/cancel"),
        ("POST", "/interrupts/q-1-1"),
        ("POST", "/turns/1/feedback"),
    ]:
        response = await world.call(
            method, THREAD + path, {"action": "reject"} if method == "POST" else None
        )
        assert (response.status_code, response.json()["code"]) == (410, "thread_deleted")
    assert [e.kind for e in await world.due()].count("purge") == 1


async def test_purge_is_not_due_before_the_thread_is_marked(world):
    await world.say()
    await world.call("DELETE", THREAD)
    [entry] = [e for e in await world.due() if e.kind == "purge"]
    assert entry.at > world.clock.now()


@pytest.mark.parametrize("method", ["GET", "DELETE"])
async def test_unknown_thread_is_not_found(world, method):
    assert (await world.call(method, THREAD)).status_code == 404
    assert world.meter["commit"] == 0


async def test_turn_shows_its_trace_and_the_agents_work(world):
    posted = (await world.say(debug=True)).json()
    await world.open()
    head = await world.head()
    work = AgentRun(id="1", agent="email", request="Find emails", said=("the agent's orders",))
    await world.threads.commit(head, Change(head.value, (Put(AGENT_RUN, 1, work),)))
    body = (await world.call("GET", f"{THREAD}/turns/1")).json()
    assert (body["number"], body["run_id"], body["status"]) == (1, posted["run_id"], "open")
    assert {"trace", "decision", "intent", "usage", "outcome"} <= body.keys()
    assert body["agent_run"]["agent"] == "email"
    assert "said" not in body["agent_run"]
    assert "execution" not in body
    await world.close()
    assert (await world.call("GET", f"{THREAD}/turns/1")).json()["outcome"] == "answered"


async def test_turn_without_work_has_none(world):
    await world.say()
    await world.answer()
    assert (await world.call("GET", f"{THREAD}/turns/1")).json()["agent_run"] is None


@pytest.mark.parametrize("turn", ["2", "x", "-1", "1.0", "٣", "1" * 30])
async def test_unknown_turn_is_not_found(world, turn):
    await world.say()
    await world.answer()
    assert (await world.call("GET", f"{THREAD}/turns/{turn}")).status_code == 404


async def test_missing_question_row_is_no_question(world):
    await world.say()
    head = await world.head()
    await world.threads.commit(head, Change(head.value.model_copy(update={"request": "q-0"})))
    assert await world.threads.get(world.key(), REQUEST, "q-0") is None
    assert (await world.call("GET", THREAD)).json()["question"] is None
