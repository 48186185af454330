"""What one open event stream reads from the tables while a minute passes."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

from api.sse import frames
from api.tail import Watch
from bench.turns import SARAH
from bench.world import THREAD, MeteredWorld
from shared.decisions import agui
from shared.models.rows import Change, Entry
from shared.models.thread import Phase
from shared.streaming import FLUSH_SECONDS

MINUTE = 60.0
_TICK = FLUSH_SECONDS
"""A writer adds to the log this often."""

Meanwhile = Callable[[MeteredWorld, int], Awaitable[None]]
"""What happens to the thread at each tick, counted from 1."""


@dataclass(frozen=True)
class Reading:
    """What one stream did in a minute: table operations it made and frames it sent."""

    name: str
    operations: int
    frames: int


class _Over(Exception):
    """The minute is over."""


@dataclass
class Passing:
    """A pause that takes no time: it counts the seconds, and calls `tick` for each tick of them."""

    tick: Callable[[int], Awaitable[None]]
    seconds: float = 0.0

    async def __call__(self, seconds: float) -> None:
        """Let time pass; raise `_Over` at the end of the minute."""
        before = int(self.seconds / _TICK)
        self.seconds += seconds
        for number in range(before, int(self.seconds / _TICK)):
            await self.tick(number + 1)
        if self.seconds >= MINUTE:
            raise _Over


async def streams() -> list[Reading]:
    """Measure a stream on a thread that rests, on one that works, and on one that writes."""
    return [
        await minute("stream_resting", _nothing, "parked"),
        await minute("stream_silent_run", _nothing, "running"),
        await minute("stream_writing", _write, "running"),
    ]


async def minute(name: str, meanwhile: Meanwhile, phase: Phase) -> Reading:
    """Follow a thread's log for a minute from where it ends."""
    sent = 0
    async with MeteredWorld() as world:
        await world.ask(SARAH, "m1")
        threads, key = world.services.threads, world.key(THREAD)
        head = await threads.head(key)
        if head is None:
            raise RuntimeError("the thread was not opened")
        await threads.commit(head, Change(head.value.model_copy(update={"phase": phase})))
        world.meter.take()
        pause = Passing(partial(meanwhile, world))
        try:
            async for _ in frames(threads, [Watch(key, after=head.value.events)], pause):
                sent += 1
        except _Over:
            pass
        return Reading(name, world.meter.take().operations.total(), sent)


async def _nothing(_world: MeteredWorld, _number: int) -> None:
    return


async def _write(world: MeteredWorld, number: int) -> None:
    threads, key = world.services.threads, world.key(THREAD)
    with world.meter.off():
        head = await threads.head(key)
        if head is None:
            raise RuntimeError("the thread is gone")
        piece = Entry(f"piece-{number}", "run-m1", 1, agui.text_content("text", "words "))
        await threads.commit(head, Change(head.value, (), (piece,)))
