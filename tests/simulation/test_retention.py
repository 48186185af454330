"""Time passes: nothing stays for longer than is said, in any table."""

import pytest

from tests.support.leaving import ANN, BOB, furnish, of
from tests.support.whole import WholeWorld


@pytest.fixture
async def world():
    async with WholeWorld() as made:
        await furnish(made, ANN, BOB)
        await furnish(made, BOB, ANN)
        await made.sweep()
        yield made


async def passing(world, days, rounds=8):
    """Let days pass, and what is due then be dealt with."""
    world.clock.advance(days=days)
    for _ in range(rounds):
        await world.settle()
        await world.sweep()
        world.clock.advance(minutes=11)
    await world.settle()


def tables(world, who):
    return {name for name, _, _ in of(world.tables.everything(), who)}


async def test_a_month_later_only_what_is_remembered_of_people_is_left(world):
    await passing(world, 2)
    await passing(world, 32)
    remembered = {"directory", "people", "agents", "schedules", "connections", "sandbox"}
    for who in (ANN, BOB):
        # the schedules rest, and said so in conversations of their own; records are figures
        left = tables(world, who) - {"threads", "conversations", "due", "records", "erasures"}
        assert left == remembered
    gone = {"effects", "gaps", "routings", "results", "waiting", "budgets"}
    kept = {name for name, _, _ in world.tables.everything()}
    assert not gone & kept


async def test_years_later_nothing_is_left_of_who_did_not_come_back(world):
    await passing(world, 400)
    await world.services.directory.met(BOB)
    await passing(world, 332)

    assert tables(world, ANN) == {"erasures"}
    [receipt] = [
        body for place, body in of(world.tables.everything(), ANN).items() if place[0] == "erasures"
    ]
    assert '"by":"absence"' in receipt
    assert tables(world, BOB) >= {"directory", "people", "sandbox", "agents"}

    await passing(world, 732)
    assert tables(world, ANN) == set()
    assert tables(world, BOB) == {"erasures"}
    await passing(world, 732)
    left = {name for name, _, _ in world.tables.everything()}
    assert left <= {"agents", "due"}, "agents made for others, and the next walks"
