"""Messages aimed at the instant a thread parks: none is lost, and no timer has to rescue one."""

import asyncio

import pytest

from shared.models.rows import INBOX
from tests.support.simulation import World

pytestmark = pytest.mark.no_cover  # what these thousands of turns run, other tests cover

MOMENTS = 120
"""Event-loop rounds after the close of a turn, more than its orchestrator takes to end."""
TRIES = 2 * MOMENTS
"""Two at each moment."""


async def test_no_message_is_lost_however_close_to_parking_it_comes():
    closed = asyncio.Event()
    async with World() as world:
        world.ran = Closings(closed)
        await world.boot()
        await world.put("@nobody", "m0")
        await world.ring()
        for number in range(1, TRIES + 1):
            await asyncio.wait_for(closed.wait(), 30)
            closed.clear()
            for _ in range(number % MOMENTS):
                await asyncio.sleep(0)
            await world.put("@nobody", f"m{number}")
            await world.ring()
        await asyncio.wait_for(closed.wait(), 30)
        await world.settle()

        head = await world.head()
        assert (head.accepted, head.claimed, head.turns) == (TRIES + 1,) * 3
        assert (head.phase, head.open_turn) == ("parked", None)
        assert head.events == 5 * (TRIES + 1)


class Closings(list):
    """Tells when a turn has been closed."""

    def __init__(self, closed):
        super().__init__()
        self._closed = closed

    def append(self, run):
        if run.name == "answer_turn":
            self._closed.set()


async def test_a_burst_is_answered_in_order_and_threads_do_not_mix():
    async with World() as world:
        await asyncio.gather(
            *(_post(world, "burst", number) for number in range(50)),
            *(_post(world, f"thread-{n}", number) for n in range(20) for number in range(3)),
        )
        await world.settle(120)

        for thread, count in [("burst", 50), *((f"thread-{n}", 3) for n in range(20))]:
            head = await world.head(thread)
            events = await world.events(thread)
            assert (head.accepted, head.turns, head.phase) == (count, count, "parked")
            assert [e.id for e in events] == list(range(1, head.events + 1))
            finished = [e.run for e in events if e.event["type"] == "RUN_FINISHED"]
            accepted = [f"run-{m.message_id}" for m in await _inbox(world, thread)]
            assert finished == accepted


async def _post(world, thread, number):
    await world.put("@nobody", f"m{number}", thread=thread)
    await world.ring(thread)


async def _inbox(world, thread):
    return await world.services.threads.page(world.key(thread), INBOX, 1, 1000)
