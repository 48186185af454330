"""Words a model writes, as they arrive."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from shared.errors import UpstreamMalformed, UpstreamRejected, UpstreamUnavailable
from shared.models.reasoning import Usage
from shared.reasoning.model.server import Server
from shared.reasoning.model.thoughts import Splitting
from shared.reasoning.model.wire import FILTERED, TOO_LONG, Piece, Wire
from shared.thinking import thinks

if TYPE_CHECKING:
    from openai import AsyncStream

LEFT_OUT = "(The rest is left out.)"
"""What is said at the end of a text that had as many tokens as it may have."""


@dataclass(frozen=True)
class Pace:
    """How many seconds a text may take to begin, between two pieces, and as a whole."""

    beginning: float
    silence: float
    whole: float


@dataclass(frozen=True)
class Begun:
    """A text that a server has begun: its events, how they are read, and what of them is told."""

    wire: Wire
    events: "AsyncStream[object]"
    thoughts: bool = True


class StreamedText:
    """One streamed answer; the call is made when iteration begins."""

    def __init__(
        self,
        server: Server,
        model: str,
        start: "Callable[[], Awaitable[Begun]]",
        pace: Pace,
    ) -> None:
        self.usage = Usage()
        self.fallback = ""
        self._server = server
        self._model = model
        self._start = start
        self._pace = pace

    async def __aiter__(self) -> AsyncIterator[str]:
        """Yield the text in pieces; raise an Upstream error when it does not reach its end."""
        ending, refused, said, splitting = "", False, False, Splitting()
        end = asyncio.get_running_loop().time() + self._pace.whole
        with self._server.calling(self._model):
            self.usage = Usage(calls=1, model=self._model)
            async with asyncio.timeout(min(self._pace.beginning, self._pace.whole)):
                begun = await self._start()
            wire, stream = begun.wire, begun.events
            try:
                events = aiter(stream)
                patience = self._pace.beginning
                while (piece := await self._next(wire, events, patience, end)) is not None:
                    self.usage = piece.usage or self.usage
                    ending = piece.ending or ending
                    refused = refused or bool(piece.refusal)
                    thought, text = splitting.split(piece.text)
                    if thought := piece.thought + thought:
                        self._server.saw_thinking(self._model)
                        if begun.thoughts:
                            thinks(thought)
                    if text:
                        patience, said = self._pace.silence, True
                        yield text
            finally:
                await stream.close()
            if ending and (rest := splitting.rest()):
                yield rest
            if ending == TOO_LONG and said:
                yield f"…\n\n{LEFT_OUT}"
            if not ending:
                raise UpstreamUnavailable(f"model {self._model!r} broke off")
        if refused:
            raise UpstreamRejected(f"model {self._model!r} refused to answer")
        if ending == FILTERED:
            raise UpstreamRejected(f"model {self._model!r} declined to go on")

    async def _next(
        self, wire: Wire, events: AsyncIterator[object], patience: float, end: float
    ) -> Piece | None:
        now = asyncio.get_running_loop().time()
        async with asyncio.timeout(max(0.0, min(patience, end - now))):
            try:
                event = await anext(events, None)
                return None if event is None else wire.heard(event, self._model)
            except ValueError as error:
                raise UpstreamMalformed(f"model {self._model!r} sent no text") from error
