"""What breaks in this code itself: told apart from a world that fails, and noted once.

The world (storage, providers, time that ran out) may be better a moment later, so what it raises
is tried again. A fault of our own would only break again.
"""

import logging
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from traceback import extract_tb

from shared.errors import Conflict, Fault, OmniForgeError, StorageFailed, Upstream

_log = logging.getLogger(__name__)
_step: ContextVar[str] = ContextVar("step", default="outside a turn")

WORLD = (StorageFailed, Upstream, Conflict, OSError)
"""Raised when something else than this code failed: worth trying again."""


@contextmanager
def within(step: str) -> Generator[None]:
    """Say which step of which turn is being worked on, for whatever breaks in it."""
    token = _step.set(step)
    try:
        yield
    finally:
        _step.reset(token)


def noted(error: Exception, part: str) -> Fault:
    """Log what broke, where, and of what type; never its words, which may quote a person."""
    frames = extract_tb(error.__traceback__)
    line = f"{frames[-1].filename.rpartition('/')[2]}:{frames[-1].lineno}" if frames else "?"
    kind = type(error).__name__
    _log.error("%s broke in %s: %s at %s", part, _step.get(), kind, line)
    return Fault(f"{kind} in {part}")


@contextmanager
def noticed(
    part: str, passing: tuple[type[Exception], ...] = (OmniForgeError, OSError)
) -> Generator[None]:
    """Let what is raised on purpose pass, and raise what broke as a `Fault`, which is noted."""
    try:
        yield
    except (Fault, *passing):
        raise
    except Exception as error:
        raise noted(error, part) from error
