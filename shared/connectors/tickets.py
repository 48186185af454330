"""Tickets: how a link, which carries no token, begins a sign-in for the person it was given to.

A ticket is good once and for two minutes. Storage has its hash only.
"""

import secrets
from datetime import timedelta

from shared.errors import InvalidRequest
from shared.models.connection import Reach, Ticket
from shared.models.principal import Principal
from shared.ports import Clock
from shared.storage.connections import StoredConnections

TIME_TO_USE = timedelta(minutes=2)


class Tickets:
    """Gives tickets out and takes them back."""

    def __init__(self, connections: StoredConnections, clock: Clock) -> None:
        self._connections = connections
        self._clock = clock

    async def issue(self, person: Principal, reach: Reach) -> str:
        """Return a new ticket."""
        secret, now = secrets.token_urlsafe(32), self._clock.now()
        ticket = Ticket(
            **reach.model_dump(),
            tenant=person.tenant,
            user=person.user,
            name=person.name,
            until=now + TIME_TO_USE,
        )
        await self._connections.issue(secret, ticket, now)
        return secret

    async def look(self, secret: str) -> Ticket:
        """Return a ticket that is good; raise InvalidRequest for any other."""
        return self._good(await self._connections.ticket(secret))

    async def take(self, secret: str) -> Ticket:
        """Return a ticket that was good until now, to one caller; raise InvalidRequest."""
        return self._good(await self._connections.redeem(secret))

    def _good(self, ticket: Ticket | None) -> Ticket:
        if ticket is None or ticket.until <= self._clock.now():
            raise InvalidRequest(
                "This link has expired, or was used before. Ask for a new one where you got it."
            )
        return ticket
