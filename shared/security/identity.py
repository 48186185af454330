"""Who is calling, worked out from the facts of one request."""

import ipaddress
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urlsplit

from shared.errors import Unauthenticated
from shared.models.principal import Principal

DEVELOPER = Principal(tenant="dev", user="dev-user", roles=("owner",))
"""Who everyone is on a developer's own machine."""


@dataclass(frozen=True)
class Call:
    """What a request says about where it comes from.

    `peer` is the address at the other end of the connection, `forwarded` the clients that proxies
    say they speak for, `host` and `origin` the headers of that name.
    """

    peer: str | None
    host: str = ""
    origin: str | None = None
    forwarded: tuple[str, ...] = ()
    authorization: str | None = None


class Authenticator(Protocol):
    """Tells who is calling."""

    async def authenticate(self, call: Call) -> Principal:
        """Return the caller; raise Unauthenticated, with a sentence that says what to change."""
        ...


def authenticator(mode: str, *, in_azure: bool, origins: tuple[str, ...]) -> Authenticator:
    """Return what serves an AUTH_MODE; `origins` are the web origins that may call."""
    if mode == "dev":
        return LoopbackDeveloper(in_azure=in_azure, origins=origins)
    return NoProvider()


class NoProvider:
    """Knows nobody."""

    async def authenticate(self, call: Call) -> Principal:  # noqa: ARG002 - the port's signature
        """Refuse everyone."""
        raise Unauthenticated("No identity provider is configured, so nobody can sign in.")


class LoopbackDeveloper:
    """Takes everyone on this machine for the developer, and refuses everyone else.

    A page of another site can make the developer's browser call this machine, so the origin and
    the host it used must be local as well, unless the origin is one that was allowed.
    """

    def __init__(self, *, in_azure: bool, origins: tuple[str, ...]) -> None:
        self._in_azure = in_azure
        self._origins = origins

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
        return DEVELOPER

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
