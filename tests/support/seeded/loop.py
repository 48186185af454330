"""An event loop whose time leaps: hours take as long as the work in them, in the same order."""

import asyncio
import selectors


class _Leaping(selectors.DefaultSelector):
    """Waits for nothing: the time that would have passed has passed."""

    leap = None

    def select(self, timeout=None):
        if timeout is None:
            raise RuntimeError("everything waits for something that nobody does")
        if timeout > 0:
            self.leap(timeout)
        return super().select(0)


class LeapingLoop(asyncio.SelectorEventLoop):
    """Time is counted, threads are none: nothing in it depends on the machine."""

    def __init__(self):
        self._passed = 0.0
        selector = _Leaping()
        selector.leap = self._leap
        super().__init__(selector)

    def time(self):
        return self._passed

    def _leap(self, seconds):
        self._passed += seconds

    def run_in_executor(self, executor, func, *args):
        done = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:  # noqa: BLE001 - it is the caller's
            done.set_exception(error)
        return done
