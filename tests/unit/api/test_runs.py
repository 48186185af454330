import pytest

from shared.conversation.doorbell import instance_id


@pytest.fixture
async def run(world):
    return (await world.say()).json()


async def test_queued_run_is_cancelled_at_once(world, run):
    response = await world.call("POST", run["links"]["cancel"])
    assert (response.status_code, response.json()["state"]) == (202, "cancelled")
    again = await world.call("POST", run["links"]["cancel"])
    assert (again.status_code, again.json()["state"]) == (200, "cancelled")


async def test_running_run_is_asked_to_stop(world, run):
    await world.open()
    response = await world.call("POST", run["links"]["cancel"])
    assert (response.status_code, response.json()["state"]) == (202, "cancelling")
    stop = (await world.head()).value.stop
    assert (stop.kind, stop.run) == ("cancel", run["run_id"])


async def test_waiting_run_is_woken_to_stop(world, run):
    question = await world.ask()
    assert (await world.call("POST", run["links"]["cancel"])).status_code == 202
    assert world.engine.raised == [(instance_id(world.key()), f"reply-{question}")]


async def test_ended_run_stays_as_it_is(world, run):
    await world.answer()
    response = await world.call("POST", run["links"]["cancel"])
    assert (response.status_code, response.json()["state"]) == (200, "finished")


async def test_unknown_run_or_thread_is_not_found(world, run):
    assert (await world.call("POST", "/api/v1/threads/t1/runs/r9/cancel")).status_code == 404
    assert (await world.call("POST", "/api/v1/threads/t9/runs/r9/cancel")).status_code == 404


async def test_run_of_somebody_else_cannot_be_cancelled(world, run):
    world.caller = world.caller.model_copy(update={"user": "mallory"})
    assert (await world.call("POST", run["links"]["cancel"])).status_code == 404
