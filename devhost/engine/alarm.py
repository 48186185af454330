"""Durable timers: a heap and one task that waits for the earliest."""

import asyncio
import heapq
from collections.abc import Callable, Iterable

from devhost.engine.clock import Clock
from devhost.engine.instance import PendingTimer


class Alarm:
    """Calls `fire` for each timer at its time, and `rested` whenever no timer is due."""

    def __init__(
        self, clock: Clock, fire: Callable[[PendingTimer], None], rested: Callable[[], None]
    ) -> None:
        self._clock = clock
        self._fire = fire
        self._rested = rested
        self._heap: list[PendingTimer] = []
        self._changed = asyncio.Event()

    def set(self, timers: Iterable[PendingTimer]) -> None:
        """Add timers. A cancelled one still comes up; `fire` looks whether it is wanted."""
        for timer in timers:
            heapq.heappush(self._heap, timer)
            self._changed.set()

    def due(self) -> bool:
        """Whether a timer is waiting to be fired now."""
        return bool(self._heap) and self._heap[0].fire_at <= self._clock.now().timestamp()

    async def run(self) -> None:
        """Fire timers for ever."""
        while True:
            self._changed.clear()
            while self.due():
                self._fire(heapq.heappop(self._heap))
            self._rested()
            seconds = self._heap[0].fire_at - self._clock.now().timestamp() if self._heap else None
            await self._clock.wait(self._changed, seconds)
