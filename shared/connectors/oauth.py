"""How an account is opened, kept open and closed: what every provider's way of signing in does."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

import httpx2

from shared.connectors.rest import Tokens
from shared.ports import Clock


@dataclass(frozen=True)
class Registration:
    """The product as a provider knows it. `tenant` is whose people may sign in, where it says.

    `signs_in`: callers of this app bring tokens that were given for this same registration.
    """

    client_id: str
    secret: str = field(default="", repr=False)
    tenant: str = ""
    signs_in: bool = False


@dataclass(frozen=True)
class Asked:
    """A sign-in that is wanted: what the account is to be used for, and where to come back to.

    `claims` are those of a `ReauthNeeded`, `hint` the address of the account that is meant.
    """

    state: str
    back: str
    domains: Sequence[str]
    claims: str = ""
    hint: str = ""


@dataclass(frozen=True)
class SignIn:
    """A sign-in that has begun. `secret` is what `finish` takes, to be kept from everybody."""

    url: str
    secret: str = field(repr=False)


@dataclass(frozen=True)
class Granted:
    """What opens an account, and what it may be used for. `grant` is to be kept from everybody.

    `place` is the id of the team it is in, where the provider has such.
    """

    grant: str = field(repr=False)
    domains: tuple[str, ...]
    place: str = ""


@dataclass(frozen=True)
class Kept:
    """A grant as it lies in storage, where other processes renew it as well."""

    grant: str = field(repr=False)
    domains: Sequence[str]
    changed: Callable[[str], Awaitable[None]] = field(repr=False)
    """Keeps another grant instead."""
    reload: Callable[[], Awaitable[str]] = field(repr=False)
    """Returns the grant that is kept now; "" when there is none any more."""


class Flow(Protocol):
    """One provider's way of signing in."""

    async def begin(self, asked: Asked) -> SignIn:
        """Begin a sign-in."""
        ...

    async def finish(
        self, secret: str, answer: Mapping[str, str], domains: Sequence[str]
    ) -> Granted:
        """End it with the query that the person came back with.

        Raises ToolFailed, with a sentence that says why, when there is no grant.
        """
        ...

    def tokens(self, kept: Kept) -> Tokens:
        """Return the access tokens of an account, renewed as needed."""
        ...

    async def revoke(self, grant: str) -> None:
        """Give a grant back, as far as the provider takes it; raises ToolFailed."""
        ...


@runtime_checkable
class ActsForCallers(Protocol):
    """A flow that opens an account by the token a caller brings, without a sign-in of its own."""

    async def on_behalf_of(self, token: str, tenant: str, domains: Sequence[str]) -> Granted:
        """Return what the token is exchanged for.

        Raises ReauthNeeded, with claims where the client has to sign in with those, or ToolFailed;
        NotFound where callers' tokens are not for us to exchange.
        """
        ...


@dataclass(frozen=True)
class Outside:
    """What a flow works with. `pause` waits so many seconds."""

    client: httpx2.AsyncClient
    clock: Clock
    pause: Callable[[float], Awaitable[None]]
