"""One turn of an orchestration: events in, everything that follows from them out, as a value.

The only code that runs here is the orchestrator function, which has no effects. Whoever applies the
turn commits all of it or nothing.
"""

import json
import uuid
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from devhost import replica
from devhost.engine import limits
from devhost.engine.errors import InvalidInstanceId, UnknownFunction
from devhost.engine.instance import (
    Instance,
    Message,
    Parent,
    PendingActivity,
    PendingTimer,
    RuntimeStatus,
)
from devhost.functions import Functions
from devhost.history import Event, EventType, event, timestamp


@dataclass
class History:
    """What an instance has recorded, parsed and as JSON text."""

    events: list[Event] = field(default_factory=list[Event])
    texts: list[str] = field(default_factory=list[str])

    def extend(self, events: Sequence[Event], texts: Sequence[str]) -> None:
        """Add events and their texts."""
        self.events.extend(events)
        self.texts.extend(texts)


@dataclass(frozen=True)
class Turn:
    """What to commit."""

    instance: Instance
    recorded: tuple[Event, ...] = ()
    """New history; with `continued` the old one is gone and nothing is recorded."""
    continued: bool = False
    activities: tuple[PendingActivity, ...] = ()
    timers: tuple[PendingTimer, ...] = ()
    cancelled_timers: frozenset[int] = frozenset()
    children: tuple[Instance, ...] = ()
    messages: tuple[Message, ...] = ()
    ran: bool = False
    """Whether the orchestrator function was called."""


def take_turn(
    instance: Instance,
    history: History,
    batch: Sequence[Event],
    functions: Functions,
    now: datetime,
) -> Turn:
    """Advance `instance` by the messages in `batch`."""
    started = event(EventType.ORCHESTRATOR_STARTED, now)
    new = [started, *batch]
    instance = replace(instance, updated=timestamp(now))
    terminated = next((e for e in batch if e["EventType"] == EventType.EXECUTION_TERMINATED), None)
    if terminated is not None:
        ended = replace(instance, status=RuntimeStatus.TERMINATED, output=terminated["Input"])
        return _ending(ended, new, now)
    if all(e["EventType"] == EventType.EXECUTION_SUSPENDED for e in batch):
        held = replace(instance, status=RuntimeStatus.SUSPENDED)
        return _closed(Turn(held, recorded=tuple(new)), now)
    instance = replace(instance, status=RuntimeStatus.RUNNING)
    try:
        turn = _run(instance, history, new, functions, now)
    except Exception as failure:  # noqa: BLE001 - whatever it is, this instance ends with it
        turn = fail(instance, str(failure) or type(failure).__name__, now, new)
    return replace(turn, ran=True)


def fail(instance: Instance, reason: str, now: datetime, new: Sequence[Event] = ()) -> Turn:
    """End `instance` as failed."""
    message = f"Orchestrator function '{instance.name}' failed: {reason}"
    failed = replace(
        instance,
        status=RuntimeStatus.FAILED,
        output=json.dumps(message),
        updated=timestamp(now),
    )
    return _ending(failed, new, now)


def create(
    name: str,
    instance_id: str,
    input_json: str | None,
    now: datetime,
    version: str | None = None,
    parent: Parent | None = None,
) -> Instance:
    """Make a new instance that nothing has happened to."""
    return Instance(
        id=instance_id,
        execution_id=uuid.uuid4().hex,
        name=name,
        version=version,
        input=input_json,
        status=RuntimeStatus.PENDING,
        output=None,
        custom_status=None,
        created=timestamp(now),
        updated=timestamp(now),
        parent=parent,
    )


def beginning(instance: Instance, now: datetime) -> Message:
    """Make the message that starts an execution."""
    started = event(
        EventType.EXECUTION_STARTED,
        now,
        Name=instance.name,
        Input=instance.input,
        Version=instance.version,
    )
    return Message(instance.id, None, started)


def refuse(child: Instance, now: datetime) -> tuple[Message, ...]:
    """Make the message that tells a parent that the id of its child is taken."""
    reason = f"An Orchestration instance with the id '{child.id}' already exists."
    refused = replace(child, status=RuntimeStatus.FAILED, output=json.dumps(reason))
    return report(refused, now)


def report(instance: Instance, now: datetime) -> tuple[Message, ...]:
    """Make the message that tells the parent, if there is one, how its child ended."""
    parent = instance.parent
    if parent is None:
        return ()
    if instance.status is RuntimeStatus.COMPLETED:
        kind = EventType.SUB_ORCHESTRATION_INSTANCE_COMPLETED
        fields: dict[str, Any] = {"Result": instance.output}
    else:
        kind = EventType.SUB_ORCHESTRATION_INSTANCE_FAILED
        fields = {"Reason": json.loads(instance.output or '""'), "Details": ""}
    told = event(kind, now, TaskScheduledId=parent.task_id, **fields)
    return (Message(parent.instance_id, parent.execution_id, told),)


