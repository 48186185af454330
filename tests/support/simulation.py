"""The durable core in one process: the real orchestrator and activities on the dev host's engine.

Tables are in memory and outlive the engine, as storage outlives a worker; the engine's journal is
a file, so a crashed engine is opened again where it stopped.
"""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import azure.durable_functions as df
import azure.functions as func

from devhost.engine import (
    AlreadyExists,
    Engine,
    Fault,
    Reception,
    RuntimeStatus,
    SimulatedCrash,
    WallClock,
)
from devhost.engine.instance import FunctionRan
from devhost.functions import ActivityFunction, Functions
from host import azure
from host.manifest import ACTIVITIES, ORCHESTRATORS
from shared.agents.domain import DOMAIN_AGENTS
from shared.connectors.sandbox.workspaces import SandboxWorkspaces
from shared.conversation import doorbell, later
from shared.decisions import lifecycle
from shared.errors import Conflict
from shared.language.encoder import MiniLM
from shared.language.spelling import Spelling
from shared.models.agent import Agent
from shared.models.rows import EVENT, REQUEST, TRANSCRIPT, TURN
from shared.models.thread import Answer, Thread
from shared.models.threads_in import NewMessage
from shared.reasoning.embedded import EmbeddedReasoner
from shared.reasoning.sound import SoundReasoner
from shared.services import Limits, Services
from shared.storage.due import StoredDue
from shared.storage.keys import thread_key
from shared.storage.memory import MemoryRows
from shared.storage.rows import Rows
from shared.storage.threads import StoredThreads
from shared.sweeper import sweep
from shared.tools.tool import Tool
from shared.workspace.registry import TOOLS
from tests.support.fakes import remembering

TENANT, OWNER = "dev", "dev-user"
ENCODER, SPELLING = MiniLM(), Spelling()


def embedded():
    """The embedded reasoner, over the one encoder of this process."""
    return EmbeddedReasoner(ENCODER, SPELLING)


class LocalEngine:
    """The `Engine` port over an engine in this process."""

    def __init__(self, engine):
        self._engine = engine

    async def start(self, orchestrator, instance, start):
        try:
            await self._engine.start_new(orchestrator, instance, start.model_dump_json())
        except AlreadyExists:
            return False
        return True

    async def raise_event(self, instance, name):
        return await self._engine.raise_event(instance, name, "null") == Reception.ACCEPTED

    async def alive(self, instance):
        status = await self._engine.status(instance)
        return status is not None and status.runtime_status in {
            RuntimeStatus.RUNNING,
            RuntimeStatus.PENDING,
        }

    async def stalled(self, instance, since):
        status = await self._engine.status(instance)
        return (
            await self.alive(instance) and datetime.fromisoformat(status.last_updated_time) < since
        )

    async def terminate(self, instance):
        await self._engine.terminate(instance, "it did not move on")

    async def purge(self, instance):
        await self._engine.purge(instance)

    async def ping(self):
        pass


NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
"""When every world begins: no test meets midnight, and two worlds see the same dates."""


class WorldClock(WallClock):
    """Time in a world, for the app and its engine: it passes as outside, and in leaps as told."""

    def __init__(self, passing: Callable[[], float] = time.monotonic):
        self._ahead = timedelta()
        self._passing = passing
        self._began = passing()
        self._changed: asyncio.Event | None = None

    def now(self) -> datetime:
        return NOON + timedelta(seconds=self._passing() - self._began) + self._ahead

    def advance(self, **duration: float) -> None:
        self._ahead += timedelta(**duration)
        if self._changed is not None:
            self._changed.set()

    async def wait(self, changed, seconds):
        self._changed = changed
        await super().wait(changed, seconds)


def durable_functions(services: Services, anew: Callable[[], Services] | None = None) -> Functions:
    """The app's orchestrators and activities, as the host would load them.

    `anew` gives each activity its services: as if it ran on a worker that has seen nothing.
    """
    app = df.DFApp(http_auth_level=func.AuthLevel.ANONYMOUS)
    for orchestrator in ORCHESTRATORS:
        azure.add_orchestrator(app, orchestrator)
    for work in ACTIVITIES:
        azure.add_activity(app, work, anew or (lambda: services))
    orchestrators, activities = {}, {}
    for function in app.get_functions():
        name, run, trigger = (
            function.get_function_name(),
            function.get_user_function(),
            function.get_trigger(),
        )
        if trigger.type == "orchestrationTrigger":
            orchestrators[name] = run
        else:
            activities[name] = ActivityFunction(name, run, trigger.name)
    return Functions(orchestrators, activities)


