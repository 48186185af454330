"""Keeps unfinished instances moving: turns, activities, timers, one commit at a time.

State changes only in journal transactions. What is in memory is a copy of what is committed,
changed right after the commit and without an await in between: losing it at any instant loses
nothing.
"""

import asyncio
import json
import time
from collections import defaultdict, deque
from collections.abc import Callable, Coroutine, Generator, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from devhost.engine.activity import Failed, Succeeded, run_activity
from devhost.engine.alarm import Alarm
from devhost.engine.clock import Clock
from devhost.engine.fault import Fault
from devhost.engine.instance import (
    Counts,
    FunctionRan,
    Instance,
    Message,
    PendingActivity,
    PendingTimer,
    RuntimeStatus,
)
from devhost.engine.journal import Journal
from devhost.engine.live import Live
from devhost.engine.turn import History, Turn, beginning, fail, refuse, take_turn
from devhost.functions import Functions
from devhost.history import EventType, event, timestamp

ACTIVITY_THREADS = 8
"""Plain-function activities that run at once, as in a Python worker's thread pool."""
CONCURRENT_ACTIVITIES = 200
"""Activities that run at once, plain and async together."""

_Posted = list[tuple[int, Message]]


@dataclass
class _Committed:
    """What memory has to learn from a commit."""

    texts: list[str]
    posted: _Posted
    born: dict[str, Live]


