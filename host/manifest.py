"""Everything this app exposes, on one page."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from api.routes import ROUTES
from orchestrators.branch_v1 import branch_v1
from orchestrators.erase_v1 import erase_v1
from orchestrators.thread_v1 import thread_v1
from orchestrators.thread_v2 import thread_v2
from shared import catalog
from shared.durable import Activity, Context, Steps
from shared.models.base import Payload
from shared.models.steps import BranchStart, ErasureRef, ThreadStart
from shared.ports import Engine
from shared.services import Services

__all__ = ["ACTIVITIES", "ORCHESTRATORS", "ROUTES", "TIMERS", "Orchestrator", "Timer", "Work"]


@dataclass(frozen=True)
class Orchestrator:
    """One durable workflow and what starts it. Its name is its body's."""

    body: Callable[[Context, Any], Steps[Payload]]
    takes: type[Payload]


@dataclass(frozen=True)
class Work:
    """One activity. The coroutine that performs it has its name, in a file of that name."""

    activity: Activity[Any, Any]

    @property
    def body(self) -> Callable[[Any, Services], Awaitable[Any]]:
        """The coroutine, whose file is read when it is first wanted: a start waits for none."""
        name = self.activity.name
        return getattr(import_module(f"activities.{name}"), name)


@dataclass(frozen=True)
class Timer:
    """Something done on a schedule; the setting holds the NCRONTAB expression."""

    name: str
    setting: str
    body: Callable[[Engine, Services], Awaitable[object]]


ORCHESTRATORS = (
    Orchestrator(thread_v1, takes=ThreadStart),  # of conversations begun before there was another
    Orchestrator(thread_v2, takes=ThreadStart),
    Orchestrator(branch_v1, takes=BranchStart),
    Orchestrator(erase_v1, takes=ErasureRef),
)

ACTIVITIES = (
    Work(catalog.OPEN_TURN),
    Work(catalog.PARK),
    Work(catalog.ANALYZE_INTENT),
    Work(catalog.DISCOVER_AGENTS),
    Work(catalog.FOLLOW_DECISION),
    Work(catalog.CONVERSE),
    Work(catalog.APPLY_DRAFT),
    Work(catalog.JOIN_BRANCHES),
    Work(catalog.PLAN_RUN),
    Work(catalog.PREPARE_STEP),
    Work(catalog.EXECUTE_TOOL),
    Work(catalog.REASSESS_RUN),
    Work(catalog.ASK),
    Work(catalog.TAKE_REPLY),
    Work(catalog.COMPOSE_REPLY),
    Work(catalog.CLOSE_TURN),
    Work(catalog.UNDERSTAND_TURN),
    Work(catalog.SEARCH_AGENTS),
    Work(catalog.GO_ON),
    Work(catalog.ANSWER_TURN),
    Work(catalog.ERASE),
)


async def sweep(engine: Engine, services: Services) -> int:
    """Deal with all that is due."""
    from shared.sweeper import sweep as walk  # noqa: PLC0415 - what it needs, a start need not read

    return await walk(engine, services)


TIMERS = (Timer("sweep_due", setting="DUE_SCHEDULE", body=sweep),)
