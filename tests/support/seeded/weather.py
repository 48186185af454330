"""What goes wrong in one world, and when: drawn from its seed, and no more than is bearable.

`mild` is what nobody may notice: the answers have to be those of a calm day. In a `rough` world
models and providers fail as well, processes die as often as it comes and people are impatient: then
answers may differ, and all else still holds.
"""

import asyncio
from collections import Counter
from contextlib import contextmanager
from contextvars import ContextVar
from random import Random

from devhost.engine import SimulatedCrash
from shared.errors import StorageUnavailable

MILD = {
    "crash": (0.05, 3),
    "forget": (0.05, 3),
    "die": (0.02, 3),
    "fail": (0.05, 2),
    "twice": (0.2, 1),
    "slow": (0.2, 200),
    "ring": (0.3, 5),
    "412": (0.05, 30),
    "503": (0.02, 30),
    "lost": (0.02, 10),
    "again": (0.3, 10),
}
"""How likely each is where it may happen, and how often it happens at most.

`crash` after a step was committed, `forget` before, `die` after a write within one, `fail` of an
orchestration; an activity delivered `twice`; a call or an activity that is `slow`, by which others
come first; a `ring` lost; another writer was faster (`412`), a table did not answer (`503`) or its
answer was `lost` after it wrote; a request sent `again`.
"""
ROUGH = {
    **{kind: (chance, most * 4) for kind, (chance, most) in MILD.items()},
    "model": (0.15, 20),
    "provider": (0.2, 10),
    "unsure": (0.2, 10),
    "hasty": (0.3, 10),
}
"""Besides: a `model` that fails, a `provider` that does, or does and does not say so (`unsure`),
and a person who does not wait for the answer (`hasty`).
"""
_TAKE_DOWN = ("crash", "forget", "die", "fail", "twice")
_BEARABLE = 3
"""Times a step may be begun in vain and still be well; no mild world takes one down more often."""
_SLOW_S = 3.0

_working: ContextVar[bool] = ContextVar("working", default=False)


class Weather:
    """The faults of one world. It stands where an engine expects its `Fault`."""

    def __init__(self, seed):
        self.random = Random(f"weather {seed}")
        self.rough = self.random.random() < 0.5
        kinds = ROUGH if self.rough else MILD
        self._kinds = {kind: of for kind, of in kinds.items() if self.random.random() < 0.6}
        self.struck = Counter()
        self._held = 0

    @contextmanager
    def held(self):
        """Let nothing go wrong for a while."""
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1

    def strikes(self, kind):
        """Tell whether this goes wrong now."""
        if self._held:
            return False
        chance, most = self._kinds.get(kind, (0, 0))
        if self.struck[kind] >= most or self.random.random() >= chance:
            return False
        downs = sum(self.struck[one] for one in _TAKE_DOWN)
        if kind in _TAKE_DOWN and not self.rough and downs >= _BEARABLE:
            return False
        self.struck[kind] += 1
        return True

    async def slow(self):
        """Take a while, now and then."""
        if self.strikes("slow"):
            await asyncio.sleep(self.random.uniform(0, _SLOW_S))

    @contextmanager
    def working(self):
        """Within an activity the process may die."""
        token = _working.set(True)
        try:
            yield
        finally:
            _working.reset(token)

    # of an engine

    def deliveries(self, _activity):
        return 2 if self.strikes("twice") else 1

    def before_commit(self, _step):
        if self.strikes("forget"):
            raise SimulatedCrash("before a commit")

    def after_commit(self, _step):
        if self.strikes("crash"):
            raise SimulatedCrash("after a commit")
        return self.strikes("fail")

    # of a table

    async def before(self, rows, partition, writes):
        await self.slow()
        if self.strikes("503"):
            raise StorageUnavailable("503")
        if any(hasattr(write, "etag") and write.etag for write in writes) and self.strikes("412"):
            rows.touch(partition)

    async def after(self, writes):
        if writes and self.strikes("lost"):
            raise StorageUnavailable("no answer")
        if writes and _working.get() and self.strikes("die"):
            raise SimulatedCrash("after a write")
