"""What an organisation registers of other systems: who may see it, who may change it, how many."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic

from shared.decisions.permissions import may
from shared.errors import Conflict, Forbidden, InvalidRequest, NotFound
from shared.models.principal import Principal
from shared.models.rows import Stored
from shared.ports import Registered, Thing
from shared.services import Services


@dataclass(frozen=True)
class Register(Generic[Thing]):
    """The things of one form: what one is called, the most of them, and where they are kept."""

    noun: str
    most: int
    """Of one organisation."""
    of: Callable[[Services], Registered[Thing]]

    async def listed(self, services: Services, who: Principal) -> Sequence[Thing]:
        """Return an organisation's things by id; raise Forbidden for who makes no agents."""
        self._check_may_see(who)
        return await self.of(services).list(who.tenant)

    async def seen(self, services: Services, who: Principal, name: str) -> Thing:
        """Return a thing to somebody who makes agents; raise Forbidden or NotFound."""
        self._check_may_see(who)
        return (await self._found(services, who, name)).value

    async def held(self, services: Services, who: Principal, name: str) -> Stored[Thing]:
        """Return a thing to who may change it; raise Forbidden or NotFound."""
        self.check_may(who)
        return await self._found(services, who, name)

    async def check_new(self, services: Services, who: Principal, name: str) -> None:
        """Raise Forbidden, InvalidRequest or Conflict where nothing can be added by this id."""
        self.check_may(who)
        known = await self.of(services).list(who.tenant)
        if len(known) >= self.most:
            raise InvalidRequest(f"An organisation can have at most {self.most} {self.noun}s.")
        if any(one.id == name for one in known):
            raise self._taken(name)

    async def add(self, services: Services, who: Principal, thing: Thing) -> None:
        """Keep a new thing; raise Conflict where somebody took its id meanwhile."""
        try:
            await self.of(services).put(who.tenant, thing, None)
        except Conflict as error:
            raise self._taken(thing.id) from error

    def check_may(self, who: Principal) -> None:
        """Raise Forbidden for who may not change them."""
        if not may(who.roles, "administer"):
            raise Forbidden(
                f"Only an administrator of your organisation can manage its {self.noun}s."
            )

    def _check_may_see(self, who: Principal) -> None:
        if not may(who.roles, "build"):
            raise Forbidden(f"Only those who make agents can see your organisation's {self.noun}s.")

    async def _found(self, services: Services, who: Principal, name: str) -> Stored[Thing]:
        stored = await self.of(services).get(who.tenant, name)
        if stored is None:
            raise NotFound(f"There is no {self.noun} {name!r}.")
        return stored

    def _taken(self, name: str) -> Conflict:
        return Conflict(f"There is a {self.noun} {name!r} already; choose another id.")
