"""What this process commits to threads, told at once to whoever follows them here.

A follower on another instance finds the same in storage a little later. Nothing is kept for
nobody: without a listener, news are dropped.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from shared.models.thread import LoggedEvent, Thread


@dataclass(frozen=True)
class News:
    """The thread row after a commit, and the events the commit logged."""

    thread: Thread
    events: Sequence[LoggedEvent]


@dataclass(eq=False)
class Listener:
    """One follower's ear, on the event loop it was made on."""

    _heard: list[News] = field(default_factory=list[News])
    _rang: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, news: News) -> None:
        """Add news and wake who waits."""
        self._heard.append(news)
        self._rang.set()

    def take(self) -> list[News]:
        """Return what was told since the last time."""
        self._rang.clear()
        heard, self._heard = self._heard, []
        return heard

    async def wait(self, limit: Awaitable[object]) -> None:
        """Return when there are news, and at the latest when `limit` is over."""
        waits = [asyncio.ensure_future(limit), asyncio.ensure_future(self._rang.wait())]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
        if waits[0].done():
            waits[0].result()


class Feed:
    """Listeners by thread."""

    def __init__(self) -> None:
        self._listeners: defaultdict[str, list[Listener]] = defaultdict(list)

    @contextmanager
    def listen(self, thread: str) -> Generator[Listener]:
        """Hear of every commit from now on until the block is left."""
        listener = Listener()
        self._listeners[thread].append(listener)
        try:
            yield listener
        finally:
            self._listeners[thread].remove(listener)
            if not self._listeners[thread]:
                del self._listeners[thread]

    def tell(self, thread: str, news: News) -> None:
        """Tell all who listen to a thread."""
        for listener in self._listeners.get(thread, ()):
            listener.tell(news)
