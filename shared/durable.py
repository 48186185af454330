"""The typed seam between deterministic code and the durable runtime.

Orchestrators see only this module; nothing else in the app names the SDK's context type. It also
keeps the two rules that the SDK's known defects force on us: an event name is waited for once, and
a generation ends before its history grows long.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, Protocol, TypeVar

from azure.durable_functions import RetryOptions

from shared.models.base import Payload

In = TypeVar("In", bound=Payload)
Out = TypeVar("Out", bound=Payload)
In2 = TypeVar("In2", bound=Payload)
Out2 = TypeVar("Out2", bound=Payload)
T = TypeVar("T")

Steps = Generator[Any, Any, T]
"""An orchestrator body: yields durable tasks, returns a T."""

HISTORY_LIMIT = 72
"""History events after which a generation should end.

Replaying costs time per event, so generations stay under 100 events. The margin covers the longest
sequence between two checks (a question: 12 events) and a few retries.
"""
_LONGEST_PAUSE_MS = 60_000
_CALL_EVENTS = 4  # scheduled, completed, and the orchestrator's own pair
_WAIT_EVENTS = 5  # timer created, event raised, timer fired late, and the pair
_TIMER_EVENTS = 4  # created, fired (late when cancelled: it is not unscheduled), and the pair


@dataclass(frozen=True)
class Activity(Generic[In, Out]):
    """Name, payload types and retry budget of one activity.

    What fails is run again after `retry_ms`, then after twice as long each time, a minute at most:
    one hiccup costs a second, and an outage of six minutes no execution of a turn.
    """

    name: str
    takes: type[In]
    gives: type[Out]
    attempts: int = 12
    retry_ms: int = 1_000


@dataclass(frozen=True)
class SubOrchestration(Generic[In, Out]):
    """Name and payload types of an orchestration that another one starts and waits for."""

    name: str
    takes: type[In]
    gives: type[Out]


class SdkContext(Protocol):
    """The part of the SDK's orchestration context that is used here."""

    @property
    def current_utc_datetime(self) -> datetime:
        """The replay-safe clock."""
        ...

    def call_activity_with_retry(self, name: str, retry_options: Any, input_: Any, /) -> Any:
        """Describe an activity call."""
        ...

    def call_sub_orchestrator(self, name: str, input_: Any, instance_id: str, /) -> Any:
        """Describe the start of a child and the wait for its result."""
        ...

    def wait_for_external_event(self, name: str) -> Any:
        """Describe a wait for a named event."""
        ...

    def create_timer(self, fire_at: datetime) -> Any:
        """Describe a timer."""
        ...

    def task_all(self, tasks: list[Any], /) -> Any:
        """Describe waiting for every task."""
        ...

    def task_any(self, tasks: list[Any], /) -> Any:
        """Describe waiting for one task."""
        ...

    def continue_as_new(self, input_: Any, /) -> None:
        """Start the next generation once the generator returns."""
        ...


@dataclass
class Context:
    """One generation of one orchestration, and the history events it has spent."""

    sdk: SdkContext
    spent: int = 2
    waited: set[str] = field(default_factory=set[str])

    @property
    def now(self) -> datetime:
        """The time, the same in every replay."""
        return self.sdk.current_utc_datetime

    @property
    def near_limit(self) -> bool:
        """Whether the generation should end at the next safe point."""
        return self.spent >= HISTORY_LIMIT


class GrowingPauses(RetryOptions):
    """Retries with pauses that double: the extension knows how, the SDK offers no way to say so."""

    def to_json(self) -> dict[str, Any]:
        """Return what the extension reads."""
        growing = {"backoffCoefficient": 2, "maxRetryIntervalInMilliseconds": _LONGEST_PAUSE_MS}
        return {**super().to_json(), **growing}


def _task(context: Context, activity: Activity[In, Out], payload: In) -> Any:
    retry = GrowingPauses(activity.retry_ms, activity.attempts)
    return context.sdk.call_activity_with_retry(
        activity.name, retry, payload.model_dump(mode="json")
    )


def call(context: Context, activity: Activity[In, Out], payload: In) -> Steps[Out]:
    """Run one activity and return its validated result."""
    context.spent += _CALL_EVENTS
    raw = yield _task(context, activity, payload)
    return activity.gives.recorded(raw)


