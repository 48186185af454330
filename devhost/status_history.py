"""The history as a status query shows it: for people, not for replay."""

from collections.abc import Sequence
from typing import Any

from devhost.history import Event, EventType

_SCHEDULING = {EventType.TASK_SCHEDULED, EventType.SUB_ORCHESTRATION_INSTANCE_CREATED}
_ENDINGS = {
    EventType.TASK_COMPLETED,
    EventType.TASK_FAILED,
    EventType.SUB_ORCHESTRATION_INSTANCE_COMPLETED,
    EventType.SUB_ORCHESTRATION_INSTANCE_FAILED,
}
_BOOKKEEPING = {EventType.ORCHESTRATOR_STARTED, EventType.ORCHESTRATOR_COMPLETED}
_INTERNAL = {"EventId", "IsPlayed", "TaskScheduledId", "TimerId", "Version"}


def status_history(
    history: Sequence[Event], *, show_input: bool, show_output: bool
) -> list[dict[str, Any]]:
    """Name event types, fold each scheduling into its completion, drop what is internal."""
    scheduled = {e["EventId"]: e for e in history if e["EventType"] in _SCHEDULING}
    ended = {e["TaskScheduledId"] for e in history if e["EventType"] in _ENDINGS}
    hidden = set(_INTERNAL)
    if not show_input:
        hidden.add("Input")
    if not show_output:
        hidden.add("Result")
    shown: list[dict[str, Any]] = []
    for event in history:
        kind = EventType(event["EventType"])
        if kind in _BOOKKEEPING or (kind in _SCHEDULING and event["EventId"] in ended):
            continue
        entry = {key: value for key, value in event.items() if key not in hidden}
        entry["EventType"] = kind.name.title().replace("_", "")
        if kind in _ENDINGS:
            cause = scheduled[event["TaskScheduledId"]]
            entry |= {"ScheduledTime": cause["Timestamp"], "FunctionName": cause["Name"]}
            entry |= {"Input": cause["Input"]} if show_input else {}
        elif kind is EventType.EXECUTION_STARTED:
            entry["FunctionName"] = entry.pop("Name")
        shown.append(entry)
    return shown
