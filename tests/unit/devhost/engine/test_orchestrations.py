import asyncio
import json
import sqlite3
import warnings
from datetime import datetime

import pytest

from devhost.engine import (
    AlreadyExists,
    Engine,
    EngineStopped,
    InstanceNotFound,
    InvalidInstanceId,
    PayloadTooLarge,
    UnknownFunction,
)
from devhost.engine.fault import Fault
from devhost.functions import ActivityFunction
from devhost.history import EventType

HOUR = 3600
moment = datetime.fromisoformat
MIB = 1024 * 1024


async def run(engine, name, value=None, instance_id=None):
    started = await engine.start_new(name, instance_id, json.dumps(value))
    return await engine.wait_for(started, 10)


async def begin(engine, name, value=None, instance_id=None):
    """Start an instance and return its id once it waits for something."""
    started = await engine.start_new(name, instance_id, json.dumps(value))
    await engine.idle()
    return started


async def runtime_status(engine, instance_id):
    return (await engine.status(instance_id)).runtime_status


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("one", "x", "x"),
        ("one", None, None),
        ("chain", 10, 10),
        ("fan", 20, 210),
        ("no_yield", 1, {"input": 1}),
        ("generations", 3, "done"),
    ],
)
async def test_a_plain_orchestration_completes(engine, name, value, expected):
    status = await run(engine, name, value)
    assert (status.runtime_status, status.output) == ("Completed", expected)


async def test_the_status_tells_input_times_and_history_on_request(engine):
    status = await run(engine, "one", {"a": 1}, "told")
    assert status.input == '{"a": 1}'
    assert status.created_time <= status.last_updated_time
    assert status.history is None
    assert (await engine.status("told", show_input=False)).input is None
    told = await engine.status("told", show_history=True)
    assert [e["EventType"] for e in told.history] == [12, 0, 4, 13, 12, 5, 1, 13]
    assert list(told.history) == engine.history("told")


async def test_a_child_returns_its_result_and_its_failure(engine):
    good, bad = (await run(engine, "parent")).output
    assert good == "child"
    assert "Orchestrator function 'failing' failed: the orchestrator is bad" in bad


async def test_a_terminated_child_fails_its_parent(engine):
    parent = await begin(engine, "parent_of", {"name": "nap", "id": "napping", "input": HOUR})
    await engine.terminate("napping", "enough")
    assert "enough" in (await engine.wait_for(parent, 10)).output


async def test_terminating_a_parent_leaves_its_child_alone(engine, clock):
    parent = await begin(engine, "parent_of", {"name": "nap", "id": "napping", "input": HOUR})
    await engine.terminate(parent, "enough")
    await engine.wait_for(parent, 10)
    clock.advance(HOUR)
    assert (await engine.wait_for("napping", 10)).output == "woke"


@pytest.mark.parametrize("child", ["twin-of-a-live-one", "own-id"])
async def test_a_child_cannot_take_an_id_in_use(engine, child):
    await begin(engine, "nap", HOUR, "twin-of-a-live-one")
    status = await run(engine, "parent_of", {"name": "one", "id": child}, "own-id")
    assert "already exists" in status.output or "must be different" in status.output


async def test_two_children_of_one_turn_cannot_share_an_id(engine):
    assert "already exists" in (await run(engine, "parent_of_twins")).output


async def test_a_failed_activity_raises_in_the_orchestrator(engine, ran):
    status = await run(engine, "catching", "milk")
    assert status.output.startswith("Activity function 'broken' failed:  ValueError: no good: milk")
    assert [(r.kind, r.name, r.outcome) for r in ran] == [
        ("orchestrator", "catching", "running"),
        ("activity", "broken", "failed"),
        ("orchestrator", "catching", "completed"),
    ]
    assert "no good: milk" in ran[1].detail


