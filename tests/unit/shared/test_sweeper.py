from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from activities.ask import ask
from activities.close_turn import close_turn
from shared.conversation import doorbell, later
from shared.errors import StorageUnavailable
from shared.models.effect import About, EffectRecord
from shared.models.intent import Decision, Option
from shared.models.principal import Principal
from shared.models.schedule import Recurrence, Schedule
from shared.models.steps import CloseTurn, ThreadStart
from shared.naming import thread_key
from shared.sweeper import BATCH, ENDING, LONGEST, sweep
from tests.support.engine import RecordingEngine
from tests.support.fakes import NOON, OWNER, TENANT, THREAD, Conversation

CHOICE = Decision(kind="ask", text="Which?", options=(Option(id="1", label="One"),))


class Engine(RecordingEngine):
    """Knows which instances are alive, and raises events to these only."""

    def __init__(self):
        super().__init__()
        self.living, self.failing = set(), set()

    async def alive(self, instance):
        if instance in self.failing:
            raise StorageUnavailable("the runtime did not answer")
        return instance in self.living

    async def raise_event(self, instance, name):
        if instance in self.living:
            self.raised.append((instance, name))
        return instance in self.living


@pytest.fixture
def talk():
    return Conversation()


@pytest.fixture
def engine():
    return Engine()


@pytest.fixture
def instance(talk):
    return doorbell.instance_id(talk.key)


async def put(talk, entry):
    await talk.services.due.add(entry)


async def never(_times):
    raise AssertionError("it was delivered once")


async def swept(talk, engine):
    """Sweep once; return what is left to look at, and when."""
    await sweep(engine, talk.services)
    return [(entry.kind, entry.at) for entry in await talk.due()]


def in_(talk, duration):
    return talk.clock.now() + duration


async def waiting(talk):
    """Bring the thread to an open question; what it put on the list is taken off."""
    ref = await talk.turn_for()
    await talk.follow(ref, CHOICE)
    await ask(ref, talk.services)
    request = await talk.request()
    await talk.services.due.remove(later.expiry(talk.key, request))
    return request


async def closed(talk):
    await talk.turn_for()
    await close_turn(CloseTurn(thread=talk.key, turn=1), talk.services)


async def test_nothing_due_is_nothing_done(talk, engine):
    await talk.say()
    await put(talk, later.rescue(talk.key, 1, NOON + timedelta(seconds=1)))
    assert await sweep(engine, talk.services) == 0
    assert engine.started == []


@pytest.mark.parametrize(
    "entry",
    [
        later.rescue("nothing", 1, NOON),
        later.retention("nothing", NOON),
        later.purge("nothing", NOON),
    ],
)
async def test_an_entry_that_points_at_nothing_is_dropped(talk, engine, entry):
    await put(talk, entry)
    assert await swept(talk, engine) == []


async def test_a_sweep_goes_on_until_nothing_is_ripe(talk, engine):
    for number in range(BATCH + 3):
        await put(talk, later.rescue("nothing", number, NOON))
    assert await sweep(engine, talk.services) == BATCH + 3
    assert await sweep(engine, talk.services) == 0


async def test_a_sweep_that_takes_long_leaves_the_rest_to_the_next(talk, engine):
    class Slow:
        """A clock that moves on whenever somebody looks at it."""

        def now(self):
            talk.clock.advance(seconds=LONGEST.total_seconds() * 0.4)
            return talk.clock.now()

    for number in range(BATCH * 3):
        await put(talk, later.rescue("nothing", number, NOON))
    swept = await sweep(engine, replace(talk.services, clock=Slow()))
    assert swept == BATCH * 2
    assert await sweep(engine, talk.services) == BATCH


async def test_an_entry_put_off_to_its_own_time_stays(talk, engine):
    """As happens when the clock of this worker was set back."""
    planned = NOON + timedelta(minutes=5)

    class Early:
        """Says that an entry is ripe once, before it is."""

        def __init__(self):
            self.said = False

        def __getattr__(self, name):
            return getattr(talk.services.due, name)

        async def ripe(self, now, limit):
            first, self.said = not self.said, True
            return await talk.services.due.ripe(planned, limit) if first else []

    schedule = await scheduled(talk, 1, planned)
    talk.clock.advance(minutes=-60)
    await sweep(engine, replace(talk.services, due=Early()))
    assert [(entry.kind, entry.at) for entry in await talk.due()] == [("schedule", planned)]
    assert (await talk.services.schedules.get(TENANT, schedule.id)).value == schedule


