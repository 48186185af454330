"""Replay a recorded generation of an orchestration through the SDK's own executor."""

import json

import azure.durable_functions as df

from devhost.history import EventType
from host import azure
from host.manifest import ACTIVITIES, ORCHESTRATORS

_ACTIVITY, _TIMER, _WAIT, _CHILD = "activity", "timer", "wait", "child"
_CALLS_A_CHILD = {2, 3}
_TAKES = {work.name: work.activity.takes for work in ACTIVITIES}


def orchestrator_functions():
    """The app's orchestrators by name, bound as for the host."""
    app = df.DFApp()
    for orchestrator in ORCHESTRATORS:
        azure.add_orchestrator(app, orchestrator)
    return {f.get_function_name(): f.get_user_function() for f in app.get_functions()}


def replay(function, context):
    """Return the state that the orchestrator reports for a recorded context."""
    return json.loads(function(json.dumps(context)))


def scheduled(state):
    """Everything a state schedules, in order: activities and children, timers, waits."""
    (actions,) = state["actions"]
    return list(_flat(actions))


def recorded(history):
    """Everything a history says was scheduled, in order."""
    for event in history:
        if event["EventType"] == EventType.TASK_SCHEDULED:
            yield _ACTIVITY, event["Name"], _as_taken(event["Name"], event["Input"])
        elif event["EventType"] == EventType.TIMER_CREATED:
            yield _TIMER, event["FireAt"], None
        elif event["EventType"] == EventType.SUB_ORCHESTRATION_INSTANCE_CREATED:
            yield _CHILD, event["Name"], (event["InstanceId"], json.loads(event["Input"]))


def raised(history):
    """The events that came, by name."""
    return [e["Name"] for e in history if e["EventType"] == EventType.EVENT_RAISED]


def without_waits(actions):
    """What leaves a mark in the history; a wait does not before its event comes."""
    return [action for action in actions if action[0] != _WAIT]


def waits(actions):
    """The events waited for, by name."""
    return [name for kind, name, _ in actions if kind == _WAIT]


def _flat(actions):
    for action in actions:
        if action["actionType"] in _CALLS_A_CHILD:
            yield (
                _CHILD,
                action["functionName"],
                (action["instanceId"], json.loads(action["input"])),
            )
        elif "functionName" in action:
            name = action["functionName"]
            yield _ACTIVITY, name, _as_taken(name, action["input"])
        elif "fireAt" in action:
            yield _TIMER, action["fireAt"], None
        elif "externalEventName" in action:
            yield _WAIT, action["externalEventName"], None
        yield from _flat(action.get("compoundActions", []))


def _as_taken(name, text):
    """The input as its activity reads it: a field added since the record has its default there."""
    given = json.loads(text)
    takes = _TAKES.get(name)
    return takes.model_validate(given).model_dump(mode="json") if takes else given
