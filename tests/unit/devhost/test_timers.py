"""Timers fire at their times on a clock the test moves."""

import asyncio
import contextlib
from datetime import UTC, datetime, timedelta

import pytest

from devhost.functions import TimerFunction
from devhost.timers import TimerLog, Timers

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


class HandClock:
    """A clock that stands still until a test moves it."""

    def __init__(self, start=NOON):
        self.time = start
        self.sleepers = asyncio.Queue()

    def now(self):
        return self.time

    async def sleep_until(self, due):
        woken = asyncio.Event()
        self.sleepers.put_nowait((due, woken))
        await woken.wait()

    async def advance(self):
        """Move to the instant the next sleeper waits for, and wake it; return that instant."""
        due, woken = await self.sleepers.get()
        self.time = max(self.time, due)
        woken.set()
        return due


class Sweep:
    """A timer function that notes its requests."""

    def __init__(self, result=None):
        self.requests = asyncio.Queue()
        self.result = result

    async def run(self, timer, **clients):
        self.requests.put_nowait(timer)
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


@contextlib.asynccontextmanager
async def ticking(tmp_path, clock, sweep, *, told=None, schedule="0 */5 * * * *", startup=False):
    timer = TimerFunction("sweep", sweep.run, "timer", schedule, (), startup)
    log = TimerLog(tmp_path / "timers.json")
    report = (told if told is not None else []).append
    running = asyncio.create_task(Timers([timer], log, "{}", report, clock).run())
    try:
        yield
    finally:
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running


async def test_a_timer_fires_at_each_occurrence(tmp_path):
    clock, sweep = HandClock(), Sweep()
    async with ticking(tmp_path, clock, sweep):
        fired = []
        for _ in range(3):
            fired.append(await clock.advance())
            assert (await sweep.requests.get()).past_due is False
    assert fired == [NOON + timedelta(minutes=minutes) for minutes in (5, 10, 15)]


async def test_run_on_startup_fires_before_the_first_occurrence(tmp_path):
    clock, sweep = HandClock(), Sweep()
    async with ticking(tmp_path, clock, sweep, startup=True):
        assert (await sweep.requests.get()).past_due is False
        assert clock.time == NOON


async def test_occurrences_during_a_long_run_are_skipped_not_overlapped(tmp_path):
    clock, sweep = HandClock(), Sweep()
    async with ticking(tmp_path, clock, sweep):
        await clock.advance()
        clock.time += timedelta(minutes=12)  # as if the run had taken this long
        assert await clock.advance() == NOON + timedelta(minutes=20)


async def test_a_missed_occurrence_is_made_up_as_past_due_with_its_history(tmp_path):
    async with ticking(tmp_path, clock := HandClock(), sweep := Sweep()):
        await clock.advance()
        await sweep.requests.get()
        await clock.sleepers.get()
    later = HandClock(NOON + timedelta(hours=1))
    async with ticking(tmp_path, later, sweep := Sweep()):
        request = await sweep.requests.get()
    assert request.past_due
    assert request.schedule_status["Last"] == (NOON + timedelta(minutes=5)).isoformat()
    assert request.schedule_status["Next"] == (NOON + timedelta(minutes=10)).isoformat()


async def test_a_restart_in_time_misses_nothing(tmp_path):
    async with ticking(tmp_path, clock := HandClock(), Sweep()):
        await clock.sleepers.get()
    async with ticking(tmp_path, clock := HandClock(NOON + timedelta(minutes=1)), sweep := Sweep()):
        assert await clock.advance() == NOON + timedelta(minutes=5)
        assert (await sweep.requests.get()).past_due is False


@pytest.mark.parametrize(
    ("result", "detail"),
    [(ValueError("disk"), "ValueError: disk"), ("done", "a timer returns None, not str")],
)
async def test_a_failed_run_is_reported_and_the_timer_goes_on(tmp_path, result, detail):
    told, clock = [], HandClock()
    async with ticking(tmp_path, clock, Sweep(result), told=told, schedule="00:00:01"):
        await clock.advance()
        await clock.advance()
    assert (told[0].outcome, told[0].detail) == ("failed", detail)
