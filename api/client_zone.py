"""The time zone a client is in: what a person's times mean until something better is known."""

from azurefunctions.extensions.http.fastapi import Request

from api.parsing import Body, checked
from shared.models.base import ZoneName
from shared.models.principal import Principal
from shared.profiles import client_in
from shared.services import Services

HEADER = "X-Time-Zone"


class _Header(Body):
    zone: ZoneName


async def note(
    request: Request, caller: Principal, services: Services, given: str | None = None
) -> None:
    """Keep the zone given, or else that of the header; raise InvalidFields for none there is."""
    header = request.headers.get(HEADER)
    zone = given or (checked(_Header, {"zone": header}, HEADER).zone if header else None)
    if zone:
        await client_in(services, caller, zone)
