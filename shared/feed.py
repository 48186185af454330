"""What this process commits to threads, told at once to whoever follows them here.

A follower on another instance finds the same in storage a little later. Nothing is kept for
nobody: without a listener, news are dropped.

How soon a follower has to look there depends on whether others write at all. While nobody else was
seen to, the followers of a process look in turns, for all of them: one that finds what was not told
here wakes the others, and each looks for itself from then on.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from shared.models.thread import LoggedEvent, Thread

CLOSELY = 20
"""Followers that still look for themselves after it was last seen that others write."""


@dataclass(frozen=True)
class News:
    """The thread row after a commit, and the events the commit logged."""

    thread: Thread
    events: Sequence[LoggedEvent]


@dataclass(eq=False)
class Listener:
    """One follower's ear, on the event loop it was made on."""

    _feed: "Feed"
    _waits: bool = False
    _told: int = 0
    _found: int = 0
    _heard: list[News] = field(default_factory=list[News])
    _rang: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, news: News) -> None:
        """Add news and wake who waits."""
        self._heard.append(news)
        self._told = max(self._told, *(event.id for event in news.events), 0)
        self._rang.set()

    def wake(self) -> None:
        """Have whoever waits look."""
        self._rang.set()

    def take(self) -> list[News]:
        """Return what was told since the last time."""
        self._rang.clear()
        heard, self._heard = self._heard, []
        return heard

    def found(self, last: int) -> None:
        """Note that the log was read up to an event: it may have been told here, or be about to."""
        self._found = last

    def expects(self, *, news: bool) -> None:
        """Note whether something is about to be written: a run is on, or waits in line."""
        self._feed.expecting += news - self._waits
        self._waits = news

    def apart(self, seconds: float, longest: float) -> float:
        """Return how long to wait for news, where somebody has to look every so many seconds."""
        if self._found > self._told:  # others write, or this process is about to tell of it
            return seconds
        return min(seconds * self._feed.sharing, max(longest, seconds))

    async def wait(self, limit: Awaitable[object]) -> None:
        """Return when there are news, and at the latest when `limit` is over."""
        waits = [asyncio.ensure_future(limit), asyncio.ensure_future(self._rang.wait())]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
        if self._found > self._told:  # what this process commits is told by now
            self._feed.others_write()
        self._found = 0
        if waits[0].done():
            waits[0].result()


class Feed:
    """Listeners by thread; `expecting` are those for whom something is about to be written."""

    def __init__(self) -> None:
        self.expecting = 0
        self._listeners: defaultdict[str, list[Listener]] = defaultdict(list)
        self._closely = 0

    @property
    def sharing(self) -> int:
        """How many followers look in turns: 1 where each has to look for itself."""
        return 1 if self._closely else max(self.expecting, 1)

    def others_write(self) -> None:
        """Have each follower look for itself, those who wait at once."""
        if not self._closely:
            for listeners in self._listeners.values():
                for listener in listeners:
                    listener.wake()
        self._closely = CLOSELY

    @contextmanager
    def listen(self, thread: str) -> Generator[Listener]:
        """Hear of every commit from now on until the block is left."""
        listener = Listener(self)
        self._listeners[thread].append(listener)
        try:
            yield listener
        finally:
            listener.expects(news=False)
            self._closely = max(self._closely - 1, 0)
            self._listeners[thread].remove(listener)
            if not self._listeners[thread]:
                del self._listeners[thread]

    def tell(self, thread: str, news: News) -> None:
        """Tell all who listen to a thread."""
        for listener in self._listeners.get(thread, ()):
            listener.tell(news)
