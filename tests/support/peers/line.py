"""The line to a provider: it can be cut at any change, and it counts what changes there."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal, TypeVar

import httpx2

Way = Literal["before", "during", "lost", "held"]
T = TypeVar("T")

_ASKING = ("/freeBusy", "/getSchedule")
"""What is asked with a POST but changes nothing."""


class Gone(Exception):
    """Whoever asked is there no more."""


@dataclass(frozen=True)
class Cut:
    """What happens at a change, counted from 0.

    `before` and `during`: whoever asks for it dies, before or after the provider has done it.
    `lost`: it is done, and the answer gets lost. `held`: it is under way until it is let go.
    """

    at: int
    way: Way


class Line:
    """Everything between a connector and its provider passes here.

    `asked` counts the changes that were asked for, `made` how often what is watched became
    different. `reached` is set when a cut is.
    """

    def __init__(self) -> None:
        self.watch: Callable[[], object] = lambda: None
        self.asked = 0
        self.made = 0
        self.reached = asyncio.Event()
        self._go = asyncio.Event()
        self._cut: Cut | None = None

    def begin(self, watch: Callable[[], object], cut: Cut | None = None) -> None:
        """Count anew what `watch` sees change, and cut the line there."""
        self.watch, self._cut = watch, cut
        self.asked = self.made = 0

    def let_go(self) -> None:
        """Let go of what is held, and of whoever died: nobody waits for them."""
        self._go.set()

    async def through(self, exchange: Callable[[], Awaitable[T]], lost: Exception) -> T:
        """Have a change made, unless the line is cut here; `lost` is raised for a lost answer."""
        number, cut = self.asked, self._cut
        self.asked += 1
        if cut is None or cut.at != number:
            return await self._counted(exchange)
        self._cut = None
        if cut.way in {"before", "held"}:
            await self._stop()
        if cut.way == "before":
            raise Gone
        answer = await self._counted(exchange)
        match cut.way:
            case "held":
                return answer
            case "during":
                await self._stop()
                raise Gone
            case "lost":
                raise lost

    async def _stop(self) -> None:
        self.reached.set()
        await self._go.wait()

    async def _counted(self, exchange: Callable[[], Awaitable[T]]) -> T:
        before = repr(self.watch())
        answer = await exchange()
        self.made += repr(self.watch()) != before
        return answer


class Wire(httpx2.AsyncBaseTransport):
    """A line over HTTP, to whoever answers the requests of `client_for`."""

    def __init__(
        self, line: Line, client_for: Callable[[httpx2.Request], httpx2.AsyncClient]
    ) -> None:
        self._line = line
        self._client_for = client_for

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Answer a request, which passes the line if it asks for a change."""
        await request.aread()

        async def exchange() -> httpx2.Response:
            answer = await self._client_for(request).send(request)
            headers = {k: v for k, v in answer.headers.items() if k != "content-length"}
            return httpx2.Response(answer.status_code, headers=headers, content=answer.content)

        if request.method == "GET" or request.url.path.endswith(_ASKING):
            return await exchange()
        try:
            return await self._line.through(exchange, httpx2.ReadError("lost", request=request))
        except Gone:
            raise httpx2.ReadTimeout("gone", request=request) from None
