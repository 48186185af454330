"""The part of Microsoft's authentication library that is used here, with types."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast

import msal

Answer = Mapping[str, Any]


class Cache(Protocol):
    """What the library knows of an account, to be kept between calls."""

    has_state_changed: bool

    def deserialize(self, state: str | None) -> None:
        """Take what `serialize` gave."""
        ...

    def serialize(self) -> str:
        """Return everything as JSON; from then on nothing has changed."""
        ...


class Client(Protocol):
    """The library's own client. Its methods wait for Entra, and answer with errors as values."""

    def initiate_auth_code_flow(
        self,
        scopes: Sequence[str],
        *,
        redirect_uri: str,
        state: str,
        prompt: str,
        response_mode: str,
        login_hint: str | None,
        claims_challenge: str | None,
    ) -> dict[str, Any]:
        """Return what to keep of a sign-in with PKCE; `auth_uri` is where it takes place."""
        ...

    def acquire_token_by_auth_code_flow(
        self, auth_code_flow: dict[str, Any], auth_response: dict[str, str]
    ) -> Answer:
        """Return tokens; raises ValueError when the answer belongs to another sign-in."""
        ...

    def acquire_token_silent_with_error(
        self, scopes: Sequence[str], account: Answer | None, *, force_refresh: bool
    ) -> Answer | None:
        """Return a token from the cache, or by what is in it; None when nothing is."""
        ...

    def acquire_token_on_behalf_of(self, user_assertion: str, scopes: Sequence[str]) -> Answer:
        """Return a token for whoever this token of ours was given to."""
        ...

    def get_accounts(self) -> list[dict[str, Any]]:
        """Return the accounts in the cache."""
        ...


@dataclass(frozen=True)
class Application:
    """The product as Entra knows it. `http_client` is the library's own unless given."""

    client_id: str
    secret: str
    authority: str = "https://login.microsoftonline.com/common"
    http_client: object = None

    def client(self, cache: Cache) -> Client:
        """Return the library's client; it asks Entra at once where its endpoints are."""
        client = msal.ConfidentialClientApplication(
            self.client_id,
            client_credential=self.secret,
            authority=self.authority,
            token_cache=cast("msal.SerializableTokenCache", cache),
            http_client=self.http_client,
            instance_discovery=False,  # the authority is the operator's own setting
        )
        return cast("Client", client)


def cache_of(state: str = "") -> Cache:
    """Return a cache with what was kept of it."""
    cache = cast("Cache", msal.SerializableTokenCache())
    cache.deserialize(state or None)
    return cache
