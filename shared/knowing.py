"""What an activity knows from its own reads and writes: it need not ask for that again.

An activity holds several steps, one right after the other. What one of them has just committed is
how the thread stands, and who a person is does not change between two of them. Should somebody have
been faster, the next commit finds out. Nothing is known outside an activity, or after it.

A turn is a few activities within a second or two. What they only read, of tables where a moment
does not matter, those that run in one process share for as long as `LASTING`
(`shared/storage/once.py`).
"""

from collections import OrderedDict
from collections.abc import Generator, Hashable
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

LASTING = timedelta(seconds=5)
"""From the first read on: a turn that takes longer reads again."""
_TURNS = 256
_NEVER = datetime.max.replace(tzinfo=UTC)

Part = Literal["alone", "within", "last"]
"""What an activity is to its turn: one that reads for itself; one that shares; the end of it."""


@dataclass
class _Knowledge:
    written: dict[Hashable, Any] = field(default_factory=dict[Hashable, Any])
    read: dict[Hashable, Any] = field(default_factory=dict[Hashable, Any])


_known: ContextVar[_Knowledge | None] = ContextVar("known", default=None)
_turns: OrderedDict[str, tuple[dict[Hashable, Any], datetime]] = OrderedDict()
"""What was read for the turn of each thread, and since when."""


@contextmanager
def knowing(thread: str = "", part: Part = "alone", now: datetime = _NEVER) -> Generator[None]:
    """Keep what is read and written inside; a step within an activity shares what that knows.

    `part` is what the activity is to the turn of its `thread`, and `now` when it begins.
    """
    if _known.get() is not None:
        yield
        return
    token = _known.set(_Knowledge(read=_shared(thread, now) if part != "alone" else {}))
    try:
        yield
    finally:
        _known.reset(token)
        if part != "within":
            _turns.pop(thread, None)


def known() -> dict[Hashable, Any]:
    """Return what the activity under way knows; outside one, nothing, and nothing is kept."""
    inside = _known.get()
    return {} if inside is None else inside.written


def read() -> dict[Hashable, Any]:
    """Return what the turn under way has read, as far as its activities share that."""
    inside = _known.get()
    return {} if inside is None else inside.read


def _shared(thread: str, now: datetime) -> dict[Hashable, Any]:
    reads, since = _turns.get(thread, ({}, now))
    if not since <= now < since + LASTING:
        reads, since = {}, now
    _turns[thread] = reads, since
    _turns.move_to_end(thread)
    while len(_turns) > _TURNS:
        _turns.popitem(last=False)
    return reads
