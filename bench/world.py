"""The product's durable core in one process, with a meter on all it does."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

from api.intake import take_answer, take_message
from bench.meter import Meter
from devhost.engine import Engine, Fault
from shared.connectors.sandbox.workspaces import SandboxWorkspaces
from shared.models.principal import Principal
from shared.models.thread import Answer, HumanRequest
from shared.models.threads_in import NewMessage
from shared.storage.agents import StoredAgents
from shared.storage.catalogue import StoredCatalogue
from shared.storage.due import StoredDue
from shared.storage.memory import MemoryRows
from shared.storage.people import StoredPeople
from shared.storage.records import StoredRecords
from shared.storage.routings import StoredRoutings
from shared.storage.threads import StoredThreads
from tests.support.simulation import OWNER, TENANT, World, durable_functions

THREAD = "t"
TABLES = ("threads", "due", "agents", "sandbox", "records", "people", "routings")
_PERSON = Principal(tenant=TENANT, user=OWNER)


class MeteredWorld(World):
    """A `World` whose one thread is spoken to through the intake that handlers use."""

    def __init__(self, options: Mapping[str, Any] | None = None) -> None:
        self.meter = Meter()
        super().__init__(**(options or {}))
        encoder = self.services.encoder
        rows = {name: MemoryRows(self.meter.table(name)) for name in TABLES}
        self.services = replace(
            self.services,
            threads=StoredThreads(rows["threads"]),
            due=StoredDue(rows["due"]),
            agents=StoredAgents(rows["agents"], encoder),
            catalogue=StoredCatalogue(
                rows["agents"], encoder, self.clock, self.services.domain_agents
            ),
            records=StoredRecords(rows["records"], self.clock),
            people=StoredPeople(rows["people"]),
            routings=StoredRoutings(rows["routings"], self.limits.retention),
            workspaces=SandboxWorkspaces(rows["sandbox"], self.clock, self.domains),
        )

    async def boot(self, fault: Fault | None = None) -> "MeteredWorld":
        """Start the engine with every orchestrator noted."""
        functions = durable_functions(self.services)
        noted = {
            name: self.meter.orchestrator(run) for name, run in functions.orchestrators.items()
        }
        self.engine = Engine(
            replace(functions, orchestrators=noted),
            str(self.journal),
            fault=fault,
            observer=self.meter.observe,
            clock=self.clock,
        )
        await self.engine.start()
        return self

    async def ask(self, text: str, message_id: str) -> None:
        """Post a message and let the thread work until it rests."""
        message = NewMessage(
            text=text,
            message_id=message_id,
            run_id=f"run-{message_id}",
            digest=text,
            due_at=self.clock.now() + timedelta(seconds=60),
        )
        await take_message(self.services, _PERSON, THREAD, message)
        await self._work()

    async def accept(self) -> bool:
        """Accept the open approval by its id; False when nothing is asked."""
        with self.meter.off():
            asked = (await self.head(THREAD)).request
        if asked is None:
            return False
        run = f"accept-{asked}"

        def read(_: HumanRequest) -> Answer:
            return Answer(outcome="answered", action="accept")

        await take_answer(self.services, _PERSON, THREAD, asked, run_id=run, digest=run, read=read)
        await self._work()
        return True

    async def _work(self) -> None:
        await self.ring(THREAD)
        await self.settle()
