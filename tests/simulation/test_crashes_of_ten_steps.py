"""Ten steps, each approved: whatever durable step the engine dies at, each happens once."""

import pytest

from devhost.engine import SimulatedCrash
from tests.support.disturbed import fault, in_turn, outcome_of
from tests.support.simulation import World
from tests.support.ten_steps import COMMAND, STEPS, Notebook, answer_all, ten_steps

pytestmark = pytest.mark.no_cover  # what these thousands of turns run, other tests cover


async def play(journal, disturbance):
    """Run the ten steps; return what is left, what was written, and the durable steps taken."""
    notebook = Notebook()
    world = await World(journal=journal, **ten_steps(notebook)).boot(disturbance)
    await world.put(COMMAND, "m1")
    approvals = await ring_and_answer(world)
    outcome = await outcome_of(world)
    await world.engine.stop()
    return (outcome, approvals, await notebook.written()), world.ran


async def ring_and_answer(world):
    try:
        await world.ring()
    except SimulatedCrash:
        await world.boot()
        await world.ring()
    return await answer_all(world)


async def test_every_step_can_be_the_last(tmp_path):
    """Each in one of three ways: what is done ten times over meets them all."""
    undisturbed, ran = await play(tmp_path / "calm", None)
    assert undisturbed[1:] == (STEPS, list(range(1, STEPS + 1)))

    for step, name, how in in_turn(ran):
        disturbed, _ = await play(tmp_path / str(step), fault(how, step))

        assert disturbed == undisturbed, f"{how} at step {step}: {name}"
