"""AG-UI 1.0 `RunAgentInput`, as far as this product reads it."""

import json
import re
from typing import Annotated, Literal, cast

from pydantic import (
    AfterValidator,
    AliasChoices,
    BaseModel,
    ConfigDict,
    Field,
    NonNegativeInt,
)
from pydantic.alias_generators import to_camel

from api.files import FileIds
from api.parsing import Body, checked, refuse
from shared.decisions.live import State, begun
from shared.english.zones import zone_called
from shared.models.base import Json, MessageText, PrintableId, ZoneName
from shared.models.threads_in import OnBusy

MAX_NOTES = 10
MAX_NOTE_CHARACTERS = 1000
_LOCALE = 35
_ABOUT_ZONES = re.compile(r"\btime ?_?-?zone\b", re.IGNORECASE)

Role = Literal["developer", "system", "assistant", "user", "tool", "activity", "reasoning"]


class _Carried(BaseModel):
    """A part of the input that is carried along: its known fields are checked, others kept out."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True, alias_generator=to_camel)


class Message(_Carried):
    """One message of the client's history; only the last one of the user is news."""

    id: str
    role: Role
    content: Json = None


class Tool(_Carried):
    """A tool of the client."""

    name: str
    description: str


class Context(_Carried):
    """Something the client wants to be known."""

    description: str
    value: str


class ResumeEntry(_Carried):
    """An answer to an interrupt."""

    interrupt_id: PrintableId
    status: Literal["resolved", "cancelled"]
    payload: Json = None


class ForwardedProps(_Carried):
    """What this product understands of the client's own properties."""

    model_config = ConfigDict(alias_generator=None)

    debug: bool = False
    on_busy: OnBusy = "enqueue"
    routing_depth: NonNegativeInt = 0
    time_zone: ZoneName | None = Field(
        default=None, validation_alias=AliasChoices("time_zone", "timeZone")
    )
    locale: Annotated[str, Field(max_length=_LOCALE)] = ""
    """How the person's client writes: a language tag (BCP 47)."""
    history: bool = False
    """Whether the run tells the messages before it; without a message, that is all it does."""


def _one_at_most(entries: list[ResumeEntry] | None) -> list[ResumeEntry] | None:
    if entries is not None and len(entries) > 1:
        raise ValueError("must answer the one question that is open")
    return entries


class RunAgentInput(Body):
    """A run as an AG-UI client asks for it."""

    model_config = ConfigDict(alias_generator=to_camel)

    thread_id: PrintableId
    run_id: PrintableId
    messages: list[Message]
    protocol_version: str | None = None
    parent_run_id: str | None = None
    state: Json = None
    tools: list[Tool] | None = None
    context: list[Context] | None = None
    forwarded_props: Json = None
    resume: Annotated[list[ResumeEntry] | None, AfterValidator(_one_at_most)] = None


class Said(Body):
    """The new message, and the files that it names."""

    id: PrintableId
    content: MessageText
    files: FileIds


def said(given: RunAgentInput) -> Said:
    """Return the user's last message; raise InvalidFields."""
    spoken = [index for index, message in enumerate(given.messages) if message.role == "user"]
    if not spoken:
        refuse("messages", "must contain a message of the user")
    where, message = f"messages.{spoken[-1]}", given.messages[spoken[-1]]
    text, files = _parts(message.content, f"{where}.content")
    return checked(Said, {"id": message.id, "content": text, "files": files}, where)


def says_nothing(given: RunAgentInput) -> bool:
    """Return whether a run brings neither a message nor an answer."""
    return not given.resume and not any(one.role == "user" for one in given.messages)


def wishes(given: RunAgentInput) -> ForwardedProps:
    """Return what the forwarded properties ask for; raise InvalidFields."""
    props = given.forwarded_props
    return checked(ForwardedProps, props if isinstance(props, dict) else {}, "forwardedProps")


def zone_in(given: RunAgentInput) -> str | None:
    """Return the time zone in what the client wants to be known; None where it tells none."""
    told = (one.value for one in given.context or [] if _ABOUT_ZONES.search(one.description))
    return next((zone for value in told if (zone := zone_called(value))), None)


def client_says(given: RunAgentInput, accepts: str) -> tuple[str, ...]:
    """Return what the client wants to be known: its `context`, its own state, its locale.

    `accepts` is its Accept-Language. It is material for whoever reads the message with a language
    model, never an order; long texts are cut, and time zones are read as such.
    """
    told = [
        f"{one.description}: {one.value}"
        for one in given.context or []
        if not _ABOUT_ZONES.search(one.description)
    ]
    own = begun(State(), given.state).own
    kept = [f"What it shows: {json.dumps(own, ensure_ascii=False)}"] if own else []
    locale = wishes(given).locale or accepts.partition(",")[0].partition(";")[0].strip()
    written = [f"Its language and region: {locale[:_LOCALE]}"] if locale not in {"", "*"} else []
    return tuple(_noted(one) for one in (*told[:MAX_NOTES], *kept, *written))


def _noted(text: str) -> str:
    """Return a text that can be kept, cut short."""
    plain = "".join(each for each in text if each.isprintable() or each in "\n\t")
    return plain[:MAX_NOTE_CHARACTERS]


def _parts(content: Json, where: str) -> tuple[str, list[Json]]:
    """Return a message's text parts one below the other, and the ids of its files."""
    if isinstance(content, str):
        return content, []
    if not isinstance(content, list):
        refuse(where, "must be text, or a list of text parts and files")
    parts: list[str] = []
    files: list[Json] = []
    for index, part in enumerate(cast("list[Json]", content)):
        match part:
            case {"type": "text", "text": str(text)}:
                parts.append(text)
            case {"type": "binary", "id": str(file)}:
                files.append(file)
            case _:
                refuse(
                    f"{where}.{index}",
                    "must be a text part, or a binary one with the id of a file of this thread",
                )
    return "\n".join(parts), files
