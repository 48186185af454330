"""What another agent's message says, as far as this product reads it."""

import json
from dataclasses import dataclass, replace
from typing import Annotated

from a2a.types import Message, Part
from google.protobuf.json_format import MessageToDict
from pydantic import Field

from api.agui_input import ResumeEntry
from api.parsing import Body, checked, refuse
from shared.decisions.a2a import whole
from shared.decisions.chains import EXTENSION, MARK_CHARACTERS
from shared.errors import UnsupportedFile
from shared.models.base import MessageText, PrintableId

_WHERE = "message.parts"
_LONGEST = 20
"""A chain that is longer is none; one that is too long for us is refused as that."""


class Words(Body):
    """Something said."""

    text: MessageText


class Names(Body):
    """What a message calls itself, and where it is said."""

    message_id: PrintableId
    context_id: PrintableId | None


class Chain(Body):
    """The agents that a request came through, by their marks."""

    chain: list[Annotated[str, Field(min_length=1, max_length=MARK_CHARACTERS)]] = Field(
        max_length=_LONGEST
    )


@dataclass(frozen=True)
class Said:
    """A message: words, or the answer to a question as data."""

    message_id: str
    context: str | None = None
    task: str | None = None
    text: str = ""
    answer: ResumeEntry | None = None
    chain: tuple[str, ...] = ()


def said(message: Message) -> Said:
    """Return what a message says; raise InvalidFields, or UnsupportedFile for a file.

    Data that is said to a task is an answer to a question, which it names, and stands alone: so
    nothing is agreed to beside what else is said. Elsewhere data is more of what is said.
    """
    given = {"message_id": message.message_id, "context_id": message.context_id or None}
    names = checked(Names, given, "message")
    where = Said(names.message_id, names.context_id, message.task_id or None, chain=_chain(message))
    kinds = [part.WhichOneof("content") for part in message.parts]
    if where.task is not None and "data" in kinds:
        place = kinds.index("data")
        if len(kinds) > 1:
            refuse(f"{_WHERE}.{place}", "must be the only part, where it answers a question")
        answer = whole(MessageToDict(message.parts[place].data))
        return replace(where, answer=checked(ResumeEntry, answer, f"{_WHERE}.{place}.data"))
    for place, kind in enumerate(kinds):
        if kind not in {"text", "data"}:
            raise UnsupportedFile(f"Part {place + 1} is a file: only text and data are taken here.")
    words = {"text": "\n".join(map(_words, message.parts))}
    return replace(where, text=checked(Words, words, _WHERE).text)


def _chain(message: Message) -> tuple[str, ...]:
    """Return the agents that a message says it came through; raise InvalidFields."""
    metadata = MessageToDict(message.metadata)
    if EXTENSION not in metadata:
        return ()
    return tuple(checked(Chain, metadata[EXTENSION], "message.metadata").chain)


def _words(part: Part) -> str:
    if part.WhichOneof("content") == "text":
        return part.text
    # in one order, so that the same message is the same again
    return json.dumps(whole(MessageToDict(part.data)), ensure_ascii=False, sort_keys=True)
