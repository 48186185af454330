"""Asked for what a command lacks: whatever step the engine dies at, each thing happens once."""

import pytest

from tests.support.disturbed import fault, in_turn, play
from tests.support.lacking import COMMAND, ORDER, WHEN, WHO, WROTE, Desk, Letter, letters
from tests.support.simulation import World

pytestmark = pytest.mark.no_cover  # what these many turns run, other tests cover


@pytest.mark.parametrize("order", [COMMAND, ORDER])
async def test_every_step_can_be_the_last(order, tmp_path):
    """Each in one of three ways: what is asked, told and planned again meets them all."""
    calm, letter = World(journal=tmp_path / "calm", **letters(Desk())), [order, "Sarah", "Friday"]
    undisturbed = await play(calm, [*letter, "yes"], None)
    said = [text for role, text in undisturbed.transcript if role == "assistant"]
    assert said[:2] == [WHO, WHEN]
    assert WROTE in said[-1]

    for step, name, how in in_turn(calm.ran):
        desk = Desk()
        world = World(journal=tmp_path / str(step), **letters(desk))

        outcome = await play(world, [*letter, "yes"], fault(how, step))

        assert outcome == undisturbed, f"{how} at step {step}: {name}"
        assert await desk.written() == [Letter(person="Sarah", time="Friday")]
