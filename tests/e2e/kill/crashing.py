"""The product on a dev host that is killed at random instants, as by a power cut."""

import asyncio
import json
import os
import random
import secrets
import socket
from collections.abc import AsyncGenerator, Callable, Generator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import httpx

from tests.e2e.kill.journeys import Journey
from tests.e2e.kill.person import Person, until
from tests.support.devhost import ROOT, RunningHost

MOST_LINES = 30
"""Lines of work that a host writes at most before it is killed; a turn writes about twenty."""
LONGEST_PAUSE_S = 0.06
"""So that not every kill comes right after a function's end."""
SEED_SETTING = "KILL_SEED"

_SETTINGS = json.loads((ROOT / "local.settings.json.example").read_text(encoding="utf-8"))["Values"]
_QUICK = {"RESCUE_SECONDS": "2", "DUE_SCHEDULE": "*/1 * * * * *"}


def product(data: Path) -> RunningHost:
    """Return a host for the product that comes back on the same port each time."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    return RunningHost(ROOT, data, {**_SETTINGS, **_QUICK}, ("--port", str(port)))


@asynccontextmanager
async def visit(host: RunningHost) -> AsyncGenerator[httpx.AsyncClient]:
    """Yield a client of a running host; it stays good across restarts."""
    async with httpx.AsyncClient(base_url=host.url, timeout=30) as http:
        yield http


@contextmanager
def seeded() -> Generator[random.Random]:
    """Yield the chance of a test; a failure names its seed, and `KILL_SEED` sets it."""
    seed = int(os.environ.get(SEED_SETTING) or secrets.randbelow(1_000_000))
    try:
        yield random.Random(seed)
    except BaseException as error:
        error.add_note(f"{SEED_SETTING}={seed}")
        raise


async def live(people: Mapping[Person, Journey]) -> None:
    """Let everybody go through their journey at the same time."""
    async with asyncio.TaskGroup() as group:
        for person, journey in people.items():
            group.create_task(person.live(journey))


async def live_through_kills(
    host: RunningHost, chance: random.Random, people: Mapping[Person, Journey], most: int
) -> int:
    """Kill the host at random instants while people go on; return how often that was."""
    living = asyncio.create_task(live(people))
    try:
        kills = 0
        while kills < most and await _fate(host, chance.randint(1, MOST_LINES), living.done):
            await asyncio.sleep(chance.uniform(0, LONGEST_PAUSE_S))
            await asyncio.to_thread(host.kill)
            await asyncio.to_thread(host.launch)
            kills += 1
        await asyncio.to_thread(host.wait_for_line, "Ready: ")
        await living
    finally:
        living.cancel()
    return kills


async def _fate(host: RunningHost, lines: int, over: Callable[[], bool]) -> bool:
    """Wait for so many lines of work since the host's start; False when the journeys are over."""

    async def reached() -> bool | None:
        if over():
            return False
        return True if sum(" http " not in line for line in host.lines) >= lines else None

    return await until(reached, f"{lines} lines of work")
