"""What the two APIs of model servers have in common."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from shared.models.base import Json
from shared.models.reasoning import Usage
from shared.reasoning.model.capabilities import Capabilities
from shared.reasoning.model.port import Completion, Message, Wanted

TOO_LONG, FILTERED = "length", "content_filter"
"""Why a text ended before it was over: it had as many tokens as it may have; the server's will."""


@dataclass(frozen=True)
class Manner:
    """Which model is to answer, and how: tokens at most; temperature and effort if set."""

    model: str
    tokens: int
    temperature: float | None = None
    effort: str = ""


@dataclass(frozen=True)
class Piece:
    """What one event of a stream says; `ending` is set with the last, and why it is.

    `thought` is what the model thinks before it answers, or a summary of that.
    """

    text: str = ""
    refusal: str = ""
    ending: str = ""
    usage: Usage | None = None
    thought: str = ""


class Wire(Protocol):
    """An API: where it is asked, what it is sent, and how its answers are read."""

    @property
    def PATH(self) -> str:  # noqa: N802 - a constant of the module
        """Where, after the address of the server."""
        ...

    def body(
        self,
        messages: Sequence[Message],
        wanted: Wanted,
        manner: Manner,
        can: Capabilities,
        *,
        stream: bool,
    ) -> dict[str, Json]:
        """Return the request of a call."""
        ...

    def read(self, content: bytes, model: str) -> Completion:
        """Return what was said and what it cost, also where the answer is of no use."""
        ...

    def heard(self, event: object, model: str) -> Piece:
        """Return what one event of a stream says; raise ValueError for one that is none."""
        ...
