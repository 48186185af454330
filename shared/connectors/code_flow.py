"""Signing in by authorization code (RFC 6749) with PKCE (RFC 7636), and renewing what that gives.

Tokens are in no message and no log. What an endpoint answers is never repeated.
"""

import asyncio
import base64
import hashlib
import secrets
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

import httpx2
from pydantic import Field

from shared.connectors.oauth import Asked, Granted, Kept, Outside, Registration, SignIn
from shared.connectors.provider import Provider
from shared.connectors.rest import ReauthNeeded, as_object
from shared.errors import ToolFailed
from shared.models.base import Payload

MARGIN_SECONDS = 60
"""A token that expires sooner is renewed first."""
SECOND_LOOK_SECONDS = 1.0
"""How long another process that was just renewing has to keep what it got."""

_SIGN_IN = frozenset(
    {
        *("invalid_grant", "access_denied", "interaction_required", "consent_required"),
        *("invalid_code", "code_already_used", "invalid_refresh_token", "token_expired"),
        *("token_revoked", "account_inactive", "invalid_auth"),  # as Slack says it
    }
)
_BUSY = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.REQUEST_TIMEOUT)


class _Refused(Exception):
    """The code or the renewal is not taken (any more)."""


class _Begun(Payload):
    verifier: str = Field(repr=False)
    back: str


class Grant(Payload):
    """What a token endpoint gave. `expires_at` is in seconds since 1970; 0 is never."""

    access: str = Field(repr=False)
    renewal: str = Field(default="", repr=False)
    expires_at: float = 0


