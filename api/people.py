"""The people of an organisation, to share with by name."""

from azurefunctions.extensions.http.fastapi import JSONResponse, Request, Response

from shared.models.principal import Principal
from shared.ports import Engine
from shared.services import Services


async def get_people(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return who of the caller's organisation has been here, by name."""
    del request, engine
    found = await services.directory.of(caller.tenant)
    return JSONResponse({"people": [one.model_dump(mode="json") for one in found]})
