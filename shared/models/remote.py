"""Agents of other systems that an organisation's people may talk to (A2A)."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from shared.models.base import Payload
from shared.models.given import Given, Sent


class Interface(Payload):
    """An address that an agent is talked to at, by which binding and version of the protocol."""

    url: str
    binding: Literal["JSONRPC", "HTTP+JSON"]
    version: str
    tenant: str = ""


class RemoteSkill(Payload):
    """One thing that an agent's card says it can do."""

    name: str
    description: str
    tags: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()


class RemoteCard(Payload):
    """What an agent's card says of it, as far as it is used here; all of it is others' text.

    `repeatable`: it promises that a message which comes twice, under one id, is taken in once.
    `digest` stands for the whole card: once that is another, so is the card.
    """

    name: str
    description: str
    skills: tuple[RemoteSkill, ...] = ()
    interfaces: tuple[Interface, ...]
    streaming: bool = False
    repeatable: bool = False
    digest: str


class RemoteAgent(Payload):
    """An agent of another system. `id` is unique in the organisation, and that of our agent for it.

    `url` is where its card is, `card` what that said when it was accepted, `sealed` the credential
    that the agent is shown ("": none).
    """

    id: str
    url: str
    sealed: str = ""
    card: RemoteCard
    accepted_at: datetime


async def _unnoted(_task: str) -> None:
    """Keep nothing."""


async def _untold(_text: str) -> None:
    """Tell nobody."""


@dataclass(frozen=True)
class Letter:
    """One message to a remote agent, or, without `text`, a look at what became of one.

    `id` is the same in every attempt to send it; `again`: an earlier one may have, and `noted` is
    the task that it was told of. `task` is what it belongs to ("" for a new one), `chain` the
    agents that the request came through, this one last. `signed_in`: it says that somebody did what
    its task was waiting for. `note` keeps the name of the task as soon
    as it is known, `told` is given what the agent says as it says it.
    """

    id: str
    text: str = ""
    task: str = ""
    context: str = ""
    chain: tuple[str, ...] = ()
    signed_in: bool = False
    again: bool = False
    noted: str = ""
    note: Callable[[str], Awaitable[None]] = _unnoted
    told: Callable[[str], Awaitable[None]] = _untold


class Reply(Payload):
    """What a remote agent has come to: an answer, a question, or nothing yet.

    `signs_in`: somebody has to sign in with it, or to connect an account there, before it goes on.
    `cut`: it said more. `sent` are its files as it sent them, until they are kept; `given` are what
    is passed on: its data, and those files. `besides` names what is left out.
    """

    state: Literal["answered", "asks", "signs_in", "working"] = "answered"
    text: str = ""
    task: str = ""
    context: str = ""
    cut: bool = False
    sent: tuple[Sent, ...] = ()
    given: tuple[Given, ...] = ()
    besides: str = ""
