"""Whatever durable step the engine dies, forgets or fails at, people are left with the same."""

import pytest

from tests.support.disturbed import fault, play
from tests.support.simulation import World

pytestmark = pytest.mark.no_cover  # what these thousands of turns run, other tests cover

JOURNEYS = {
    "finding mail": ["Show me emails from Sarah about the budget"],
    "which John": ["Show me emails from John", "The client"],
}


@pytest.mark.parametrize("how", ["crash", "forget", "fail"])
@pytest.mark.parametrize("journey", JOURNEYS)
async def test_every_step_can_be_the_last(journey, how, tmp_path):
    lines = JOURNEYS[journey]
    calm = World(journal=tmp_path / "calm")
    undisturbed = await play(calm, lines, None)

    for step in range(1, len(calm.ran) + 1):
        world = World(journal=tmp_path / str(step))
        outcome = await play(world, lines, fault(how, step))

        assert outcome == undisturbed, f"{how} at step {step}: {calm.ran[step - 1]}"
