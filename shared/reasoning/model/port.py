"""One call of a language model, whichever server answers it, and through whichever API."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from shared.models.base import Json
from shared.models.reasoning import Usage
from shared.ports import TextStream


@dataclass(frozen=True)
class ToolCall:
    """A tool as a model wants it called; `id` ties a later message to this call."""

    id: str
    name: str
    arguments: Mapping[str, Json]


@dataclass(frozen=True)
class Message:
    """One message of a prompt.

    An assistant's may hold calls; a tool's answers the call with the id `answers`.
    """

    role: Literal["system", "user", "assistant", "tool"]
    text: str
    calls: tuple[ToolCall, ...] = ()
    answers: str = ""


@dataclass(frozen=True)
class Shape:
    """A JSON document to answer in; `schema` is of type object.

    `strict`: it requires every property that it names.
    """

    name: str
    schema: Mapping[str, Json]
    strict: bool = True


@dataclass(frozen=True)
class Tool:
    """A tool on offer; `parameters` is a strict schema, of type object.

    `spare` are those of them that may be left out where a server can be told so.
    """

    name: str
    description: str
    parameters: Mapping[str, Json]
    spare: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Tools:
    """Tools on offer. A model may call several; with `required`, at least one."""

    offered: tuple[Tool, ...]
    required: bool = True


Wanted = Shape | Tools | None
"""A JSON document, tool calls, or words."""


@dataclass(frozen=True)
class Limits:
    """How far a call may go: tokens of the answer at most, and as long as its kind may take.

    A kind is the name of a skill; one that has no time of its own has as long as any.
    """

    tokens: int
    kind: str = ""


@dataclass(frozen=True)
class Completion:
    """What came back: words (JSON, where a shape was wanted), calls, and what it cost.

    With a `problem` it is of no use, and the problem says why, in words for the model. `thinking`:
    the model was seen to think before it answered.
    """

    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    usage: Usage = Usage()
    problem: str = ""
    thinking: bool = False


class Model(Protocol):
    """A language model. What it cannot answer raises an Upstream error that knows its cost."""

    def named(self, name: str) -> "Model":
        """Return another model of the same server."""
        ...

    async def complete(
        self, messages: Sequence[Message], wanted: Wanted, limits: Limits
    ) -> Completion:
        """Return one whole answer."""
        ...

    def stream(self, messages: Sequence[Message], limits: Limits) -> TextStream:
        """Return words as they are written; the call is made when iteration begins."""
        ...
