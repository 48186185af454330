"""What another agent's message says, as far as this product reads it."""

from dataclasses import dataclass, replace
from typing import cast

from a2a.types import Message
from google.protobuf.json_format import MessageToDict

from api.agui_input import ResumeEntry
from api.parsing import Body, checked, refuse
from shared.errors import UnsupportedFile
from shared.models.base import Json, MessageText, PrintableId

_WHERE = "message.parts"


class Words(Body):
    """Something said."""

    text: MessageText


class Names(Body):
    """What a message calls itself, and where it is said."""

    message_id: PrintableId
    context_id: PrintableId | None


@dataclass(frozen=True)
class Said:
    """A message: words, or the answer to a question as data."""

    message_id: str
    context: str | None = None
    task: str | None = None
    text: str = ""
    answer: ResumeEntry | None = None


def said(message: Message) -> Said:
    """Return what a message says; raise InvalidFields, or UnsupportedFile for what is no text.

    Data is an answer to a question, which it names; it stands alone, so that nothing is agreed to
    beside what else is said.
    """
    given = {"message_id": message.message_id, "context_id": message.context_id or None}
    names = checked(Names, given, "message")
    where = Said(names.message_id, names.context_id, message.task_id or None)
    kinds = [part.WhichOneof("content") for part in message.parts]
    if kinds == ["data"]:
        answer = _whole(MessageToDict(message.parts[0].data))
        return replace(where, answer=checked(ResumeEntry, answer, f"{_WHERE}.0.data"))
    if "data" in kinds:
        refuse(f"{_WHERE}.{kinds.index('data')}", "must be the only part, where it is data")
    for place, kind in enumerate(kinds):
        if kind != "text":
            raise UnsupportedFile(f"Part {place + 1} is no text: only text is taken here.")
    words = {"text": "\n".join(part.text for part in message.parts)}
    return replace(where, text=checked(Words, words, _WHERE).text)


def _whole(value: Json) -> Json:
    """Return JSON with whole numbers as such: on its way through A2A's types it loses them."""
    if isinstance(value, dict):
        return {name: _whole(one) for name, one in cast("dict[str, Json]", value).items()}
    if isinstance(value, list):
        return [_whole(one) for one in cast("list[Json]", value)]
    return int(value) if isinstance(value, float) and value.is_integer() else value