async def test_an_exception_fails_the_orchestration(engine, ran):
    status = await run(engine, "failing")
    assert status.runtime_status == "Failed"
    assert status.output == "Orchestrator function 'failing' failed: the orchestrator is bad"
    assert ran[-1].outcome == "failed"
    assert "the orchestrator is bad" in ran[-1].detail


async def test_a_durable_timer_fires_at_its_time_and_not_before(engine, clock):
    sleeper = await begin(engine, "nap", 24 * HOUR)
    clock.advance(24 * HOUR - 1)
    await engine.idle()
    assert await runtime_status(engine, sleeper) == "Running"
    clock.advance(1)
    assert (await engine.wait_for(sleeper, 10)).output == "woke"


async def test_a_timer_longer_than_azure_allows_is_split(engine, clock):
    sleeper = await begin(engine, "nap", 8 * 24 * HOUR)
    for days in (3, 5):
        assert await runtime_status(engine, sleeper) == "Running"
        clock.advance(days * 24 * HOUR)
        await engine.idle()
    assert (await engine.wait_for(sleeper, 10)).output == "woke"


async def test_timers_work_by_the_wall_clock_too(functions):
    engine = Engine(functions, ":memory:")
    await engine.start()
    sleepers = [await engine.start_new("nap", None, text) for text in ("0.05", "0.01", "0")]
    assert [(await engine.wait_for(s, 10)).output for s in sleepers] == ["woke"] * 3
    await engine.stop()


async def test_an_event_beats_a_timer_and_the_cancelled_timer_never_fires(engine, clock):
    racer = await begin(engine, "race", HOUR)
    assert await engine.raise_event(racer, "go", "1") == 202
    assert (await engine.wait_for(racer, 10)).output == {"go": 1}
    clock.advance(HOUR)
    await engine.idle()


async def test_a_timer_beats_an_event_that_does_not_come(engine, clock):
    racer = await begin(engine, "race", HOUR)
    clock.advance(HOUR)
    assert (await engine.wait_for(racer, 10)).output == "too late"
    assert await engine.raise_event(racer, "go", "1") == 410


async def test_an_event_for_nobody_is_not_found(engine):
    assert await engine.raise_event("nobody", "go", "1") == 404


async def test_retries_wait_between_attempts(engine, clock):
    retrying = await begin(engine, "retry", {"key": "k", "good_at": 3})
    for _ in range(2):
        assert await runtime_status(engine, retrying) == "Running"
        clock.advance(1)
        await engine.idle()
    assert (await engine.wait_for(retrying, 10)).output == 3


async def test_exhausted_retries_end_with_a_timer_that_fires_at_once(engine, clock):
    retrying = await begin(engine, "retry", {"key": "k", "good_at": 99})
    for _ in range(2):
        assert await runtime_status(engine, retrying) == "Running"
        clock.advance(1)
        await engine.idle()
    assert [e["EventType"] for e in engine.history(retrying)].count(EventType.TIMER_CREATED) == 3
    output = (await engine.wait_for(retrying, 10)).output
    assert output.startswith("gave up: Activity function 'flaky' failed:  ValueError: attempt 3")


async def test_pauses_between_retries_grow_up_to_the_longest(engine, clock):
    retrying = await begin(engine, "growing", {"key": "k", "good_at": 99})
    for _ in range(4):
        assert await runtime_status(engine, retrying) == "Running"
        clock.advance(60)
        await engine.idle()
    made = [e for e in engine.history(retrying) if e["EventType"] == EventType.TIMER_CREATED]
    pauses = [moment(e["FireAt"]) - moment(e["Timestamp"]) for e in made]
    assert [round(pause.total_seconds()) for pause in pauses] == [20, 40, 60, 60, 0]


async def test_retries_run_side_by_side_in_task_all(engine, clock):
    fan = await begin(engine, "retry_fan", "k")
    for _ in range(3):
        clock.advance(1)
        await engine.idle()
    assert (await engine.wait_for(fan, 10)).output == [3, 2, 2, 3]


