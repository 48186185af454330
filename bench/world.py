"""The product's durable core in one process, with a meter on all it does."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

from api.intake import take_answer, take_message
from api.replying import wake
from bench.meter import Meter
from devhost.engine import Engine, Fault
from host.settings import read_settings
from shared.connectors.grants import Grants
from shared.connectors.sandbox.workspaces import SandboxWorkspaces
from shared.connectors.workspaces import ConnectedWorkspaces
from shared.decisions.budgets import TURN_SECONDS
from shared.models.connection import Reach
from shared.models.principal import Principal
from shared.models.thread import Answer, HumanRequest
from shared.models.threads_in import NewMessage
from shared.services import Services
from shared.storage.agents import StoredAgents
from shared.storage.budgets import StoredBudgets
from shared.storage.catalogue import StoredCatalogue
from shared.storage.connections import StoredConnections
from shared.storage.conversations import StoredConversations
from shared.storage.directory import StoredDirectory
from shared.storage.due import StoredDue
from shared.storage.gaps import StoredGaps
from shared.storage.ledger import StoredLedger
from shared.storage.memory import MemoryRows
from shared.storage.once import ReadOnce
from shared.storage.people import StoredPeople
from shared.storage.policies import StoredPolicies
from shared.storage.records import StoredRecords
from shared.storage.results import StoredResults
from shared.storage.routings import StoredRoutings
from shared.storage.schedules import StoredSchedules
from shared.storage.skills import StoredSkills
from shared.storage.threads import StoredThreads
from shared.storage.waiting import StoredWaitingList
from tests.support.simulation import OWNER, TENANT, World, durable_functions

THREAD = "t"
TABLES = (
    *("threads", "due", "agents", "sandbox", "records", "people", "routings", "connections"),
    *("policies", "results", "effects", "waiting", "conversations", "schedules", "gaps", "skills"),
    *("directory", "budgets"),
)
"""Every table of the app (`host/wiring.py`)."""
_PERSON = Principal(tenant=TENANT, user=OWNER)


class MeteredWorld(World):
    """A `World` whose one thread is spoken to through the intake that handlers use.

    `spread`: each message comes to a worker that has seen nothing, and so does each activity: the
    most that a turn can cost.
    """

    def __init__(self, options: Mapping[str, Any] | None = None, *, spread: bool = False) -> None:
        self.meter = Meter()
        super().__init__(**(options or {}))
        self._rows = {name: MemoryRows(self.meter.table(name)) for name in TABLES}
        self._spread = spread
        self.services = self._worker()

    def _worker(self) -> Services:
        """Return the app as one process holds it, over the tables that all of them share."""
        encoder, retention, rows = self.services.encoder, self.limits.retention, self._rows
        connections = StoredConnections(ReadOnce(rows["connections"], gets=False))
        sandbox = SandboxWorkspaces(rows["sandbox"], self.clock, self.domains)
        return replace(
            self.services,
            threads=StoredThreads(rows["threads"]),
            budgets=StoredBudgets(rows["budgets"], self.clock, read_settings({}).limits),
            due=StoredDue(rows["due"]),
            agents=StoredAgents(rows["agents"], encoder),
            catalogue=StoredCatalogue(
                rows["agents"], encoder, self.clock, self.services.domain_agents
            ),
            records=StoredRecords(rows["records"], self.clock),
            people=StoredPeople(ReadOnce(rows["people"])),
            routings=StoredRoutings(rows["routings"], retention),
            gaps=StoredGaps(rows["gaps"], retention),
            skills=StoredSkills(rows["skills"]),
            schedules=StoredSchedules(rows["schedules"]),
            directory=StoredDirectory(rows["directory"], self.clock),
            policies=StoredPolicies(ReadOnce(rows["policies"])),
            ledger=StoredLedger(rows["effects"], retention),
            waiting=StoredWaitingList(rows["waiting"]),
            conversations=StoredConversations(rows["conversations"]),
            results=StoredResults(rows["results"], self.clock),
            workspaces=ConnectedWorkspaces(
                sandbox, {}, connections, Grants(connections, ()), self.clock, _no_link
            ),
        )

    async def boot(self, fault: Fault | None = None) -> "MeteredWorld":
        """Start the engine with every orchestrator noted."""
        functions = durable_functions(self.services, self._worker if self._spread else None)
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
        limits = dict.fromkeys(read_settings({}).limits, 0.0)
        with (
            self.meter.off()
        ):  # a process reads a person's and an organisation's once, one at a time
            for _ in (*limits, *limits):
                await self.services.budgets.take(_PERSON, limits)
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
        services = self._worker() if self._spread else self.services
        await services.budgets.take(_PERSON, {"requests": 1.0, "turns": TURN_SECONDS})
        receipt = await take_message(services, _PERSON, THREAD, message)
        await wake(self.port, services, receipt.key, written=receipt.written)
        await self.settle()

    async def accept(self) -> bool:
        """Accept the open approval by its id; False when nothing is asked."""
        with self.meter.off():
            asked = (await self.head(THREAD)).request
        if asked is None:
            return False
        run = f"accept-{asked}"

        def read(_: HumanRequest) -> Answer:
            return Answer(outcome="answered", action="accept")

        receipt = await take_answer(
            self.services, _PERSON, THREAD, asked, run_id=run, digest=run, read=read
        )
        await wake(self.port, self.services, receipt.key, written=receipt.written)
        await self.settle()
        return True


async def _no_link(_person: Principal, _reach: Reach) -> str:
    raise AssertionError("nobody has an account that could be lost")
