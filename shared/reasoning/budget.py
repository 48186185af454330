"""How often a model may be called."""

from shared.ports import Clock

_MINUTE = 60.0


class ModelBudget:
    """A token bucket of model calls: a minute's worth at once, then as fast as it refills.

    It counts what this process calls, for every tenant together; 0 calls a minute is no limit.
    """

    def __init__(self, calls_per_minute: int, clock: Clock) -> None:
        self._most = calls_per_minute
        self._left = float(calls_per_minute)
        self._clock = clock
        self._at = clock.now()

    def take(self) -> bool:
        """Take one call; False when none is left."""
        if not self._most:
            return True
        self._refill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def charge(self, calls: int) -> None:
        """Take calls that were made beyond the one taken, though none be left; -1 returns it."""
        self._left = min(self._most, self._left - calls)

    def _refill(self) -> None:
        now = self._clock.now()
        passed = max(0.0, (now - self._at).total_seconds())
        self._left = min(self._most, self._left + passed * self._most / _MINUTE)
        self._at = now
