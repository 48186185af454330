"""The engine dies at every step it takes, and nothing shows afterwards."""

import asyncio
import random
import signal
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from devhost.engine import AlreadyExists, Engine, Fault, SimulatedCrash, simulate_crash
from tests.unit.devhost.engine.durable_app import build_functions

ROOT = Path(__file__).parents[4]
UNDISTURBED = [1, 2, 2, "go", "done", "end"]
STEPS = 21


async def travel(path, fault=None, ran=None):
    """Take an engine as far through the journey as it lives; None if it did not arrive."""
    observer = None if ran is None else ran.append
    engine = Engine(build_functions(), str(path), fault=fault, observer=observer)
    await engine.start()
    try:
        if await engine.status("j") is None:
            await engine.start_new("journey", "j")
        await engine.idle()
        await engine.raise_event("j", "go", '"go"')
        return (await engine.wait_for("j", 10)).output
    except SimulatedCrash:
        return None
    finally:
        await engine.stop()


async def test_the_journey_has_the_steps_the_crashes_cover(tmp_path):
    ran = []
    assert await travel(tmp_path / "journal.db", ran=ran) == UNDISTURBED
    assert len(ran) == STEPS


@pytest.mark.parametrize("step", range(1, STEPS + 1))
async def test_a_crash_after_any_commit_changes_nothing(tmp_path, step):
    ran = []
    first = await travel(tmp_path / "journal.db", Fault(step, "call"), ran)
    assert first is None or step == STEPS
    assert await travel(tmp_path / "journal.db", ran=ran) == UNDISTURBED
    assert sum(r.kind == "activity" for r in ran) <= 7, "what is committed is not done again"


@pytest.mark.parametrize("step", range(1, STEPS + 1))
async def test_a_crash_before_any_commit_does_that_step_again(tmp_path, step):
    assert await travel(tmp_path / "journal.db", Fault(step, "drop", simulate_crash)) is None
    assert await travel(tmp_path / "journal.db") == UNDISTURBED


async def test_crash_upon_crash_changes_nothing(tmp_path):
    path, seeded = tmp_path / "journal.db", random.Random(7)
    for _ in range(40):
        how = seeded.choice(["call", "drop"])
        if await travel(path, Fault(seeded.randint(1, 3), how, simulate_crash)) is not None:
            break
    assert await travel(path) == UNDISTURBED


async def test_what_ends_badly_after_a_crash_does_not_stand_for_it(tmp_path):
    """An activity that does not let itself be cancelled finds the journal closed."""
    functions, never = build_functions(), asyncio.Event()

    async def unmoved(value):
        with suppress(asyncio.CancelledError):
            if value == 1:
                await never.wait()
        return value

    functions.activities["echo"] = replace(functions.activities["echo"], run=unmoved)
    engine = Engine(functions, str(tmp_path / "journal.db"), fault=Fault(2, "call"))
    await engine.start()
    await engine.start_new("journey", "j")
    with pytest.raises(SimulatedCrash):
        await engine.idle()
    await engine.stop()
    with pytest.raises(SimulatedCrash):
        await engine.status("j")


async def test_nothing_is_committed_after_a_simulated_crash(tmp_path):
    path = tmp_path / "journal.db"
    engine = Engine(build_functions(), str(path), fault=Fault(1, "call"))
    await engine.start()
    await engine.start_new("fan", "f", "5")
    with pytest.raises(SimulatedCrash):
        await engine.idle()
    for call in (engine.status("f"), engine.raise_event("f", "go", "1"), engine.wait_for("f", 1)):
        with pytest.raises(SimulatedCrash):
            await call
    await engine.stop()
    revived = Engine(build_functions(), str(path))
    await revived.start()
    assert (await revived.wait_for("f", 10)).output == 15
    await revived.stop()


@pytest.mark.parametrize("step", [1, 2])
async def test_a_failing_fault_fails_the_instance_of_that_step(tmp_path, step):
    """Step 1 is the first turn, step 2 the activity it scheduled."""
    engine = Engine(build_functions(), str(tmp_path / "journal.db"), fault=Fault(step, "fail"))
    await engine.start()
    status = await engine.wait_for(await engine.start_new("one", None, "1"), 10)
    assert status.runtime_status == "Failed"
    assert status.output.endswith("a fault was injected here")
    await engine.idle()
    await engine.stop()


async def test_a_failing_fault_spares_an_instance_that_has_just_finished(tmp_path):
    engine = Engine(build_functions(), str(tmp_path / "journal.db"), fault=Fault(3, "fail"))
    await engine.start()
    status = await engine.wait_for(await engine.start_new("one", None, "1"), 10)
    assert status.runtime_status == "Completed"
    await engine.stop()


async def victim(path, *arguments):
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.unit.devhost.engine.victim",
        str(path),
        *arguments,
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )


async def settle(path, instances):
    """Open what the victims left and let it finish."""
    engine = Engine(build_functions(), str(path))
    await engine.start()
    outputs = [(await engine.wait_for(i, 30)).output for i in instances]
    await engine.stop()
    return outputs


@pytest.mark.parametrize("how", ["kill", "drop"])
async def test_a_real_kill_at_a_step_loses_nothing(tmp_path, how):
    process = await victim(tmp_path / "journal.db", how, "7")
    await process.communicate()
    assert process.returncode == -signal.SIGKILL
    assert await settle(tmp_path / "journal.db", ["v-0", "v-1"]) == [12, 12]


async def test_kills_at_random_instants_lose_nothing(tmp_path):
    path, seeded = tmp_path / "journal.db", random.Random(11)
    for _ in range(3):
        process = await victim(path)
        for _ in range(seeded.randint(5, 60)):
            await process.stdout.readline()
        process.kill()
        await process.communicate()
        assert process.returncode == -signal.SIGKILL
    instances = [f"v-{i}" for i in range(20)]
    assert await settle(path, instances) == [12] * 20


async def test_a_recovered_engine_still_knows_what_is_taken(tmp_path):
    path = str(tmp_path / "journal.db")
    engine = Engine(build_functions(), path)
    await engine.start()
    await engine.start_new("status", "s")
    await engine.stop()
    engine = Engine(build_functions(), path)
    await engine.start()
    with pytest.raises(AlreadyExists, match="Pending"):
        await engine.start_new("status", "s")
    await engine.terminate("s", "enough")
    assert (await engine.wait_for("s", 10)).output == "enough"
    await engine.stop()


async def test_an_activity_that_vanished_from_the_app_fails_in_its_orchestrator(tmp_path):
    """The app was changed between a crash and the next start."""
    path = str(tmp_path / "journal.db")
    engine = Engine(build_functions(), path, fault=Fault(1, "call"))
    await engine.start()
    await engine.start_new("catching", "c", "1")
    with pytest.raises(SimulatedCrash):
        await engine.idle()
    await engine.stop()
    functions = build_functions()
    del functions.activities["broken"]
    engine = Engine(functions, path)
    await engine.start()
    status = await engine.wait_for("c", 10)
    assert "is not an activity function" in status.output
    await engine.stop()
