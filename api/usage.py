"""What was used: by the caller or, for administrators, in their organisation."""

from datetime import timedelta

from azurefunctions.extensions.http.fastapi import JSONResponse, Request, Response

from api.parsing import refuse
from api.routing import days_of
from shared.decisions.permissions import may
from shared.decisions.usage import report
from shared.errors import Forbidden
from shared.models.principal import Principal
from shared.ports import Engine
from shared.services import Services

_DAYS = 30


async def get_usage(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return turns, runs, calls and tokens of the last `days` days, by agent and by day (UTC)."""
    del engine
    days, of = days_of(request, _DAYS), request.query_params.get("of") or "me"
    if of not in {"me", "organisation"}:
        refuse("of", "must be me or organisation")
    if of == "organisation" and not may(caller.roles, "administer"):
        raise Forbidden("Only an administrator of your organisation can see all of its usage.")
    turns = await services.routings.since(
        caller.tenant, services.clock.now() - timedelta(days=days)
    )
    if of == "organisation":
        return JSONResponse(report(turns, days, "organisation").model_dump(mode="json"))
    own = [turn for turn in turns if turn.user == caller.user]
    return JSONResponse(report(own, days, "me").model_dump(mode="json"))
