"""The whole product as the host wires it, over tables in memory or in an emulator."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from host import wiring
from host.settings import read_settings
from shared.conversation import doorbell
from shared.conversation.taking import take_message
from shared.models.threads_in import NewMessage
from shared.reasoning.sound import SoundReasoner
from shared.storage.budgets import StoredBudgets
from shared.storage.memory import MemoryFiles, MemoryRows
from tests.support.simulation import World, WorldClock


class MemoryTables:
    """Every table that was asked for, by name."""

    def __init__(self):
        self._tables = {}

    @property
    def names(self):
        return list(self._tables)

    def rows(self, name):
        return self._tables.setdefault(name, MemoryRows())

    def everything(self):
        """Every row there is: (table, partition, key) and what it holds."""
        return {
            (name, partition, key): row.body
            for name, table in self._tables.items()
            for partition, rows in table.partitions()
            for key, row in rows.items()
        }


@dataclass
class WholeWorld(World):
    """A world in which everything is kept where the host would keep it."""

    tables: object = field(default_factory=MemoryTables)
    files: object = field(default_factory=MemoryFiles)
    environment: dict[str, str] = field(default_factory=dict)
    providers: tuple = ()
    dressed: Callable = lambda services: services

    def __post_init__(self):
        self.clock = WorldClock()
        chosen = read_settings({"SANDBOX_DOMAINS": ",".join(self.domains), **self.environment})
        thinking = SoundReasoner(self.reasoner)
        made = wiring.build_services(chosen, self.tables, thinking, self.providers, self.clock)
        self.rows = self.tables.rows("threads")
        self.services = self.dressed(
            replace(
                made,
                files=self.files,
                pause=self.pause,
                budgets=StoredBudgets(self.tables.rows("budgets"), self.clock, chosen.limits),
            )
        )
        self.engine = None

    async def said(self, who, text, message_id, thread="t"):
        """Have somebody say something, and wait until it is answered."""
        message = NewMessage(
            text=text,
            message_id=message_id,
            run_id=f"run-{message_id}",
            digest=text,
            due_at=self.clock.now() + self.services.limits.rescue,
        )
        receipt = await take_message(self.services, who, thread, message)
        await doorbell.ring(self.port, self.services.threads, receipt.key)
        assert await self.settle()
        return receipt.key