def call_both(
    context: Context,
    first: tuple[Activity[In, Out], In],
    second: tuple[Activity[In2, Out2], In2],
) -> Steps[tuple[Out, Out2]]:
    """Run two activities side by side and return both validated results.

    The SDK resumes at the first failure while the host waits for both: give it activities that
    return their failures as values.
    """
    context.spent += 2 * _CALL_EVENTS
    raw = yield context.sdk.task_all([_task(context, *first), _task(context, *second)])
    return first[0].gives.recorded(raw[0]), second[0].gives.recorded(raw[1])


def fan_out(
    context: Context,
    child: SubOrchestration[In, Out],
    payloads: Sequence[In],
    instance: Callable[[int], str],
    deadline: datetime,
    *,
    enough: Callable[[Out], bool] | None = None,
) -> Steps[tuple[Out | None, ...]]:
    """Start one child for each payload and return their results, in the order of the payloads.

    Returns once all have reported, once a result is `enough`, or at the deadline. None stands for
    a child that failed, and for one that had not reported by then: it runs on, unheard.
    `instance` gives the id of the child with that index; hosts differ in what they do when a live
    instance has it. `deadline` is less than six days away: the SDK waits for a later one in slices,
    and an early return would be held up by the slice that has begun. Await an activity before
    continuing as new, or the host redelivers the events of this generation.

    Spends four history events a child and four for the timer. Raises ValueError, with nothing
    scheduled, when two children share an id, and ValidationError for a result of another shape.
    """
    ids = [instance(index) for index in range(len(payloads))]
    if len(set(ids)) < len(ids):
        msg = f"children of {child.name!r} share an instance id: {', '.join(ids)}"
        raise ValueError(msg)
    if not payloads:
        return ()
    context.spent += len(payloads) * _CALL_EVENTS + _TIMER_EVENTS
    tasks = [
        context.sdk.call_sub_orchestrator(child.name, payload.model_dump(mode="json"), id_)
        for payload, id_ in zip(payloads, ids, strict=True)
    ]
    timer = context.sdk.create_timer(deadline)
    results: list[Out | None] = [None] * len(tasks)
    waiting = dict(enumerate(tasks))
    while waiting:
        # Not task_all: it resumes at the first failure, while the host waits for every sibling.
        done = yield context.sdk.task_any([*waiting.values(), timer])
        if done is timer:
            return tuple(results)
        index = next(index for index, task in waiting.items() if task is done)
        del waiting[index]
        if isinstance(done.result, Exception):
            continue
        result = results[index] = child.gives.recorded(done.result)
        if enough is not None and enough(result):
            break
    timer.cancel()
    return tuple(results)


def event(context: Context, name: str) -> Steps[None]:
    """Wait for an event, however long that takes. Its payload is ignored.

    Raises ValueError on a second wait for the same name in one generation: the SDK would answer it
    with the first event.
    """
    yield _waited(context, name)


def until(context: Context, at: datetime) -> Steps[None]:
    """Wait for a time, which is less than six days away."""
    context.spent += _TIMER_EVENTS
    yield context.sdk.create_timer(at)


def event_before(context: Context, name: str, deadline: datetime) -> Steps[bool]:
    """Wait for an event; return False if the deadline came first. The event's payload is ignored.

    Raises ValueError on a second wait for the same name in one generation: the SDK would answer it
    with the first event. Await an activity before continuing as new, or the host redelivers it.
    """
    raised = _waited(context, name)
    timer = context.sdk.create_timer(deadline)
    winner = yield context.sdk.task_any([raised, timer])
    if winner is timer:
        return False
    timer.cancel()
    return True


def _waited(context: Context, name: str) -> Any:
    if name in context.waited:
        msg = f"event {name!r} was already waited for in this generation"
        raise ValueError(msg)
    context.waited.add(name)
    context.spent += _WAIT_EVENTS
    return context.sdk.wait_for_external_event(name)


def continue_as_new(context: Context, payload: Payload) -> None:
    """Start the next generation with this input once the generator returns."""
    context.sdk.continue_as_new(payload.model_dump(mode="json"))