async def test_a_child_is_retried(engine, clock):
    retrying = await begin(engine, "retried_child", "k")
    clock.advance(1)
    assert (await engine.wait_for(retrying, 10)).output == 2


async def test_terminate_ends_an_instance_with_its_reason(engine):
    waiting = await begin(engine, "status")
    assert await engine.terminate(waiting, "enough") == 202
    status = await engine.wait_for(waiting, 10)
    assert (status.runtime_status, status.output) == ("Terminated", "enough")
    assert await engine.terminate(waiting, "again") == 410
    assert await engine.terminate("nobody", "again") == 404


async def test_a_suspended_instance_keeps_its_events_until_it_is_resumed(engine):
    waiting = await begin(engine, "status")
    assert await engine.suspend(waiting, "hold") == 202
    await engine.idle()
    assert await runtime_status(engine, waiting) == "Suspended"
    assert await engine.suspend(waiting, "hold") == 500
    await engine.raise_event(waiting, "go", "1")
    await engine.idle()
    assert (await engine.status(waiting)).custom_status == {"step": 1}
    assert await engine.resume(waiting, "on") == 202
    await engine.idle()
    status = await engine.status(waiting)
    assert (status.runtime_status, status.custom_status) == ("Running", "two")
    assert await engine.resume(waiting, "on") == 500


async def test_a_suspended_instance_can_be_terminated(engine):
    waiting = await begin(engine, "status")
    await engine.suspend(waiting, "hold")
    await engine.idle()
    await engine.terminate(waiting, "enough")
    assert (await engine.wait_for(waiting, 10)).runtime_status == "Terminated"


async def test_suspending_before_the_first_turn_lets_that_turn_run(engine):
    waiting = await engine.start_new("status")
    await engine.suspend(waiting, "hold")
    await engine.idle()
    status = await engine.status(waiting)
    assert (status.runtime_status, status.custom_status) == ("Suspended", {"step": 1})


async def test_a_completion_of_an_older_generation_is_dropped(engine, functions):
    """The event continues as new; the completion is behind a suspension in the same inbox."""
    gate, entered = asyncio.Event(), asyncio.Event()

    async def gated(value):
        entered.set()
        await gate.wait()

    functions.activities["gated"] = ActivityFunction("gated", gated, "value")
    looping = await engine.start_new("abandon")
    await entered.wait()
    gate.set()
    await engine.raise_event(looping, "go", "1")
    await engine.suspend(looping, "hold")
    await engine.idle()
    await engine.resume(looping, "on")
    await engine.raise_event(looping, "end", '"over"')
    assert (await engine.wait_for(looping, 10)).output == "over"
    assert not [e for e in engine.history(looping) if e["EventType"] == 5]


async def test_an_activity_outlives_its_purged_instance(engine, functions):
    gate, entered = asyncio.Event(), asyncio.Event()

    async def gated(value):
        entered.set()
        await gate.wait()

    functions.activities["gated"] = ActivityFunction("gated", gated, "value")
    started = await engine.start_new("abandon")
    await entered.wait()
    await engine.terminate(started, "enough")
    await engine.wait_for(started, 10)
    assert await engine.purge(started) == 1
    gate.set()
    await engine.idle()
    assert await engine.status(started) is None


async def test_a_cancelled_activity_is_never_answered(engine, functions):
    """As in the real worker."""

    async def cancelled(value):
        raise asyncio.CancelledError

    functions.activities["cancelled"] = ActivityFunction("cancelled", cancelled, "value")
    calling = await begin(engine, "calls", "cancelled")
    assert await runtime_status(engine, calling) == "Running"


async def test_an_activity_gets_the_client_binding_it_asks_for(functions):
    async def binding(value, client):
        return client

    functions.activities["binding"] = ActivityFunction("binding", binding, "value", ("client",))
    functions.orchestrators["binding"] = functions.orchestrators["calls_and_returns"]
    engine = Engine(functions, ":memory:", client_binding="the binding")
    await engine.start()
    assert (await run(engine, "binding", "binding")).output == "the binding"
    await engine.stop()