class CodeFlow:
    """The ordinary way, as the provider's own description of its endpoints has it."""

    def __init__(self, provider: Provider, registration: Registration, outside: Outside) -> None:
        self._provider = provider
        self._registration = registration
        self._outside = outside

    async def begin(self, asked: Asked) -> SignIn:
        """Return where to send the person."""
        verifier = secrets.token_urlsafe(48)
        query = {
            "response_type": "code",
            "client_id": self._registration.client_id,
            "redirect_uri": asked.back,
            "state": asked.state,
            **self._provider.authorize,
        }
        if scopes := self._provider.scopes_of(asked.domains):
            query["scope"] = " ".join(scopes)
        if self._provider.pkce:
            query |= {"code_challenge": _challenge(verifier), "code_challenge_method": "S256"}
        if asked.hint:
            query["login_hint"] = asked.hint
        secret = _Begun(verifier=verifier, back=asked.back).model_dump_json()
        return SignIn(f"{self._provider.authorize_url}?{urlencode(query)}", secret)

    async def finish(
        self, secret: str, answer: Mapping[str, str], domains: Sequence[str]
    ) -> Granted:
        """Exchange the code; a person may have allowed less than was asked for."""
        begun, name = _Begun.stored(secret), self._provider.name
        form = {
            "grant_type": "authorization_code",
            "code": answer.get("code", ""),
            "redirect_uri": begun.back,
        }
        if self._provider.pkce:
            form["code_verifier"] = begun.verifier
        try:
            found = await self._granted(form)
        except _Refused as error:
            message = f"{name} was not connected: the sign-in is no longer valid."
            raise ToolFailed(message, "auth", recoverable=True) from error
        allowed = self._allowed(domains, found.get("scope"))
        if not allowed:
            message = f"{name} was not connected: nothing of what was asked for was allowed."
            raise ToolFailed(message, "permission", recoverable=True)
        grant = self._grant(found, renewal="").model_dump_json()
        return Granted(grant, allowed, self._place(found))

    def tokens(self, kept: Kept) -> "CodeTokens":
        """Return the account's tokens."""
        return CodeTokens(self, kept)

    async def revoke(self, grant: str) -> None:
        """Give both tokens back; a provider that takes one often refuses the other, and may."""
        given = Grant.stored(grant)
        if not self._provider.revoke_url:
            return
        for token in filter(None, (given.renewal, given.access)):
            await self._posted(self._provider.revoke_url, {"token": token}, known=False)

    # --- renewing -----------------------------------------------------------------------------

    async def usable(self, kept: Kept, grant: Grant, refused: str) -> Grant:
        """Return a grant whose token can be used: this one, or another that is kept by then.

        Raises ReauthNeeded when the person has to sign in again.
        """
        if not self._worn(grant, refused):
            return grant
        if not grant.renewal:
            return await self._stored(kept, grant, refused)
        form = {"grant_type": "refresh_token", "refresh_token": grant.renewal}
        try:
            found = await self._granted(form)
        except _Refused:
            return await self._stored(kept, grant, refused)
        renewed = self._grant(found, grant.renewal)
        await kept.changed(renewed.model_dump_json())
        return renewed

    async def _stored(self, kept: Kept, grant: Grant, refused: str) -> Grant:
        """Return the grant that another process kept meanwhile, if it did."""
        for wait in (0, SECOND_LOOK_SECONDS):
            if wait:
                await self._outside.pause(wait)
            text = await kept.reload()
            newer = Grant.stored(text) if text else grant
            if newer != grant and not self._worn(newer, refused):
                return newer
        name = self._provider.name
        raise ReauthNeeded(f"{name} needs you to sign in again.", name)

    def _worn(self, grant: Grant, refused: str) -> bool:
        now = self._outside.clock.now().timestamp()
        over = grant.expires_at > 0 and grant.expires_at - MARGIN_SECONDS <= now
        return over or grant.access == refused

    # --- the token endpoint -------------------------------------------------------------------

    async def _granted(self, form: Mapping[str, str]) -> dict[str, Any]:
        """Return what the endpoint gives; raise _Refused, or ToolFailed."""
        response = await self._posted(self._provider.token_url, form, known=True)
        if response.status_code in _BUSY or response.is_server_error:
            raise self._failed("cannot be reached to sign in at the moment", again=True)
        try:
            found = as_object(response.json())
        except (ValueError, RecursionError) as error:
            raise self._failed("answered a sign-in in an unexpected form") from error
        if found.get("ok") is False or found.get("error") or not response.is_success:
            self._judge(found)
        found |= as_object(found.get("authed_user"))  # where Slack puts a person's own token
        if not isinstance(found.get("access_token"), str) or not found["access_token"]:
            raise self._failed("answered a sign-in in an unexpected form")
        return found

    def _judge(self, found: Mapping[str, Any]) -> None:
        if str(found.get("error")) in _SIGN_IN:
            raise _Refused
        what = "does not let this application sign in with its settings"
        raise ToolFailed(f"{self._provider.name} {what}.", "auth")

    async def _posted(self, url: str, form: Mapping[str, str], *, known: bool) -> httpx2.Response:
        """Post to an endpoint; with `known`, a form says whose application this is."""
        ours, headers = self._registration, {"Accept": "application/json", **self._provider.headers}
        try:
            if self._provider.basic:
                basic = httpx2.BasicAuth(ours.client_id, ours.secret)
                return await self._outside.client.post(
                    url, json=dict(form), headers=headers, auth=basic
                )
            whose = {"client_id": ours.client_id, "client_secret": ours.secret} if known else {}
            return await self._outside.client.post(url, data={**form, **whose}, headers=headers)
        except httpx2.HTTPError as error:
            raise self._failed("cannot be reached to sign in at the moment", again=True) from error

    def _grant(self, found: Mapping[str, Any], renewal: str) -> Grant:
        lasts, given = found.get("expires_in"), found.get("refresh_token")
        now = self._outside.clock.now().timestamp()
        return Grant(
            access=found["access_token"],
            renewal=given if isinstance(given, str) and given else renewal,
            expires_at=now + lasts if isinstance(lasts, int | float) and lasts > 0 else 0,
        )

    def _place(self, found: Mapping[str, Any]) -> str:
        value: Any = found
        for name in self._provider.place:
            value = as_object(value).get(name)
        return value if isinstance(value, str) else ""

    def _failed(self, what: str, *, again: bool = False) -> ToolFailed:
        kind = "network" if again else "tool_error"
        return ToolFailed(f"{self._provider.name} {what}.", kind, recoverable=again)

    def _allowed(self, domains: Sequence[str], said: object) -> tuple[str, ...]:
        """Return the domains that all scopes were given for; all of them where that is not said."""
        if not isinstance(said, str) or not said.strip():
            return tuple(domains)
        given = set(said.replace(",", " ").split())
        return tuple(one for one in domains if given.issuperset(self._provider.scopes[one]))


class CodeTokens:
    """The tokens of one account; whoever asks while they are being renewed waits for that."""

    def __init__(self, flow: CodeFlow, kept: Kept) -> None:
        self._flow = flow
        self._kept = kept
        self._grant = Grant.stored(kept.grant)
        self._lock = asyncio.Lock()

    async def token(self, *, refused: str = "") -> str:
        """Return a token other than `refused`; raise ReauthNeeded or ToolFailed."""
        async with self._lock:
            self._grant = await self._flow.usable(self._kept, self._grant, refused)
            return self._grant.access


def _challenge(verifier: str) -> str:
    hashed = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(hashed).decode().rstrip("=")