async def scheduled(talk, number, planned):
    """Enter a schedule that is due at this time."""
    schedule = Schedule(
        id=f"s{number}",
        tenant=TENANT,
        owner=f"person-{number % 50}",
        agent="contacts",
        request="find John",
        recurrence=Recurrence(cron="0 9 * * *", zone="UTC"),
        thread=f"schedule-s{number}",
        next_at=planned,
        created_at=NOON,
        updated_at=NOON,
    )
    await put(talk, later.schedule(talk.services.schedules.key(TENANT, schedule.id), planned))
    await talk.services.schedules.put(schedule, None)
    return schedule


async def test_a_thousand_schedules_of_one_minute_all_run_once_and_none_early(talk, engine):
    nine = NOON + timedelta(hours=21)
    for number in range(1000):
        await scheduled(talk, number, nine + timedelta(milliseconds=number * 59))
    talk.clock.advance(hours=21, seconds=-1)
    assert await sweep(engine, talk.services) == 0
    talk.clock.advance(seconds=31)
    began = talk.clock.now()
    await sweep(engine, talk.services)
    talk.clock.advance(seconds=30)
    await sweep(engine, talk.services)
    await sweep(engine, talk.services)
    after = await talk.services.schedules.of(TENANT)
    assert [len(one.runs) for one in after] == [1] * 1000
    runs = [one.runs[0] for one in after]
    assert {run.state for run in runs} == {"delivered"}
    assert all(run.at >= run.planned for run in runs)
    assert {run.at for run in runs} == {began, talk.clock.now()}
    assert {one.next_at for one in after} == {datetime(2026, 11, 4, 9, tzinfo=UTC)}
    started = [instance for _, instance, _ in engine.started]
    assert len(started) == len(set(started)) == 1000
    heads = [
        await talk.services.threads.head(thread_key(TENANT, one.owner, one.thread)) for one in after
    ]
    assert {head.value.accepted for head in heads} == {1}


# --- rescue


async def test_a_message_nobody_took_up_gets_its_thread_started(talk, engine, instance):
    await talk.say()
    await put(talk, later.rescue(talk.key, 1, NOON))
    left = await swept(talk, engine)
    ((_, started, start),) = engine.started
    assert (started, type(start), start.thread) == (instance, ThreadStart, talk.key)
    assert left == [("rescue", NOON + talk.services.limits.rescue)]


async def test_a_turn_whose_instance_died_is_started_again(talk, engine):
    await talk.turn_for()
    await put(talk, later.rescue(talk.key, 1, NOON))
    assert len(await swept(talk, engine)) == 1
    assert len(engine.started) == 1


async def test_a_turn_that_only_takes_long_is_looked_at_again(talk, engine, instance):
    await talk.turn_for()
    engine.living.add(instance)
    await put(talk, later.rescue(talk.key, 1, NOON))
    left = await swept(talk, engine)
    assert (engine.started, engine.raised) == ([], [])
    assert left == [("rescue", in_(talk, talk.services.limits.rescue))]


async def test_a_question_may_take_until_it_expires(talk, engine, instance):
    request = await waiting(talk)
    engine.living.add(instance)
    await put(talk, later.rescue(talk.key, 1, NOON))
    left = await swept(talk, engine)
    assert engine.raised == []
    assert left == [("rescue", request.expires_at + talk.services.limits.rescue)]


async def test_a_question_that_outlived_its_expiry_is_woken_and_kept_on_the_list(
    talk, engine, instance
):
    request = await waiting(talk)
    engine.living.add(instance)
    talk.clock.advance(days=1, seconds=60)
    await put(talk, later.rescue(talk.key, 1, request.expires_at + talk.services.limits.rescue))
    left = await swept(talk, engine)
    assert engine.raised == [(instance, doorbell.reply_event(request.id))]
    assert left == [("rescue", in_(talk, talk.services.limits.rescue))]


