"""An event loop whose time leaps: hours take as long as the work in them, in the same order."""

import asyncio
import selectors


class _Leap(selectors.DefaultSelector):
    """Instead of waiting, tells how long it would have waited."""

    def __init__(self):
        super().__init__()
        self.passed = 0.0

    def select(self, timeout=None):
        assert timeout is not None, "everything waits, and for nothing that could happen"
        self.passed += timeout
        return super().select(0)


class LeapingLoop(asyncio.SelectorEventLoop):
    """A loop whose clock leaps to the next thing planned when there is nothing to do."""

    def __init__(self):
        self._leap = _Leap()
        super().__init__(self._leap)

    def time(self):
        return self._leap.passed

    def run_in_executor(self, executor, func, *args):
        """Do at once what would be done beside: no time passes while a thread works."""
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:  # noqa: BLE001 - whatever it is, whoever waits is told
            future.set_exception(error)
        return future


def in_no_time(coroutine):
    """Run a coroutine whose waits take no time; return its result and the seconds it waited."""
    with asyncio.Runner(loop_factory=LeapingLoop) as runner:
        result = runner.run(coroutine)
        return result, runner.get_loop().time()
