"""The people of an organisation, to share with by name."""

from azurefunctions.extensions.http.fastapi import Request, Response

from api.shown import Shown, shown
from shared.models.principal import Colleague, Principal
from shared.ports import Engine
from shared.services import Services


class PeopleList(Shown):
    """Who of an organisation has been here."""

    people: tuple[Colleague, ...]


async def get_people(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return who of the caller's organisation has been here, by name."""
    del request, engine
    found = await services.directory.of(caller.tenant)
    return shown(PeopleList(people=tuple(found)))
