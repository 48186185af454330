"""What another agent's message says, as far as this product reads it."""

import json
from dataclasses import dataclass, replace
from typing import Annotated

from a2a.types import Message, Part, Role
from google.protobuf.json_format import MessageToDict
from pydantic import Field

from api.agui_input import ResumeEntry
from api.parsing import Body, checked, refuse
from shared.decisions import uploading
from shared.decisions.a2a import whole
from shared.decisions.chains import EXTENSION, MARK_CHARACTERS
from shared.errors import UnsupportedFile
from shared.models.base import MessageText, PrintableId
from shared.models.upload import Upload

TYPES = {"text": ("text/plain", "text/markdown"), "data": ("application/json",)}
"""What the parts of a message may be, and of which types, where they say of which they are."""
TAKEN = tuple(dict.fromkeys((*TYPES["text"], *TYPES["data"], *uploading.TYPES)))
"""Every type that is taken, those of files included."""
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
    """A message: words with the files that come with them, or the answer to a question as data."""

    message_id: str
    context: str | None = None
    task: str | None = None
    text: str = ""
    answer: ResumeEntry | None = None
    chain: tuple[str, ...] = ()
    files: tuple[tuple[Upload, bytes], ...] = ()


def said(message: Message) -> Said:
    """Return what a message says; raise InvalidFields, or what taking a file raises.

    Data that is said to a task is an answer to a question, which it names, and stands alone: so
    nothing is agreed to beside what else is said. Elsewhere data is more of what is said.
    """
    given = {"message_id": message.message_id, "context_id": message.context_id or None}
    names = checked(Names, given, "message")
    if message.role != Role.ROLE_USER:
        refuse("message.role", "must be ROLE_USER: what an agent says is said to nobody here")
    for place, part in enumerate(message.parts, start=1):
        _taken(place, part)
    where = Said(names.message_id, names.context_id, message.task_id or None, chain=_chain(message))
    kinds = [part.WhichOneof("content") for part in message.parts]
    if where.task is not None and "data" in kinds:
        place = kinds.index("data")
        if len(kinds) > 1:
            refuse(f"{_WHERE}.{place}", "must be the only part, where it answers a question")
        answer = whole(MessageToDict(message.parts[place].data))
        return replace(where, answer=checked(ResumeEntry, answer, f"{_WHERE}.{place}.data"))
    words = {"text": "\n".join(_words(part) for part in message.parts if not _is_file(part))}
    files = tuple(_file(part) for part in message.parts if _is_file(part))
    if len(files) > uploading.MAX_IN_MESSAGE:
        refuse(_WHERE, f"must have at most {uploading.MAX_IN_MESSAGE} files")
    return replace(where, text=checked(Words, words, _WHERE).text, files=files)


def _is_file(part: Part) -> bool:
    return part.WhichOneof("content") == "raw"


def _file(part: Part) -> tuple[Upload, bytes]:
    """Return a file as it is kept; raise what taking one raises."""
    name = uploading.called(part.filename, part.media_type)
    return uploading.taken(name, part.raw), part.raw


def _taken(place: int, part: Part) -> None:
    """Raise UnsupportedFile for a file at an address, and for types that are not taken."""
    if _is_file(part):
        if not uploading.called(part.filename, part.media_type):
            raise UnsupportedFile(f"Part {place} is a file of a type that is not taken.")
        return
    types = TYPES.get(part.WhichOneof("content") or "")
    if types is None:
        raise UnsupportedFile(f"Part {place} is at an address: send the file itself, as raw.")
    if part.media_type and part.media_type.partition(";")[0].strip().lower() not in types:
        raise UnsupportedFile(f"Part {place} says it is of another type than {' or '.join(types)}.")


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
