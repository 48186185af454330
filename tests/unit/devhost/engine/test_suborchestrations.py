"""Children of an orchestration: what they are given, who hears of them, and who does not."""

import json

import httpx
import pytest
from starlette.applications import Starlette

from devhost.client_binding import WEBHOOK_PATH
from devhost.durable_api import routes
from tests.unit.devhost.engine.family_app import COMPLETED, CREATED, FAILED, built, reports

HOUR = 3600
MIB = 1024 * 1024


@pytest.fixture
def functions():
    return built()


async def begin(engine, name, value=None, instance_id="parent"):
    await engine.start_new(name, instance_id, json.dumps(value))
    await engine.idle()


async def tell(engine, instance_id, what, name="go"):
    assert await engine.raise_event(instance_id, name, json.dumps(what)) == 202
    await engine.idle()


async def output(engine, instance_id="parent"):
    return (await engine.wait_for(instance_id, 10)).output


@pytest.mark.parametrize("order", ["ab", "ba"])
async def test_all_children_and_a_timer_are_waited_for_in_any_order(engine, clock, order):
    await begin(engine, "all_of_three")
    await tell(engine, order[0], order[0])
    clock.advance(HOUR)
    await engine.idle()
    assert (await engine.status("parent")).runtime_status == "Running"
    await tell(engine, order[1], order[1])
    assert await output(engine) == ["a", "b"]


async def test_after_a_failed_child_the_host_still_waits_for_the_siblings(engine, clock):
    await begin(engine, "all_of_three")
    await tell(engine, "b", "fail")
    clock.advance(HOUR)
    await engine.idle()
    assert (await engine.status("parent")).runtime_status == "Running"
    await tell(engine, "a", "a")
    assert "Orchestrator function 'child' failed: told to fail" in await output(engine)
    assert reports(engine, "parent") == [(FAILED, 2), (COMPLETED, 0)]


@pytest.mark.parametrize(("told", "winner"), [("a", 0), ("b", 1), (None, 2)])
async def test_the_first_of_children_and_timer_wins(engine, clock, told, winner):
    await begin(engine, "any_of_three")
    if told:
        await tell(engine, told, "fail")
    else:
        clock.advance(HOUR)
    assert await output(engine) == winner


async def test_children_that_lost_run_on_and_report_to_nobody(engine):
    await begin(engine, "any_of_three")
    await tell(engine, "a", 1)
    assert await output(engine) == 0
    before = engine.history("parent")
    await tell(engine, "b", 2)
    assert await output(engine, "b") == 2
    assert engine.history("parent") == before


async def test_a_child_knows_its_parent_and_gets_an_id_from_its_call(engine):
    await begin(engine, "eleven_unnamed")
    assert await output(engine) == ["parent"] * 11
    created = [e for e in engine.history("parent") if e["EventType"] == CREATED]
    execution = created[0]["InstanceId"].partition(":")[0]
    assert len(execution) == 32
    assert [e["InstanceId"] for e in created] == [f"{execution}:{e['EventId']}" for e in created]
    assert (await engine.status(f"{execution}:10")).output == "parent"


async def test_the_result_of_a_child_is_that_of_its_last_generation(engine):
    await begin(engine, "parent_of", {"name": "ageing_child", "id": "aging"})
    for said in "xyz":
        assert reports(engine, "parent") == []
        await tell(engine, "aging", said)
    assert await output(engine) == ["z", 3]
    assert reports(engine, "parent") == [(COMPLETED, 0)]


async def test_a_child_of_an_older_generation_is_not_heard(engine):
    """Its call had the number that the child of the next generation has."""
    await begin(engine, "moving_on")
    await tell(engine, "parent", 1, "move")
    await tell(engine, "early", "stale")
    assert reports(engine, "parent") == []
    await tell(engine, "late", "fresh")
    assert await output(engine) == "fresh"


@pytest.mark.parametrize(("how", "expected"), [("continue", "fresh"), ("return", "gone")])
async def test_a_refusal_for_a_generation_that_has_ended_is_dropped(engine, how, expected):
    await begin(engine, "child", None, "taken")
    await begin(engine, "hasty", how)
    await engine.raise_event("parent", "go", "1")
    await tell(engine, "parent", 1, "begin")
    if how == "continue":
        await tell(engine, "late", "fresh")
    assert await output(engine) == expected
    assert (await engine.status("taken")).runtime_status == "Running"


