"""The kinds of row in a thread's partition, and a change to it as one value."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from shared.models.base import Json, Payload
from shared.models.handoff import Handoff
from shared.models.run import AgentRun
from shared.models.thread import (
    HumanRequest,
    InboxMessage,
    LoggedEvent,
    MessageTicket,
    RunTicket,
    Thread,
    TranscriptMessage,
    Turn,
)
from shared.models.upload import Upload
from shared.models.webhook import Webhooks

P_co = TypeVar("P_co", bound=Payload, covariant=True)


@dataclass(frozen=True)
class Kind(Generic[P_co]):
    """A kind of row: its key prefix and model."""

    prefix: str
    model: type[P_co]


INBOX = Kind("inbox", InboxMessage)
MESSAGE_TICKET = Kind("said", MessageTicket)
RUN_TICKET = Kind("run", RunTicket)
TRANSCRIPT = Kind("transcript", TranscriptMessage)
REQUEST = Kind("request", HumanRequest)
TURN = Kind("turn", Turn)
AGENT_RUN = Kind("work", AgentRun)
BRANCH = Kind("branch", AgentRun)
"""The work of one agent among several; the row's id is the turn's number and the branch's."""
EVENT = Kind("event", LoggedEvent)
HANDOFF = Kind("handoff", Handoff)
UPLOAD = Kind("upload", Upload)
WEBHOOKS = Kind("webhooks", Webhooks)


@dataclass(frozen=True)
class Stored(Generic[P_co]):
    """A value as it was read, and the etag that guards writing it back."""

    value: P_co
    etag: str


@dataclass(frozen=True)
class Put(Generic[P_co]):
    """Write a row: a new one (etag None), or the one read with this etag."""

    kind: Kind[P_co]
    id: str | int
    value: P_co
    etag: str | None = None


@dataclass(frozen=True)
class Entry:
    """An event to log. A second entry with the same `key` in the thread is dropped."""

    key: str
    run: str
    turn: int | None
    event: Mapping[str, Json]


@dataclass(frozen=True)
class Change:
    """Everything one transition writes, all or nothing, under the thread row's etag."""

    thread: Thread
    puts: tuple[Put[Payload], ...] = ()
    entries: tuple[Entry, ...] = field(default=())
    absent: tuple[tuple[Kind[Payload], str | int], ...] = ()
    """Rows that there cannot be yet, so that nobody has to look for them."""
    begins: tuple[str, ...] = ()
    """Steps that whoever writes this begins next: they count as delivered once."""
