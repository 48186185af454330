"""An activity holds several steps: whatever write the process dies after, people see the same."""

import pytest

from devhost.engine import SimulatedCrash
from shared.storage.memory import MemoryRows
from tests.support.disturbed import go_quiet, outcome_of
from tests.support.simulation import World

pytestmark = pytest.mark.no_cover  # what these many turns run, other tests cover

JOURNEYS = {
    "finding mail": ["Show me emails from Sarah about the budget"],
    "which John": ["Show me emails from John", "The client"],
    "a change": ["@email send an email to sarah.chen@company.com saying hi", "yes"],
    "making an agent": ["Create an agent that files my invoices"],
}


class Deadly:
    """Counts writes of all tables while it is armed; the process dies right after one of them."""

    def __init__(self, at=0):
        self.at, self.armed, self.seen = at, False, 0

    def written(self):
        if self.armed:
            self.seen += 1
            if self.seen == self.at:
                raise SimulatedCrash(f"after write {self.at}")

    def table(self, meter=None):
        return _Table(self, meter)


class _Table(MemoryRows):
    def __init__(self, deadly, meter):
        super().__init__(meter)
        self._deadly = deadly

    async def commit(self, partition, writes):
        etags = await super().commit(partition, writes)
        self._deadly.written()
        return etags


async def play(lines, deadly, journal):
    world = await World(table=deadly.table, journal=journal).boot()
    for number, line in enumerate(lines, start=1):
        await world.put(line, f"m{number}")
        deadly.armed = True
        await world.ring()
        await go_quiet(world)
        deadly.armed = False
    outcome = await outcome_of(world)
    await world.engine.stop()
    return outcome


@pytest.mark.parametrize("journey", JOURNEYS)
async def test_the_process_may_die_after_any_write(journey, tmp_path):
    lines, calm = JOURNEYS[journey], Deadly()
    undisturbed = await play(lines, calm, tmp_path / "calm")

    for at in range(1, calm.seen + 1):
        outcome = await play(lines, Deadly(at), tmp_path / str(at))

        assert outcome == undisturbed, f"after write {at} of {calm.seen}"
