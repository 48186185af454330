"""A breaker: a server that fails again and again is left alone for a while, then tried by one call.

Without it every turn of an outage would wait for the server until its time is up.
"""

import time
from collections.abc import Callable
from math import ceil

from shared.models.reasoning import ModelCondition

IN_A_ROW = 3
"""Failures after which a server is left alone."""
FIRST_REST = 5.0
"""Seconds; each further failure doubles them."""
LONGEST_REST = 300.0
_TRIAL = 60.0
"""Seconds after which a trial call that never came to an end is forgotten."""


class Breaker:
    """Counts what failed in a row. `now` is a clock that never goes back, in seconds."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._failures = 0
        self._until = 0.0
        self._last = ModelCondition(state="untried")

    def condition(self) -> ModelCondition:
        """Return how the server does."""
        left = self._until - self._now()
        if left <= 0:
            return self._last
        return self._last.model_copy(update={"state": "resting", "seconds": ceil(left)})

    def enter(self) -> ModelCondition:
        """Return how the server does, before a call; while it rests there must be none.

        When a rest is over the first to ask has the trial: others wait for how that ends.
        """
        condition = self.condition()
        if condition.state != "resting" and self._failures >= IN_A_ROW:
            self._until = self._now() + _TRIAL
        return condition

    def succeeded(self) -> None:
        """Note that a call was answered."""
        self._failures, self._until, self._last = 0, 0.0, ModelCondition(state="ok")

    def refused(self, reason: str) -> None:
        """Note that a call was refused by a server that is well otherwise."""
        self._failures, self._until = 0, 0.0
        self._last = ModelCondition(state="failing", reason=reason)

    def failed(self, reason: str, rest: float | None = None) -> None:
        """Note that a call failed; `rest` is how many seconds the server asks to be left alone."""
        self._failures += 1
        self._last = ModelCondition(state="failing", reason=reason)
        beyond = self._failures - IN_A_ROW
        own = min(LONGEST_REST, FIRST_REST * 2**beyond) if beyond >= 0 else 0.0
        self._until = self._now() + max(own, min(LONGEST_REST, rest or 0.0))
