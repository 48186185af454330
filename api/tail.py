"""Following a thread's event log, on any instance of the app: read, wait longer, read again.

What this very process logs is heard at once and needs no reading.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass

from shared.errors import Gone
from shared.feed import Listener
from shared.models.base import Json
from shared.models.rows import EVENT
from shared.models.thread import LoggedEvent, Thread
from shared.ports import Threads

PAGE = 100
RUNNING_PAUSE = 0.5
"""While a run is on, or waits in line, where other instances write: what it says is seen so soon.

Where none was seen to, this process looks so often for all whom it keeps waiting, one at a time.
"""
SHORTEST_PAUSE = 0.25
LONGEST_PAUSE = 2.0
PATIENCE = 1.5
"""Where nothing runs, how much longer each pause without news is than the one before: a stream with
nothing to tell is at its longest pause within five seconds.
"""
HEARTBEAT = 15.0
"""Seconds of silence after which the client hears that we are still there."""
IDLE = 60.0
"""Seconds without news, on a thread where nothing runs or waits in line, until a stream closes."""

Pause = Callable[[float], Awaitable[object]]
Event = dict[str, Json]


@dataclass(frozen=True)
class Watch:
    """What to follow: the events after `after`, of a whole thread or of one run.

    Reading begins at `first`. A run is followed to its end, also when the client has seen that.
    """

    key: str
    after: int = 0
    first: int = 1
    run: str | None = None


async def follow(
    threads: Threads, watch: Watch, pause: Pause
) -> AsyncGenerator[LoggedEvent | None, None]:
    """Yield events as they are logged, and None for a heartbeat; raise Gone once deleted.

    Time is counted in pauses, so a stream may stay open a little longer than the limits say.
    """
    read = watch.first - 1 if watch.run is not None else watch.after
    pace, caught_up = _Pace(), False
    with threads.listen(watch.key) as listener:
        while True:
            told = _told(listener, read)
            thread, news = told or await _look(threads, watch.key, read)
            read = news[-1].id if news else read
            if caught_up and news and not told:
                listener.found(read)
            caught_up = len(news) < PAGE
            wanted, run_ended = _select(watch, news)
            for event in wanted:
                pace.quiet = 0.0
                yield event
            if run_ended or pace.ended(thread, news=bool(news)):
                return
            if len(news) == PAGE:
                continue
            if pace.quiet >= HEARTBEAT:
                pace.quiet = 0.0
                yield None
            listener.expects(news=pace.running)
            await listener.wait(pause(pace.step(listener)))


def _told(listener: Listener, read: int) -> tuple[Thread, list[LoggedEvent]] | None:
    """Return what this process logged since, if it is all that comes next."""
    told = listener.take()
    events = [event for news in told for event in news.events if event.id > read]
    gapless = [event.id for event in events] == list(range(read + 1, read + 1 + len(events)))
    return (told[-1].thread, events) if events and gapless else None


async def _look(threads: Threads, key: str, read: int) -> tuple[Thread, list[LoggedEvent]]:
    """Read what comes next; raise Gone once deleted."""
    head = await threads.head(key)
    if head is None or head.value.deleted:
        raise Gone("This conversation was deleted.")
    if head.value.events <= read:
        return head.value, []
    return head.value, await threads.page(key, EVENT, read + 1, PAGE)


def _select(watch: Watch, news: list[LoggedEvent]) -> tuple[list[LoggedEvent], bool]:
    """Return which of the news to send, and whether they end the run that is watched."""
    wanted: list[LoggedEvent] = []
    for event in news:
        if watch.run not in {None, event.run}:
            continue
        if event.id > watch.after:
            wanted.append(event)
        if watch.run is not None and ends_run(event.event):
            return wanted, True
    return wanted, False


@dataclass
class _Pace:
    """How long to wait next, and for how long nothing was sent (quiet) or went on (idle)."""

    wait: float = SHORTEST_PAUSE
    quiet: float = 0.0
    idle: float = 0.0
    running: bool = False

    def ended(self, thread: Thread, *, news: bool) -> bool:
        """Take in how the thread stands; return whether it has been idle for long enough."""
        self.running = thread.phase == "running" or thread.pending > 0
        if news or self.running:
            self.wait = SHORTEST_PAUSE
            self.idle = 0.0
        return self.idle >= IDLE

    def step(self, listener: Listener) -> float:
        """Return how long to pause now; where nothing runs, pause longer next time."""
        now = self.wait
        if self.running:
            now = listener.apart(RUNNING_PAUSE, HEARTBEAT - self.quiet)
        self.quiet += now
        self.idle += now
        if not self.running:
            self.wait = min(PATIENCE * now, LONGEST_PAUSE)
        return now


def ends_run(event: Event) -> bool:
    """Return whether nothing comes after this event in its run."""
    return event.get("type") in {"RUN_FINISHED", "RUN_ERROR"}


def shown(logged: LoggedEvent) -> Event:
    """Return an event as clients see it: with the turn and the run it belongs to."""
    belongs: Event = {"run": logged.run}
    if logged.turn is not None:
        belongs["turn"] = logged.turn
    return {**logged.event, "metadata": {**(logged.event.get("metadata") or {}), **belongs}}