async def test_a_broken_journal_stops_the_engine_instead_of_hanging_it(functions, tmp_path):
    path = tmp_path / "journal.db"
    engine = Engine(functions, str(path))
    await engine.start()
    waiting = await begin(engine, "status")
    with sqlite3.connect(path) as other:
        other.execute("DROP TABLE history")
    other.close()
    await engine.raise_event(waiting, "go", "1")
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        await engine.wait_for(waiting, 10)
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        await engine.idle()
    await engine.stop()


async def test_a_live_instance_is_not_replaced_but_a_finished_one_is(engine):
    await begin(engine, "status", None, "same")
    with pytest.raises(AlreadyExists, match="status Running already exists"):
        await engine.start_new("one", "same")
    await engine.terminate("same", "enough")
    await engine.wait_for("same", 10)
    assert (await run(engine, "one", 5, "same")).output == 5
    assert (await engine.status("same")).custom_status is None


async def test_a_purged_instance_that_still_ran_is_gone_with_what_was_under_way(engine, functions):
    """As on Azure Storage: nobody asks whether it runs."""
    gate, entered = asyncio.Event(), asyncio.Event()

    async def gated(value):
        entered.set()
        await gate.wait()

    functions.activities["gated"] = ActivityFunction("gated", gated, "value")
    started = await engine.start_new("calls", "mine", '"gated"')
    await entered.wait()
    waiting = asyncio.create_task(engine.wait_for(started))
    await asyncio.sleep(0)

    assert await engine.purge(started) == 1

    with pytest.raises(InstanceNotFound):
        await waiting
    assert await engine.status(started) is None
    assert await engine.raise_event(started, "go", "1") == 404
    again = await run(engine, "no_yield", 1, started)
    gate.set()
    await engine.idle()
    assert await engine.query() == [again]


async def test_a_purged_timer_never_fires(engine, clock):
    napping = await begin(engine, "nap", HOUR)
    await engine.purge(napping)
    clock.advance(100_000)
    await engine.idle()
    assert await engine.status(napping) is None


async def test_an_activity_that_runs_twice_at_once_is_answered_by_the_first(functions, clock):
    """Both answers are recorded, as the second queue message is; the second says nothing new."""
    answers, both = [], asyncio.Barrier(2)

    async def increment(value):
        if value == 0:
            await both.wait()  # for ever, unless it runs twice at once
        answers.append(value + 1)
        return value + 1 if answers.count(value + 1) == 1 else 1_000

    functions.activities["increment"] = ActivityFunction("increment", increment, "value")
    engine = Engine(functions, ":memory:", clock=clock, fault=Fault(1, "twice"))
    await engine.start()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the SDK warns of the second answer
        done = await run(engine, "chain", 2)
    kinds = [e["EventType"] for e in engine.history(done.instance_id)]
    await engine.stop()

    assert done.output == 2
    assert answers == [1, 1, 2]
    assert kinds.count(EventType.TASK_COMPLETED) == kinds.count(EventType.TASK_SCHEDULED) + 1


async def test_purge_forgets_an_instance_once(engine):
    finished = (await run(engine, "one", 1)).instance_id
    assert await engine.purge(finished) == 1
    assert await engine.purge(finished) == 0
    assert await engine.status(finished) is None
    assert engine.history(finished) == []
    assert await engine.raise_event(finished, "go", "1") == 404


async def test_query_selects_by_status_and_prefix(engine):
    await run(engine, "one", 1, "a-1")
    await begin(engine, "status", None, "a-2")
    await begin(engine, "status", None, "b_1")
    found = [(s.instance_id, s.runtime_status) for s in await engine.query(["Running"], "a-")]
    assert found == [("a-2", "Running")]
    assert {s.instance_id for s in await engine.query()} == {"a-1", "a-2", "b_1"}
    assert await engine.query(prefix="%") == []


