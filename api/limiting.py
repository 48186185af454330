"""What a request takes of its caller's limits, and what it gives back."""

from collections.abc import (
    AsyncGenerator,
    AsyncIterable,
    Awaitable,
    Callable,
    Mapping,
)
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import TypeVar

from azurefunctions.extensions.http.fastapi import Request, Response, StreamingResponse

from api import sse
from api.routes import Route
from shared.decisions.budgets import STREAM_SECONDS, TURN_SECONDS
from shared.errors import LimitReached
from shared.models.budget import Kind
from shared.models.principal import Principal
from shared.services import Services
from shared.telemetry import REFUSED

T = TypeVar("T")

TURN: Mapping[Kind, float] = {"turns": TURN_SECONDS}
"""What a message takes that is worked on."""


def wanted(route: Route, request: Request) -> dict[Kind, float]:
    """Return what a request takes before it is looked at any further."""
    takes: dict[Kind, float] = {"requests": 1.0}
    if route.begins_turn and request.method == "POST":
        takes |= TURN
    if sse.wanted(request) or request.method in route.streams:
        takes["streams"] = STREAM_SECONDS
    return takes


async def within_limits(
    services: Services,
    caller: Principal,
    takes: dict[Kind, float],
    answer: Callable[[], Awaitable[Response]],
) -> Response:
    """Answer a request if its caller's limits allow it; raise LimitReached if not."""
    began = services.clock.now()
    async with holding(services, caller, takes):
        response = await answer()
    if "streams" in takes:
        if isinstance(response, StreamingResponse):
            response.body_iterator = _held(response.body_iterator, services, caller)
        else:
            _settle(services, caller, began)
    return response


@asynccontextmanager
async def waiting(services: Services, caller: Principal) -> AsyncGenerator[None]:
    """Let a request wait for a turn as an open stream does; raise LimitReached before it begins."""
    began = services.clock.now()
    await _take(services, caller, {"streams": STREAM_SECONDS})
    try:
        yield
    finally:
        _settle(services, caller, began)


def _settle(services: Services, caller: Principal, began: datetime) -> None:
    """Pay for what a request that was answered at once or after a while has really lasted."""
    lasted = (services.clock.now() - began).total_seconds()
    services.budgets.charge(caller, "streams", lasted - STREAM_SECONDS)


async def _take(services: Services, caller: Principal, takes: Mapping[Kind, float]) -> None:
    try:
        await services.budgets.take(caller, takes)
    except LimitReached as reached:
        REFUSED.add(1, {"code": reached.code})
        raise


@asynccontextmanager
async def holding(
    services: Services, caller: Principal, takes: Mapping[Kind, float]
) -> AsyncGenerator[None]:
    """Take of a caller's limits for what is done inside; raise LimitReached before it is begun.

    What came to nothing gives back what only what lasts would have needed.
    """
    await _take(services, caller, takes)
    try:
        yield
    except Exception:
        for kind in takes.keys() - {"requests"}:
            services.budgets.charge(caller, kind, -takes[kind])
        raise


async def _held(
    chunks: AsyncIterable[T], services: Services, caller: Principal
) -> AsyncGenerator[T, None]:
    """Pass a stream on, paid a minute ahead; one that is open is never cut off for it."""
    paid_until = services.clock.now() + timedelta(seconds=STREAM_SECONDS)
    try:
        async for chunk in chunks:
            while services.clock.now() >= paid_until:
                services.budgets.charge(caller, "streams", STREAM_SECONDS)
                paid_until += timedelta(seconds=STREAM_SECONDS)
            yield chunk
    finally:
        unused = (paid_until - services.clock.now()).total_seconds()
        services.budgets.charge(caller, "streams", -unused)
