import asyncio

import pytest

from shared.conversation.turns import load_turn
from shared.deliveries import MOST, begin, noting, survived
from shared.errors import Fault
from shared.models.steps import TurnRef
from tests.support.fakes import Conversation


@pytest.fixture
async def talk():
    talk = Conversation()
    await talk.turn_for()
    return talk


async def opened(talk):
    return await load_turn(talk.threads, TurnRef(thread=talk.key, turn=1))


async def fall(talk, step, times):
    """Let a step be begun so often by processes that never say that they are still there."""
    for _ in range(times):
        with noting():
            await begin(talk.services, await opened(talk), step)


async def test_a_step_that_never_ends_is_given_up(talk):
    await fall(talk, "plan_run", MOST)

    with pytest.raises(Fault, match="plan_run never ended"):
        await fall(talk, "plan_run", 1)


async def test_a_step_that_ended_with_an_error_is_no_suspect(talk):
    for _ in range(MOST + 2):
        with noting() as begun:
            await begin(talk.services, await opened(talk), "plan_run")
        await survived(talk.threads, begun)


async def test_what_fell_too_often_is_begun_one_at_a_time_and_counted_only_then(talk):
    """A process dies with all that is under way in it: one at a time, only the guilty one falls."""
    suspects = ("plan_run", "compose_reply")
    for step in suspects:
        await fall(talk, step, MOST - 1)
    under_way, done = asyncio.Queue(), asyncio.Event()

    async def step(name):
        with noting() as begun:
            await begin(talk.services, await opened(talk), name)
            under_way.put_nowait(name)
            await done.wait()
            await survived(talk.threads, begun)

    running = [asyncio.create_task(step(name)) for name in suspects]
    first = await under_way.get()
    for _ in range(100):
        await asyncio.sleep(0)
    assert under_way.empty()
    (waiting,) = set(suspects) - {first}
    for task in running:  # the process dies
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)

    with pytest.raises(Fault, match=first):
        await fall(talk, first, 1)
    await fall(talk, waiting, 1)


async def test_a_new_step_waits_for_no_suspect(talk):
    await fall(talk, "plan_run", MOST - 1)

    with noting():
        await begin(talk.services, await opened(talk), "plan_run")
        await fall(talk, "compose_reply", MOST - 1)
