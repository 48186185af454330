"""Where an address that somebody gave may lead: to the public internet, over TLS, and no further.

Every request goes to an address that was looked up and judged for it, so that a name which leads
elsewhere a moment later leads nowhere. Redirects are requests like any other.
"""

import asyncio
import ipaddress
import socket
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from typing import cast
from urllib.parse import urlsplit

import httpx2

from shared.security.identity import is_loopback

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
"""Returns the addresses of a host."""
_PLATFORM = frozenset({"168.63.129.16"})
"""Public by its number, and Azure's own host by what answers there."""
_EMBEDDED = ipaddress.ip_network("64:ff9b::/96")
"""IPv6 addresses that stand for IPv4 ones."""
_MAX_URL = 2_000


class OutOfBounds(httpx2.TransportError):
    """A request leads where none may go, or its answer is longer than any may be."""


def fault(url: str, *, loopback: bool) -> str:
    """Return what is wrong with an address, as far as it says itself; "" if nothing is.

    `loopback`: this machine may be reached, without TLS.
    """
    try:
        parts = urlsplit(url)
        host, _port = parts.hostname or "", parts.port
    except ValueError:
        return "must be an address such as https://tools.example.com/mcp"
    if len(url) > _MAX_URL or not host or not url.isascii() or not url.isprintable():
        return "must be an address such as https://tools.example.com/mcp"
    if parts.username is not None or parts.password is not None or parts.fragment:
        return "must have no user name, password or fragment"
    here = loopback and is_loopback(host)
    if parts.scheme != "https" and not (parts.scheme == "http" and here):
        return "must begin with https://"
    if not here and (is_loopback(host) or (_address(host) and not is_public(host))):
        return "must not lead into a private network"
    return ""


def is_public(address: str) -> bool:
    """Return whether an IP address is one of the public internet."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if ip in _EMBEDDED:
            inner = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
    return ip.is_global and not ip.is_multicast and str(ip) not in _PLATFORM


async def resolved(host: str, port: int) -> Sequence[str]:
    """Return the addresses that the machine knows of a host."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(one[4][0]) for one in found]


class Outward(httpx2.AsyncBaseTransport):
    """Sends requests only where they may go, and reads at most so many bytes of each answer."""

    def __init__(
        self,
        *,
        loopback: bool,
        most: int,
        resolve: Resolve = resolved,
        inner: httpx2.AsyncBaseTransport | None = None,
    ) -> None:
        self._loopback = loopback
        self._most = most
        self._resolve = resolve
        self._inner = inner or httpx2.AsyncHTTPTransport()

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request; raise OutOfBounds before anything is sent where it may not go."""
        url = request.url
        if fault(str(url), loopback=self._loopback):
            raise OutOfBounds("the address may not be reached from here", request=request)
        address = await self._judged(request)
        pinned = httpx2.Request(
            request.method,
            url.copy_with(host=address),
            headers={
                **request.headers,
                "accept-encoding": "identity",
            },  # the host is as it was named
            stream=request.stream,
            extensions={**request.extensions, "sni_hostname": url.host},
        )
        answer = await self._inner.handle_async_request(pinned)
        packed = answer.headers.get("content-encoding", "identity") != "identity"
        if packed or not isinstance(answer.stream, httpx2.AsyncByteStream):
            await answer.aclose()  # a packed one could become any length
            raise OutOfBounds("the answer cannot be read", request=request)
        return httpx2.Response(
            answer.status_code,
            headers=answer.headers,
            stream=_Bounded(answer.stream, self._most),
            extensions=answer.extensions,
        )

    async def aclose(self) -> None:
        """Close the connections."""
        await self._inner.aclose()

    async def _judged(self, request: httpx2.Request) -> str:
        host = request.url.host
        port = request.url.port or (443 if request.url.scheme == "https" else 80)
        try:
            found = [host] if _address(host) else await self._resolve(host, port)
        except OSError as error:
            raise httpx2.ConnectError("there is no such host", request=request) from error
        here = self._loopback and is_loopback(host)
        wrong = [one for one in found if not (is_loopback(one) if here else is_public(one))]
        if wrong or not found:
            raise OutOfBounds("the address leads into a private network", request=request)
        return found[0]


class _Bounded(httpx2.AsyncByteStream):
    """An answer of which at most so many bytes are read."""

    def __init__(self, stream: httpx2.AsyncByteStream, most: int) -> None:
        self._stream = stream
        self._most = most

    async def __aiter__(self) -> AsyncGenerator[bytes, None]:
        read = 0
        async for piece in self._stream:
            read += len(piece)
            if read > self._most:
                raise OutOfBounds(f"the answer has more than {self._most:,} bytes")
            yield piece

    async def aclose(self) -> None:
        await self._stream.aclose()


def _address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True


def causes(error: BaseException) -> list[BaseException]:
    """Return an error and all that led to it, groups taken apart."""
    found: list[BaseException] = []
    waiting: list[BaseException | None] = [error]
    while waiting:
        one = waiting.pop(0)
        if one is None or one in found:
            continue
        found.append(one)
        if isinstance(one, BaseExceptionGroup):
            waiting += cast("BaseExceptionGroup[BaseException]", one).exceptions
        waiting += [one.__cause__, one.__context__]
    return found
