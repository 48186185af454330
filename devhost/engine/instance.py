"""One orchestration instance and the things that happen to it, as plain values."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Any, Literal

from devhost.history import Event


class RuntimeStatus(StrEnum):
    """Where an instance stands, in the extension's words."""

    PENDING = "Pending"
    RUNNING = "Running"
    SUSPENDED = "Suspended"
    COMPLETED = "Completed"
    FAILED = "Failed"
    TERMINATED = "Terminated"

    @property
    def terminal(self) -> bool:
        """Whether nothing more will happen."""
        return self in {RuntimeStatus.COMPLETED, RuntimeStatus.FAILED, RuntimeStatus.TERMINATED}


class Reception(IntEnum):
    """What became of a message to an instance: the extension's HTTP status."""

    ACCEPTED = 202
    NOT_FOUND = 404
    GONE = 410
    REFUSED = 500
    """Suspending what is suspended, resuming what is not."""


@dataclass(frozen=True)
class Parent:
    """The execution that waits for a sub-orchestration."""

    instance_id: str
    execution_id: str
    task_id: int


@dataclass(frozen=True)
class Instance:
    """The row of one instance. `input`, `output` and `custom_status` are JSON texts."""

    id: str
    execution_id: str
    """New with every start and every continue-as-new; completions are addressed to it."""
    name: str
    version: str | None
    input: str | None
    status: RuntimeStatus
    output: str | None
    custom_status: str | None
    created: str
    updated: str
    parent: Parent | None


@dataclass(frozen=True)
class InstanceStatus:
    """What a caller may know of an instance."""

    name: str
    instance_id: str
    runtime_status: RuntimeStatus
    input: str | None
    """JSON text, as the orchestrator's `get_input()` decodes it."""
    custom_status: Any
    output: Any
    created_time: str
    last_updated_time: str
    history: tuple[Event, ...] | None = None


@dataclass(frozen=True)
class Message:
    """An event on its way to an instance, or to one execution of it only."""

    instance_id: str
    execution_id: str | None
    event: Event


@dataclass(frozen=True)
class PendingActivity:
    """An activity to run, again after a restart until its completion is recorded."""

    instance_id: str
    execution_id: str
    task_id: int
    name: str
    input: str


@dataclass(frozen=True, order=True)
class PendingTimer:
    """A durable timer; ordered by time."""

    fire_at: float
    """Seconds since the epoch."""
    instance_id: str
    execution_id: str
    task_id: int


@dataclass(frozen=True)
class FunctionRan:
    """One function run, for a log line."""

    kind: Literal["orchestrator", "activity"]
    name: str
    instance_id: str
    duration_ms: float
    outcome: str
    detail: str


@dataclass
class Counts:
    """What the instances of one orchestrator have cost so far."""

    turns: int = 0
    activities: int = 0
    history_events: int = 0
