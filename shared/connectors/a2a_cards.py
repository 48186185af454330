"""What an agent's card (A2A, 1.0 or 0.3) says, as far as it is used here."""

import copy
import re
from typing import Any, Literal, cast

from shared.connectors.outward import fault
from shared.connectors.rest import as_object, well_formed
from shared.decisions.chains import EXTENSION
from shared.models.base import Json
from shared.models.remote import Interface, RemoteCard, RemoteSkill
from shared.naming import fingerprint
from shared.tools.wording import one_line

MAX_NAME, MAX_DESCRIPTION, MAX_SKILLS, MAX_LISTED = 80, 1_000, 20, 10
_MAX_INTERFACES = 8
_VERSION = re.compile(r"(?:1\.\d+|0\.3)(?:\.\d+)?")


class NotACard(ValueError):
    """What was found is no card that an agent could be talked to by; says why."""


def card_of(data: Json, *, loopback: bool) -> RemoteCard:
    """Return a card; raise NotACard. `loopback`: agents on this machine may be reached."""
    from a2a.client.card_resolver import parse_agent_card  # noqa: PLC0415 - 0.5 s to import
    from google.protobuf.json_format import ParseError  # noqa: PLC0415

    said = well_formed(as_object(data))
    try:
        card = parse_agent_card(copy.deepcopy(said))
    except (ParseError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise NotACard("it is no agent card of A2A") from error
    name = one_line(card.name, MAX_NAME)
    if not name:
        raise NotACard("it gives the agent no name")
    wanted = [one.uri for one in card.capabilities.extensions if one.required]
    if unknown := [uri for uri in wanted if uri != EXTENSION]:
        raise NotACard(
            f"it wants an extension that is not spoken here: {one_line(unknown[0], 200)}"
        )
    described = [
        RemoteSkill(
            name=one_line(one.name or one.id, MAX_NAME),
            description=one_line(one.description),
            tags=_few(one.tags),
            examples=_few(one.examples),
        )
        for one in card.skills[:MAX_SKILLS]
    ]
    interfaces = [
        Interface(
            url=one.url,
            binding=cast("Literal['JSONRPC', 'HTTP+JSON']", one.protocol_binding),
            version=one.protocol_version,
            tenant=one.tenant,
        )
        for one in card.supported_interfaces
        if one.protocol_binding in {"JSONRPC", "HTTP+JSON"}
        and _VERSION.fullmatch(one.protocol_version)
        and not fault(one.url, loopback=loopback)
    ]
    if not interfaces:
        raise NotACard("it names no address that can be reached from here by JSON-RPC or REST")
    return RemoteCard(
        name=name,
        description=one_line(card.description, MAX_DESCRIPTION) or name,
        skills=tuple(one for one in described if one.name),
        interfaces=tuple(interfaces[:_MAX_INTERFACES]),
        streaming=card.capabilities.streaming,
        repeatable=any(one.uri == EXTENSION for one in card.capabilities.extensions),
        digest=fingerprint(said),
    )


def as_message(card: RemoteCard) -> Any:
    """Return a card as the SDK's client takes it."""
    from a2a.types import AgentCapabilities, AgentCard, AgentInterface  # noqa: PLC0415

    return AgentCard(
        name=card.name,
        capabilities=AgentCapabilities(streaming=card.streaming),
        supported_interfaces=[
            AgentInterface(
                url=one.url,
                protocol_binding=one.binding,
                protocol_version=one.version,
                tenant=one.tenant,
            )
            for one in card.interfaces
        ],
    )


def _few(texts: Any) -> tuple[str, ...]:
    return tuple(filter(None, (one_line(one, 200) for one in list(texts)[:MAX_LISTED])))