async def test_waiting_for_nobody_says_so(engine):
    with pytest.raises(InstanceNotFound):
        await engine.wait_for("nobody", 1)


async def test_waiting_ends_with_the_engine(functions):
    engine = Engine(functions, ":memory:")
    await engine.start()
    waiting = await begin(engine, "status")
    outcome = engine.wait_for(waiting, 10)
    await engine.stop()
    for call in (outcome, engine.idle(), engine.start_new("one"), engine.status(waiting)):
        with pytest.raises(EngineStopped):
            await call
    await engine.stop()


async def test_waiting_times_out(engine):
    waiting = await begin(engine, "status")
    with pytest.raises(TimeoutError):
        await engine.wait_for(waiting, 0)
    await engine.terminate(waiting, "enough")
    await engine.idle()


@pytest.mark.parametrize(
    "instance_id", ["a/b", "a\\b", "a#b", "a?b", "a\nb", "a\x9fb", "@a", "x" * 101]
)
async def test_ids_azure_refuses_are_refused(engine, instance_id):
    with pytest.raises(InvalidInstanceId):
        await engine.start_new("one", instance_id)


async def test_an_unknown_orchestrator_is_refused(engine):
    with pytest.raises(UnknownFunction, match="'nope' doesn't exist"):
        await engine.start_new("nope")


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("calls", "nope", "'nope' doesn't exist, is disabled, or is not an activity function"),
        ("parent_of", {"name": "nope", "id": "x"}, "is not an orchestrator function"),
        ("parent_of", {"name": "one", "id": "a#b"}, "must not contain"),
        ("http_call", None, "call_http is not supported by the dev host"),
        ("entity_call", None, "call_entity is not supported by the dev host"),
        ("sized", {"what": "activity", "size": MIB}, "input of activity 'echo' is 1048578 bytes"),
        ("sized", {"what": "result", "size": MIB}, "result of activity 'huge' is 1048578 bytes"),
        ("sized", {"what": "continue", "size": MIB}, "input of continue-as-new"),
        ("sized", {"what": "output", "size": MIB}, "output of the orchestrator"),
        ("status_of_size", 9 * 1024, "must not exceed 16 KB"),
        ("calls", "unserialisable", "must be json serializable"),
    ],
)
async def test_what_azure_or_the_dev_host_cannot_do_fails_loudly(engine, name, value, reason):
    status = await run(engine, name, value)
    assert status.runtime_status == "Failed"
    assert reason in status.output


async def test_a_custom_status_of_16_kb_is_accepted(engine):
    waiting = await begin(engine, "status_of_size", 8 * 1024)
    assert await runtime_status(engine, waiting) == "Running"


async def test_oversized_requests_are_refused(engine):
    with pytest.raises(PayloadTooLarge):
        await engine.start_new("one", None, "x" * (MIB + 1))
    with pytest.raises(PayloadTooLarge):
        await engine.raise_event("any", "go", "ä" * MIB)
    assert (await run(engine, "one", "x" * (MIB // 2))).runtime_status == "Completed"


async def test_counters_add_up_by_orchestrator(engine):
    await run(engine, "chain", 3)
    counts = engine.counters["chain"]
    assert (counts.turns, counts.activities, counts.history_events) == (4, 3, 16)


async def test_changed_code_fails_a_running_instance_loudly(engine, functions):
    waiting = await begin(engine, "race", HOUR)
    functions.orchestrators["race"] = functions.orchestrators["one"]
    await engine.raise_event(waiting, "go", "1")
    status = await engine.wait_for(waiting, 10)
    assert status.runtime_status == "Failed"
    assert "Non-Deterministic workflow detected: " in status.output
    assert "a timer with sequence id 0" in status.output
