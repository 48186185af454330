"""What happens when a schedule is due."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from shared.agents import schedules
from shared.agents.schedules import Changes, Wish
from shared.conversation import later
from shared.conversation.doorbell import instance_id
from shared.decisions import scheduling
from shared.decisions.budgets import TURN_SECONDS
from shared.errors import Conflict, StorageUnavailable
from shared.models.rows import EVENT, INBOX
from shared.naming import thread_key
from shared.services import Unlimited
from shared.sweeper import sweep
from tests.support.fakes import NOON, TENANT, read_as_a_client
from tests.support.scheduled import ADA, HOURLY, ONE, Desk, Moving, planned


@pytest.fixture
async def desk():
    made = Desk()
    await made.agent()
    return made


class Late:
    """Threads of which the first look is a moment too early."""

    def __init__(self, desk, schedule, **update):
        self._desk, self._schedule, self._update = desk, schedule, update

    def __getattr__(self, name):
        return getattr(self._desk.services.threads, name)

    async def head(self, key):
        found = await self._desk.services.threads.head(key)
        if self._update and found is not None:
            update, self._update = self._update, {}
            await self._desk.bring(self._schedule.thread, **update)
        return found


# --- an agent whose id is another's now


@pytest.mark.parametrize("old_row", [False, True])
async def test_an_agent_that_got_an_old_ones_id_is_not_run(desk, old_row):
    await desk.agent(created_at=NOON)
    schedule = await desk.make()
    assert schedule.born == NOON
    if old_row:
        stored = await desk.services.schedules.get(TENANT, schedule.id)
        before = stored.value.model_copy(update={"born": None})
        await desk.services.schedules.put(before, stored.etag)
    await desk.no_agent()
    await desk.agent(created_at=NOON + timedelta(days=31))

    await desk.sweep_at(ONE)

    [run] = (await desk.now(schedule)).runs
    assert (run.state, run.reason) == ("failed", "there is no such agent any more")
    assert await desk.said(schedule.thread) == []
    with pytest.raises(Conflict):
        await schedules.run_now(desk.services, desk.engine, ADA, schedule.id)


async def test_an_agent_that_was_changed_or_restored_is_the_one_it_was(desk):
    await desk.agent(created_at=NOON)
    schedule = await desk.make()
    await desk.agent(version=2, name="Other name")
    await desk.no_agent()
    await desk.services.agents.restore(TENANT, "reporter", NOON)

    await desk.sweep_at(ONE)

    assert await desk.states(schedule) == ["delivered"]


# --- the owner's roles of now


async def test_a_run_has_the_roles_its_owner_has_by_now(desk):
    schedule = await desk.make()
    await desk.services.directory.met(ADA.model_copy(update={"roles": ("builder", "member")}))

    await desk.sweep_at(ONE)

    key = thread_key(TENANT, schedule.owner, schedule.thread)
    inbox = await desk.services.threads.get(key, INBOX, 1)
    assert inbox.value.roles == ("builder", "member")


@pytest.mark.parametrize(
    ("roles", "reason"),
    [
        ((), "you do not have the role builder any more, with which it was set up"),
        (("member",), "you do not have the role builder any more, with which it was set up"),
        (("builder", "service"), "you may not have schedules any more"),
    ],
)
async def test_a_schedule_whose_roles_are_gone_stops_and_says_so(desk, roles, reason):
    owner = ADA.model_copy(update={"roles": ("builder",)})
    schedule = await desk.make(who=owner)
    await desk.services.directory.met(owner.model_copy(update={"roles": roles}))

    await desk.sweep_at(ONE)

    after = await desk.now(schedule)
    assert (after.paused, after.next_at) == (True, None)
    [run] = after.runs
    assert (run.state, run.reason) == ("failed", reason)
    assert await desk.said(schedule.thread) == []
    [told] = await desk.told(schedule.thread)
    assert reason in told
    assert "Resume it to let it run with the roles you have." in told


async def test_who_resumes_it_has_it_run_with_the_roles_they_have(desk):
    owner = ADA.model_copy(update={"roles": ("builder",)})
    schedule = await desk.make(who=owner)
    await desk.services.directory.met(ADA)
    await desk.sweep_at(ONE)

    await schedules.resume(desk.services, ADA, schedule.id)
    await desk.sweep_at(ONE + timedelta(hours=1))

    assert await desk.states(schedule) == ["failed", "delivered"]


# --- the owner is away


AWAY = timedelta(days=32)


async def test_who_was_not_here_for_too_long_has_it_rest_and_is_told_once(desk):
    schedule = await desk.make()
    await desk.services.directory.met(ADA)

    await desk.sweep_at(NOON + AWAY)
    first = await desk.now(schedule)
    await desk.sweep_at(first.next_at)

    after = await desk.now(schedule)
    assert (after.paused, after.next_at is None) == (False, False)
    assert [run.state for run in after.runs] == ["skipped", "skipped"]
    assert await desk.said(schedule.thread) == []
    [told] = await desk.told(schedule.thread)
    assert f"{NOON:%Y-%m-%d}" in told
    assert "It goes on as soon as you are back" in told


async def test_it_goes_on_once_they_are_back_with_the_roles_they_have_then(desk):
    schedule = await desk.make()
    await desk.services.directory.met(ADA)
    await desk.sweep_at(NOON + AWAY)
    await desk.services.directory.met(ADA.model_copy(update={"roles": ("builder", "member")}))

    await desk.sweep_at((await desk.now(schedule)).next_at)

    assert await desk.states(schedule) == ["skipped", "delivered"]
    key = thread_key(TENANT, schedule.owner, schedule.thread)
    inbox = await desk.services.threads.get(key, INBOX, 1)
    assert inbox.value.roles == ("builder", "member")


@pytest.mark.parametrize(("days", "state"), [(29, "delivered"), (30, "delivered"), (32, "skipped")])
@pytest.mark.parametrize("kept", [True, False])
async def test_roles_hold_for_as_long_as_is_set_from_the_last_day_that_is_known(
    desk, days, state, kept
):
    schedule = await desk.make()
    if kept:
        await desk.services.directory.met(ADA)

    await desk.sweep_at(NOON + timedelta(days=days))

    assert await desk.states(schedule) == [state]


async def test_a_reminder_takes_no_role_and_is_written_whoever_is_away(desk):
    schedule = await desk.make(kind="reminder")
    await desk.sweep_at(NOON + AWAY)
    assert "report the week" in str(await desk.told(schedule.thread))


# --- running


async def test_nothing_runs_before_its_time(desk):
    schedule = await desk.make()
    await desk.sweep_at(ONE - timedelta(microseconds=1))
    assert await desk.head(schedule) is None


async def test_a_due_schedule_says_its_request_in_its_owners_name_and_wakes_the_thread(desk):
    schedule = await desk.make()
    await desk.sweep_at(ONE)
    key = thread_key(TENANT, schedule.owner, schedule.thread)
    assert await desk.said(schedule.thread) == [
        (planned(schedule, ONE), "@reporter report the week")
    ]
    head = await desk.services.threads.head(key)
    assert (head.value.owner, head.value.id) == ("ada", schedule.thread)
    inbox = await desk.services.threads.get(key, INBOX, 1)
    assert inbox.value.roles == ("member",)
    assert [instance for _, instance, _ in desk.engine.started] == [instance_id(key)]
    kinds = {entry.kind for entry in await desk.talk.due()}
    assert kinds == {"rescue", "retention", "schedule"}


async def test_its_turn_counts_as_its_owners_and_nobody_is_refused(desk):
    class Counted(Unlimited):
        charged = ()

        def charge(self, principal, kind, amount):
            self.charged = (*self.charged, (principal.user, kind, amount))

    counted = Counted()
    desk.services = replace(desk.services, budgets=counted)
    await desk.make()
    [entry] = await desk.due()
    await desk.wait_until(ONE)
    await schedules.fire(entry, desk.engine, desk.services)
    assert counted.charged == ((ADA.user, "turns", TURN_SECONDS),)


async def test_it_keeps_what_it_did_and_when_it_runs_next(desk):
    schedule = await desk.make()
    await desk.sweep_at(ONE + timedelta(seconds=7))
    after = await desk.now(schedule)
    [run] = after.runs
    assert (run.planned, run.at, run.state) == (ONE, ONE + timedelta(seconds=7), "delivered")
    assert run.run == f"run-{planned(schedule, ONE)}"
    assert after.next_at == ONE + timedelta(hours=1)
    [entry] = await desk.due()
    assert (entry.at, entry.thread) == (
        after.next_at,
        desk.services.schedules.key(TENANT, schedule.id),
    )


async def test_it_runs_at_each_of_its_times(desk):
    schedule = await desk.make()
    for hour in range(1, 25):
        await desk.sweep_at(NOON + timedelta(hours=hour, seconds=3))
        await desk.finish(schedule.thread)
    said = await desk.said(schedule.thread)
    assert [name for name, _ in said] == [
        planned(schedule, NOON + timedelta(hours=hour)) for hour in range(1, 25)
    ]
    assert len((await desk.now(schedule)).runs) == scheduling.KEPT_RUNS


async def test_a_single_time_is_over_once_it_was(desk):
    schedule = await desk.make("in 1 hour")
    await desk.sweep_at(ONE)
    after = await desk.now(schedule)
    assert (after.next_at, await desk.due()) == (None, [])
    assert await desk.states(schedule) == ["delivered"]


async def test_an_entry_of_no_schedule_is_dropped(desk):
    await desk.services.due.add(later.schedule("nothing.there", NOON))
    await desk.sweep_at(NOON)
    assert await desk.due() == []


@pytest.mark.parametrize("wanted", [Changes(paused=True), Changes(when="every day at 20:00")])
async def test_a_stale_entry_starts_nothing(desk, wanted):
    schedule = await desk.make()
    await schedules.change(desk.services, ADA, schedule.id, wanted)
    await desk.sweep_at(ONE)
    assert await desk.states(schedule) == []
    assert await desk.head(schedule) is None


async def test_a_deleted_schedule_does_not_run(desk):
    schedule = await desk.make()
    await schedules.delete(desk.services, ADA, schedule.id)
    await desk.sweep_at(ONE)
    assert await desk.due() == []
    assert desk.engine.started == []


# --- breaking off


class Breaking:
    """A port whose writes stop working after so many."""

    def __init__(self, port, meter):
        self._port, self._meter = port, meter

    def __getattr__(self, name):
        inner = getattr(self._port, name)
        if name not in {"add", "remove", "commit", "put", "start"}:
            return inner

        async def counted(*args):
            self._meter.append(name)
            if len(self._meter) == self._meter.allowed + 1 and not self._meter.after:
                raise StorageUnavailable("gone")
            result = await inner(*args)
            if len(self._meter) == self._meter.allowed + 1:
                raise StorageUnavailable("gone, but written")
            return result

        return counted


class Meter(list):
    def __init__(self, allowed, *, after):
        super().__init__()
        self.allowed, self.after = allowed, after


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("allowed", range(9))
async def test_whatever_breaks_off_is_done_again_once(desk, allowed, after):
    schedule = await desk.make(missed="skip")
    meter = Meter(allowed, after=after)
    broken = replace(
        desk.services,
        threads=Breaking(desk.services.threads, meter),
        due=Breaking(desk.services.due, meter),
        schedules=Breaking(desk.services.schedules, meter),
    )
    await desk.wait_until(ONE)
    try:
        await sweep(Breaking(desk.engine, meter), broken)
    except* StorageUnavailable:
        pass
    await desk.sweep_at(ONE + timedelta(seconds=1))
    await desk.sweep_at(ONE + timedelta(minutes=2))
    assert [name for name, _ in await desk.said(schedule.thread)] == [planned(schedule, ONE)]
    assert await desk.states(schedule) == ["delivered"]
    assert (await desk.now(schedule)).next_at == ONE + timedelta(hours=1)
    assert ONE + timedelta(hours=1) in [entry.at for entry in await desk.due()]


async def test_what_was_started_before_a_pause_is_on_record(desk):
    schedule = await desk.make()
    entry = (await desk.due())[0]
    await desk.sweep_at(ONE)
    fresh = await desk.services.schedules.get(TENANT, schedule.id)
    paused = fresh.value.model_copy(update={"runs": (), "paused": True, "next_at": None})
    await desk.services.schedules.put(paused, fresh.etag)
    assert await schedules.fire(entry, desk.engine, desk.services) is None
    assert await desk.states(schedule) == ["delivered"]
    assert await schedules.fire(entry, desk.engine, desk.services) is None
    assert await desk.states(schedule) == ["delivered"]


async def test_two_workers_start_one_run(desk):
    schedule = await desk.make()
    [entry] = await desk.due()
    await desk.wait_until(ONE)
    await asyncio.gather(*(schedules.fire(entry, desk.engine, desk.services) for _ in range(5)))
    assert len(await desk.said(schedule.thread)) == 1
    assert await desk.states(schedule) == ["delivered"]


async def test_a_schedule_that_never_stands_still_is_looked_at_again_later(desk):
    schedule = await desk.make()

    [entry] = await desk.due()
    await desk.wait_until(ONE)
    again = await schedules.fire(
        entry, desk.engine, replace(desk.services, schedules=Moving(desk.services.schedules))
    )
    assert again == ONE + timedelta(minutes=1)
    assert await schedules.fire(entry, desk.engine, desk.services) is None
    assert len(await desk.said(schedule.thread)) == 1


# --- too late


async def test_one_run_stands_for_all_that_were_missed(desk):
    schedule = await desk.make()
    back = NOON + timedelta(hours=5, minutes=20)
    await desk.sweep_at(back)
    assert [name for name, _ in await desk.said(schedule.thread)] == [planned(schedule, ONE)]
    assert (await desk.now(schedule)).next_at == NOON + timedelta(hours=6)


async def test_missed_runs_can_be_left_out(desk):
    schedule = await desk.make(missed="skip")
    await desk.sweep_at(NOON + timedelta(hours=5, minutes=20))
    after = await desk.now(schedule)
    assert [run.state for run in after.runs] == ["missed"]
    assert after.next_at == NOON + timedelta(hours=6)
    assert await desk.head(schedule) is None


async def test_what_is_just_due_runs_even_though_others_before_it_were_missed(desk):
    schedule = await desk.make(missed="skip")
    await desk.sweep_at(NOON + timedelta(hours=5, seconds=30))
    assert await desk.states(schedule) == ["missed", "delivered"]
    five = NOON + timedelta(hours=5)
    assert [name for name, _ in await desk.said(schedule.thread)] == [planned(schedule, five)]


@pytest.mark.parametrize(("late", "state"), [(300, "delivered"), (301, "missed")])
async def test_five_minutes_late_is_in_time(desk, late, state):
    schedule = await desk.make(missed="skip")
    await desk.sweep_at(ONE + timedelta(seconds=late))
    assert await desk.states(schedule) == [state]


# --- busy


async def test_a_run_is_skipped_while_the_one_before_is_at_work(desk):
    schedule = await desk.make()
    await desk.sweep_at(ONE)
    await desk.sweep_at(ONE + timedelta(hours=1))
    after = await desk.now(schedule)
    assert [run.state for run in after.runs] == ["delivered", "skipped"]
    assert "still at work" in after.runs[-1].reason
    assert len(await desk.said(schedule.thread)) == 1


async def test_a_run_can_be_queued_behind_the_one_before(desk):
    schedule = await desk.make(overlap="queue")
    await desk.sweep_at(ONE)
    await desk.sweep_at(ONE + timedelta(hours=1))
    assert await desk.states(schedule) == ["delivered", "delivered"]
    assert len(await desk.said(schedule.thread)) == 2


async def test_a_queued_run_waits_for_an_open_question_instead_of_answering_it(desk):
    schedule = await desk.make(overlap="queue", missed="skip")
    await desk.sweep_at(ONE)
    await desk.finish(schedule.thread)
    await desk.bring(schedule.thread, phase="waiting", request="q-1-1")
    two = ONE + timedelta(hours=1)
    for minute in range(30):
        await desk.sweep_at(two + timedelta(minutes=minute))
    assert len(await desk.said(schedule.thread)) == 1
    await desk.finish(schedule.thread)
    await desk.sweep_at(two + timedelta(minutes=31))
    assert [name for name, _ in await desk.said(schedule.thread)] == [
        planned(schedule, ONE),
        planned(schedule, two),
    ]


async def test_a_question_asked_at_the_last_moment_is_not_answered_by_a_run(desk):
    schedule = await desk.make()
    await desk.sweep_at(ONE)
    await desk.finish(schedule.thread)
    two = ONE + timedelta(hours=1)
    await desk.wait_until(two)
    [entry] = await desk.due()
    late = replace(desk.services, threads=Late(desk, schedule, phase="waiting", request="q-1-1"))
    again = await schedules.fire(entry, desk.engine, late)
    assert again is None
    assert await desk.states(schedule) == ["delivered", "skipped"]
    assert (await desk.now(schedule)).runs[-1].planned == two


# --- threads that went away


async def test_a_deleted_thread_gives_way_to_a_new_one(desk):
    schedule = await desk.make()
    await desk.sweep_at(ONE)
    await desk.finish(schedule.thread)
    await desk.bring(schedule.thread, deleted=True)
    two = ONE + timedelta(hours=1)
    await desk.sweep_at(two)
    after = await desk.now(schedule)
    assert after.thread != schedule.thread
    assert [name for name, _ in await desk.said(after.thread)] == [planned(schedule, two)]
    assert len(await desk.said(schedule.thread)) == 1
    await desk.finish(after.thread)
    await desk.sweep_at(two + timedelta(hours=1))
    assert len(await desk.said(after.thread)) == 2


# --- agents that went away


async def switched_off(desk):
    await desk.agent(enabled=False)


async def deleted(desk):
    await desk.no_agent()


async def for_others_only(desk):
    await desk.agent(users=("bob",))


@pytest.mark.parametrize(
    ("how", "why"),
    [
        (switched_off, "switched off"),
        (deleted, "no such agent"),
        (for_others_only, "may not run it"),
    ],
)
async def test_an_agent_that_cannot_run_is_on_record_and_said_in_the_thread(desk, how, why):
    schedule = await desk.make()
    await how(desk)
    await desk.sweep_at(ONE)
    after = await desk.now(schedule)
    assert [run.state for run in after.runs] == ["failed"]
    assert why in after.runs[0].reason
    [told] = await desk.told(schedule.thread)
    assert why in told
    assert await desk.said(schedule.thread) == []
    key = thread_key(TENANT, schedule.owner, schedule.thread)
    events = [one.event for one in await desk.services.threads.page(key, EVENT, 1, 100)]
    assert (events[0]["type"], events[-1]["type"]) == ("RUN_STARTED", "RUN_FINISHED")
    assert read_as_a_client(events) == [told]


async def test_an_account_that_is_not_connected_is_a_reason(desk):
    wish = Wish(agent="slack", request="read it", when=HOURLY)
    schedule = await schedules.create(desk.services, ADA, wish)
    await desk.sweep_at(ONE)
    assert "not connected" in (await desk.now(schedule)).runs[0].reason


async def test_an_agent_of_the_product_runs_too(desk):
    wish = Wish(agent="contacts", request="find John", when=HOURLY)
    schedule = await schedules.create(desk.services, ADA, wish)
    await desk.sweep_at(ONE)
    assert await desk.states(schedule) == ["delivered"]


async def test_after_three_failures_in_a_row_it_is_paused(desk):
    schedule = await desk.make()
    await desk.agent(enabled=False)
    for hour in (1, 2, 3, 4):
        await desk.sweep_at(NOON + timedelta(hours=hour))
    after = await desk.now(schedule)
    assert await desk.states(schedule) == ["failed"] * 3
    assert (after.paused, after.next_at) == (True, None)
    told = await desk.told(schedule.thread)
    assert ["paused" in text for text in told] == [False, False, True]
    await desk.agent(enabled=True)
    resumed = await schedules.resume(desk.services, ADA, schedule.id)
    assert resumed.next_at == NOON + timedelta(hours=5)
    await desk.sweep_at(NOON + timedelta(hours=5))
    assert await desk.states(schedule) == ["failed"] * 3 + ["delivered"]


async def test_a_failure_is_told_once_and_not_into_a_run_of_another(desk):
    schedule = await desk.make()
    await desk.sweep_at(ONE)
    await desk.bring(schedule.thread, phase="running")
    await desk.agent(enabled=False)
    two = ONE + timedelta(hours=1)
    await desk.sweep_at(two)
    assert await desk.told(schedule.thread) == []
    await desk.finish(schedule.thread)
    [entry] = await desk.due()
    before = await desk.services.schedules.get(TENANT, schedule.id)
    await desk.wait_until(two + timedelta(minutes=1))
    await schedules.fire(entry, desk.engine, desk.services)
    now = await desk.services.schedules.get(TENANT, schedule.id)
    await desk.services.schedules.put(before.value, now.etag)
    await schedules.fire(entry, desk.engine, desk.services)
    assert len(await desk.told(schedule.thread)) == 1


async def test_a_failure_is_not_told_into_a_run_that_has_just_begun(desk):
    schedule = await desk.make()
    await desk.sweep_at(ONE)
    await desk.finish(schedule.thread)
    await desk.agent(enabled=False)
    await desk.wait_until(ONE + timedelta(hours=1))
    [entry] = await desk.due()
    late = replace(desk.services, threads=Late(desk, schedule, phase="running"))
    again = await schedules.fire(entry, desk.engine, late)
    await desk.services.due.add(entry.model_copy(update={"at": again}))
    await desk.services.due.remove(entry)
    assert await desk.told(schedule.thread) == []
    assert await desk.states(schedule) == ["delivered"]
    await desk.finish(schedule.thread)
    await desk.sweep_at(again)
    assert len(await desk.told(schedule.thread)) == 1
