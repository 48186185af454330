"""What the Durable extension makes of an orchestrator's answer: its replay, re-enacted.

The Python SDK and the extension replay an orchestration independently of each other. The SDK walks
the history through the generator and answers with *every* action so far; the extension performs
those actions again, one after the other, against the same history, and only what it reaches is
scheduled. Where the two views differ lie the defects that production shows, so this module
reproduces the extension's view, statement by statement, rather than an ideal one:

- actions run strictly in order, and a failed one is ignored: errors belong to the SDK;
- `when_all` waits for every sibling, even after the SDK has resumed at the first failure;
- a cancelled timer completes at once, also on replay, so a wait it raced is abandoned before its
  event is read, and a following continue-as-new carries that event into the next generation;
- an event goes to the latest wait of its name (names ignore case); early ones queue up, and
  continue-as-new drops whatever is still queued;
- with retries, pauses grow by a coefficient up to a longest one, and a timer is awaited after the
  last attempt too, which fires at once.

What it follows (`FOLLOWS`) are `OutOfProcOrchestrationShim`, `RetryOptionsConverter` and
`RetryInterceptor`; what a purge takes is `AzureTableTrackingStore`'s (`engine/engine.py`).
"""

import json
from collections import deque
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from devhost.history import Event, EventType

OUT_OF_PROC_DATA = "\n\n$OutOfProcData$:"
"""Separates message and state in the exception the SDK raises for a failed orchestrator."""

SCHEMAS = (1, 2)


class NonDeterministicWorkflow(Exception):
    """The code no longer schedules what the history says it scheduled."""


class UnsupportedAction(Exception):
    """An action the dev host does not perform (entities, durable HTTP), or a malformed answer."""


@dataclass(frozen=True)
class CallActivity:
    """Run an activity; its completion names this `id`."""

    id: int
    name: str
    input: str


@dataclass(frozen=True)
class CallSubOrchestrator:
    """Start a child; without `instance_id` the host makes one up."""

    id: int
    name: str
    input: str
    instance_id: str | None
    version: str | None


@dataclass(frozen=True)
class CreateTimer:
    """Fire at `fire_at` (aware, UTC)."""

    id: int
    fire_at: datetime


Decision = CallActivity | CallSubOrchestrator | CreateTimer


@dataclass(frozen=True)
class Answer:
    """The state an orchestrator function returned or raised."""

    actions: Sequence[Mapping[str, Any]]
    is_done: bool
    output: Any
    error: str | None
    custom_status: Any


@dataclass(frozen=True)
class Replay:
    """Where the extension stands after the history."""

    new: tuple[Decision, ...]
    """Decisions the history does not know yet, in id order."""
    cancelled_timers: frozenset[int]
    finished: bool
    """Every action is behind; only now do output and error count."""
    continues: bool
    continue_input: str | None
    carried_over: tuple[Event, ...]
    """Events the next generation receives again."""


def read_answer(run: Callable[[str], str], context: str) -> Answer:
    """Invoke an orchestrator function and read its answer.

    Raises whatever the function raised, unless the SDK attached its state to the exception.
    """
    try:
        text = run(context)
    except Exception as failure:
        _, marker, text = str(failure).partition(OUT_OF_PROC_DATA)
        if not marker:
            raise
    state = json.loads(text)
    schema, actions = state.get("schemaVersion", 0), state.get("actions", ())
    if schema not in SCHEMAS or len(actions) != 1:
        message = f"expected one action list of schema 1 or 2, got {len(actions)} of {schema}"
        raise UnsupportedAction(message)
    return Answer(
        actions=actions[0],
        is_done=bool(state.get("isDone")),
        output=state.get("output"),
        error=state.get("error") or None,
        custom_status=state.get("customStatus"),
    )


