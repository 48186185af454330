"""How routing goes in an organisation, and what nobody there could do."""

from datetime import timedelta

from azurefunctions.extensions.http.fastapi import JSONResponse, Request, Response

from api import sse
from api.parsing import refuse
from shared.agents.registry import may_read
from shared.decisions import gaps
from shared.decisions.permissions import may
from shared.decisions.report import report
from shared.errors import Forbidden
from shared.models.principal import Principal
from shared.ports import Engine
from shared.services import Services

_DAYS, _MOST_DAYS = 7, 30
_GAP_DAYS = 30
_LISTED, _MOST_LISTED = 100, 1000
_COUNTED = 10_000
"""Gaps read for one report: the latest."""


async def get_report(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return clarification rate, first-try success and override rate of the last `days` days.

    Agents that the caller may not know of are in the rates, but not in the list.
    """
    del engine
    days = days_of(request, _DAYS)
    now = services.clock.now()
    turns = await services.routings.since(caller.tenant, now - timedelta(days=days))
    told = report(turns, days, now)
    if not may(caller.roles, "administer"):
        known = await _known(services, caller)
        seen = tuple(share for share in told.agents if share.agent in known)
        told = told.model_copy(update={"agents": seen})
    return JSONResponse(told.model_dump(mode="json"))


async def _known(services: Services, caller: Principal) -> frozenset[str]:
    """Return the agents that somebody who does not administer may know of."""
    own = await services.agents.list(caller.tenant)
    seen = (agent for agent in own if may_read(services, caller, agent))
    return frozenset(agent.id for agent in (*services.domain_agents, *seen))


async def get_gaps(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return what people asked for that nobody could do, for those who can do something about it.

    At most `limit` requests are listed; the counts are of all in the last `days` days.
    """
    del engine
    if not may(caller.roles, "administer"):
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
