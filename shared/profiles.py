"""Who a person is to the tools: their accounts, what they prefer, what their organisation wants."""

import asyncio

from shared.models.principal import Principal
from shared.models.profile import Profile
from shared.services import Services
from shared.tools.workspace import Workspace

_PUBLIC = frozenset(
    {
        *("aol.com", "fastmail.com", "gmail.com", "gmx.com", "gmx.de", "gmx.net", "googlemail.com"),
        *("hotmail.com", "icloud.com", "live.com", "mail.com", "me.com", "msn.com", "outlook.com"),
        *("proton.me", "protonmail.com", "t-online.de", "web.de", "yahoo.com", "yandex.com"),
    }
)
"""Where anybody can have a mailbox: sharing such a domain makes nobody a colleague."""


async def profile_of(services: Services, principal: Principal, workspace: Workspace) -> Profile:
    """Return a person's profile as it is now."""
    person, policy = await asyncio.gather(
        services.people.get(principal), services.policies.get(principal.tenant)
    )
    addresses = [account.email for account in workspace.accounts if account.email]
    domains = {address.rpartition("@")[2].casefold() for address in addresses}
    return Profile(
        name=next((account.name for account in workspace.accounts if account.name), ""),
        accounts=workspace.accounts,
        domains=tuple(sorted(domains - _PUBLIC)),
        preferred=person.preferred,
        policy=policy,
    )
