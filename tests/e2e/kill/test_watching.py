"""Who watches a thread across kills misses nothing and sees nothing twice."""

import asyncio
from functools import partial

from tests.e2e.kill.crashing import live_through_kills, product, seeded, visit
from tests.e2e.kill.journeys import BY_BUTTON, SEARCH, SMALL_TALK, WHICH_JOHN
from tests.e2e.kill.person import Person, until
from tests.e2e.kill.stories import check_log
from tests.e2e.kill.watcher import Watcher

JOURNEYS = {"gus": SEARCH + WHICH_JOHN + SMALL_TALK, "hal": BY_BUTTON + SMALL_TALK + SEARCH}
MOST_KILLS = 12
FEWEST_KILLS = 3


async def test_a_watcher_sees_every_event_once_across_kills(tmp_path):
    with seeded() as chance:
        async with product(tmp_path) as host, visit(host) as http:
            people = {Person(http, thread): journey for thread, journey in JOURNEYS.items()}
            watchers = [Watcher(http, thread) for thread in JOURNEYS]
            watching = [asyncio.create_task(watcher.watch()) for watcher in watchers]

            kills = await live_through_kills(host, chance, people, MOST_KILLS)
            logs = [await person.events() for person in people]
            for watcher, log in zip(watchers, logs, strict=True):
                await until(partial(_has, watcher, len(log)), "the last event")
            for task in watching:
                task.cancel()
            ended = await asyncio.gather(*watching, return_exceptions=True)

        assert all(isinstance(end, asyncio.CancelledError) for end in ended), ended
        assert kills >= FEWEST_KILLS
        for watcher, log in zip(watchers, logs, strict=True):
            check_log(log)
            assert watcher.cut_off > 1
            assert watcher.seen == log


async def _has(watcher: Watcher, count: int) -> bool | None:
    return len(watcher.seen) >= count or None
