"""Who a person is here: their name, accounts, organisation, and what they prefer."""

import re

from shared.profiles import profile_of
from shared.queries.handler import Asked, InOnePiece
from shared.services import Services

_ASKED = re.compile(
    r"^(?:(?:so|ok|and|please|tell me|do you know|can you tell me) )*(?:who am i\b"
    r"|what (?:is|are) my (?:names?|accounts?|organi[sz]ations?|compan(?:y|ies)|time zone"
    r"|working hours|profile)\b|(?:which|what) (?:of my )?accounts? (?:do i have|am i using|is mine"
    r"|(?:is|are) connected|have i connected)\b"
    r"|(?:which|what) (?:organi[sz]ation|company) (?:am i in|do i (?:work for|belong to))\b"
    r"|who (?:am i|is) (?:signed|logged) in)"
)


class Identity(InOnePiece):
    """Tells a person who they are to the agents."""

    id = "identity"
    priority = 60

    def can_handle(self, asked: Asked) -> bool:
        """Take "who am I" and questions about one's own accounts."""
        return _ASKED.match(asked.plain) is not None

    async def text(self, asked: Asked, services: Services) -> str:
        """Answer from the profile."""
        workspace = await services.workspaces.open(asked.principal)
        profile = await profile_of(services, asked.principal, workspace)
        accounts = [
            f"- {f'{one.provider.title()} {one.email}'.strip()}: {', '.join(one.domains)}"
            for one in profile.accounts
        ]
        domains = " and ".join(profile.domains)
        hours = profile.preferred.working_hours
        emails = (account.email for account in profile.accounts if account.email)
        lines = [
            f"You are **{profile.name or next(emails, asked.principal.user)}**.",
            "Your accounts:" if accounts else "You have no accounts connected.",
            *accounts,
            f"Your organisation's mail domain is {domains}." if domains else "",
            f"Your time zone is {profile.preferred.time_zone}.",
            f"Your working hours are {hours.start:%H:%M} to {hours.end:%H:%M}.",
        ]
        return "\n".join(line for line in lines if line)
