"""Time as the engine sees it: the wall clock, or one that tests move by hand."""

import asyncio
import time
from contextlib import suppress
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time and waits for it."""

    def now(self) -> datetime:
        """Return an aware moment in UTC."""
        ...

    async def wait(self, changed: asyncio.Event, seconds: float | None) -> None:
        """Return when `changed` is set or, unless None, `seconds` have passed."""
        ...


class WallClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Return the current time."""
        return datetime.fromtimestamp(time.time(), UTC)

    async def wait(self, changed: asyncio.Event, seconds: float | None) -> None:
        """Wait for real.

        Not by `asyncio.wait_for`: before Python 3.12 it loses a cancellation that comes as the
        event is set, and an engine told to stop would wait on for ever.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await changed.wait()


class ManualClock:
    """A clock that stands still until `advance`, for tests of long timers. One engine each."""

    def __init__(self, start: datetime) -> None:
        self._now = start
        self._changed: asyncio.Event | None = None

    def now(self) -> datetime:
        """Return the time it was set to."""
        return self._now

    def advance(self, seconds: float) -> None:
        """Move on; timers that are due fire before the engine is idle again."""
        self._now = datetime.fromtimestamp(self._now.timestamp() + seconds, UTC)
        if self._changed is not None:
            self._changed.set()

    async def wait(self, changed: asyncio.Event, seconds: float | None) -> None:  # noqa: ARG002
        """Wait for `changed`, which `advance` sets too."""
        self._changed = changed
        await changed.wait()
