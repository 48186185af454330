"""The workspace of a person: the accounts they connected or, before the first one, the sandbox."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from weakref import WeakValueDictionary

from shared.connectors.grants import Grants, HeldGrant
from shared.connectors.joined import Member, joined
from shared.connectors.oauth import Kept
from shared.connectors.offered import Connectable
from shared.connectors.rest import ConsentNeeded, ReauthNeeded, Tokens
from shared.models.connection import Connection, Reach
from shared.models.principal import Principal
from shared.models.profile import Account
from shared.naming import user_key
from shared.ports import Clock
from shared.security.sealing import NotOpened
from shared.storage.connections import StoredConnections
from shared.tools.wording import one_line
from shared.tools.workspace import LeftOut, Workspace, Workspaces

_ADDRESSED = frozenset({"email", "calendar", "contacts"})

LinkTo = Callable[[Principal, Reach], Awaitable[str]]
"""Gives a person a link that begins a sign-in for an account."""
_Linked = Callable[[ReauthNeeded | ConsentNeeded], Awaitable[ReauthNeeded | ConsentNeeded]]


class SignInAgain(ReauthNeeded):
    """The person must connect the account again, which begins at `link`."""

    def __init__(self, provider: str, account: str, claims: str, link: str) -> None:
        message = f"{provider} needs you to sign in again as {one_line(account)}: {link}"
        super().__init__(message, provider, claims)
        self.link = link


class AllowThis(ConsentNeeded):
    """The person must connect the account again to allow this, which begins at `link`."""

    def __init__(self, error: ConsentNeeded, account: str, link: str) -> None:
        super().__init__(f"{str(error).rstrip('.')} (as {one_line(account)}): {link}")
        self.link = link


class ConnectedWorkspaces:
    """The `Workspaces` port. Whoever has an account connected sees their accounts, and no more."""

    def __init__(
        self,
        sandbox: Workspaces,
        offered: Mapping[str, Connectable],
        connections: StoredConnections,
        grants: Grants,
        clock: Clock,
        link_to: LinkTo,
    ) -> None:
        self._sandbox = sandbox
        self._offered = offered
        self._connections = connections
        self._grants = grants
        self._clock = clock
        self._link_to = link_to
        self._opened: WeakValueDictionary[tuple[str, str, str], _Opened] = WeakValueDictionary()
        """So that all who use an account at a time renew its token once."""

    async def connected(self, principal: Principal) -> frozenset[str]:
        """Return the domains of all accounts, also of those that want a new sign-in."""
        found = await self._connections.list(principal)
        if not found:
            return await self._sandbox.connected(principal)
        return frozenset(domain for one in found for domain in one.value.domains)

    async def open(self, principal: Principal) -> Workspace:
        """Return the person's workspace."""
        found = [one.value for one in await self._connections.list(principal)]
        if not found:
            return await self._sandbox.open(principal)
        members: dict[type, list[Member[object]]] = {}
        for connection in found:
            for port, serving in (await self._ports(principal, connection)).items():
                member = Member(connection.id, connection.email, serving)
                members.setdefault(port, []).append(member)
        left_out: list[LeftOut] = []
        ports = {port: joined(port, serving, left_out) for port, serving in members.items()}
        return Workspace(ports, tuple(_account(one) for one in found), left_out)

    async def _ports(self, principal: Principal, connection: Connection) -> Mapping[type, object]:
        """Return what serves an account; nothing where its provider is no longer offered."""
        one = self._offered.get(connection.provider)
        if one is None:
            return {}
        opened = await self._open(principal, one, connection)
        reach = Reach(provider=connection.provider, account=connection.id)

        async def linked(error: ReauthNeeded | ConsentNeeded) -> ReauthNeeded | ConsentNeeded:
            if isinstance(error, ConsentNeeded):  # for all else the account is as good as before
                return AllowThis(error, connection.email, await self._link_to(principal, reach))
            await opened.held.lost(error.claims)
            link = await self._link_to(principal, reach)
            return SignInAgain(one.provider.name, connection.email, error.claims, link)

        rest_for = one.rest_for(opened.tokens)
        ports = one.provider.open(_account(connection), rest_for, self._clock)
        return {port: _Watched(serving, linked) for port, serving in ports.items()}

    async def _open(
        self, principal: Principal, one: Connectable, connection: Connection
    ) -> "_Opened":
        held = self._grants.held(principal, connection)
        if connection.state == "needs_reauth":
            return _Opened(_NoTokens(one.provider.name, connection.claims), held)
        try:
            await held.renew_seal()
            grant = held.opened()
        except NotOpened:  # the key it was sealed with is no longer set
            return _Opened(_NoTokens(one.provider.name), held)
        key = (user_key(principal.tenant, principal.user), connection.id, held.sealed)
        opened = self._opened.get(key)
        if opened is None:
            kept = Kept(grant, connection.domains, held.keep, held.reload)
            opened = self._opened[key] = _Opened(one.flow.tokens(kept), held)
        return opened


class _Opened:
    """An account's tokens, and the grant they are renewed with."""

    def __init__(self, tokens: Tokens, held: HeldGrant) -> None:
        self.tokens = tokens
        self.held = held


class _Watched:
    """A port that says where to sign in again when its account is lost, or allows too little."""

    def __init__(self, port: object, linked: _Linked) -> None:
        self._port = port
        self._linked = linked

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._port, name)

        async def call(*given: object, **named: object) -> Any:
            try:
                return await method(*given, **named)
            except (ReauthNeeded, ConsentNeeded) as error:
                raise await self._linked(error) from error

        return call


class _NoTokens:
    """The tokens of an account that is lost."""

    def __init__(self, provider: str, claims: str = "") -> None:
        self._provider = provider
        self._claims = claims

    async def token(self, *, refused: str = "") -> str:  # noqa: ARG002 - the port's signature
        """Say that there are none."""
        message = f"{self._provider} needs you to sign in again."
        raise ReauthNeeded(message, self._provider, self._claims)


def _account(connection: Connection) -> Account:
    """Return an account as the tools see it.

    Only one that a person writes from, or is invited at, has an address: others go by names that
    anybody can choose, and an address says which organisation a person belongs to.
    """
    has_address = not _ADDRESSED.isdisjoint(connection.domains)
    return Account(
        id=connection.id,
        provider=connection.provider,
        email=connection.email if has_address else "",
        name=connection.name,
        domains=connection.domains,
    )
