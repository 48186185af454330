"""The product's durable core, with the account in it that a scene is played on."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from api.intake import take_message
from devhost.engine import Engine, Fault
from shared.models.effect import EffectRecord
from shared.models.principal import Principal
from shared.models.profile import Policy
from shared.models.reasoning import PlannedStep, PlanRequest, ToolPlan
from shared.models.rows import Stored
from shared.models.threads_in import NewMessage
from shared.ports import Reasoned
from shared.reasoning.embedded import EmbeddedReasoner
from shared.storage.ledger import StoredLedger
from shared.storage.memory import MemoryRows
from shared.tools.workspace import Workspace
from tests.support.peers.place import Place
from tests.support.simulation import (
    ENCODER,
    OWNER,
    SPELLING,
    TENANT,
    World,
    durable_functions,
)

PERSON = Principal(tenant=TENANT, user=OWNER)
_CHANGES = "execute_tool"

Delivery = Callable[[Callable[[], Awaitable[Any]]], Awaitable[Any]]
"""Has the activity that makes a change run, as often as deliveries go."""


async def _once(run: Callable[[], Awaitable[Any]]) -> Any:
    return await run()


class Scene:
    """One account and the one call that is asked for, with a ledger of its own."""

    def __init__(self, place: Place, tool: str) -> None:
        self.place = place
        self.tool = tool
        self.ledger = StoredLedger(MemoryRows())
        self.deliver: Delivery = _once
        self.waits = asyncio.Event()
        """Set when somebody waits for another who is at it."""


class Stage(World):
    """A world in which every change is shown first, whatever its risk."""

    def __init__(self) -> None:
        super().__init__()
        self.scene: Scene

    async def boot(self, fault: Fault | None = None) -> "Stage":
        """Start the engine."""
        scene = _Scenery(self)
        await self.services.policies.put(TENANT, Policy(at_least="medium"))
        self.services = replace(
            self.services,
            workspaces=scene,
            ledger=scene,
            reasoner=_Planner(self),
            pause=self._pause,
        )
        functions = durable_functions(self.services)
        change = functions.activities[_CHANGES]

        async def run(payload: Any) -> Any:
            return await self.scene.deliver(lambda: change.run(payload))

        changes = {**functions.activities, _CHANGES: replace(change, run=run)}
        self.engine = Engine(
            replace(functions, activities=changes),
            str(self.journal),
            fault=fault,
            observer=self.ran.append,
            clock=self.clock,
        )
        await self.engine.start()
        return self

    async def hear(self, text: str, message_id: str, thread: str) -> None:
        """Take a message in, without anybody working on it."""
        message = NewMessage(
            text=text,
            message_id=message_id,
            run_id=f"run-{message_id}",
            digest=text,
            due_at=self.clock.now() + self.limits.rescue,
        )
        await take_message(self.services, PERSON, thread, message)

    async def work(self, thread: str) -> None:
        """Go on until there is nothing left to do."""
        await self.ring(thread)
        await self.settle()

    async def _pause(self, seconds: float) -> None:
        del seconds
        self.scene.waits.set()
        await asyncio.sleep(0)


class _Scenery:
    """The account and the ledger of whatever scene is played."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    async def connected(self, principal: Principal) -> frozenset[str]:
        """Return what the account can be used for."""
        del principal
        return self._stage.scene.place.domains

    async def open(self, principal: Principal) -> Workspace:
        """Return the account, reached anew."""
        del principal
        return await self._stage.scene.place.open()

    async def get(self, principal: Principal, key: str) -> Stored[EffectRecord] | None:
        """Return what is on record of a change."""
        return await self._stage.scene.ledger.get(principal, key)

    async def put(
        self, principal: Principal, record: EffectRecord, etag: str | None
    ) -> Stored[EffectRecord]:
        """Write a record."""
        return await self._stage.scene.ledger.put(principal, record, etag)

    def owner(self, principal: Principal) -> str:
        """Return what names whose changes they are."""
        return self._stage.scene.ledger.owner(principal)


class _Planner(EmbeddedReasoner):
    """Plans the scene's call, whatever is asked; the rest is embedded."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(ENCODER, SPELLING)
        self._stage = stage

    async def plan_tools(self, request: PlanRequest) -> Reasoned[ToolPlan]:
        """Plan it."""
        del request
        scene = self._stage.scene
        step = PlannedStep(tool=scene.tool, arguments=dict(scene.place.asks[scene.tool]))
        return Reasoned(ToolPlan(steps=(step,)))
