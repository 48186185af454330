"""Everything this app exposes, on one page: by name.

The host waits for the import of the app before its first call of any kind. What is named here is
read when it is first called.
"""

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from api.routes import ROUTES

if TYPE_CHECKING:
    from shared.durable import Activity, Context, Steps
    from shared.models.base import Payload
    from shared.ports import Engine
    from shared.services import Services

__all__ = ["ACTIVITIES", "ORCHESTRATORS", "ROUTES", "TIMERS", "Orchestrator", "Timer", "Work"]


@dataclass(frozen=True)
class Orchestrator:
    """One durable workflow. The generator that is its body has its name, in a file of that name."""

    name: str

    @property
    def body(self) -> "Callable[[Context, Any], Steps[Payload]]":
        """The generator, whose file is read when it is first wanted."""
        return getattr(import_module(f"orchestrators.{self.name}"), self.name)

    @property
    def takes(self) -> "type[Payload]":
        """What starts it."""
        return inspect.signature(self.body).parameters["start"].annotation


@dataclass(frozen=True)
class Work:
    """One activity. The coroutine that performs it has its name, in a file of that name."""

    name: str

    @property
    def activity(self) -> "Activity[Any, Any]":
        """What it takes and gives, as the catalogue says."""
        return getattr(import_module("shared.catalog"), self.name.upper())

    @property
    def body(self) -> "Callable[[Any, Services], Awaitable[Any]]":
        """The coroutine, whose file is read when it is first wanted."""
        return getattr(import_module(f"activities.{self.name}"), self.name)


@dataclass(frozen=True)
class Timer:
    """Something done on a schedule; the setting holds the NCRONTAB expression."""

    name: str
    setting: str
    body: "Callable[[Engine, Services], Awaitable[object]]"


ORCHESTRATORS = (
    Orchestrator("thread_v1"),  # of conversations begun before there was another
    Orchestrator("thread_v2"),
    Orchestrator("branch_v1"),
    Orchestrator("erase_v1"),
)

ACTIVITIES = (
    Work("open_turn"),
    Work("park"),
    Work("analyze_intent"),
    Work("discover_agents"),
    Work("follow_decision"),
    Work("converse"),
    Work("apply_draft"),
    Work("join_branches"),
    Work("plan_run"),
    Work("prepare_step"),
    Work("execute_tool"),
    Work("reassess_run"),
    Work("ask"),
    Work("take_reply"),
    Work("compose_reply"),
    Work("close_turn"),
    Work("understand_turn"),
    Work("search_agents"),
    Work("go_on"),
    Work("answer_turn"),
    Work("erase"),
)


async def sweep(engine: "Engine", services: "Services") -> int:
    """Deal with all that is due."""
    from shared.sweeper import sweep as walk  # noqa: PLC0415 - what it needs, a start need not read

    return await walk(engine, services)


TIMERS = (Timer("sweep_due", setting="DUE_SCHEDULE", body=sweep),)
