"""Replaying a recorded history: whether this version of the app schedules what it did then."""

import json
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, cast

import azure.durable_functions as df

from host.azure import add_orchestrator
from host.manifest import ORCHESTRATORS

_SCHEDULED, _TIMER = 4, 10
_STARTED = 0
"""Kinds of events in a history: TaskScheduled, TimerCreated, ExecutionStarted."""


def replayed(context: dict[str, Any]) -> tuple[list[str], list[str], str]:
    """Return what a history says was scheduled, what is scheduled now, and an error if any.

    `context` is what the orchestrator was handed. Raises KeyError for one that this app lacks.
    """
    app = df.DFApp()
    for orchestrator in ORCHESTRATORS:
        add_orchestrator(app, orchestrator)
    known = {one.get_function_name(): one.get_user_function() for one in app.get_functions()}
    name = next(event["Name"] for event in context["history"] if event["EventType"] == _STARTED)
    state = json.loads(known[name](json.dumps(context)))
    return list(_then(context["history"])), list(_now(state["actions"])), state.get("error") or ""


def differences(then: list[str], now: list[str]) -> list[str]:
    """Return where a replay leaves its history, first what was and then what would be.

    What would come after the end of the history is no difference.
    """
    pairs = enumerate(zip_longest(then, now[: len(then)], fillvalue="nothing"), 1)
    return [f"{place}. was {was}, is {would}" for place, (was, would) in pairs if was != would]


def _then(history: list[dict[str, Any]]) -> Iterator[str]:
    for event in history:
        if event["EventType"] == _SCHEDULED:
            yield event["Name"]
        elif event["EventType"] == _TIMER:
            yield f"a timer for {event['FireAt']}"


def _now(actions: Any) -> Iterator[str]:
    if isinstance(actions, list):
        for one in cast("list[Any]", actions):
            yield from _now(one)
    elif "functionName" in actions:
        yield actions["functionName"]
    elif "fireAt" in actions:
        yield f"a timer for {actions['fireAt']}"
    else:
        yield from _now(actions.get("compoundActions", []))
