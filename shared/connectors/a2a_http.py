"""The HTTP client of the A2A SDK, sent the one way that leads outward (`outward.Outward`)."""

from collections.abc import AsyncGenerator

import httpx
import httpx2

from shared.connectors.outward import Outward, Resolve


class Through(httpx.AsyncBaseTransport):
    """Sends what one client library made by a transport of the other.

    `sent`: a request may have reached somebody.
    """

    def __init__(self, *, loopback: bool, most: int, resolve: Resolve) -> None:
        self._noting = _Noting()
        self._outward = Outward(loopback=loopback, most=most, resolve=resolve, inner=self._noting)

    @property
    def sent(self) -> bool:
        """Whether a request may have reached somebody."""
        return self._noting.sent

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request; raise OutOfBounds, or what httpx2 raises."""
        own = httpx2.Request(
            request.method,
            str(request.url),
            headers=list(request.headers.multi_items()),
            content=await request.aread(),
            extensions={"timeout": request.extensions.get("timeout", {})},
        )
        answer = await self._outward.handle_async_request(own)
        return httpx.Response(
            answer.status_code, headers=list(answer.headers.multi_items()), stream=_Body(answer)
        )

    async def aclose(self) -> None:
        """Close the connections."""
        await self._outward.aclose()


class _Noting(httpx2.AsyncBaseTransport):
    def __init__(self) -> None:
        self.sent = False
        self._inner = httpx2.AsyncHTTPTransport()

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        try:
            answer = await self._inner.handle_async_request(request)
        except (httpx2.ConnectError, httpx2.ConnectTimeout):
            raise
        except BaseException:
            self.sent = True
            raise
        self.sent = True
        return answer

    async def aclose(self) -> None:
        await self._inner.aclose()


class _Body(httpx.AsyncByteStream):
    def __init__(self, answer: httpx2.Response) -> None:
        self._answer = answer

    async def __aiter__(self) -> AsyncGenerator[bytes, None]:
        async for piece in self._answer.aiter_raw():
            yield piece

    async def aclose(self) -> None:
        await self._answer.aclose()
