"""Run an orchestrator's body by hand: no SDK, no engine, one answer for each step."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from shared.models.base import Payload

NOW = datetime(2026, 3, 2, tzinfo=UTC)


@dataclass(eq=False)
class Child:
    """A child as the SDK gives it: a task, with its result once it has reported."""

    result: Any = None


@dataclass
class Timer:
    """A durable timer; `cancelled` once the orchestrator let it go."""

    deadline: object
    cancelled: bool = False

    def cancel(self):
        self.cancelled = True


class RecordingContext:
    """An SdkContext that writes down what it is asked to schedule, and what was waited for."""

    def __init__(self):
        self.scheduled = []
        self.retries = []
        self.timers = []
        self.yielded = []
        self.continued = []
        self.children = []
        self.current_utc_datetime = NOW

    def call_sub_orchestrator(self, name, input_, instance_id, /):
        self._schedule(name, (instance_id, input_))
        self.children.append(Child())
        return self.children[-1]

    def reports(self, index, result):
        """Make the answer to a wait: that child has reported this."""

        def answer(tasks):
            child = self.children[index]
            assert child in tasks, "it has not reported before"
            child.result = result
            return child

        return answer

    def call_activity_with_retry(self, name, retry_options, input_, /):
        self.retries.append(retry_options)
        return self._schedule(name, input_)

    def wait_for_external_event(self, name):
        return self._schedule("wait", name)

    def create_timer(self, fire_at):
        self._schedule("timer", fire_at)
        timer = Timer(fire_at)
        self.timers.append(timer)
        return timer

    def task_all(self, tasks, /):
        self.yielded.append(("all", tasks))
        return tasks

    def task_any(self, tasks, /):
        self.yielded.append(("any", tasks))
        return tasks

    def continue_as_new(self, input_, /):
        self.continued.append(input_)

    @property
    def names(self):
        return [name for name, _ in self.scheduled]

    def _schedule(self, name, input_):
        self.scheduled.append((name, input_))
        return (name, input_)


def arrives(tasks):
    """Answer a race between an event and a timer: the event."""
    return tasks[0]


def runs_out(tasks):
    """Answer a race between an event and a timer: the timer."""
    return tasks[1]


def drive(steps, answers):
    """Feed an answer to each yielded task in turn and return the body's result.

    A payload goes in as the JSON an activity returns; a list holds the answers of tasks run side by
    side; a callable is given the task and returns the answer; an exception is thrown in.
    """
    left = list(answers)
    try:
        task = steps.send(None)
        while left:
            answer = left.pop(0)
            if isinstance(answer, Exception):
                task = steps.throw(answer)
            else:
                task = steps.send(answer(task) if callable(answer) else _json(answer))
    except StopIteration as stop:
        assert not left, f"ended before it was given {left}"
        return stop.value
    raise AssertionError(f"still waiting for {task} after the last answer")


def _json(answer):
    if isinstance(answer, list):
        return [_json(each) for each in answer]
    return answer.model_dump(mode="json") if isinstance(answer, Payload) else answer
