"""One seed's story: a town, its weather, three conversations at once, and what did not hold."""

import asyncio
import random
import tempfile
import warnings
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random

from devhost.engine import SimulatedCrash
from tests.support.leaping import LeapingLoop
from tests.support.seeded.holding import said, violations
from tests.support.seeded.people import SCRIPTS, Conversation
from tests.support.seeded.town import Town
from tests.support.seeded.weather import Weather

THREADS = 3
_MEMORY = Path("/dev/shm")  # noqa: S108 - the journal of a world that ends with its story


@dataclass
class Story:
    """What happened: the faults that struck, every function run, and what did not hold."""

    seed: int
    rough: bool = False
    struck: Counter[str] = field(default_factory=Counter)
    log: list[tuple[str, str, str]] = field(default_factory=list)
    violated: list[str] = field(default_factory=list)


def tell(seed: int) -> Story:
    """Play a seed."""
    scripts = Random(f"people {seed}").choices(SCRIPTS, k=THREADS)
    weather = Weather(seed)
    story = Story(seed, weather.rough)
    alike = () if weather.rough else [one for one in scripts if not one.timed]
    calm = {one.name: _calm(one) for one in alike}
    random.seed(seed)  # what pauses before it tries again

    async def end(town, held):
        for one in held:
            async for broken in violations(one, calm.get(one.script.name)):
                story.violated.append(f"{one.script.name}: {broken}")
        story.log = town.log

    _played(weather, scripts, end)
    story.struck = weather.struck
    return story


def _played(weather, scripts, end):
    with (
        warnings.catch_warnings(),
        tempfile.TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None) as folder,
        asyncio.Runner(loop_factory=LeapingLoop) as runner,
    ):
        warnings.simplefilter("ignore")  # the SDK warns of each second answer
        runner.run(_play(weather, Path(folder) / "journal", scripts, end))


async def _play(weather, journal, scripts, end):
    town = Town(weather, journal)
    with weather.held():
        await town.found()
    await town.boot()
    beside = [asyncio.create_task(town.keep_up()), asyncio.create_task(town.keep_sweeping())]
    held = [Conversation(town, f"t{n}", script) for n, script in enumerate(scripts)]
    try:
        await asyncio.gather(*(one.hold() for one in held))
        with weather.held():
            await end(town, held)
    finally:
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
        with suppress(SimulatedCrash):
            await town.engine.stop()


@cache
def _calm(script):
    """Return what is said in a script when nothing goes wrong."""
    heard = []

    async def end(_town, held):
        heard.extend(await said(held[0]))

    weather = Weather(0)
    with weather.held():
        _played(weather, [script], end)
    return heard
