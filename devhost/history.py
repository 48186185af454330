"""History events in the Durable extension's JSON form."""

from datetime import UTC, datetime
from enum import IntEnum
from typing import Any

Event = dict[str, Any]
"""One history event: `EventType`, `EventId`, `IsPlayed`, `Timestamp` and what its type adds."""

NO_ID = -1
"""The `EventId` of events that schedule nothing."""


class EventType(IntEnum):
    """The numbers the extension writes."""

    EXECUTION_STARTED = 0
    EXECUTION_COMPLETED = 1
    EXECUTION_TERMINATED = 3
    TASK_SCHEDULED = 4
    TASK_COMPLETED = 5
    TASK_FAILED = 6
    SUB_ORCHESTRATION_INSTANCE_CREATED = 7
    SUB_ORCHESTRATION_INSTANCE_COMPLETED = 8
    SUB_ORCHESTRATION_INSTANCE_FAILED = 9
    TIMER_CREATED = 10
    TIMER_FIRED = 11
    ORCHESTRATOR_STARTED = 12
    ORCHESTRATOR_COMPLETED = 13
    EVENT_RAISED = 15
    EXECUTION_SUSPENDED = 19
    EXECUTION_RESUMED = 20


def timestamp(at: datetime) -> str:
    """Write a moment as the extension does."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def event(kind: EventType, at: datetime, event_id: int = NO_ID, **fields: Any) -> Event:
    """Make an event; `fields` are the extension's own names (`Name`, `TaskScheduledId`, ...)."""
    return {
        "EventType": int(kind),
        "EventId": event_id,
        "IsPlayed": False,
        "Timestamp": timestamp(at),
        **fields,
    }
