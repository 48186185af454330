"""Whether this instance can do its work."""

import asyncio
import logging
from collections.abc import Awaitable

from azurefunctions.extensions.http.fastapi import JSONResponse, Request, Response

from shared.models.principal import Principal
from shared.ports import Engine
from shared.services import Services

TIMEOUT = 5.0
"""Seconds a dependency has to answer."""

_log = logging.getLogger(__name__)


async def get_health(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Ask storage and the durable runtime whether they answer: 200 when both do, else 503.

    How the language model did lately is told as well; without it the app works all the same.
    """
    del request, caller
    model = services.model()
    storage, runtime = await asyncio.gather(
        _check("storage", services.threads.ping()), _check("engine", engine.ping())
    )
    well = storage == runtime == "ok"
    content = {
        "status": "ok" if well else "failing",
        "checks": {"storage": storage, "engine": runtime},
        "model": model.model_dump(exclude_defaults=True) | {"state": model.state},
    }
    return JSONResponse(content, status_code=200 if well else 503)


async def _check(name: str, answer: Awaitable[None]) -> str:
    try:
        await asyncio.wait_for(answer, TIMEOUT)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is not well
        _log.warning("health: %s does not answer (%s)", name, type(error).__name__)
        return "unavailable"
    return "ok"
