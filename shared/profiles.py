"""Who a person is to the tools: their accounts, what they prefer, what their organisation wants."""

import asyncio

from shared.errors import ToolFailed
from shared.models.base import Json
from shared.models.person import Observed, Person
from shared.models.principal import Principal
from shared.models.profile import PUBLIC_DOMAINS, Preferred, Profile
from shared.services import Services
from shared.tools.workspace import Workspace
from shared.workspace.calendar.port import Calendar

_OF_THE_CALENDAR = ("time_zone", "working_hours")


async def profile_of(services: Services, principal: Principal, workspace: Workspace) -> Profile:
    """Return a person's profile as it is now."""
    person, policy = await asyncio.gather(
        observed(services, principal, workspace), services.policies.get(principal.tenant)
    )
    addresses = [account.email for account in workspace.accounts if account.email]
    domains = {address.rpartition("@")[2].casefold() for address in addresses}
    return Profile(
        name=next((account.name for account in workspace.accounts if account.name), ""),
        accounts=workspace.accounts,
        domains=tuple(sorted(domains - PUBLIC_DOMAINS)),
        preferred=person.known,
        policy=policy,
    )


async def observed(services: Services, principal: Principal, workspace: Workspace) -> Person:
    """Return what is known of a person, with what their calendar says of their time.

    That is asked when the calendar is first used, and again once other accounts are connected.
    """
    person = await services.people.get(principal)
    accounts = tuple(sorted(account.id for account in workspace.accounts))
    seen = person.observed is not None and person.observed.accounts == accounts
    if seen or Calendar not in workspace or all(map(person.set, _OF_THE_CALENDAR)):
        return person
    try:
        settings = await workspace[Calendar].settings()
    except ToolFailed:
        return person  # whatever is asked of the calendar next says what is wrong
    known = Observed(accounts=accounts, settings=settings)

    def noted(before: Person) -> Person:
        return before.model_copy(update={"observed": known})

    await services.people.change(principal, noted)
    return noted(person)


async def set_own(services: Services, principal: Principal, **said: Json) -> None:
    """Keep what a person says of themselves; raise ValueError for a zone there is not."""

    def change(person: Person) -> Person:
        kept = person.preferred.model_dump(mode="json")
        preferred = Preferred.model_validate({**kept, **said})
        own = tuple(sorted({*person.own, *said}))
        return person.model_copy(update={"preferred": preferred, "own": own})

    await services.people.change(principal, change)


async def client_in(services: Services, principal: Principal, zone: str) -> None:
    """Note the zone a person's client is in, for as long as nothing better is known."""
    await services.people.change(
        principal, lambda person: person.model_copy(update={"client_zone": zone})
    )
