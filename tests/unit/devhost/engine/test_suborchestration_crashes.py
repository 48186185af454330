"""The engine dies while children run: each is started and heard exactly once all the same."""

import asyncio
import datetime as dt
import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from devhost.engine import Engine, Fault, ManualClock, SimulatedCrash, simulate_crash
from tests.unit.devhost.engine.family_app import COMPLETED, FAILED, built, reports

HOUR = 3600
START = dt.datetime(2026, 11, 1, tzinfo=dt.UTC)
UNDISTURBED = ["work", None, "work", None, None, "end"]
STEPS = 23


async def travel(path, fault=None, ran=None):
    """Take the household as far as the engine lives; what it ended with and heard, or None."""
    observer = None if ran is None else ran.append
    engine = Engine(built(), str(path), fault=fault, observer=observer, clock=ManualClock(START))
    await engine.start()
    try:
        if await engine.status("home") is None:
            await engine.start_new("household", "home")
        ended = await engine.wait_for("home", 10)
        await engine.idle()
        return ended.output, sorted(reports(engine, "home"))
    except SimulatedCrash:
        return None
    finally:
        await engine.stop()


ARRIVED = (UNDISTURBED, [(COMPLETED, 0), (COMPLETED, 2), (FAILED, 1)])


async def test_the_household_has_the_steps_the_crashes_cover(tmp_path):
    ran = []
    assert await travel(tmp_path / "journal.db", ran=ran) == ARRIVED
    assert len(ran) == STEPS


@pytest.mark.parametrize("step", range(1, STEPS + 1))
async def test_a_crash_after_any_commit_starts_and_hears_no_child_twice(tmp_path, step):
    ran = []
    assert await travel(tmp_path / "journal.db", Fault(step, "call"), ran) is None
    assert await travel(tmp_path / "journal.db", ran=ran) == ARRIVED
    assert sum(r.kind == "activity" for r in ran) <= 5, "what is committed is not done again"


@pytest.mark.parametrize("step", range(1, STEPS + 1))
async def test_a_crash_before_any_commit_loses_no_child(tmp_path, step):
    assert await travel(tmp_path / "journal.db", Fault(step, "drop", simulate_crash)) is None
    assert await travel(tmp_path / "journal.db") == ARRIVED


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_report_that_waits_while_its_generation_ends_is_dropped(tmp_path, restarted):
    """It is behind a suspension in the inbox, and has the number of the next generation's call."""
    path = str(tmp_path / "journal.db")
    engine = Engine(built(), path)
    await engine.start()
    await engine.start_new("moving_on", "parent")
    await engine.idle()
    await engine.raise_event("early", "go", '"stale"')
    await engine.raise_event("parent", "move", "1")
    await engine.suspend("parent", "hold")
    await engine.idle()
    assert (await engine.status("early")).output == "stale"
    if restarted:
        await engine.stop()
        engine = Engine(built(), path)
        await engine.start()
    await engine.resume("parent", "on")
    await engine.idle()
    await engine.raise_event("late", "go", '"fresh"')
    assert (await engine.wait_for("parent", 10)).output == "fresh"
    assert reports(engine, "parent") == [(COMPLETED, 0)]
    await engine.stop()


@st.composite
def courses(draw):
    """Children, the order in which some report, which of them fail, and when the host dies."""
    children = draw(st.integers(1, 4))
    order = draw(st.permutations(range(children)))
    reporting = order[: draw(st.integers(0, children))]
    failing = draw(st.sets(st.sampled_from(range(children))))
    enough = draw(st.none() | st.integers(0, children - 1))
    crash = st.tuples(st.integers(1, 8), st.sampled_from(["call", "drop"]))
    return children, reporting, failing, enough, draw(st.lists(crash, max_size=3))


@settings(max_examples=40, deadline=None)
@given(courses())
def test_whatever_the_order_and_the_crashes_each_child_is_heard_once(course):
    asyncio.run(play(*course))


async def play(children, reporting, failing, enough, crashes):
    heard, expected = [], [None] * children
    for index in reporting:
        heard.append((FAILED if index in failing else COMPLETED, index))
        expected[index] = None if index in failing else str(index)
        if expected[index] is not None and index == enough:
            break
    asked = {"children": children, "enough": None if enough is None else str(enough)}
    with tempfile.TemporaryDirectory() as folder:
        host = Mortal(Path(folder) / "journal.db", crashes)
        await host.do(lambda engine: start_once(engine, asked))
        for index in reporting:
            said = json.dumps("fail" if index in failing else str(index))
            await host.do(lambda e, i=index, s=said: e.raise_event(f"asked-{i}", "go", s))
        host.clock.advance(HOUR)
        await host.do(lambda engine: engine.wait_for("parent", 10))
        assert (await host.engine.status("parent")).output == expected
        assert reports(host.engine, "parent") == heard
        await host.engine.stop()


async def start_once(engine, asked):
    if await engine.status("parent") is None:
        await engine.start_new("asking", "parent", json.dumps(asked))


class Mortal:
    """An engine that dies at the given faults, one in each of its lives."""

    def __init__(self, path, crashes):
        self.clock = ManualClock(START)
        self.engine = None
        self._path = str(path)
        self._faults = [Fault(after, how, simulate_crash) for after, how in crashes]

    async def do(self, what):
        """Do something and let it have its effect; do it again in the next life if need be."""
        while True:
            if self.engine is None:
                fault = self._faults.pop(0) if self._faults else None
                self.engine = Engine(built(), self._path, fault=fault, clock=self.clock)
                await self.engine.start()
            try:
                await what(self.engine)
                return await self.engine.idle()
            except SimulatedCrash:
                await self.engine.stop()
                self.engine = None
