"""What turns cost: the journeys, ten approved steps, and a thread that gets long."""

from dataclasses import dataclass

from bench.meter import Cost
from bench.world import MeteredWorld
from tests.support.ten_steps import COMMAND, STEPS, Notebook, ten_steps

SARAH = "Show me emails from Sarah about the budget"
JOHN = "Show me emails from John"
THE_CLIENT = "The client"


@dataclass(frozen=True)
class Measured:
    """One thing that was measured."""

    name: str
    cost: Cost


async def journeys() -> list[Measured]:
    """Measure both journeys, each on a thread of its own in a workspace used for the first time."""
    async with MeteredWorld() as world:
        first = await _cost(world, SARAH, "m1")
    async with MeteredWorld() as world:
        asked = await _cost(world, JOHN, "m1")
        answered = await _cost(world, THE_CLIENT, "m2")
    return [
        Measured("journey_1", first),
        Measured("journey_2_asks", asked),
        Measured("journey_2_answered", answered),
    ]


async def ten_approvals() -> Measured:
    """Measure ten steps with ten approvals as one turn; raise RuntimeError if any is missing."""
    notebook, approvals = Notebook(), 0
    async with MeteredWorld(ten_steps(notebook)) as world:
        await world.ask(COMMAND, "m1")
        while await world.accept():
            approvals += 1
        cost = world.meter.take()
    written = await notebook.written()
    if approvals != STEPS or len(written) != STEPS:
        raise RuntimeError(f"{approvals} approvals led to notes {written}")
    return Measured("ten_approvals", cost)


async def long_thread(turns: int, text: str = SARAH) -> tuple[Measured, Measured]:
    """Measure the second and the last of many turns on one thread that all ask the same."""
    async with MeteredWorld() as world:
        await world.ask(text, "m1")
        world.meter.take()
        second = await _cost(world, text, "m2")
        for number in range(3, turns):
            await world.ask(text, f"m{number}")
        world.meter.take()
        last = await _cost(world, text, f"m{turns}")
    return Measured("turn_2", second), Measured(f"turn_{turns}", last)


async def after_a_while() -> Measured:
    """Measure the second turn of a thread after a minute: what processes keep is read again."""
    async with MeteredWorld() as world:
        await world.ask(SARAH, "m1")
        world.meter.take()
        world.clock.advance(minutes=1)
        return Measured("turn_2_later", await _cost(world, SARAH, "m2"))


async def spread(text: str = SARAH) -> Measured:
    """Measure the second turn of a thread where each activity is run by another worker."""
    async with MeteredWorld(spread=True) as world:
        await world.ask(text, "m1")
        world.meter.take()
        return Measured("turn_2_spread", await _cost(world, text, "m2"))


async def _cost(world: MeteredWorld, text: str, message_id: str) -> Cost:
    await world.ask(text, message_id)
    return world.meter.take()
