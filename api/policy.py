"""What an organisation wants confirmed or refused, on top of the rules every tool has."""

import re

from azurefunctions.extensions.http.fastapi import Request, Response

from api.parsing import parse, refuse
from api.shown import shown
from shared.agents.lending import toolbox
from shared.decisions.permissions import may
from shared.errors import Forbidden
from shared.models.principal import Principal
from shared.models.profile import Policy
from shared.ports import Engine
from shared.services import Services

_LABEL = r"[^\W_]+(?:-+[^\W_]+)*"
_DOMAIN = re.compile(rf"{_LABEL}(?:\.{_LABEL})+")
_LONGEST = 253


async def get_policy(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return the policy of the caller's organisation."""
    del request, engine
    return shown(await services.policies.get(caller.tenant))


async def put_policy(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Replace the policy; it can only tighten what the tools' own rules ask for."""
    del engine
    if not may(caller.roles, "administer"):
        raise Forbidden("Only an administrator of your organisation can change its policy.")
    policy = await parse(request, Policy)
    tools = await toolbox(services, caller.tenant)
    for field in ("refused", "confirmed"):
        unknown = sorted(set(getattr(policy, field)) - tools.keys())
        if unknown:
            refuse(field, f"there is no tool called {unknown[0]}")
    # A word that is no domain would let nothing be sent anywhere, and nobody would see why.
    for domain in policy.recipients:
        if len(domain) > _LONGEST or not _DOMAIN.fullmatch(domain):
            refuse("recipients", f"“{domain[:80]}” is no domain, such as company.com")
    await services.policies.put(caller.tenant, policy)
    return shown(policy)
