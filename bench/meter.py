"""Counts what conversations cost: history, activities and table operations."""

import json
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, cast

from devhost.engine.instance import FunctionRan
from devhost.history import EventType

_CLOSING_EVENTS = 2
"""What a generation's history gains after its orchestrator last ran: its end, and the pair's."""


@dataclass(frozen=True)
class Cost:
    """What was spent. `history` holds the events of each generation, `operations` (table, call).

    An episode is one run of an orchestrator, from one piece of news to the next wait.
    """

    history: tuple[int, ...]
    activities: int
    operations: Counter[tuple[str, str]]
    episodes: int = 0

    @property
    def longest_history(self) -> int:
        """The most events that one generation had."""
        return max(self.history, default=0)


@dataclass
class Meter:
    """Counts until the cost is taken, then from zero."""

    _history: list[int] = field(default_factory=list[int])
    _activities: int = 0
    _episodes: int = 0
    _operations: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    _on: bool = True

    def take(self) -> Cost:
        """Return the cost since the last time."""
        history = tuple(events + _CLOSING_EVENTS for events in self._history)
        cost = Cost(history, self._activities, Counter(self._operations), self._episodes)
        self._history.clear()
        self._operations.clear()
        self._activities = self._episodes = 0
        return cost

    @contextmanager
    def off(self) -> Generator[None]:
        """Leave out what the harness itself does to tables."""
        self._on = False
        try:
            yield
        finally:
            self._on = True

    def table(self, name: str) -> Callable[[str, int], None]:
        """Return the meter of one table, as `MemoryRows` takes it."""

        def count(operation: str, _rows: int) -> None:
            if self._on:
                self._operations[name, operation] += 1

        return count

    def observe(self, ran: FunctionRan) -> None:
        """Count a function run."""
        if ran.kind == "activity":
            self._activities += 1

    def orchestrator(self, run: Callable[[str], str]) -> Callable[[str], str]:
        """Return an orchestrator that notes how much history it is handed.

        Within a generation that only grows, so what it is handed last is what it had; looking at
        the journal afterwards would miss generations that continued as new.
        """

        def noted(body: str) -> str:
            self._episodes += 1
            self._note(cast("dict[str, Any]", json.loads(body))["history"])
            return run(body)

        return noted

    def _note(self, history: Sequence[dict[str, Any]]) -> None:
        turns = sum(e["EventType"] == EventType.ORCHESTRATOR_STARTED for e in history)
        if turns == 1 or not self._history:
            self._history.append(len(history))
        else:
            self._history[-1] = len(history)
