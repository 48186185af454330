"""Faults on demand: how a test makes the engine die, or an instance fail, at a chosen step.

A step is one committed transaction that completes an activity or an orchestrator turn. And what a
queue does whose message is seen again too early: an activity runs twice at the same time.
"""

import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from devhost.engine.errors import SimulatedCrash


def kill_this_process() -> None:
    """Die at once, as by a power cut: nothing is flushed, no handler runs."""
    os.kill(os.getpid(), signal.SIGKILL)


def simulate_crash() -> None:
    """Stop this engine as if the process had died; the process goes on."""
    raise SimulatedCrash("the engine was stopped by a fault")


@dataclass(frozen=True)
class Fault:
    """What happens at step number `after`, counted from 1.

    `kill` dies right after the commit; `drop` right before it, so that what was done is lost and
    done again; `fail` marks the instance of that step Failed; `call` is a `kill` of this engine
    only, by `simulate_crash`. A `call` of your own stands in for the killer; it must not return.
    `twice` delivers activity number `after`, counted as they are handed out, a second time while it
    runs; with 0 each of them. Both answers are told: the first counts.
    """

    after: int
    how: Literal["kill", "fail", "drop", "call", "twice"]
    call: Callable[[], None] | None = None

    def deliveries(self, activity: int) -> int:
        """Return how often activity number `activity` is delivered at the same time."""
        return 2 if self.how == "twice" and self.after in {0, activity} else 1

    def before_commit(self, step: int) -> None:
        """Strike if step number `step` is to be lost."""
        if self.how == "drop" and step == self.after:
            (self.call or kill_this_process)()

    def after_commit(self, step: int) -> bool:
        """Strike if step number `step` is the last; True if its instance is to fail."""
        if step != self.after:
            return False
        if self.how == "kill":
            (self.call or kill_this_process)()
        elif self.how == "call":
            (self.call or simulate_crash)()
        return self.how == "fail"
