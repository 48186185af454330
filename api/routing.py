"""How routing goes in an organisation, and what nobody there could do."""

from datetime import timedelta

from azurefunctions.extensions.http.fastapi import JSONResponse, Request, Response

from api import sse
from api.parsing import refuse
from shared.decisions import gaps
from shared.decisions.report import report
from shared.errors import Forbidden
from shared.models.principal import Principal
from shared.ports import Engine
from shared.registry import ADMINS
from shared.services import Services

_DAYS, _MOST_DAYS = 7, 30
_GAP_DAYS = 30
_LISTED, _MOST_LISTED = 100, 1000
_COUNTED = 10_000
"""Gaps read for one report: the latest."""


async def get_report(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return clarification rate, first-try success and override rate of the last `days` days."""
    del engine
    days = days_of(request, _DAYS)
    now = services.clock.now()
    turns = await services.routings.since(caller.tenant, now - timedelta(days=days))
    return JSONResponse(report(turns, days, now).model_dump(mode="json"))


async def get_gaps(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return what people asked for that nobody could do, for those who can do something about it.

    At most `limit` requests are listed; the counts are of all in the last `days` days.
    """
    del engine
    if not ADMINS.intersection(caller.roles):
        raise Forbidden("Only an administrator of your organisation can see what it lacks.")
    days = days_of(request, _GAP_DAYS)
    limit = _within("limit", request, _LISTED, _MOST_LISTED)
    since = services.clock.now() - timedelta(days=days)
    found = await services.gaps.since(caller.tenant, since, _COUNTED)
    return JSONResponse(gaps.report(found, days, limit).model_dump(mode="json"))


def days_of(request: Request, default: int) -> int:
    """Return how many days back a report is to go; raise InvalidRequest or InvalidFields."""
    return _within("days", request, default, _MOST_DAYS)


def _within(name: str, request: Request, default: int, most: int) -> int:
    wanted = sse.number(name, request.query_params.get(name) or str(default))
    if not 1 <= wanted <= most:
        refuse(name, f"must be between 1 and {most}")
    return wanted
