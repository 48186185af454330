"""How routing goes in an organisation."""

from datetime import timedelta

from azurefunctions.extensions.http.fastapi import JSONResponse, Request, Response

from api import sse
from api.parsing import refuse
from shared.decisions.report import report
from shared.models.principal import Principal
from shared.ports import Engine
from shared.services import Services

_DAYS, _MOST_DAYS = 7, 30


async def get_report(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return clarification rate, first-try success and override rate of the last `days` days."""
    del engine
    days = sse.number("days", request.query_params.get("days") or str(_DAYS))
    if not 1 <= days <= _MOST_DAYS:
        refuse("days", f"must be between 1 and {_MOST_DAYS}")
    since = services.clock.now() - timedelta(days=days)
    turns = await services.routings.since(caller.tenant, since)
    return JSONResponse(report(turns, days).model_dump(mode="json"))
