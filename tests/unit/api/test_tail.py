import asyncio
from contextlib import ExitStack
from dataclasses import dataclass, field

import pytest

from api import sse, tail
from api.tail import Watch
from shared.errors import Gone
from shared.models.rows import Change, Entry
from shared.models.thread import LoggedEvent
from shared.storage.threads import StoredThreads


@dataclass
class Pauses:
    """Time that passes at once; `then` says what happens during which pause."""

    then: dict = field(default_factory=dict)
    taken: list = field(default_factory=list)

    async def __call__(self, seconds):
        self.taken.append(seconds)
        if len(self.taken) in self.then:
            await self.then[len(self.taken)]()


@pytest.fixture
async def log(world):
    """A function that logs events of a run in thread t1."""
    await world.say()
    count = iter(range(10_000))

    async def log(*kinds, run="r1", phase=None):
        head = await world.head()
        update = {"phase": phase} if phase else {}
        entries = [Entry(f"e{next(count)}", run, 1, {"type": kind}) for kind in kinds]
        change = Change(head.value.model_copy(update=update), entries=tuple(entries))
        await world.threads.commit(head, change)

    head = await world.head()
    await world.threads.commit(head, Change(head.value.model_copy(update={"claimed": 1})))
    return log


async def seen(world, pause=None, **watch):
    stream = tail.follow(world.threads, Watch(world.key(), **watch), pause or Pauses())
    return [event and (event.id, event.event["type"]) async for event in stream]


async def test_quiet_thread_is_left_after_a_minute_with_heartbeats(world, log):
    pauses = Pauses()
    found = await seen(world, pauses)
    assert pauses.taken[:5] == [0.25, 0.375, 0.5625, 0.84375, 1.265625]
    assert max(pauses.taken) == 2.0
    assert 60 <= sum(pauses.taken) < 62
    assert found == [None] * 3


async def test_news_come_soon_and_the_wait_starts_over(world, log):
    async def news():
        await log("A", "B")

    pauses = Pauses({4: news})
    found = await seen(world, pauses)
    assert found[:2] == [(1, "A"), (2, "B")]
    assert pauses.taken[:6] == [0.25, 0.375, 0.5625, 0.84375, 0.25, 0.375]
    assert sum(pauses.taken[4:]) >= 60


@pytest.mark.parametrize("phase", ["running", "queued"])
async def test_stream_stays_open_while_something_is_going_on(world, log, phase):
    if phase == "running":
        await log(phase="running")
    else:
        await world.say("more")

    async def end():
        await world.call("DELETE", "/api/v1/threads/t1")

    pauses = Pauses({100: end})
    with pytest.raises(Gone):
        await seen(world, pauses)
    assert pauses.taken == [0.5] * 100, "on another instance, that is how soon news are seen"


async def test_another_instance_looks_twice_a_second_until_the_run_is_over(world, log):
    """The run goes on for a quarter of an hour and says something now and then."""
    await log(phase="running")
    elsewhere = StoredThreads(world.rows)

    async def news():
        head = await elsewhere.head(world.key())
        entry = Entry(f"there-{len(pauses.taken)}", "r1", 1, {"type": "TEXT"})
        await elsewhere.commit(head, Change(head.value, entries=(entry,)))

    async def rest():
        head = await elsewhere.head(world.key())
        parked = head.value.model_copy(update={"phase": "parked"})
        await elsewhere.commit(head, Change(parked))

    pauses = Pauses({3: news, 500: news, 1799: news, 1800: rest})
    before = world.meter["get"], world.meter["range"]
    found = await seen(world, pauses)

    assert [one for one in found if one] == [(1, "TEXT"), (2, "TEXT"), (3, "TEXT")]
    assert set(pauses.taken[:1800]) == {0.5}
    assert pauses.taken[1800:1803] == [0.25, 0.375, 0.5625]
    looks = len(pauses.taken) + 1
    ours = 4  # what writing there has read
    assert world.meter["get"] - before[0] == looks + ours
    assert world.meter["range"] - before[1] == 3


async def test_who_waits_here_looks_in_turns_until_one_finds_what_another_instance_wrote(
    world, log
):
    await log(phase="running")
    elsewhere = StoredThreads(world.rows)

    async def news():
        head = await elsewhere.head(world.key())
        entries = (Entry("there", "r1", 1, {"type": "TEXT"}),)
        await elsewhere.commit(head, Change(head.value, entries=entries))

    async def over():
        await log(phase="parked")

    with ExitStack() as others:
        for number in range(9):
            others.enter_context(world.threads.listen(f"other-{number}")).expects(news=True)
        pauses = Pauses({3: news, 7: over})
        await seen(world, pauses)

    assert pauses.taken[:7] == [5.0] * 3 + [0.5] * 4


