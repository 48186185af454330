"""What people do with their schedules."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from shared.agents import schedules
from shared.agents.schedules import Changes, Wish
from shared.decisions import scheduling
from shared.errors import Conflict, InvalidRequest, NotFound, ThreadBusy
from shared.models.schedule import Recurrence
from tests.support.fakes import NOON, TENANT
from tests.support.scheduled import ADA, BOB, HOURLY, ONE, REPORTER, Desk, Moving


@pytest.fixture
async def desk():
    made = Desk()
    await made.agent()
    return made


async def test_a_schedule_is_read_in_its_owners_time_zone(desk):
    def in_berlin(person):
        preferred = person.preferred.model_copy(update={"time_zone": "Europe/Berlin"})
        return person.model_copy(update={"preferred": preferred})

    await desk.services.people.change(ADA, in_berlin)
    schedule = await desk.make("every day at 9")
    assert schedule.recurrence == Recurrence(
        rrule="RRULE:FREQ=DAILY;BYHOUR=9;BYMINUTE=0", zone="Europe/Berlin"
    )
    assert schedule.next_at == datetime(2026, 11, 3, 8, tzinfo=UTC)
    assert schedule.said == "every day at 9"


async def test_who_repeats_an_origin_finds_what_they_made(desk):
    first = await desk.make(origin="handoff-1")
    again = await desk.make("every day at 9", origin="handoff-1")
    assert again == first
    assert len(await schedules.mine(desk.services, ADA)) == 1
    assert (await desk.make(origin="handoff-1", who=BOB)).id != first.id


async def test_two_that_make_the_same_at_once_make_one(desk):
    made = await asyncio.gather(*(desk.make(origin="x") for _ in range(4)))
    assert len({one.id for one in made}) == 1
    assert len(await schedules.mine(desk.services, ADA)) == 1


@pytest.mark.parametrize(
    ("when", "why"),
    [
        ("whenever you like", "can't tell"),
        ("every 2 minutes", "every 5 minutes"),
        ("*/5 * * * 1,58 59", "can't tell"),
        ("58,2 * * * *", "every 5 minutes"),
        (Recurrence(once=NOON, zone="UTC"), "over already"),
    ],
)
async def test_a_rule_that_no_schedule_can_have_is_refused(desk, when, why):
    with pytest.raises(InvalidRequest, match=why):
        await desk.make(when)
    assert await schedules.mine(desk.services, ADA) == ()


async def test_only_an_agent_one_may_run_can_be_scheduled(desk):
    await desk.agent(users=("bob",))
    with pytest.raises(NotFound, match="no such agent"):
        await desk.make()
    await desk.make(who=BOB)


async def test_an_agent_that_no_mention_reaches_cannot_be_scheduled(desk):
    await desk.services.agents.save(
        TENANT, REPORTER.model_copy(update={"id": "the reporter"}), None
    )
    with pytest.raises(InvalidRequest, match="can't be scheduled"):
        await schedules.create(
            desk.services, ADA, Wish(agent="the reporter", request="go", when=HOURLY)
        )


async def test_a_request_leaves_room_for_the_name(desk):
    with pytest.raises(InvalidRequest, match="too long"):
        await schedules.create(
            desk.services, ADA, Wish(agent="reporter", request="x" * 31_500, when=HOURLY)
        )


async def test_a_thread_that_somebody_else_calls_the_same_is_another(desk):
    mine = await desk.make()
    theirs = await desk.make(who=BOB, thread=mine.thread)
    await desk.sweep_at(ONE)
    assert len(await desk.said(mine.thread)) == 1
    assert (await desk.head(theirs)).value.accepted == 1


async def test_a_schedule_is_its_owners_alone(desk):
    schedule = await desk.make()
    services = desk.services
    for attempt in (
        schedules.readable(services, BOB, schedule.id),
        schedules.change(services, BOB, schedule.id, Changes(paused=True)),
        schedules.delete(services, BOB, schedule.id),
        schedules.run_now(services, desk.engine, BOB, schedule.id),
        schedules.approve(services, BOB, schedule.id, "email_send", "hash", "Send it"),
        schedules.readable(services, ADA, "nothing"),
    ):
        with pytest.raises(NotFound):
            await attempt


async def test_a_change_of_the_rule_moves_the_next_time(desk):
    schedule = await desk.make()
    wanted = Changes(when="every day at 20:00", request="report the day", overlap="queue")
    changed = await schedules.change(desk.services, ADA, schedule.id, wanted)
    assert changed.next_at == NOON + timedelta(hours=8)
    assert (changed.request, changed.overlap) == ("report the day", "queue")
    await desk.sweep_at(NOON + timedelta(hours=8))
    assert [text for _, text in await desk.said(schedule.thread)] == ["@reporter report the day"]


async def test_a_change_of_the_request_leaves_a_time_that_is_just_due(desk):
    schedule = await desk.make()
    await desk.wait_until(ONE + timedelta(seconds=1))
    await schedules.change(desk.services, ADA, schedule.id, Changes(request="anew"))
    await desk.sweep_at(ONE + timedelta(seconds=2))
    assert [text for _, text in await desk.said(schedule.thread)] == ["@reporter anew"]


async def test_pausing_and_resuming(desk):
    schedule = await desk.make()
    paused = await schedules.pause(desk.services, ADA, schedule.id)
    assert (paused.paused, paused.next_at) == (True, None)
    assert await schedules.pause(desk.services, ADA, schedule.id) == paused
    desk.clock.advance(hours=3, minutes=1)
    resumed = await schedules.resume(desk.services, ADA, schedule.id)
    assert resumed.next_at == NOON + timedelta(hours=4)
    await desk.sweep_at(NOON + timedelta(hours=4))
    assert await desk.states(schedule) == ["delivered"]


async def test_one_wins_and_the_other_looks_again(desk):
    schedule = await desk.make()
    changes = [Changes(request=f"request {n}") for n in range(5)]
    await asyncio.gather(
        *(schedules.change(desk.services, ADA, schedule.id, one) for one in changes),
        schedules.approve(desk.services, ADA, schedule.id, "email_send", "hash", "Send it"),
    )
    assert len((await desk.now(schedule)).approvals) == 1


async def test_a_schedule_that_keeps_changing_cannot_be_changed(desk):
    schedule = await desk.make()

    with pytest.raises(Conflict, match="kept changing"):
        await schedules.pause(
            replace(desk.services, schedules=Moving(desk.services.schedules)), ADA, schedule.id
        )


async def test_running_now_leaves_the_next_time(desk):
    schedule = await desk.make()
    after, run = await schedules.run_now(desk.services, desk.engine, ADA, schedule.id, "key")
    again, same = await schedules.run_now(desk.services, desk.engine, ADA, schedule.id, "key")
    assert (run, after.next_at, len(again.runs)) == (same, ONE, 1)
    [(message, text)] = await desk.said(schedule.thread)
    assert (run, text) == (f"run-{message}", "@reporter report the week")
    assert scheduling.schedule_of(message) == schedule.id
    with pytest.raises(ThreadBusy):
        await schedules.run_now(desk.services, desk.engine, ADA, schedule.id, "another")
    await desk.finish(schedule.thread)
    await schedules.run_now(desk.services, desk.engine, ADA, schedule.id)
    assert len(await desk.said(schedule.thread)) == 2


async def test_running_now_after_the_thread_was_deleted(desk):
    schedule = await desk.make()
    await schedules.run_now(desk.services, desk.engine, ADA, schedule.id)
    await desk.finish(schedule.thread)
    await desk.bring(schedule.thread, deleted=True)
    after, _ = await schedules.run_now(desk.services, desk.engine, ADA, schedule.id)
    assert after.thread != schedule.thread
    assert len(await desk.said(after.thread)) == 1


async def test_leave_is_given_for_one_action_and_taken_back(desk):
    schedule = await desk.make()
    given = await schedules.approve(
        desk.services, ADA, schedule.id, "email_send", "hash", "Email the team"
    )
    assert scheduling.approved(given, "email_send", "hash")
    assert not scheduling.approved(given, "email_send", "other")
    assert not scheduling.approved(given, "slack_post", "hash")
    [approval] = given.approvals
    assert (approval.told, approval.given_by, approval.given_at) == ("Email the team", "ada", NOON)
    again = await schedules.approve(desk.services, ADA, schedule.id, "email_send", "hash", "x")
    assert again == given
    withdrawn = await schedules.change(desk.services, ADA, schedule.id, Changes(withdraw=("hash",)))
    assert withdrawn.approvals == ()


async def test_the_next_to_run_comes_first(desk):
    late = await desk.make("every day at 20:00")
    soon = await desk.make("every hour")
    paused = await desk.make("every hour")
    await schedules.pause(desk.services, ADA, paused.id)
    await desk.make(who=BOB)
    found = [one.id for one in await schedules.mine(desk.services, ADA)]
    assert found == [soon.id, late.id, paused.id]
