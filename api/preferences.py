"""What was remembered of a person's choices, and forgetting it."""

from azurefunctions.extensions.http.fastapi import JSONResponse, Request, Response

from shared import learning
from shared.models.principal import Principal
from shared.ports import Engine
from shared.services import Services


async def get_preferences(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return the choices that save this person a question, newest last."""
    del request, engine
    person = await services.people.get(caller)
    shown = {"text", "among", "agent", "at"}
    return JSONResponse(
        {"preferences": [p.model_dump(mode="json", include=shown) for p in person.preferences]}
    )


async def delete_preferences(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Forget every remembered choice; the next time, the question is asked again."""
    del request, engine
    await learning.forget(services, caller)
    return JSONResponse({"preferences": []})
