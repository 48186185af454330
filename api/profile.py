"""What a person says of themselves, and what the tools know of them."""

from typing import Literal, get_args

from azurefunctions.extensions.http.fastapi import Request, Response
from pydantic import Field

from api import client_zone
from api.parsing import parse
from api.shown import shown
from shared.decisions.permissions import Permission, permitted
from shared.models.person import Person
from shared.models.principal import Principal
from shared.models.profile import Policy, Preferred, Profile
from shared.ports import Engine
from shared.profiles import profile_of
from shared.services import Services

Theirs = Literal["time_zone", "working_hours"]
"""What is found out of a person until they say it themselves."""


class ProfileView(Profile):
    """A person as the tools see them; the organisation's policy has a path of its own."""

    policy: Policy = Field(default=Policy(), exclude=True)
    chosen: tuple[Theirs, ...] = ()
    """Which of them they said themselves; the others are their calendar's, their client's or the
    default, and stay so where a change leaves them out."""
    may: tuple[Permission, ...] = ()
    """What the caller's roles allow them."""


async def get_profile(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return the caller's accounts, organisation and preferences, as the tools see them.

    The zone that their client says it is in counts as theirs until a better one is known.
    """
    del engine
    await client_zone.note(request, caller, services)
    return await _shown(caller, services)


async def put_profile(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Replace what the caller prefers: time zone, working hours, VIPs, short answers.

    A time zone or working hours that they leave out are the calendar's again.
    """
    del engine
    preferred = await parse(request, Preferred)

    def change(person: Person) -> Person:
        own = tuple(sorted(preferred.model_fields_set))
        return person.model_copy(update={"preferred": preferred, "own": own})

    await services.people.change(caller, change)
    return await _shown(caller, services)


async def _shown(caller: Principal, services: Services) -> Response:
    profile = await profile_of(services, caller, await services.workspaces.open(caller))
    person = await services.people.get(caller)
    chosen = tuple(name for name in get_args(Theirs) if person.set(name))
    return shown(ProfileView(**dict(profile), chosen=chosen, may=permitted(caller.roles)))