async def test_a_question_whose_instance_died_is_started_again(talk, engine):
    await waiting(talk)
    await put(talk, later.rescue(talk.key, 1, NOON))
    await swept(talk, engine)
    assert len(engine.started) == 1


async def test_an_answer_nobody_read_is_rung_for(talk, engine, instance):
    request = await waiting(talk)
    await talk.say("the first", "m2")
    engine.living.add(instance)
    await put(talk, later.rescue(talk.key, 2, NOON))
    left = await swept(talk, engine)
    assert engine.raised == [(instance, doorbell.reply_event(request.id))]
    assert left == [("rescue", in_(talk, talk.services.limits.rescue))]


async def test_a_question_that_vanished_is_rung_for(talk, engine, instance):
    await waiting(talk)
    await talk.change(request="q-9-9")
    engine.living.add(instance)
    await put(talk, later.rescue(talk.key, 1, NOON))
    await swept(talk, engine)
    assert engine.raised == [(instance, "reply-q-9-9")]


async def test_a_message_whose_turn_is_closed_needs_no_rescue(talk, engine):
    await closed(talk)
    await put(talk, later.rescue(talk.key, 1, NOON))
    assert await swept(talk, engine) == []
    assert engine.started == []


async def test_an_answer_that_was_read_is_looked_after_until_its_turn_is_closed(talk, engine):
    """The entry of the message that opened the turn was put off until the question expires."""
    await waiting(talk)
    await talk.change(phase="running", claimed=2, accepted=2)
    await put(talk, later.rescue(talk.key, 2, NOON))
    assert await swept(talk, engine) == [("rescue", NOON + talk.services.limits.rescue)]
    assert len(engine.started) == 1


async def test_a_message_before_the_one_that_opened_the_turn_needs_no_rescue(talk, engine):
    await closed(talk)
    await talk.say("And of May?", "m2")
    await talk.open("e2")
    await put(talk, later.rescue(talk.key, 1, NOON))
    assert await swept(talk, engine) == []


async def test_a_turn_that_vanished_needs_no_rescue(talk, engine):
    await talk.turn_for()
    await talk.change(open_turn=7)
    await put(talk, later.rescue(talk.key, 1, NOON))
    assert await swept(talk, engine) == []


async def test_a_message_that_was_never_taken_in_needs_no_rescue(talk, engine):
    await talk.say()
    await put(talk, later.rescue(talk.key, 2, NOON))
    assert await swept(talk, engine) == []
    assert engine.started == []


async def test_a_deleted_thread_is_not_rescued(talk, engine):
    await talk.say()
    await talk.delete()
    await put(talk, later.rescue(talk.key, 1, NOON))
    assert await swept(talk, engine) == []
    assert engine.started == []


# --- expiry


@pytest.mark.parametrize("alive", [True, False])
async def test_a_question_that_expires_wakes_or_starts_its_thread(talk, engine, instance, alive):
    request = await waiting(talk)
    engine.living.update({instance} if alive else ())
    talk.clock.advance(days=1)
    await put(talk, later.expiry(talk.key, request))
    assert await swept(talk, engine) == []
    assert engine.raised == ([(instance, doorbell.reply_event(request.id))] if alive else [])
    assert len(engine.started) == (0 if alive else 1)


async def test_a_question_that_is_settled_does_not_expire(talk, engine, instance):
    request = await waiting(talk)
    await talk.change(request=None, phase="running")
    engine.living.add(instance)
    talk.clock.advance(days=1)
    await put(talk, later.expiry(talk.key, request))
    assert await swept(talk, engine) == []
    assert (engine.raised, engine.started) == ([], [])


# --- retention


async def test_a_thread_with_recent_news_is_kept(talk, engine):
    await closed(talk)
    talk.clock.advance(days=29)
    await put(talk, later.retention(talk.key, NOON))
    kept_until = NOON + talk.services.limits.retention
    assert await swept(talk, engine) == [("retention", kept_until)]
    assert not (await talk.head()).deleted


