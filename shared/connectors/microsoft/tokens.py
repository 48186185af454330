"""Access tokens of Microsoft Entra: signing in, renewing, and acting on behalf of a caller.

The library keeps what it knows of an account in a cache, which goes in and out as a string: whoever
keeps it must keep it secret. The library waits for its answers, so it is called from threads.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from shared.connectors.microsoft.entra import Answer, Application, Client, cache_of
from shared.connectors.microsoft.graph import NAME
from shared.connectors.rest import ReauthNeeded
from shared.errors import ToolFailed

_RESERVED = frozenset({"openid", "profile", "offline_access"})
"""Scopes that the library always asks for, and does not want to be told."""
_TRANSIENT = frozenset({"temporarily_unavailable", "server_error", "request_timeout"})
_SIGN_IN = frozenset(
    {"interaction_required", "invalid_grant", "consent_required", "login_required"}
)
_AGAIN = f"{NAME} needs you to sign in again."
_UNREACHABLE = f"{NAME} cannot be reached to sign in at the moment."
_REFUSED = f"{NAME} does not let this application sign in with its settings."

T = TypeVar("T")


@dataclass(frozen=True)
class SignIn:
    """A sign-in that has begun: where to send the person, and what to keep until they are back."""

    url: str
    flow: Mapping[str, Any]


async def begin(
    app: Application,
    scopes: Sequence[str],
    redirect_uri: str,
    state: str,
    *,
    claims: str = "",
    login_hint: str = "",
) -> SignIn:
    """Begin a sign-in with PKCE; `claims` are those of a `ReauthNeeded`."""

    def call() -> dict[str, Any]:
        return app.client(cache_of()).initiate_auth_code_flow(
            _asked(scopes),
            redirect_uri=redirect_uri,
            state=state,
            prompt="select_account",
            response_mode="form_post",
            login_hint=login_hint or None,
            claims_challenge=claims or None,
        )

    flow = await _in_thread(call)
    # The library wants answers posted, so that no code stays in a browser's history. Ours are read
    # from the query, as every provider gives them; a code is of no use without the verifier.
    url = str(flow["auth_uri"]).replace("response_mode=form_post", "response_mode=query")
    return SignIn(url=url, flow=flow)


async def finish(app: Application, flow: Mapping[str, Any], answer: Mapping[str, str]) -> str:
    """Return the cache of the account that signed in; `answer` is the query it came back with.

    Raises ReauthNeeded when it did not come about, or the answer belongs to another sign-in.
    """
    cache = cache_of()

    def call() -> Answer:
        return app.client(cache).acquire_token_by_auth_code_flow(dict(flow), dict(answer))

    message = "That sign-in does not belong to this request. Please start it again."
    _token_in(await _in_thread(call, ReauthNeeded(message, NAME)))
    return cache.serialize()


class MicrosoftTokens:
    """The tokens of one account, by its cache, or else on behalf of whoever `assertion` is of.

    `changed` is the cache to keep instead of the one given, once there is another.
    """

    def __init__(
        self, app: Application, cache: str, scopes: Sequence[str], assertion: str = ""
    ) -> None:
        self.changed: str | None = None
        self._app = app
        self._scopes = _asked(scopes)
        self._assertion = assertion
        self._cache = cache_of(cache)
        self._client: Client | None = None
        self._lock = asyncio.Lock()

    async def token(self, *, refused: str = "") -> str:
        """Return a token other than `refused`, from the cache if possible.

        Raises ReauthNeeded, or ToolFailed when Entra cannot be asked.
        """
        async with self._lock:
            try:
                return await _in_thread(lambda: self._token(refused))
            finally:
                if self._cache.has_state_changed:
                    self.changed = self._cache.serialize()

    def _token(self, refused: str) -> str:
        found = self._renewed(force=False)
        if _is(found, refused):
            found = self._renewed(force=True)
        if (found is None or "access_token" not in found) and self._assertion:
            found = self._connected().acquire_token_on_behalf_of(self._assertion, self._scopes)
        if found is None or _is(found, refused):
            raise ReauthNeeded(_AGAIN, NAME)
        return _token_in(found)

    def _renewed(self, *, force: bool) -> Answer | None:
        client = self._connected()
        account = next(iter(client.get_accounts()), None)
        return client.acquire_token_silent_with_error(self._scopes, account, force_refresh=force)

    def _connected(self) -> Client:
        if self._client is None:
            self._client = self._app.client(self._cache)
        return self._client


def _is(answer: Answer | None, token: str) -> bool:
    return answer is not None and token != "" and answer.get("access_token") == token


def _asked(scopes: Sequence[str]) -> list[str]:
    return sorted(set(scopes) - _RESERVED)


async def _in_thread(call: Callable[[], T], otherwise: ToolFailed | None = None) -> T:
    """Return what a call of the library does; raise `otherwise` where it refuses an answer."""
    try:
        return await asyncio.to_thread(call)
    except OSError as error:  # the base of what the library's own HTTP client raises
        raise ToolFailed(_UNREACHABLE, "network", recoverable=True) from error
    except (ValueError, RuntimeError) as error:
        raise otherwise or ToolFailed(_REFUSED, "auth") from error


def _token_in(answer: Answer) -> str:
    """Return the token of an answer; raise what its error means."""
    token, error = answer.get("access_token"), str(answer.get("error", ""))
    if isinstance(token, str) and token:
        return token
    if error in _SIGN_IN or answer.get("claims"):
        raise ReauthNeeded(_AGAIN, NAME, claims=str(answer.get("claims") or ""))
    if error in _TRANSIENT:
        raise ToolFailed(_UNREACHABLE, "network", recoverable=True)
    if error == "access_denied":
        raise ReauthNeeded(f"{NAME} was not connected: the sign-in was not completed.", NAME)
    raise ToolFailed(f"{NAME} does not let this application sign in ({error[:60]}).", "auth")
