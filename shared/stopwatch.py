"""Timing one thing for a turn's trace."""

from time import perf_counter

from shared.models.base import Json
from shared.models.reasoning import Usage
from shared.models.thread import TraceEntry
from shared.ports import Clock


class Stopwatch:
    """Runs from when it is made."""

    def __init__(self, clock: Clock) -> None:
        self._at = clock.now()
        self._began = perf_counter()

    @property
    def milliseconds(self) -> int:
        """Time since the start."""
        return round((perf_counter() - self._began) * 1000)

    def trace(self, name: str, usage: Usage, detail: dict[str, Json]) -> TraceEntry:
        """Return what to add to the trace."""
        return TraceEntry(
            name=name, at=self._at, milliseconds=self.milliseconds, usage=usage, detail=detail
        )
