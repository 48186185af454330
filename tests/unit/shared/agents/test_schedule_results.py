"""Reading from its thread how a scheduled run went."""

from collections import Counter
from dataclasses import replace

import pytest

from shared.agents import schedules
from shared.models.rows import AGENT_RUN, RUN_TICKET, TURN, Change, Put
from shared.models.run import SubAgentResponse, SubAgentResult
from shared.models.schedule import ScheduledRun
from shared.naming import thread_key
from tests.support.fakes import NOON, TENANT
from tests.support.scheduled import ADA, ONE, Desk
from tests.unit.shared.decisions.values import agent_run, step, turn


@pytest.fixture
async def desk():
    made = Desk()
    await made.agent()
    return made


async def close(desk, schedule, number=1, **changes):
    """Close the turn of the latest run, with its agent's work."""
    key = thread_key(TENANT, schedule.owner, schedule.thread)
    head = await desk.services.threads.head(key)
    run = (await desk.now(schedule)).runs[-1].run
    ticket = await desk.services.threads.get(key, RUN_TICKET, run)
    response = SubAgentResponse(
        domain="reporter",
        request="x",
        result=SubAgentResult(summary="The sheet is gone."),
        **{"success": True, **changes},
    )
    puts = (
        Put(TURN, number, turn(number=number, status="closed", outcome="answered")),
        Put(AGENT_RUN, number, agent_run(step(), response=response)),
        Put(RUN_TICKET, run, ticket.value.model_copy(update={"turn": number}), ticket.etag),
    )
    done = head.value.model_copy(update={"claimed": head.value.accepted, "phase": "parked"})
    await desk.services.threads.commit(head, Change(done, puts))


async def states(desk, schedule):
    stored = await desk.now(schedule)
    found = await schedules.results(desk.services, stored, stored.runs)
    return [one.state for one in found]


async def test_a_run_that_was_started_is_at_work(desk):
    schedule = await desk.make()
    await desk.sweep_at(ONE)
    assert await states(desk, schedule) == ["running"]


async def test_each_run_is_what_its_turn_came_to(desk):
    schedule = await desk.make()
    await desk.sweep_at(ONE)
    await close(desk, schedule)
    await desk.sweep_at((await desk.now(schedule)).next_at)
    await close(desk, schedule, 2, success=False)
    stored = await desk.now(schedule)
    found = await schedules.results(desk.services, stored, stored.runs)
    assert [(one.state, one.turn, one.why) for one in found] == [
        ("succeeded", 1, ""),
        ("failed", 2, "The sheet is gone."),
    ]


async def test_a_time_at_which_nothing_started_needs_no_thread(desk):
    schedule = await desk.make()
    await desk.agent(enabled=False)
    await desk.sweep_at(ONE)
    assert await states(desk, schedule) == ["failed"]


async def test_a_deleted_thread_tells_nothing(desk):
    schedule = await desk.make()
    await desk.sweep_at(ONE)
    await close(desk, schedule)
    await desk.bring(schedule.thread, deleted=True)
    assert await states(desk, schedule) == ["unknown"]


async def test_a_run_nobody_knows_any_more_is_unknown(desk):
    schedule = await desk.make()
    await desk.sweep_at(ONE)
    lost = ScheduledRun(planned=NOON, at=NOON, state="delivered", run="run-purged", thread="gone")
    kept = lost.model_copy(update={"thread": ""})
    found = await schedules.results(desk.services, schedule, (lost, kept))
    assert [one.state for one in found] == ["unknown", "unknown"]


async def test_a_run_is_found_where_it_was_started_though_the_schedule_moved_on(desk):
    schedule = await desk.make()
    await desk.sweep_at(ONE)
    await close(desk, schedule)
    elsewhere = schedules.Changes(thread="elsewhere")
    await schedules.change(desk.services, ADA, schedule.id, elsewhere)
    assert await states(desk, schedule) == ["succeeded"]


class Counting:
    """Threads that count what is read."""

    def __init__(self, threads):
        self._threads, self.reads = threads, Counter()

    def __getattr__(self, name):
        self.reads[name] += 1
        return getattr(self._threads, name)


@pytest.mark.parametrize(("success", "heads"), [(True, 1), (False, 3)])
async def test_the_latest_are_read_only_up_to_one_that_worked(desk, success, heads):
    schedule = await desk.make()
    for number in (1, 2, 3):
        await desk.sweep_at((await desk.now(schedule)).next_at)
        await close(desk, schedule, number, success=success)
    threads = Counting(desk.services.threads)
    services = replace(desk.services, threads=threads)
    found = await schedules.latest(services, await desk.now(schedule))
    assert {one.state for one in found} == {"succeeded" if success else "failed"}
    assert len(found) == threads.reads["head"] == heads
    assert threads.reads["get"] == 3 * heads
