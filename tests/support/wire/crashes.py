"""A change cut off at each of its points, and tried again: it must happen at most once."""

from dataclasses import dataclass, field
from itertools import count

import httpx2

from shared.tools.effect import Effect

EFFECT_ID = "0123456789abcdef0123456789abcdef"
WAYS = (
    "killed before",
    "killed after",
    "unsent",
    "unanswered before",
    "unanswered after",
    "failed after",
)
"""How a request is cut off: the process dies, or the answer is lost, before or after it is done."""


class Killed(BaseException):
    """The process died here."""


@dataclass
class Ledger:
    """Keeps what an effect notes; `cut` is the note at which the process dies (-1: none)."""

    cut: int = -1
    kept: bool = False
    handle: str = ""
    notes: list[str] = field(default_factory=list)

    def effect(self, *, again=False):
        """Return the effect of one attempt."""
        return Effect(EFFECT_ID, again=again, handle=self.handle, note=self._note)

    async def _note(self, handle):
        self.notes.append(handle)
        if len(self.notes) - 1 == self.cut and not self.kept:
            raise Killed
        self.handle = handle
        if len(self.notes) - 1 == self.cut:
            raise Killed


class Cut:
    """Cuts off one exchange of a peer; `happened` once it has."""

    def __init__(self, at, way):
        self._at, self._way = at, way
        self._seen = 0
        self.happened = False

    def around(self, request, answer):
        """Return the answer to a request, unless this is the one that is cut off."""
        mine = self._seen == self._at
        self._seen += 1
        if not mine:
            return answer()
        self.happened = True
        if self._way == "unsent":
            raise httpx2.ConnectError("scripted", request=request)
        if self._way.endswith("after"):
            answer()
        if self._way.startswith("killed"):
            raise Killed
        if self._way.startswith("failed"):
            return httpx2.Response(500)
        raise httpx2.ReadTimeout("scripted", request=request)


async def cut_off(world, attempt):
    """Yield each way an attempt can be cut off, and the ledger it leaves behind, with its world.

    `world` makes a fresh one, with a `peer`; `attempt(world, effect)` makes the change. What is
    yielded is (the name of the way, the world, the ledger, what the attempt returned or raised).
    """
    for way in WAYS:
        for at in count():
            there, ledger = world(), Ledger()
            cut = there.peer.cut = Cut(at, way)
            outcome = await _tried(attempt, there, ledger.effect())
            there.peer.cut = None
            if not cut.happened:
                break
            yield f"request {at} {way}", there, ledger, outcome
    for kept in (False, True):
        for at in count():
            there, ledger = world(), Ledger(cut=at, kept=kept)
            outcome = await _tried(attempt, there, ledger.effect())
            if not isinstance(outcome, Killed):
                break
            yield f"note {at} {'kept' if kept else 'lost'}", there, ledger, outcome


async def _tried(attempt, there, effect):
    try:
        return await attempt(there, effect)
    except (Killed, Exception) as error:  # noqa: BLE001 - whatever comes of it is judged by the test
        return error
    except BaseExceptionGroup as group:
        return group.exceptions[0]
