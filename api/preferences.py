"""What was remembered of a person's choices, and forgetting it."""

from azurefunctions.extensions.http.fastapi import Request, Response
from pydantic import Field

from api.shown import Shown, shown
from shared.agents import learning
from shared.models.person import Preference
from shared.models.principal import Principal
from shared.ports import Engine
from shared.services import Services


class PreferenceView(Preference):
    """A choice that saves a question: for what, among whom, and who was chosen."""

    turn: str = Field(exclude=True)
    point: str = Field(exclude=True)


class PreferenceList(Shown):
    """The choices remembered of a person, newest last."""

    preferences: list[PreferenceView]


async def get_preferences(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return the choices that save this person a question, newest last."""
    del request, engine
    person = await services.people.get(caller)
    kept = [PreferenceView(**dict(one)) for one in person.preferences]
    return shown(PreferenceList(preferences=kept))


async def delete_preferences(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Forget every remembered choice; the next time, the question is asked again."""
    del request, engine
    await learning.forget(services, caller)
    return shown(PreferenceList(preferences=[]))
