"""Defects of production that the dev host has on purpose, so that code is tested against them."""

import json

HOUR = 3600


async def begin(engine, name, value=None):
    started = await engine.start_new(name, None, json.dumps(value))
    await engine.idle()
    return started


async def raise_early(engine, name, values):
    """Raise events in one turn with what the orchestrator waits for first."""
    waiting = await begin(engine, name)
    for value in values:
        await engine.raise_event(waiting, "message", json.dumps(value))
    await engine.raise_event(waiting, "begin", "1")
    await engine.idle()
    return waiting


async def test_one_early_event_answers_every_later_wait_of_its_name(engine):
    waiting = await raise_early(engine, "three_waits", ["only"])
    status = await engine.status(waiting)
    assert status.custom_status == ["only", "only", "only"]
    assert status.runtime_status == "Running", "the host still waits for two more events"


async def test_three_early_events_give_the_last_one_three_times(engine):
    waiting = await raise_early(engine, "three_waits", ["a", "b", "c"])
    assert (await engine.wait_for(waiting, 10)).output == ["c", "c", "c"]


async def test_an_event_that_raced_a_cancelled_timer_is_delivered_to_every_generation(engine):
    value = {"seen": 0, "stop_at": 20, "await_first": False}
    looping = await begin(engine, "idle_loop", value)
    await engine.raise_event(looping, "message", "1")
    assert (await engine.wait_for(looping, 10)).output == "redelivered up to 20"


async def test_an_activity_between_cancel_and_continue_as_new_consumes_the_event(engine, clock):
    value = {"seen": 0, "stop_at": 20, "await_first": True}
    looping = await begin(engine, "idle_loop", value)
    await engine.raise_event(looping, "message", "1")
    await engine.idle()
    clock.advance(HOUR)
    assert (await engine.wait_for(looping, 10)).output == "idle after 1"


async def test_after_a_first_failure_the_host_still_waits_for_every_sibling(engine, clock):
    waiting = await begin(engine, "first_failure")
    status = await engine.status(waiting)
    assert (status.runtime_status, status.custom_status) == ("Running", "resumed")
    scheduled = [e["Name"] for e in engine.history(waiting) if e["EventType"] == 4]
    assert scheduled == ["broken"], "what comes after the failure is not scheduled yet"
    clock.advance(HOUR)
    assert (await engine.wait_for(waiting, 10)).output == "after"


async def test_continue_as_new_drops_buffered_events(engine):
    waiting = await begin(engine, "forgetful")
    await engine.raise_event(waiting, "message", '"lost"')
    await engine.idle()
    await engine.raise_event(waiting, "begin", "1")
    await engine.idle()
    assert (await engine.status(waiting)).runtime_status == "Running"
    await engine.raise_event(waiting, "message", '"kept"')
    assert (await engine.wait_for(waiting, 10)).output == "kept"


async def test_a_task_that_is_never_yielded_is_never_scheduled(engine, ran):
    done = await engine.wait_for(await begin(engine, "unyielded"), 10)
    assert done.output == "scheduled"
    assert [r.name for r in ran if r.kind == "activity"] == ["echo"]


async def test_the_host_matches_event_names_without_case_and_the_sdk_with_it(engine):
    """So an event raised in another case satisfies the host, and the code never hears of it."""
    waiting = await begin(engine, "race", HOUR)
    await engine.raise_event(waiting, "GO", "1")
    await engine.idle()
    assert (await engine.status(waiting)).runtime_status == "Running"
