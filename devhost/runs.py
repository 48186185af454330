"""One run of a function that something outside the engine triggered."""

from dataclasses import dataclass
from typing import Literal

FAILED = "failed"
"""The outcome of a run, of whatever kind, that did not do what it was for."""


@dataclass(frozen=True)
class TriggerRan:
    """How an HTTP or timer function ended."""

    kind: Literal["http", "timer"]
    name: str
    occasion: str
    """Method and path of the request; for a timer `past due` or nothing."""
    duration_ms: float
    outcome: Literal["ok", "failed"]
    detail: str
    """The exception of a failed run, or the status it answered with; else empty."""