@pytest.mark.parametrize("busy", [{"phase": "running"}, {"phase": "waiting"}, {"accepted": 2}])
async def test_a_thread_that_has_something_to_do_is_kept(talk, engine, busy):
    await closed(talk)
    await talk.change(**busy)
    talk.clock.advance(days=40)
    await put(talk, later.retention(talk.key, NOON))
    assert await swept(talk, engine) == [("retention", in_(talk, talk.services.limits.rescue))]
    assert not (await talk.head()).deleted


async def test_a_thread_without_news_for_long_enough_is_deleted_and_purged(talk, engine):
    await closed(talk)
    talk.clock.advance(days=30)
    await put(talk, later.retention(talk.key, NOON))
    assert await swept(talk, engine) == [("purge", in_(talk, talk.services.limits.stuck))]
    assert await talk.stored() == []


async def test_news_at_the_last_moment_save_a_thread(talk, engine):
    await closed(talk)
    talk.clock.advance(days=30)

    async def speak():
        await talk.say("wait", "m2")

    talk.threads.rivals = [speak]
    await put(talk, later.retention(talk.key, NOON))
    again = in_(talk, talk.services.limits.rescue)
    assert ("retention", again) in await swept(talk, engine)
    await swept(talk, engine)
    assert (await talk.head()).pending == 1


async def test_a_deleted_thread_has_no_retention(talk, engine):
    await closed(talk)
    await talk.delete()
    await put(talk, later.retention(talk.key, NOON))
    assert await swept(talk, engine) == []


# --- purge


async def test_a_deleted_thread_is_cleared_up_with_its_history(talk, engine, instance):
    await closed(talk)
    await talk.delete()
    await put(talk, later.purge(talk.key, NOON))
    assert await swept(talk, engine) == [("purge", in_(talk, talk.services.limits.stuck))]
    assert engine.purged == [instance]
    assert await talk.rows.range(talk.key, " ", "~", 10) == []


async def test_a_thread_whose_deletion_comes_after_its_entry_is_cleared_up_all_the_same(
    talk, engine, instance
):
    await closed(talk)
    await put(talk, later.purge(talk.key, NOON))
    again = talk.services.limits.rescue
    assert await swept(talk, engine) == [("purge", in_(talk, again))]
    await talk.delete()

    talk.clock.advance(seconds=again.total_seconds())

    assert await swept(talk, engine) == [("purge", in_(talk, talk.services.limits.stuck))]
    assert engine.purged == [instance]


async def test_a_thread_that_nobody_deletes_is_not_looked_at_for_ever(talk, engine):
    await closed(talk)
    await put(talk, later.purge(talk.key, NOON))
    looks = 0
    while await swept(talk, engine):
        talk.clock.advance(seconds=talk.services.limits.rescue.total_seconds())
        looks += 1
    assert looks == 3
    assert engine.purged == []
    assert await talk.head() is not None


async def test_what_a_step_under_way_left_of_a_cleared_thread_goes_a_little_later(talk, engine):
    await closed(talk)
    await talk.delete()
    await put(talk, later.purge(talk.key, NOON))
    await swept(talk, engine)
    await talk.threads.delivered(talk.key, "late", never)

    talk.clock.advance(seconds=talk.services.limits.stuck.total_seconds())

    assert await swept(talk, engine) == []
    assert await talk.rows.range(talk.key, " ", "~", 10) == []


async def test_a_deleted_thread_leaves_nothing_in_other_tables(talk, engine):
    owner = Principal(tenant=TENANT, user=OWNER)
    request = await waiting(talk)
    change = EffectRecord(
        key="k", tool="send", hash="h", owner="me", until=NOON, begun_at=NOON,
        about=About(told="Sent the secret", thread=THREAD),
    )  # fmt: skip
    await talk.services.ledger.put(owner, change, None)
    assert [one.request for one in await talk.services.waiting.of(owner)] == [request.id]

    await talk.delete()
    await put(talk, later.purge(talk.key, NOON))
    await swept(talk, engine)

    assert (await talk.services.ledger.page(owner)).records == ()
    assert await talk.services.ledger.get(owner, "k") is None
    assert await talk.services.waiting.of(owner) == []


