"""Connecting accounts: starting a sign-in, finishing it, and giving an account back."""

import hmac
import logging
import secrets
from collections.abc import Mapping
from datetime import timedelta

from shared.backoff import pause
from shared.connectors.grants import Grants
from shared.connectors.oauth import ActsForCallers, Asked, Granted, Kept
from shared.connectors.offered import Connectable
from shared.connectors.rest import ReauthNeeded
from shared.connectors.tickets import Tickets
from shared.decisions.permissions import may
from shared.errors import (
    ClaimsNeeded,
    Conflict,
    Forbidden,
    InvalidRequest,
    Misconfigured,
    NotAdmitted,
    NotFound,
    ToolFailed,
)
from shared.models.connection import (
    Beginning,
    Begun,
    Connection,
    Finished,
    Offer,
    Reach,
    Ticketed,
    Wish,
)
from shared.models.principal import Principal
from shared.naming import digest
from shared.ports import Clock
from shared.security.sealing import NotOpened
from shared.storage.connections import StoredConnections

TIME_TO_SIGN_IN = timedelta(minutes=10)
_ID_CHARACTERS = 8
"""Enough to tell a person's accounts apart."""

_log = logging.getLogger(__name__)


class ConnectedAccounts:
    """The `Accounts` port. `offered` are the providers by id."""

    def __init__(
        self,
        offered: Mapping[str, Connectable],
        connections: StoredConnections,
        grants: Grants,
        tickets: Tickets,
        clock: Clock,
    ) -> None:
        self._offered = offered
        self._connections = connections
        self._grants = grants
        self._tickets = tickets
        self._clock = clock

    def offers(self) -> tuple[Offer, ...]:
        """Return the providers whose accounts can be connected."""
        return tuple(
            Offer(
                id=one.provider.id,
                name=one.provider.name,
                domains=tuple(sorted(one.provider.domains)),
                by_token=isinstance(one.flow, ActsForCallers),
            )
            for one in self._offered.values()
        )

    async def list(self, principal: Principal) -> tuple[Connection, ...]:
        """Return a person's accounts, the one connected first first."""
        return tuple(one.value for one in await self._connections.list(principal))

    async def ticket(self, principal: Principal, reach: Reach) -> str:
        """Return a ticket; raise NotFound, InvalidRequest or Forbidden."""
        await self._wanted(principal, reach)
        return await self._tickets.issue(principal, reach)

    async def ticketed(self, ticket: str) -> Ticketed:
        """Return what a ticket is for, which stays good; raise InvalidRequest."""
        good = await self._tickets.look(ticket)
        return Ticketed(ticket=good, provider=self._connectable(good.provider).provider.name)

    async def start_with(self, ticket: str, back: str, browser: str) -> Begun:
        """Begin the sign-in that a ticket is for, which is used up; raises what `start` does."""
        good = await self._tickets.take(ticket)
        reach = good.model_dump(include=set(Reach.model_fields))
        wish = Wish(**reach, back=back, browser=browser)
        return await self.start(Principal(tenant=good.tenant, user=good.user), wish)

    async def start(self, principal: Principal, wish: Wish) -> Begun:
        """Begin a sign-in.

        Raises NotFound, InvalidRequest, Forbidden, Misconfigured or ToolFailed.
        """
        one, before, domains = await self._wanted(principal, wish)
        state = secrets.token_urlsafe(32)
        asked = Asked(
            state=state,
            back=wish.back,
            domains=domains,
            claims=before.claims if before else "",
            hint=before.email if before else "",
        )
        _ = self._grants.sealer  # raises what is set wrongly before anybody signs in
        begun = await one.flow.begin(asked)
        now = self._clock.now()
        beginning = Beginning(
            provider=wish.provider,
            domains=domains,
            tenant=principal.tenant,
            user=principal.user,
            secret=self._grants.seal_sign_in(state, begun.secret),
            browser=digest(wish.browser),
            until=now + TIME_TO_SIGN_IN,
        )
        await self._connections.begin(state, beginning, now)
        return Begun(url=begun.url, state=state)

    async def finish(
        self, state: str, answer: Mapping[str, str], *, caller: Principal | None, browser: str
    ) -> Finished:
        """End a sign-in with the query that the person came back with; nobody can end it twice.

        It must be the `caller` who began it or, where nobody is signed in, the same `browser`.
        Raises InvalidRequest, Forbidden, NotFound or ToolFailed.
        """
        beginning = await self._connections.take(state)
        if beginning is None or beginning.until <= self._clock.now():
            raise _over()
        if caller is None and not hmac.compare_digest(digest(browser), beginning.browser):
            raise Forbidden("This sign-in was begun in another browser. Please start it again.")
        if caller is not None and (caller.tenant, caller.user) != (
            beginning.tenant,
            beginning.user,
        ):
            raise _over()
        one = self._connectable(beginning.provider)
        if answer.get("error") or not answer.get("code"):
            name = one.provider.name
            raise InvalidRequest(f"{name} was not connected: the sign-in was not completed.")
        try:
            secret = self._grants.open_sign_in(state, beginning.secret)
        except NotOpened as error:  # the keys were changed in between
            raise _over() from error
        granted = await one.flow.finish(secret, {**answer, "state": state}, beginning.domains)
        person = Principal(tenant=beginning.tenant, user=beginning.user)
        return Finished(person=person, connection=await self._connected(person, one, granted))

    async def on_behalf_of(self, principal: Principal, reach: Reach, token: str) -> Connection:
        """Connect the account that a caller's own token opens.

        Raises NotFound where that cannot be, ClaimsNeeded where the client has to sign in anew
        first, NotAdmitted where nobody has consented yet, or ToolFailed.
        """
        one, _, domains = await self._wanted(principal, reach)
        if not isinstance(one.flow, ActsForCallers):
            raise NotFound(f"{one.provider.name} is connected by signing in to it here.")
        try:
            granted = await one.flow.on_behalf_of(token, principal.tenant, domains)
        except ReauthNeeded as error:
            if error.claims:
                message = f"{one.provider.name} wants you to sign in again, with more proof."
                raise ClaimsNeeded(message, error.claims) from error
            message = f"You, or your organisation, have not allowed this use of {error.provider}."
            raise NotAdmitted(message, "consent_required") from error
        return await self._connected(principal, one, granted)

    async def revoke(self, principal: Principal, connection: str) -> Connection:
        """Forget an account, and tell its provider if that can be reached; raise NotFound."""
        stored = await self._connections.get(principal, connection)
        if stored is None:
            raise NotFound("There is no such account.")
        one = self._offered.get(stored.value.provider)
        if one is not None:
            try:
                await one.flow.revoke(self._grants.held(principal, stored.value).opened())
            except (ToolFailed, NotOpened, Misconfigured) as error:
                _log.warning("%s was not told: %s", one.provider.id, type(error).__name__)
        await self._connections.delete(principal, connection)
        return stored.value

    async def _connected(self, person: Principal, one: Connectable, granted: Granted) -> Connection:
        """Keep a new account, or the same one anew."""
        latest = _Latest(granted.grant)
        kept = Kept(granted.grant, granted.domains, latest.changed, latest.reload)
        email = await one.provider.identity(one.rest_for(one.flow.tokens(kept)))
        name = digest(one.provider.id, email.casefold(), granted.place)[:_ID_CHARACTERS]
        connection = Connection(
            id=name,
            provider=one.provider.id,
            email=email,
            domains=granted.domains,
            grant=self._grants.seal(person, name, latest.grant),
            connected_at=self._clock.now(),
        )
        tried = 0
        while True:
            before = await self._connections.get(person, name)
            if before is not None:
                since = {"connected_at": before.value.connected_at}
                connection = connection.model_copy(update=since)
            try:
                await self._connections.put(person, connection, before.etag if before else None)
            except Conflict:
                tried += 1
                await pause(tried)
                continue
            return connection

    async def _wanted(
        self, principal: Principal, reach: Reach
    ) -> tuple[Connectable, Connection | None, tuple[str, ...]]:
        """Return the provider, the account as it was, and what it is to be used for."""
        if not may(principal.roles, "own"):
            raise Forbidden("A service has no accounts of its own.")
        one, before = self._connectable(reach.provider), None
        if reach.account:
            stored = await self._connections.get(principal, reach.account)
            if stored is None or stored.value.provider != reach.provider:
                raise NotFound("There is no such account.")
            before = stored.value
        every = one.provider.domains
        domains = reach.domains or (before.domains if before else ()) or tuple(sorted(every))
        if not every.issuperset(domains):
            can = ", ".join(sorted(every))
            raise InvalidRequest(f"{one.provider.name} can be connected for: {can}.")
        return one, before, domains

    def _connectable(self, provider: str) -> Connectable:
        one = self._offered.get(provider)
        if one is None:
            raise NotFound("There is no such provider of accounts here.")
        return one


class _Latest:
    """A grant that is not stored yet, in case it is renewed before it is."""

    def __init__(self, grant: str) -> None:
        self.grant = grant

    async def changed(self, grant: str) -> None:
        """Take another instead."""
        self.grant = grant

    async def reload(self) -> str:
        """Return what there is."""
        return self.grant


def _over() -> InvalidRequest:
    return InvalidRequest(
        "This sign-in has expired, or was finished before. Please start it again."
    )