class Dispatcher:
    """Drives every unfinished instance of one journal."""

    def __init__(
        self,
        functions: Functions,
        journal: Journal,
        client_binding: str,
        observe: Callable[[FunctionRan], None],
        fault: Fault | None,
        clock: Clock,
        counters: defaultdict[str, Counts],
    ) -> None:
        self.live = {instance.id: Live(instance) for instance in journal.unfinished()}
        """The unfinished instances."""
        self._functions = functions
        self._journal = journal
        self._client_binding = client_binding
        self._observe = observe
        self._fault = fault
        self._clock = clock
        self._counters = counters
        self._steps = 0
        self._handed_out = 0
        self._ready: deque[Live] = deque()
        self._wake = asyncio.Event()
        self._running = 0
        self._rested = asyncio.Event()
        self._waiters: defaultdict[str, list[asyncio.Future[None]]] = defaultdict(list)
        self._tasks: set[asyncio.Task[None]] = set()
        self._slots = asyncio.Semaphore(CONCURRENT_ACTIVITIES)
        self._pool = ThreadPoolExecutor(ACTIVITY_THREADS, thread_name_prefix="activity")
        self._alarm = Alarm(clock, self._timer_fired, self._rested.set)
        self._stopped: BaseException | None = None

    # Lifecycle

    def start(self) -> None:
        """Take up everything unfinished in the journal."""
        self._receive(self._journal.messages())
        for activity in self._journal.activities():
            self._start_activity(activity)
        self._alarm.set(self._journal.timers())
        self._spawn(self._take_turns)
        self._spawn(self._alarm.run)

    async def stop(self, reason: BaseException) -> None:
        """Stop where it stands; whoever waits gets `reason`."""
        if self._stopped is None:
            self._halt(reason)
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def check_running(self) -> None:
        """Raise what stopped the engine, if anything did."""
        if self._stopped is not None:
            raise self._stopped

    async def idle(self) -> None:
        """Return when no turn is queued, no activity runs and no timer is due."""
        while self._stopped is None and (self._ready or self._running or self._alarm.due()):
            self._rested.clear()
            await self._rested.wait()
        self.check_running()

    def finished(self, instance_id: str) -> asyncio.Future[None]:
        """Promise the end of an instance that is live now."""
        self.check_running()
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiters[instance_id].append(future)
        return future

    def _halt(self, reason: BaseException) -> None:
        """Commit nothing more, ever."""
        self._stopped = reason
        self._journal.close()
        self._pool.shutdown(wait=False, cancel_futures=True)
        for task in self._tasks - {asyncio.current_task()}:
            task.cancel()
        for futures in self._waiters.values():
            for future in futures:
                if not future.done():
                    future.set_exception(reason)
        self._rested.set()

    def _spawn(self, work: Callable[..., Coroutine[Any, Any, None]], *args: Any) -> None:
        task = asyncio.create_task(self._guard(work, *args))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guard(self, work: Callable[..., Coroutine[Any, Any, None]], *args: Any) -> None:
        """Stop the engine when a part of it breaks: half an engine would only look alive."""
        try:
            await work(*args)
        except asyncio.CancelledError:
            raise
        except BaseException as broken:  # noqa: BLE001 - a simulated crash is no Exception
            if self._stopped is None:  # what breaks after that breaks on what was closed
                self._halt(broken)

    # Messages

    def begin(self, instance: Instance) -> None:
        """Start an instance whose id no live one has."""
        with self._journal.transaction():
            posted = self._write_beginning(instance)
        self.live[instance.id] = Live(instance, History())
        self._receive([posted])

    def forget(self, instance_id: str) -> None:
        """Let go of an instance that is no more: what is still told to it reaches nobody."""
        live = self.live.pop(instance_id, None)
        if live is not None:
            live.inbox = []
        for future in self._waiters.pop(instance_id, ()):
            if not future.done():
                future.set_result(None)

    def deliver(self, message: Message) -> None:
        """Queue a message for an instance, if it is live."""
        with self._journal.transaction():
            posted = self._post([message])
        self._receive(posted)

    def _write_beginning(self, instance: Instance) -> tuple[int, Message]:
        self._journal.clear_history(instance.id)
        self._journal.save(instance)
        message = beginning(instance, self._clock.now())
        return self._journal.post(message), message

    def _post(self, messages: Iterable[Message]) -> _Posted:
        """Write messages, leaving out those nobody waits for, inside a transaction."""
        return [(self._journal.post(m), m) for m in messages if self._expected(m)]

    def _expected(self, message: Message) -> bool:
        live = self.live.get(message.instance_id)
        return live is not None and message.execution_id in {None, live.instance.execution_id}

    def _receive(self, posted: Iterable[tuple[int, Message]]) -> None:
        """Hand committed messages to their instances."""
        for position, message in posted:
            live = self.live[message.instance_id]
            live.inbox.append((position, message))
            self._queue(live)

    def _queue(self, live: Live) -> None:
        if not live.queued and live.ready():
            live.queued = True
            self._ready.append(live)
            self._wake.set()

    # Steps

    @contextmanager
    def _step(self) -> Generator[None]:
        """Open a transaction that completes an activity or a turn."""
        with self._journal.transaction():
            yield
            self._steps += 1
            if self._fault is not None:
                self._fault.before_commit(self._steps)

    def _after_step(self, live: Live | None) -> None:
        if self._fault is None or not self._fault.after_commit(self._steps):
            return
        if live is not None and not live.instance.status.terminal:
            failed = fail(live.instance, "a fault was injected here", self._clock.now())
            with self._journal.transaction():
                committed = self._write(live, failed)
            self._adopt(live, failed, committed)

    # Turns

    async def _take_turns(self) -> None:
        while True:
            while self._ready:
                self._take_turn(self._ready.popleft())
                await asyncio.sleep(0)
            self._rested.set()
            self._wake.clear()
            await self._wake.wait()

    def _take_turn(self, live: Live) -> None:
        live.queued = False
        size = live.ready()
        taken, live.inbox = live.inbox[:size], live.inbox[size:]
        if not taken:
            return
        began = time.perf_counter()
        batch = [message.event for _, message in taken]
        now = self._clock.now()
        turn = take_turn(live.instance, self._history(live), batch, self._functions, now)
        with self._step():
            self._journal.take(position for position, _ in taken)
            committed = self._write(live, turn)
        self._adopt(live, turn, committed)
        if turn.ran:
            self._observe_turn(turn, time.perf_counter() - began)
        self._after_step(live)
        self._queue(live)

    def _history(self, live: Live) -> History:
        if live.history is None:
            texts = self._journal.history(live.instance.id)
            live.history = History([json.loads(text) for text in texts], texts)
        return live.history

    def _write(self, live: Live, turn: Turn) -> _Committed:
        """Write what follows from a turn, inside a transaction."""
        instance, journal = turn.instance, self._journal
        texts = [json.dumps(e) for e in turn.recorded]
        journal.save(instance)
        if turn.continued:
            journal.clear_history(instance.id)
            journal.take(position for position, m in live.inbox if m.execution_id is not None)
        else:
            start = len(self._history(live).texts)
            journal.append(instance.id, start, texts)
        for activity in turn.activities:
            journal.add_activity(activity)
        for timer in turn.timers:
            journal.add_timer(timer)
        for number in turn.cancelled_timers:
            journal.remove_timer(PendingTimer(0, instance.id, instance.execution_id, number))
        if instance.status.terminal:
            journal.close_instance(instance.id)
        posted = self._post(turn.messages)
        born: dict[str, Live] = {}
        over = turn.continued or instance.status.terminal
        for child in turn.children:
            if child.id not in self.live and child.id not in born:
                posted.append(self._write_beginning(child))
                born[child.id] = Live(child, History())
            elif not over:  # the generation that asked is still there to hear it
                posted += self._post(refuse(child, self._clock.now()))
        return _Committed(texts, posted, born)

    def _adopt(self, live: Live, turn: Turn, committed: _Committed) -> None:
        """Bring memory up to what was just committed."""
        instance = live.instance = turn.instance
        self._counters[instance.name].history_events += len(turn.recorded)
        if turn.continued:
            live.history = History()
            live.inbox = [(p, m) for p, m in live.inbox if m.execution_id is None]
        else:
            self._history(live).extend(turn.recorded, committed.texts)
        if instance.status.terminal:
            live.inbox = []
            del self.live[instance.id]
            for future in self._waiters.pop(instance.id, ()):
                if not future.done():
                    future.set_result(None)
        self.live |= committed.born
        self._receive(committed.posted)
        for activity in turn.activities:
            self._start_activity(activity)
        self._alarm.set(turn.timers)

    def _observe_turn(self, turn: Turn, seconds: float) -> None:
        instance = turn.instance
        self._counters[instance.name].turns += 1
        outcome = "continued as new" if turn.continued else instance.status.value.lower()
        detail = (instance.output or "") if instance.status is RuntimeStatus.FAILED else ""
        self._observe(
            FunctionRan("orchestrator", instance.name, instance.id, seconds * 1000, outcome, detail)
        )

    # Activities and timers

    def _start_activity(self, activity: PendingActivity) -> None:
        self._handed_out += 1
        times = 1 if self._fault is None else self._fault.deliveries(self._handed_out)
        for _ in range(times):
            self._running += 1
            self._spawn(self._run_activity, activity)

    async def _run_activity(self, activity: PendingActivity) -> None:
        try:
            async with self._slots:
                began = time.perf_counter()
                outcome = await run_activity(
                    self._functions.activities,
                    activity.name,
                    activity.input,
                    self._client_binding,
                    self._pool,
                )
                seconds = time.perf_counter() - began
            told = outcome.completion(activity.task_id, self._clock.now())
            message = Message(activity.instance_id, activity.execution_id, told)
            with self._step():
                self._journal.remove_activity(activity)
                posted = self._post([message])
            self._receive(posted)
            live = self.live.get(activity.instance_id) if posted else None
            if live is not None:
                self._counters[live.instance.name].activities += 1
            self._observe_activity(activity, outcome, seconds)
            self._after_step(live)
        finally:
            self._running -= 1
            self._rested.set()

    def _observe_activity(
        self, activity: PendingActivity, outcome: Succeeded | Failed, seconds: float
    ) -> None:
        word, detail = "succeeded", ""
        if isinstance(outcome, Failed):
            word, detail = "failed", outcome.reason
        self._observe(
            FunctionRan(
                "activity", activity.name, activity.instance_id, seconds * 1000, word, detail
            )
        )

    def _timer_fired(self, timer: PendingTimer) -> None:
        fire_at = timestamp(datetime.fromtimestamp(timer.fire_at, UTC))
        told = event(
            EventType.TIMER_FIRED, self._clock.now(), TimerId=timer.task_id, FireAt=fire_at
        )
        with self._journal.transaction():
            wanted = self._journal.remove_timer(timer)
            message = Message(timer.instance_id, timer.execution_id, told)
            posted = self._post([message]) if wanted else []
        self._receive(posted)