async def test_a_persons_changes_expire_when_their_day_has_come(talk, engine):
    owner, ledger = Principal(tenant=TENANT, user=OWNER), talk.services.ledger
    kept = talk.services.limits.retention
    old = EffectRecord(key="k", tool="t", hash="h", owner="o", until=NOON, begun_at=NOON)
    await ledger.put(owner, old, None)
    await put(talk, later.effects(ledger.owner(owner), NOON, kept))
    [entry] = await talk.due()
    assert NOON + kept < entry.at <= NOON + kept + timedelta(days=1)

    talk.clock.advance(seconds=(entry.at - NOON).total_seconds())

    assert await swept(talk, engine) == []
    assert (await ledger.page(owner)).records == ()


# --- instances that are alive in name only


async def test_an_instance_that_does_not_move_on_is_ended_and_started_anew(talk, engine, instance):
    await talk.turn_for()
    engine.living.add(instance)
    engine.moved[instance] = NOON
    talk.clock.advance(minutes=10, seconds=1)
    await put(talk, later.rescue(talk.key, 1, NOON))

    assert await swept(talk, engine) == [("rescue", in_(talk, ENDING))]
    assert (engine.terminated, engine.started) == ([instance], [])

    engine.living.clear()
    talk.clock.advance(seconds=10)
    await swept(talk, engine)
    assert [one for _, one, _ in engine.started] == [instance]


@pytest.mark.parametrize("moved", ["instance", "rows", "neither, but a person is asked"])
async def test_whatever_still_moves_is_left_alone(talk, engine, instance, moved):
    if moved.startswith("neither"):
        await waiting(talk)
    else:
        await talk.turn_for()
    engine.living.add(instance)
    talk.clock.advance(minutes=11)
    engine.moved[instance] = talk.clock.now() if moved == "instance" else NOON
    if moved == "rows":
        await talk.say("and?", "m2")
    await put(talk, later.rescue(talk.key, 1, NOON))

    await swept(talk, engine)

    assert engine.terminated == []


async def test_a_deleted_thread_whose_instance_does_not_move_on_is_cleared_up(
    talk, engine, instance
):
    await talk.turn_for()
    await talk.delete()
    engine.living.add(instance)
    engine.moved[instance] = NOON
    talk.clock.advance(minutes=11)
    await put(talk, later.purge(talk.key, NOON))

    assert await swept(talk, engine) == [("purge", in_(talk, ENDING))]
    assert engine.terminated == [instance]
    engine.living.clear()
    talk.clock.advance(seconds=10)
    await swept(talk, engine)
    assert await talk.rows.range(talk.key, " ", "~", 10) == []


async def test_a_deleted_thread_whose_instance_still_runs_is_cleared_up_later(
    talk, engine, instance
):
    await talk.turn_for()
    await talk.delete()
    engine.living.add(instance)
    await put(talk, later.purge(talk.key, NOON))

    assert await swept(talk, engine) == [("purge", NOON + ENDING)]
    assert (engine.purged, engine.raised) == ([], [])
    assert await talk.stored() != []

    engine.living.clear()
    talk.clock.advance(seconds=10)
    assert await swept(talk, engine) == [("purge", in_(talk, talk.services.limits.stuck))]
    assert await talk.stored() == []


async def test_a_deleted_thread_that_waits_is_woken_to_see_it(talk, engine, instance):
    request = await waiting(talk)
    await talk.delete()
    engine.living.add(instance)
    await put(talk, later.purge(talk.key, NOON))
    await swept(talk, engine)
    assert engine.raised == [(instance, doorbell.reply_event(request.id))]


async def test_an_entry_that_fails_is_put_off_and_does_not_hold_up_the_others(talk, engine):
    await talk.say()
    failing = talk.key
    engine.failing.add(doorbell.instance_id(failing))
    await put(talk, later.rescue(failing, 1, NOON))
    await put(talk, later.rescue("nothing", 1, NOON))
    left = await swept(talk, engine)
    assert left == [("rescue", in_(talk, talk.services.limits.rescue))]
