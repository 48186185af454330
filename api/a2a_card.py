"""Who this is, for other agents: the card of A2A, as 1.0 and as 0.3 has it."""

import json
from collections.abc import Iterable, Iterator

from a2a.server.routes.agent_card_routes import create_agent_card_routes
from a2a.types import AgentCard
from azurefunctions.extensions.http.fastapi import Request, Response
from google.protobuf.json_format import ParseDict

from api.paths import A2A
from shared.decisions.chains import EXTENSION
from shared.models.agent import Agent
from shared.models.base import Json
from shared.models.principal import Principal
from shared.models.signing_in import SignInWith
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
_MODES = ["text/plain", "application/json"]


async def get_card(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return the card; nothing in it is an organisation's."""
    del caller, engine
    known = card(request, services, services.domain_agents)
    [route] = create_agent_card_routes(known, cache_control=_CACHED)
    return await route.endpoint(request)


async def get_keys(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return what signatures on notifications are checked with."""
    del request, caller, engine
    body = json.dumps(services.notifier.keys())
    return Response(body, media_type="application/json", headers={"Cache-Control": _CACHED})


def card(request: Request, services: Services, agents: Iterable[Agent]) -> AgentCard:
    """Return the card with what these agents can do."""
    here = address(request, services)
    interfaces = [
        {"url": f"{here}{A2A}", "protocolBinding": binding, "protocolVersion": version}
        for version in ("1.0", "0.3")
        for binding in ("JSONRPC", "HTTP+JSON")
    ]
    told: dict[str, Json] = {
        "name": _NAME,
        "description": _DESCRIPTION,
        "version": _VERSION,
        "documentationUrl": f"{here}/api/docs",
        "supportedInterfaces": interfaces,
        "capabilities": {
            "streaming": True,
            "pushNotifications": services.notifier.offered,
            "extendedAgentCard": signs_in(services),
            "extensions": [{"uri": EXTENSION, "description": _HANDED_ON}],
        },
        "defaultInputModes": _MODES,
        "defaultOutputModes": _MODES,
        "skills": [*_skills(agents), _BUILDING],
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
