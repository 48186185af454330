"""What is read from disk on first use, and then kept."""

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Loaded(Generic[T]):
    """Something that is read once, when it is first wanted. Safe to share between threads."""

    def __init__(self, read: Callable[[], T], what: str) -> None:
        self._read: Callable[[], T] = read
        self._what = what
        self._lock = Lock()
        self._found: T | None = None

    def __call__(self) -> T:
        """Return what was read; raise RuntimeError when it cannot be."""
        with self._lock:
            if self._found is None:
                try:
                    self._found = self._read()
                except Exception as error:  # the libraries raise bare ones of their own
                    raise RuntimeError(f"no {self._what} can be read") from error
            return self._found