def replay(history: Iterable[Event], actions: Sequence[Mapping[str, Any]]) -> Replay:
    """Perform `actions` against `history` as the extension would.

    Raises NonDeterministicWorkflow when history holds what was not scheduled again, and
    UnsupportedAction when an action is reached that the dev host does not know.
    """
    host = _Host(actions)
    for event in history:
        host.read(event)
    return Replay(
        new=tuple(host.unrecorded.values()),
        cancelled_timers=frozenset(host.cancelled_timers),
        finished=host.program is not None and host.program.settled,
        continues=host.continues,
        continue_input=host.continue_input,
        carried_over=tuple(host.carried_over),
    )


class _Task:
    """A promise whose continuations run at once when it settles, like the extension's tasks."""

    def __init__(self, *, settled: bool = False) -> None:
        self.settled = settled
        self.failed = False
        self._continuations: list[Callable[[], None]] = []

    def settle(self, *, failed: bool = False) -> None:
        if self.settled:
            return
        self.settled, self.failed = True, failed
        for continuation in self._continuations:
            continuation()

    def then(self, continuation: Callable[[], None]) -> None:
        if self.settled:
            continuation()
        else:
            self._continuations.append(continuation)


_Steps = Generator[_Task, None, None]


def _run(steps: _Steps) -> _Task:
    """Advance `steps` as far as settled tasks allow, now and whenever the awaited one settles."""
    whole = _Task()

    def resume() -> None:
        for awaited in steps:
            if not awaited.settled:
                awaited.then(resume)
                return
        whole.settle()

    resume()
    return whole


def _when(tasks: Sequence[_Task], enough: Callable[[Iterable[bool]], bool]) -> _Task:
    whole = _Task()

    def check() -> None:
        if enough(task.settled for task in tasks):
            whole.settle()

    for task in tasks:
        task.then(check)
    if not tasks:
        whole.settle()
    return whole


_RECORDED = {
    EventType.TASK_SCHEDULED: (CallActivity, "an activity"),
    EventType.SUB_ORCHESTRATION_INSTANCE_CREATED: (CallSubOrchestrator, "a sub-orchestration"),
    EventType.TIMER_CREATED: (CreateTimer, "a timer"),
}
FOLLOWS = "Microsoft.Azure.WebJobs.Extensions.DurableTask 2.13.7 over DurableTask.Core 2.17.1"
"""The versions that were read. ARCHITECTURE.md says so too."""

_COMPLETIONS = {
    EventType.TASK_COMPLETED: ("TaskScheduledId", False),
    EventType.TASK_FAILED: ("TaskScheduledId", True),
    EventType.SUB_ORCHESTRATION_INSTANCE_COMPLETED: ("TaskScheduledId", False),
    EventType.SUB_ORCHESTRATION_INSTANCE_FAILED: ("TaskScheduledId", True),
    EventType.TIMER_FIRED: ("TimerId", False),
}
_WHEN_ANY = 11
_LONGEST_RETRY_MS = timedelta(days=6) / timedelta(milliseconds=1)


def _pause(options: Mapping[str, Any], failures: int) -> timedelta:
    """Return the time before the next attempt, after so many failures before the last."""
    growth = options.get("backoffCoefficient", 1) ** failures
    longest = options.get("maxRetryIntervalInMilliseconds", _LONGEST_RETRY_MS)
    milliseconds = options["firstRetryIntervalInMilliseconds"] * growth
    return timedelta(milliseconds=min(milliseconds, longest))


_NOT_SUPPORTED = {
    7: "call_entity",
    8: "call_http",
    9: "signal_entity",
    10: "signal_entity with a start time",
}