async def test_what_this_process_writes_leaves_it_at_turns(world, log):
    await log(phase="running")

    async def over():
        await log(phase="parked")

    async def news():
        await log("TEXT")

    with ExitStack() as others:
        for number in range(9):
            others.enter_context(world.threads.listen(f"other-{number}")).expects(news=True)
        pauses = Pauses({2: news, 5: over})
        await seen(world, pauses)

    assert set(pauses.taken[:5]) == {5.0}


async def test_long_log_is_read_without_a_pause(world, log):
    for _ in range(10):
        await log(*["A"] * 25)
    pauses = Pauses()
    found = await seen(world, pauses, after=3)
    assert [id_ for id_, _ in filter(None, found)] == list(range(4, 251))
    assert 60 <= sum(pauses.taken) < 62


async def test_run_is_followed_to_its_end_past_the_events_of_others(world, log):
    await log("RUN_STARTED", "RUN_FINISHED", run="r0")
    await log("RUN_STARTED")
    await log("TEXT", "RUN_FINISHED", run="r2")

    async def end():
        await log("RUN_FINISHED")
        await log("LATER")

    pauses = Pauses({1: end})
    assert await seen(world, pauses, run="r1", first=3) == [(3, "RUN_STARTED"), (6, "RUN_FINISHED")]
    assert pauses.taken == [0.25]


async def test_run_whose_end_the_client_has_seen_sends_nothing(world, log):
    await log("RUN_STARTED", "RUN_ERROR")
    assert await seen(world, run="r1", after=2) == []


async def test_what_this_process_logs_is_sent_without_waiting_or_reading(world, log):
    await log("RUN_STARTED")
    stream = tail.follow(world.threads, Watch(world.key(), run="r1"), forever)
    assert (await anext(stream)).id == 1
    read = world.meter["range"]
    waiting = asyncio.ensure_future(anext(stream))
    await log("TEXT", "RUN_FINISHED")

    assert (await waiting).event["type"] == "TEXT"
    assert [event.event["type"] async for event in stream] == ["RUN_FINISHED"]
    assert world.meter["range"] == read


async def test_after_a_gap_the_log_is_read(world, log):
    await log("RUN_STARTED")
    stream = tail.follow(world.threads, Watch(world.key(), run="r1"), forever)
    assert (await anext(stream)).id == 1
    waiting = asyncio.ensure_future(anext(stream))
    elsewhere = StoredThreads(world.rows)
    head = await elsewhere.head(world.key())
    entries = (Entry("there", "r1", 1, {"type": "TEXT"}),)
    await elsewhere.commit(head, Change(head.value, entries=entries))
    await log("RUN_FINISHED")

    assert (await waiting).event["type"] == "TEXT"
    assert [event.event["type"] async for event in stream] == ["RUN_FINISHED"]


async def forever(_seconds):
    await asyncio.Event().wait()


async def test_unknown_thread_is_gone(world):
    with pytest.raises(Gone):
        await seen(world)


async def test_frames_of_a_deleted_thread_just_end(world, log):
    await world.call("DELETE", "/api/v1/threads/t1")
    frames = sse.frames(world.threads, [Watch(world.key())], Pauses())
    assert [frame async for frame in frames] == []


async def test_frames_hold_one_line_whatever_the_text(world, log):
    head = await world.head()
    event = {"type": "TEXT", "delta": "a\r\nb\u2028c\u0085"}
    await world.threads.commit(head, Change(head.value, entries=(Entry("x", "r1", None, event),)))
    frames = [f async for f in sse.frames(world.threads, [Watch(world.key())], Pauses())]
    assert frames[0] == (
        'id: 1\ndata: {"type":"TEXT","delta":"a\\r\\nb\\u2028c\\u0085","metadata":{"run":"r1"}}\n\n'
    )
    assert frames[1:] == [": keep-alive\n\n"] * 3


def test_events_say_where_they_belong_beside_what_they_said():
    logged = LoggedEvent(id=1, run="r", turn=2, event={"type": "X", "metadata": {"reason": "y"}})
    assert tail.shown(logged)["metadata"] == {"reason": "y", "run": "r", "turn": 2}
    assert "metadata" in logged.event
