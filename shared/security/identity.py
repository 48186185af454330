"""Who is calling, worked out from the facts of one request."""

import hmac
import ipaddress
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol
from urllib.parse import urlsplit

from shared.errors import TokenRefused, Unauthenticated
from shared.models.principal import Principal

DEVELOPER = Principal(tenant="dev", user="dev-user", roles=("owner",))
"""Who everyone is on a developer's own machine."""


_BEARER = re.compile(r"bearer +(\S+)", re.IGNORECASE)


@dataclass(frozen=True)
class Call:
    """What a request says about where it comes from.

    `peer` is the address at the other end of the connection, `forwarded` the clients that proxies
    say they speak for, `host`, `origin` and `authorization` the headers of that name, `platform`
    what the platform says of who signed in to it.
    """

    peer: str | None
    host: str = ""
    origin: str | None = None
    forwarded: tuple[str, ...] = ()
    authorization: str | None = field(default=None, repr=False)
    platform: str | None = field(default=None, repr=False)


class Authenticator(Protocol):
    """Tells who is calling."""

    async def authenticate(self, call: Call) -> Principal:
        """Return the caller; raise Unauthenticated, with a sentence that says what to change."""
        ...


def bearer(authorization: str | None) -> str:
    """Return the token an Authorization header brings; raise Unauthenticated."""
    if authorization is None:
        raise Unauthenticated("Please sign in: this call brings no bearer token.")
    found = _BEARER.fullmatch(authorization.strip())
    if found is None:
        raise TokenRefused("The Authorization header must be a bearer token.", "token_malformed")
    return found[1]


class Nobody:
    """Refuses everyone, with the reason."""

    def __init__(self, reason: str) -> None:
        self._reason = reason

    async def authenticate(self, call: Call) -> Principal:  # noqa: ARG002 - the port's signature
        """Refuse everyone."""
        raise Unauthenticated(self._reason)


class LoopbackDeveloper:
    """Takes everyone on this machine for the developer, and refuses everyone else.

    A page of another site can make the developer's browser call this machine, so the origin and
    the host it used must be local as well, unless the origin is one that was allowed. Where the
    host is a proxy that hides who calls, every call looks local: there a `secret` tells, as a
    bearer token, and without one nobody gets in.
    """

    def __init__(
        self, *, in_azure: bool, origins: Sequence[str], peer_shown: bool, secret: str = ""
    ) -> None:
        self._in_azure = in_azure
        self._origins = origins
        self._peer_shown = peer_shown
        self._secret = secret

    async def authenticate(self, call: Call) -> Principal:
        """Return the developer, or say why not."""
        if self._in_azure:
            raise Unauthenticated("AUTH_MODE=dev works only on your own machine, not on Azure.")
        if not (call.peer and is_loopback(call.peer) and all(map(is_loopback, call.forwarded))):
            raise Unauthenticated("AUTH_MODE=dev answers only calls from the machine it runs on.")
        if not is_loopback(call.host):
            raise Unauthenticated("With AUTH_MODE=dev, call this service as localhost.")
        if call.origin is not None and not self._is_ours(call.origin):
            raise Unauthenticated("Pages of this origin may not call; see CORS_ORIGINS.")
        self._check_secret(call)
        return DEVELOPER

    def _check_secret(self, call: Call) -> None:
        if not self._secret:
            if self._peer_shown:
                return
            raise Unauthenticated(
                "This host does not show who calls: set LOCAL_SECRET, and bring it as a bearer"
                " token."
            )
        given = f"Bearer {self._secret}".encode()
        if not hmac.compare_digest(given, (call.authorization or "").encode()):
            raise Unauthenticated("Bring LOCAL_SECRET as a bearer token.")

    def _is_ours(self, origin: str) -> bool:
        try:
            return origin in self._origins or is_loopback(urlsplit(origin).hostname or "")
        except ValueError:
            return False


def is_loopback(address: str) -> bool:
    """Return whether an address, with or without a port, is this machine's own."""
    name = _without_port(address.strip().strip('"')).lower()
    if name == "localhost":
        return True
    try:
        ip = ipaddress.ip_address(name)
    except ValueError:
        return False
    mapped = ip.ipv4_mapped if isinstance(ip, ipaddress.IPv6Address) else None
    return (mapped or ip).is_loopback


def _without_port(address: str) -> str:
    if address.startswith("["):
        return address[1:].partition("]")[0]
    return address.partition(":")[0] if address.count(":") == 1 else address