class _Host:
    """The extension's orchestration context while it replays one instance."""

    def __init__(self, actions: Sequence[Mapping[str, Any]]) -> None:
        self._actions = actions
        self._now = ""
        self._next_id = 0
        self._open: dict[int, _Task] = {}
        self._waits: dict[str, list[_Task]] = {}
        self._early: dict[str, deque[Event]] = {}
        self.unrecorded: dict[int, Decision] = {}
        self.cancelled_timers: set[int] = set()
        self.program: _Task | None = None
        self.continues = False
        self.continue_input: str | None = None
        self.carried_over: list[Event] = []

    def read(self, event: Event) -> None:
        kind = event["EventType"]
        if kind == EventType.ORCHESTRATOR_STARTED:
            self._now = event["Timestamp"]
        elif kind == EventType.EXECUTION_STARTED:
            self.program = _run(self._all_actions())
        elif kind in _RECORDED:
            self._match(event)
        elif kind == EventType.EVENT_RAISED:
            self._raise(event)
        elif kind in _COMPLETIONS:
            key, failed = _COMPLETIONS[kind]
            task = self._open.pop(event[key], None)
            if task is not None:
                task.settle(failed=failed)

    def _match(self, event: Event) -> None:
        number, name = event["EventId"], event.get("Name")
        expected, noun = _RECORDED[event["EventType"]]
        decision = self.unrecorded.pop(number, None)
        if isinstance(decision, expected) and getattr(decision, "name", None) == name:
            return
        called = f" named '{name}'" if name else ""
        instead = "has not scheduled it" if decision is None else f"wants {decision}"
        message = (
            "Non-Deterministic workflow detected: a previous execution scheduled "
            f"{noun}{called} with sequence id {number}, but this replay {instead}. "
            "Was the orchestrator changed after this instance had started?"
        )
        raise NonDeterministicWorkflow(message)

    def _raise(self, event: Event) -> None:
        name = event["Name"].lower()
        if self.continues:
            self.carried_over.append(event)
        elif self._waits.get(name):
            self._waits[name].pop().settle()
        else:
            self._early.setdefault(name, deque()).append(event)

    def _all_actions(self) -> _Steps:
        for action in self._actions:
            yield self._perform(action)

    def _perform(self, action: Mapping[str, Any]) -> _Task:
        match int(action["actionType"]):
            case 0 | 2:
                return self._call(action)
            case 1 | 3:
                return _run(self._call_with_retry(action))
            case 4:
                self.continues, self.continue_input = True, action["input"]
                return _Task(settled=True)
            case 5:
                return self._create_timer(
                    datetime.fromisoformat(action["fireAt"]), cancelled=action["isCanceled"]
                )
            case 6:
                return self._wait(action["externalEventName"].lower())
            case 11 | 12 as kind:
                tasks = [self._perform(child) for child in action["compoundActions"]]
                return _when(tasks, any if kind == _WHEN_ANY else all)
            case kind:
                name = _NOT_SUPPORTED.get(kind, f"action type {kind}")
                raise UnsupportedAction(f"{name} is not supported by the dev host")

    def _call(self, action: Mapping[str, Any]) -> _Task:
        number, task = self._open_task()
        name, value = action["functionName"], action["input"]
        self.unrecorded[number] = (
            CallActivity(number, name, value)
            if int(action["actionType"]) in {0, 1}
            else CallSubOrchestrator(
                number, name, value, action.get("instanceId") or None, action.get("version")
            )
        )
        return task

    def _call_with_retry(self, action: Mapping[str, Any]) -> _Steps:
        options = action["retryOptions"]
        last = options["maxNumberOfAttempts"] - 1
        for number in range(last + 1):
            attempt = self._call(action)
            yield attempt
            if not attempt.failed:
                return
            pause = timedelta() if number == last else _pause(options, number)
            yield self._create_timer(datetime.fromisoformat(self._now) + pause)

    def _create_timer(self, fire_at: datetime, *, cancelled: bool = False) -> _Task:
        number, task = self._open_task()
        self.unrecorded[number] = CreateTimer(number, fire_at)
        if cancelled:
            self.cancelled_timers.add(number)
            del self._open[number]
            task.settle()
        return task

    def _wait(self, name: str) -> _Task:
        if self._early.get(name):
            self._early[name].popleft()
            return _Task(settled=True)
        task = _Task()
        self._waits.setdefault(name, []).append(task)
        return task

    def _open_task(self) -> tuple[int, _Task]:
        number, task = self._next_id, _Task()
        self._next_id += 1
        self._open[number] = task
        return number, task