@dataclass
class World:
    """One tenant's threads, and the engine that serves them.

    `operations` counts calls of the thread table; `ran` collects every function run, each one
    durable step.
    """

    journal: Path | str = ":memory:"
    reasoner: object = field(default_factory=embedded)
    tools: dict[str, Tool] = field(default_factory=lambda: dict(TOOLS))
    agents: tuple[Agent, ...] = DOMAIN_AGENTS
    limits: Limits = field(default_factory=Limits)
    domains: frozenset[str] = frozenset({"email", "contacts"})
    table: Callable[..., Rows] = MemoryRows
    operations: Counter[str] = field(default_factory=Counter)
    ran: list[FunctionRan] = field(default_factory=list)
    plans_at_once: bool = False
    clock: WorldClock = field(default_factory=WorldClock)

    def __post_init__(self):
        self.rows = self.table(lambda name, _: self.operations.update([name]))
        self.services = Services(
            threads=StoredThreads(self.rows),
            due=StoredDue(self.table()),
            **remembering(self.table, self.clock, self.agents, ENCODER),
            workspaces=SandboxWorkspaces(self.table(), self.clock, self.domains),
            reasoner=SoundReasoner(self.reasoner),
            clock=self.clock,
            tools=self.tools,
            domain_agents=self.agents,
            limits=self.limits,
            plans_at_once=self.plans_at_once,
            pause=self.pause,
        )
        self.engine = None

    async def pause(self, seconds):
        """Let time leap instead of waiting."""
        self.clock.advance(seconds=seconds)
        await asyncio.sleep(0)

    async def boot(self, fault: Fault | None = None):
        """Start (or start again) the engine on its journal, as a process that remembers nothing."""
        if self.engine is not None:
            with suppress(SimulatedCrash):
                await self.engine.stop()
            self.services = replace(self.services, threads=StoredThreads(self.rows))
        functions = durable_functions(self.services)
        self.engine = Engine(
            functions,
            str(self.journal),
            fault=fault,
            observer=self.ran.append,
            clock=self.clock,
        )
        await self.engine.start()
        return self

    @property
    def port(self):
        return LocalEngine(self.engine)

    async def __aenter__(self):
        return await self.boot()

    async def __aexit__(self, *_):
        await self.engine.stop()

    async def settle(self, seconds=30):
        """Wait until nothing is running; False when the engine crashed instead."""
        try:
            await asyncio.wait_for(self.engine.idle(), seconds)
        except SimulatedCrash:
            return False
        return True

    def key(self, thread="t"):
        return thread_key(TENANT, OWNER, thread)

    async def put(self, text, message_id, *, thread="t", **options):
        """Take a message in without ringing."""
        threads, key = self.services.threads, self.key(thread)
        while True:
            now = self.clock.now()
            head = await threads.head(key)
            row = head.value if head else _new_thread(key, thread, now)
            asked = await threads.get(key, REQUEST, row.request) if row.request else None
            message = NewMessage(
                text=text,
                message_id=message_id,
                run_id=f"run-{message_id}",
                digest=text,
                due_at=now + self.limits.rescue,
                **{"roles": ("builder",), **options},
            )
            change = lifecycle.accept(row, message, asked, now)
            await self.services.due.add(later.rescue(key, row.accepted + 1, message.due_at))
            with suppress(Conflict):
                await threads.commit(head, change)
                return

    async def ring(self, thread="t"):
        return await doorbell.ring(self.port, self.services.threads, self.key(thread))

    async def say(self, text, message_id, *, thread="t", **options):
        """Take a message in, ring, and wait until the thread has nothing left to do."""
        await self.put(text, message_id, thread=thread, **options)
        await self.ring(thread)
        await self.settle()

    async def press(self, *, thread="t", **answer):
        """Answer what is asked by button, and wait until the thread has nothing left to do."""
        asked, head = await self.request(thread), await self.services.threads.head(self.key(thread))
        said = Answer(outcome="answered", run_id=f"run-{thread}-{asked.value.id}", **answer)
        change = lifecycle.answer_request(head.value, asked, said, "d", self.clock.now())
        await self.services.threads.commit(head, change)
        await self.ring(thread)
        assert await self.settle()

    async def sweep(self):
        return await sweep(self.port, self.services)

    async def head(self, thread="t") -> Thread:
        return (await self.services.threads.head(self.key(thread))).value

    async def events(self, thread="t"):
        return await self.services.threads.page(self.key(thread), EVENT, 1, 10_000)

    async def transcript(self, thread="t"):
        said = await self.services.threads.page(self.key(thread), TRANSCRIPT, 1, 10_000)
        return [(m.role, m.text) for m in said]

    async def turn(self, number, thread="t"):
        return (await self.services.threads.get(self.key(thread), TURN, number)).value

    async def request(self, thread="t"):
        asked = (await self.head(thread)).request
        return await self.services.threads.get(self.key(thread), REQUEST, asked)

    def with_reasoner(self, reasoner):
        self.services = replace(self.services, reasoner=SoundReasoner(reasoner))
        return self


def _new_thread(key, thread, now):
    return Thread(key=key, tenant=TENANT, owner=OWNER, id=thread, created_at=now, updated_at=now)


def visible(events):
    """What clients see of a log, without the ids and times that may differ between two runs."""
    return [json.loads(json.dumps(e.event)) for e in events]
