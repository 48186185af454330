"""A process that dies right after one of its writes, whichever is chosen."""

from devhost.engine import SimulatedCrash
from shared.storage.memory import MemoryRows
from tests.support.disturbed import Outcome, go_quiet, outcome_of
from tests.support.simulation import World


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


async def play(lines, deadly: Deadly, world: World) -> Outcome:
    """Say the lines, each once the thread has gone quiet; only while it works may it die."""
    await world.boot()
    for number, line in enumerate(lines, start=1):
        await world.put(line, f"m{number}")
        deadly.armed = True
        await world.ring()
        await go_quiet(world)
        deadly.armed = False
    outcome = await outcome_of(world)
    await world.engine.stop()
    return outcome
