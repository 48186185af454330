"""Signing in to Microsoft by its own library, which takes half a second to import."""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from shared.connectors.oauth import Asked, Granted, Kept, Outside, Registration, SignIn
from shared.connectors.provider import Provider
from shared.connectors.rest import ReauthNeeded
from shared.errors import NotFound

if TYPE_CHECKING:
    from shared.connectors.microsoft.entra import Application
    from shared.connectors.microsoft.tokens import MicrosoftTokens

AUTHORITY = "https://login.microsoftonline.com"
ANY_TENANT = "common"


class MicrosoftFlow:
    """The library keeps a cache for each account, which is the grant."""

    def __init__(self, provider: Provider, app: "Application", *, signs_in: bool) -> None:
        self._provider = provider
        self._app = app
        self._signs_in = signs_in

    async def begin(self, asked: Asked) -> SignIn:
        """Begin a sign-in."""
        from shared.connectors.microsoft import tokens  # noqa: PLC0415 - imports the library

        scopes = self._provider.scopes_of(asked.domains)
        begun = await tokens.begin(
            self._app,
            scopes,
            asked.back,
            asked.state,
            claims=asked.claims,
            login_hint=asked.hint,
        )
        return SignIn(begun.url, json.dumps(dict(begun.flow)))

    async def finish(
        self, secret: str, answer: Mapping[str, str], domains: Sequence[str]
    ) -> Granted:
        """End it; a person allows everything that was asked for, or nothing."""
        from shared.connectors.microsoft import tokens  # noqa: PLC0415

        cache = await tokens.finish(self._app, json.loads(secret), answer)
        return Granted(cache, tuple(domains))

    async def on_behalf_of(self, token: str, tenant: str, domains: Sequence[str]) -> Granted:
        """Exchange a caller's token, at their own tenant."""
        if not self._signs_in:
            raise NotFound(f"{self._provider.name} is connected by signing in to it here.")
        from shared.connectors.microsoft.tokens import MicrosoftTokens  # noqa: PLC0415

        app = replace(self._app, authority=f"{AUTHORITY}/{tenant}")
        tokens = MicrosoftTokens(app, "", self._provider.scopes_of(domains), assertion=token)
        await tokens.token()
        return Granted(tokens.changed or "", tuple(domains))

    def tokens(self, kept: Kept) -> "CachedTokens":
        """Return the account's tokens."""
        return CachedTokens(self._opened, kept, self._provider.scopes_of(kept.domains))

    async def revoke(self, grant: str) -> None:
        """Do nothing: Microsoft lets only the person do that, at myapps.microsoft.com."""

    def _opened(self, grant: str, scopes: Sequence[str]) -> "MicrosoftTokens":
        from shared.connectors.microsoft.tokens import MicrosoftTokens  # noqa: PLC0415

        return MicrosoftTokens(self._app, grant, scopes)


class CachedTokens:
    """The library's tokens of one account. The cache is kept anew whenever it has changed."""

    def __init__(
        self,
        opened: Callable[[str, Sequence[str]], "MicrosoftTokens"],
        kept: Kept,
        scopes: Sequence[str],
    ) -> None:
        self._opened = opened
        self._kept = kept
        self._scopes = scopes
        self._grant = kept.grant
        self._tokens: MicrosoftTokens | None = None
        self._lock = asyncio.Lock()

    async def token(self, *, refused: str = "") -> str:
        """Return a token other than `refused`; raise ReauthNeeded or ToolFailed."""
        async with self._lock:
            try:
                return await self._asked(refused)
            except ReauthNeeded:
                newer = await self._kept.reload()
                if not newer or newer == self._grant:
                    raise
                self._grant, self._tokens = newer, None  # another process renewed it meanwhile
                return await self._asked(refused)

    async def _asked(self, refused: str) -> str:
        tokens = self._tokens = self._tokens or self._opened(self._grant, self._scopes)
        token = await tokens.token(refused=refused)
        if tokens.changed is not None and tokens.changed != self._grant:
            self._grant = tokens.changed
            await self._kept.changed(self._grant)
        return token


def microsoft_flow(
    provider: Provider, registration: Registration, outside: Outside, http_client: object = None
) -> MicrosoftFlow:
    """Return the flow; the library reaches Entra by itself unless `http_client` is given."""
    del outside
    from shared.connectors.microsoft.entra import Application  # noqa: PLC0415

    authority = f"{AUTHORITY}/{registration.tenant or ANY_TENANT}"
    app = Application(registration.client_id, registration.secret, authority, http_client)
    return MicrosoftFlow(provider, app, signs_in=registration.signs_in)
