"""A storage that fails once is no misunderstanding: people are answered as if it had not."""

import pytest

from tests.support.disturbed import LOOKS, is_quiet, outcome_of
from tests.support.hiccups import Hiccup
from tests.support.simulation import World

pytestmark = pytest.mark.no_cover  # what these many turns run, other tests cover

JOURNEYS = {
    "a question": (["what can you do?"], 1),
    "which John": (["Show me emails from John", "The client"], 3),
    "a change": (["@email send an email to sarah.chen@company.com saying hi", "yes"], 3),
}
"""What is said, and at every how many operations storage fails."""


async def play(lines, hiccup):
    async with World(table=hiccup.table) as world:
        for number, line in enumerate(lines, start=1):
            await world.put(line, f"m{number}")
            hiccup.armed = True
            await world.ring()
            await go_quiet(world, hiccup)
        return await outcome_of(world)


async def go_quiet(world, hiccup):
    for _ in range(LOOKS):
        assert await world.settle()
        hiccup.armed = False
        if await is_quiet(world):
            return
        world.clock.advance(seconds=61)
        hiccup.armed = True
        await world.sweep()
    raise AssertionError("the conversation never went quiet")


@pytest.mark.parametrize("journey", JOURNEYS)
async def test_no_operation_that_fails_once_changes_what_is_answered(journey):
    (lines, every), calm = JOURNEYS[journey], Hiccup()
    undisturbed = await play(lines, calm)

    for at in range(1, calm.seen + 1, every):
        outcome = await play(lines, Hiccup(at))

        assert outcome == undisturbed, f"operation {at} of {calm.seen}"
