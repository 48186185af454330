"""How a client signs people in: all it has to know before anybody has."""

from azurefunctions.extensions.http.fastapi import Request, Response

from api.shown import shown
from shared.models.principal import Principal
from shared.ports import Engine
from shared.services import Services


async def get_sign_in(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return the way in; nothing in it is secret."""
    del request, caller, engine
    return shown(services.sign_in)
