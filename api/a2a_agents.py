"""Public agents, each at an address of its own: its card, and A2A that reaches nobody else."""

from azurefunctions.extensions.http.fastapi import Request, Response

from api.a2a_card import show_public
from api.a2a_http import by_rest, by_rpc
from api.a2a_taking import Visit
from api.ids import path_id
from shared.agents.published import addressed, published
from shared.models.principal import Principal
from shared.ports import Engine
from shared.services import Services


async def get_public_card(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return the card of an agent that is public."""
    del caller, engine
    tenant = path_id(request, "organisation")
    agent = await published(services, tenant, path_id(request, "agent"))
    return await show_public(request, services, tenant, agent)


async def post_agent_rpc(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Answer a call by JSON-RPC, for one agent."""
    return await by_rpc(await _visit(request, caller, engine, services))


async def any_agent_rest(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Answer a call by REST, for one agent."""
    return await by_rest(await _visit(request, caller, engine, services))


async def _visit(request: Request, caller: Principal, engine: Engine, services: Services) -> Visit:
    tenant, name = path_id(request, "organisation"), path_id(request, "agent")
    return Visit(request, caller, engine, services, await addressed(services, caller, tenant, name))