def _run(
    instance: Instance,
    history: History,
    new: list[Event],
    functions: Functions,
    now: datetime,
) -> Turn:
    texts = [*history.texts, *map(json.dumps, new)]
    answer = _ask(functions.orchestrators[instance.name], _context(instance, texts))
    if answer.custom_status is not None:
        instance = replace(instance, custom_status=limits.custom_status(answer.custom_status))
    seen = replica.replay([*history.events, *new], answer.actions)
    turn = _schedule(instance, seen, new, functions, now)
    if not seen.finished or not (answer.is_done or answer.error):
        return _closed(turn, now)
    if answer.error is not None:
        ending = fail(instance, answer.error, now, turn.recorded)
    elif seen.continues:
        limits.check_payload(seen.continue_input, "input of continue-as-new")
        ending = _continue(instance, seen, now)
    else:
        output = None if answer.output is None else json.dumps(answer.output)
        limits.check_payload(output, "output of the orchestrator")
        done = replace(instance, status=RuntimeStatus.COMPLETED, output=output)
        ending = _ending(done, turn.recorded, now)
    return replace(ending, activities=turn.activities, children=turn.children)


def _ask(function: Callable[[str], str], context: str) -> replica.Answer:
    with warnings.catch_warnings():
        # The SDK warns of every event that comes before its wait. That is no fault of anyone's.
        warnings.filterwarnings("ignore", "Potential duplicate Task completion")
        return replica.read_answer(function, context)


def _context(instance: Instance, history: Sequence[str]) -> str:
    envelope = json.dumps(
        {
            "input": instance.input,
            "instanceId": instance.id,
            "isReplaying": False,
            "parentInstanceId": instance.parent and instance.parent.instance_id,
            "upperSchemaVersion": 1,
            "upperSchemaVersionNew": 2,
            "longRunningTimerIntervalDuration": "3.00:00:00",
            "maximumShortTimerDuration": "6.00:00:00",
            "defaultHttpAsyncRequestSleepTimeMillseconds": 30000,
        }
    )
    return f'{envelope[:-1]}, "history": [{",".join(history)}]}}'


def _schedule(
    instance: Instance,
    seen: replica.Replay,
    new: list[Event],
    functions: Functions,
    now: datetime,
) -> Turn:
    activities: list[PendingActivity] = []
    timers: list[PendingTimer] = []
    children: list[Instance] = []
    recorded = list(new)
    for decision in seen.new:
        match decision:
            case replica.CallActivity():
                _check_call(decision, functions.activities, "activity")
                activities.append(
                    PendingActivity(
                        instance.id,
                        instance.execution_id,
                        decision.id,
                        decision.name,
                        decision.input,
                    )
                )
                fields = {"Name": decision.name, "Version": "", "Input": decision.input}
                recorded.append(event(EventType.TASK_SCHEDULED, now, decision.id, **fields))
            case replica.CreateTimer():
                fire_at = decision.fire_at.timestamp()
                if decision.id not in seen.cancelled_timers:
                    timers.append(
                        PendingTimer(fire_at, instance.id, instance.execution_id, decision.id)
                    )
                fields = {"FireAt": timestamp(decision.fire_at)}
                recorded.append(event(EventType.TIMER_CREATED, now, decision.id, **fields))
            case replica.CallSubOrchestrator():
                child = _child(instance, decision, functions, now)
                children.append(child)
                fields: dict[str, Any] = {"Name": child.name, "Version": child.version}
                fields |= {"InstanceId": child.id, "Input": child.input}
                kind = EventType.SUB_ORCHESTRATION_INSTANCE_CREATED
                recorded.append(event(kind, now, decision.id, **fields))
    return Turn(
        instance,
        recorded=tuple(recorded),
        activities=tuple(activities),
        timers=tuple(timers),
        cancelled_timers=seen.cancelled_timers,
        children=tuple(children),
    )


def _closed(turn: Turn, now: datetime) -> Turn:
    completed = event(EventType.ORCHESTRATOR_COMPLETED, now)
    return replace(turn, recorded=(*turn.recorded, completed))


def _child(
    instance: Instance, call: replica.CallSubOrchestrator, functions: Functions, now: datetime
) -> Instance:
    _check_call(call, functions.orchestrators, "orchestrator")
    child_id = call.instance_id or f"{instance.execution_id}:{call.id}"
    limits.check_instance_id(child_id)
    if child_id in {instance.id, instance.parent and instance.parent.instance_id}:
        message = (
            "The instance ID of a sub-orchestration must be different "
            "than the instance ID of a parent orchestration."
        )
        raise InvalidInstanceId(message)
    parent = Parent(instance.id, instance.execution_id, call.id)
    return create(call.name, child_id, call.input, now, call.version, parent)


def _check_call(
    call: replica.CallActivity | replica.CallSubOrchestrator,
    known: Mapping[str, object],
    kind: str,
) -> None:
    if call.name not in known:
        raise UnknownFunction(call.name, kind)
    limits.check_payload(call.input, f"input of {kind} '{call.name}'")


def _continue(instance: Instance, seen: replica.Replay, now: datetime) -> Turn:
    following = replace(
        instance, execution_id=uuid.uuid4().hex, input=seen.continue_input, output=None
    )
    carried = [Message(instance.id, None, e) for e in seen.carried_over]
    return Turn(following, continued=True, messages=(beginning(following, now), *carried))


def _ending(instance: Instance, recorded: Sequence[Event], now: datetime) -> Turn:
    """Close the record and tell the parent."""
    completed = event(
        EventType.EXECUTION_COMPLETED,
        now,
        OrchestrationStatus=instance.status.value,
        Result=instance.output,
    )
    turn = Turn(instance, recorded=(*recorded, completed), messages=report(instance, now))
    return _closed(turn, now)
