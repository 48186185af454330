"""What an activity knows from its own reads and writes: it need not ask for that again.

An activity holds several steps, one right after the other. What one of them has just committed is
how the thread stands, and who a person is does not change between two of them. Should somebody have
been faster, the next commit finds out. Nothing is known outside an activity, or after it.
"""

from collections.abc import Generator, Hashable
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_known: ContextVar[dict[Hashable, Any] | None] = ContextVar("known", default=None)


@contextmanager
def knowing() -> Generator[None]:
    """Keep what is read and written inside; a step within an activity shares what that knows."""
    if _known.get() is not None:
        yield
        return
    token = _known.set({})
    try:
        yield
    finally:
        _known.reset(token)


def known() -> dict[Hashable, Any]:
    """Return what the activity under way knows; outside one, nothing, and nothing is kept."""
    inside = _known.get()
    return {} if inside is None else inside
