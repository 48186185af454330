"""Whether this instance can do its work."""

import asyncio
import logging
from collections.abc import Awaitable
from typing import Literal

from azurefunctions.extensions.http.fastapi import Request, Response

from api.shown import Shown, shown
from shared.models.principal import Principal
from shared.models.reasoning import ModelCondition
from shared.ports import Engine
from shared.services import Services

TIMEOUT = 5.0
"""Seconds a dependency has to answer."""

_log = logging.getLogger(__name__)


Check = Literal["ok", "unavailable"]


class Checks(Shown):
    """Which of the things that everything needs answer."""

    storage: Check
    engine: Check


class Health(Shown):
    """Whether this instance can do its work, and how the language model did."""

    status: Literal["ok", "failing"]
    checks: Checks
    model: ModelCondition


async def get_health(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Ask storage and the durable runtime whether they answer: 200 when both do, else 503.

    How the language model did lately is told as well; without it the app works all the same.
    """
    del request, caller
    storage, runtime = await asyncio.gather(
        _check("storage", services.threads.ping()), _check("engine", engine.ping())
    )
    well = storage == runtime == "ok"
    health = Health(
        status="ok" if well else "failing",
        checks=Checks(storage=storage, engine=runtime),
        model=services.model(),
    )
    return shown(health, 200 if well else 503)


async def _check(name: str, answer: Awaitable[None]) -> Check:
    try:
        await asyncio.wait_for(answer, TIMEOUT)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is not well
        _log.warning("health: %s does not answer (%s)", name, type(error).__name__)
        return "unavailable"
    return "ok"