async def test_terminating_or_purging_a_parent_leaves_its_children_alone(engine):
    await begin(engine, "any_of_three")
    await engine.terminate("parent", "enough")
    await engine.idle()
    await tell(engine, "a", 1)
    assert await engine.purge("parent") == 1
    await tell(engine, "b", 2)
    assert [await output(engine, name) for name in "ab"] == [1, 2]
    assert await engine.status("parent") is None


async def test_a_new_parent_of_the_same_id_does_not_hear_the_children_of_the_old(engine):
    await begin(engine, "parent_of", {"name": "child", "id": "old"})
    await engine.terminate("parent", "enough")
    await engine.idle()
    await begin(engine, "parent_of", {"name": "child", "id": "new"})
    await tell(engine, "old", "old")
    assert reports(engine, "parent") == []
    await tell(engine, "new", "new")
    assert await output(engine) == "new"


async def test_a_child_may_take_the_id_of_a_finished_instance(engine):
    await begin(engine, "telling", None, "again")
    await begin(engine, "parent_of", {"name": "telling", "id": "again"})
    assert await output(engine) == "parent"


async def test_a_purged_child_has_told_its_parent_before(engine):
    await begin(engine, "all_of_three")
    await tell(engine, "a", 1)
    assert await engine.purge("a") == 1
    assert reports(engine, "parent") == [(COMPLETED, 0)]


async def test_a_suspended_child_keeps_its_parent_waiting(engine):
    await begin(engine, "parent_of", {"name": "child", "id": "c"})
    await engine.suspend("c", "hold")
    await tell(engine, "c", "said")
    assert reports(engine, "parent") == []
    await engine.resume("c", "on")
    assert await output(engine) == "said"


async def test_a_retried_child_of_a_given_id_begins_anew(engine, clock):
    await begin(engine, "stubborn")
    await tell(engine, "tried", "fail")
    assert (await engine.status("tried")).runtime_status == "Failed"
    clock.advance(1)
    await engine.idle()
    await tell(engine, "tried", "better")
    assert await output(engine) == "better"


async def test_a_child_that_gives_too_much_fails(engine):
    await begin(engine, "parent_of", {"name": "swollen", "id": "child", "input": MIB})
    assert "output of the orchestrator is 1048578 bytes" in await output(engine)


async def test_a_child_that_is_given_too_much_is_not_started(engine):
    await begin(engine, "swollen_call", MIB)
    assert "input of orchestrator 'telling' is 1048578 bytes" in await output(engine)
    assert [status.instance_id for status in await engine.query()] == ["parent"]


async def test_a_deadline_over_six_days_away_holds_up_what_follows(engine, clock):
    """A defect of production: the SDK waits in slices, and the host for each slice it began."""
    await begin(engine, "asking", {"children": 1, "enough": None, "hours": 8 * 24})
    clock.advance(4 * 24 * HOUR)
    await engine.idle()
    await tell(engine, "asked-0", "said")
    assert (await engine.status("parent")).runtime_status == "Running"
    clock.advance(4 * 24 * HOUR)
    assert await output(engine) == ["said"]


async def test_status_and_history_show_children_over_http(engine):
    await begin(engine, "any_of_three")
    await tell(engine, "b", "said")
    transport = httpx.ASGITransport(Starlette(routes=routes(lambda: engine, "http://here")))
    async with httpx.AsyncClient(transport=transport, base_url="http://here") as http:
        told = await http.get(f"{WEBHOOK_PATH}/instances/parent", params={"showHistory": "true"})
        found = await http.get(f"{WEBHOOK_PATH}/instances/")
    events = told.json()["historyEvents"]
    children = [e for e in events if e["EventType"].startswith("SubOrchestration")]
    waiting, heard = children
    assert (waiting["EventType"], waiting["Name"], waiting["InstanceId"]) == (
        "SubOrchestrationInstanceCreated",
        "child",
        "a",
    )
    assert (heard["EventType"], heard["FunctionName"], heard["Input"]) == (
        "SubOrchestrationInstanceCompleted",
        "child",
        "null",
    )
    assert {(s["instanceId"], s["runtimeStatus"]) for s in found.json()} == {
        ("parent", "Completed"),
        ("a", "Running"),
        ("b", "Completed"),
    }
