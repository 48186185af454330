"""Who this is, for other agents: the card of A2A, as 1.0 and as 0.3 has it."""

import json
from collections.abc import Iterable, Iterator, Mapping
from http import HTTPStatus

from a2a.server.routes.agent_card_routes import create_agent_card_routes
from a2a.types import AgentCard
from a2a.utils.constants import VERSION_HEADER
from azurefunctions.extensions.http.fastapi import Request, Response
from google.protobuf.json_format import MessageToDict, ParseDict

from api.a2a_input import TAKEN
from api.a2a_versions import asked
from api.links import public_agent
from api.paths import A2A
from shared.decisions.a2a_modes import ANSWERS_IN
from shared.decisions.chains import EXTENSION
from shared.models.agent import Agent
from shared.models.base import Json
from shared.models.principal import Principal
from shared.models.signing_in import SignInWith
from shared.naming import unmarked
from shared.ports import Engine
from shared.services import Services

_NAME = "OmniForge"
_VERSION = "1"
_DESCRIPTION = (
    "Finds or builds the agent that can do what a person asks for, in their mail, calendar,"
    " contacts, chat, sheets and pages. Asks when it is unsure, and before it changes anything that"
    " others notice."
)
_BUILDING: Json = {
    "id": "agent-builder",
    "name": "Build an agent",
    "description": "Makes an agent for work that comes again, by asking what it needs to know",
    "tags": ["agents"],
    "examples": ["Build me an agent that sums up my unread mail every morning"],
}
_HANDED_ON = (
    "A message may say which agents a request came through, as a list of marks `chain` in its"
    " metadata under this URI; it is gone on with, and ends in an error where it is too long. A"
    " message that comes again under the same id is taken in once."
)
_CACHED = "public, max-age=300"
_LOOKED_AT = "public, max-age=60"
"""How long a public agent's card may be shown once it is none any more."""


async def get_card(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return the card; nothing in it is an organisation's."""
    del caller, engine
    return await _told(request, card(request, services, services.domain_agents), _CACHED)


async def get_keys(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return what signatures on notifications are checked with."""
    del request, caller, engine
    body = json.dumps(services.notifier.keys())
    return Response(body, media_type="application/json", headers={"Cache-Control": _CACHED})


def card(request: Request, services: Services, agents: Iterable[Agent]) -> AgentCard:
    """Return the card with what these agents can do."""
    said: dict[str, Json] = {
        "name": _NAME,
        "description": _DESCRIPTION,
        "version": _VERSION,
        "skills": [*_skills(agents), _BUILDING],
    }
    return _card(request, services, A2A, said, extended=signs_in(services))


async def show_public(request: Request, services: Services, tenant: str, agent: Agent) -> Response:
    """Answer with the card of a public agent of an organisation."""
    named = agent.model_copy(update={"id": unmarked(agent.id)})
    said: dict[str, Json] = {
        "name": named.name,
        "description": named.description,
        "version": str(named.version),
        "skills": list(_skills([named])) or [_whole(named)],
    }
    where = public_agent(tenant, named.id)
    return await _told(request, _card(request, services, where, said, extended=False), _LOOKED_AT)


async def _told(request: Request, known: AgentCard, cached: str) -> Response:
    """Answer with a card in the fields of both versions; who asks in 1.0 has those of 1.0 alone."""
    [route] = create_agent_card_routes(known, cache_control=cached)
    response = await route.endpoint(request)
    if response.status_code == HTTPStatus.OK and asked(request).startswith("1."):
        kept = {name: response.headers[name] for name in ("ETag", "Cache-Control")}
        told = json.dumps(MessageToDict(known))
        response = Response(told, media_type="application/json", headers=kept)
    response.headers.add_vary_header(VERSION_HEADER)
    return response


def _card(
    request: Request, services: Services, path: str, said: Mapping[str, Json], *, extended: bool
) -> AgentCard:
    """Return the card of what is spoken to at a path: what it says of itself, and how."""
    here = address(request, services)
    interfaces = [
        {"url": f"{here}{path}", "protocolBinding": binding, "protocolVersion": version}
        for version in ("1.0", "0.3")
        for binding in ("JSONRPC", "HTTP+JSON")
    ]
    told: dict[str, Json] = {
        **said,
        "documentationUrl": f"{here}/api/docs",
        "supportedInterfaces": interfaces,
        "capabilities": {
            "streaming": True,
            "pushNotifications": services.notifier.offered,
            "extendedAgentCard": extended,
            "extensions": [{"uri": EXTENSION, "description": _HANDED_ON}],
        },
        "defaultInputModes": list(TAKEN),
        "defaultOutputModes": list(ANSWERS_IN),
        **(_security(services.sign_in) if signs_in(services) else {}),
    }
    return ParseDict(told, AgentCard())


def address(request: Request, services: Services) -> str:
    """Return where this product is, as its callers reach it."""
    return services.public_url or str(request.base_url).rstrip("/")


def signs_in(services: Services) -> bool:
    """Return whether callers have to say who they are."""
    return services.sign_in.mode != "open"


def _skills(agents: Iterable[Agent]) -> Iterator[Json]:
    """Yield what agents can do, each skill with its agent's examples."""
    for agent in agents:
        examples = list(agent.examples)
        for skill in agent.skills:
            yield {
                "id": f"{agent.id}.{skill.id}",
                "name": skill.name,
                "description": skill.description,
                "tags": list(dict.fromkeys((agent.id, *agent.tags, *skill.tags))),
                "examples": examples,
            }


def _whole(agent: Agent) -> Json:
    """Return what an agent without skills can do: what it says of itself."""
    return {
        "id": agent.id,
        "name": agent.name,
        "description": agent.description,
        "tags": list(dict.fromkeys((agent.id, *agent.tags))),
        "examples": list(agent.examples),
    }


def _security(sign_in: SignInWith) -> dict[str, Json]:
    """Return how callers say who they are."""
    told = "A token of Entra ID" if sign_in.mode != "secret" else "The operator's secret"
    scope = f" for {sign_in.scope}, from {sign_in.authority}" if sign_in.scope else ""
    bearer = {"scheme": "bearer", "description": f"{told}{scope}."}
    if sign_in.mode != "secret":
        bearer["bearerFormat"] = "JWT"
    return {
        "securitySchemes": {"signIn": {"httpAuthSecurityScheme": bearer}},
        "securityRequirements": [{"schemes": {"signIn": {"list": []}}}],
    }
