"""What can come between a change and its record, and what is left of it then."""

from dataclasses import dataclass
from typing import Literal

from shared.tools.effect import OutcomeUnknown

Boundary = Literal[
    "dies before the call",
    "dies during it",
    "answer lost",
    "dies before the record",
    "dies after the record",
    "delivered twice",
    "approved twice",
    "approval replayed",
    "said twice",
]
CRASHES: tuple[Boundary, ...] = (
    "dies before the call",
    "dies during it",
    "answer lost",
    "dies before the record",
    "dies after the record",
)
CONVERSATIONS: tuple[Boundary, ...] = (
    "delivered twice",
    "approved twice",
    "approval replayed",
    "said twice",
)
BOUNDARIES = (*CRASHES, *CONVERSATIONS)

Kind = Literal["one", "unknown", "lost", "duplicate"]
_BETTER: tuple[Kind, ...] = ("one", "unknown", "lost", "duplicate")


@dataclass(frozen=True)
class Case:
    """One change with one disturbance, and what came of it; `why` says what was told instead."""

    tool: str
    provider: str
    boundary: Boundary
    kind: Kind
    why: str = ""


def judged(made: int, whole: int, error: Exception | None) -> Kind:
    """Return what a change came to: `made` of the `whole` that it takes when nothing disturbs it.

    Whoever is told that nobody knows may find it done or not, but never done twice. Any other
    failure is a loss: either of the change, or of the knowledge that it was made.
    """
    if made > whole:
        return "duplicate"
    if isinstance(error, OutcomeUnknown):
        return "unknown"
    return "one" if error is None and made == whole else "lost"


def worse(one: Kind, other: Kind) -> Kind:
    """Return the worse of two outcomes."""
    return one if _BETTER.index(one) > _BETTER.index(other) else other
