"""OpenAIModel: the Model port over any server that speaks the OpenAI protocol."""

import asyncio
from collections.abc import Mapping, Sequence

from shared.errors import UpstreamMalformed, UpstreamRejected
from shared.models.base import Json
from shared.models.reasoning import ModelCondition, Usage
from shared.reasoning.model import chat, responses
from shared.reasoning.model.capabilities import Capabilities
from shared.reasoning.model.port import Completion, Limits, Message, Tools, Wanted
from shared.reasoning.model.reading import NO_COMPLETION
from shared.reasoning.model.server import Server
from shared.reasoning.model.stand_in import fitted, unfolded
from shared.reasoning.model.streaming import Begun, Pace, StreamedText
from shared.reasoning.model.wire import Manner, Wire

_WIRES: Mapping[str, Wire] = {"chat": chat, "responses": responses}
_CHARACTERS_A_TOKEN = 6
"""At the most, on average: what is longer than that many for each token cannot fit."""
_CHARACTERS_AT_LEAST = 3
"""Likewise at the least: what has that many for each token does fit."""
_LEAST_ANSWER = 512
"""Tokens an answer has in any case, if it takes as many."""


class OpenAIModel:
    """One model of a server."""

    def __init__(self, server: Server, name: str) -> None:
        self.name = name
        self.server = server

    def condition(self) -> ModelCondition:
        """Return how the server does, as far as this process has seen."""
        return self.server.breaker.condition().model_copy(update={"name": self.name})

    async def close(self) -> None:
        """Close the connections to the server."""
        await self.server.close()

    def named(self, name: str) -> "OpenAIModel":
        """Return another model of the same server."""
        return OpenAIModel(self.server, name)

    async def complete(
        self, messages: Sequence[Message], wanted: Wanted, limits: Limits
    ) -> Completion:
        """Return one whole answer; raise an Upstream error where there is none."""
        import httpx2  # noqa: PLC0415 - importing openai costs half a second, paid on first use

        async def send(can: Capabilities) -> httpx2.Response:
            path, body = self._request(messages, wanted, limits, can, stream=False)
            return await self.server.client.post(path, body=body, cast_to=httpx2.Response)

        with self.server.calling(self.name):
            self._check_length(messages)
            async with asyncio.timeout(self.server.habits.patience(limits.kind)):
                can, response = await self.server.asked(self.name, send)
            completion = _WIRES[can.api].read(response.content, self.name)
            if completion.thinking:
                self.server.saw_thinking(self.name)
            if completion.problem == NO_COMPLETION:
                malformed = UpstreamMalformed(f"model {self.name!r} sent no completion")
                malformed.cost = completion.usage
                raise malformed
        return unfolded(completion, wanted, can)

    def stream(self, messages: Sequence[Message], limits: Limits) -> StreamedText:
        """Return words as they are written; the call is made when iteration begins."""
        from openai import AsyncStream  # noqa: PLC0415 - as above

        async def send(can: Capabilities) -> AsyncStream[object]:
            path, body = self._request(messages, None, limits, can, stream=True)
            return await self.server.client.post(
                path, body=body, cast_to=object, stream=True, stream_cls=AsyncStream[object]
            )

        async def start() -> Begun:
            self._check_length(messages)
            can, events = await self.server.asked(self.name, send)
            return Begun(_WIRES[can.api], events, can.thoughts)

        habits = self.server.habits
        silence = habits.patience("token")
        pace = Pace(habits.patience(limits.kind), silence, habits.whole_text)
        return StreamedText(self.server, self.name, start, pace)

    def _request(
        self,
        messages: Sequence[Message],
        wanted: Wanted,
        limits: Limits,
        can: Capabilities,
        *,
        stream: bool,
    ) -> tuple[str, dict[str, Json]]:
        wire, habits = _WIRES[can.api], self.server.habits
        told, wished = fitted(messages, wanted, can)
        tokens = self._tokens(told, wished, limits)
        manner = Manner(self.name, tokens, habits.temperature, habits.effort)
        body = wire.body(told, wished, manner, can, stream=stream)
        return wire.PATH, body

    def _tokens(self, messages: Sequence[Message], wanted: Wanted, limits: Limits) -> int:
        """Return the tokens that may be thought in and answered, as far as a context has room.

        There are servers that refuse a call which may grow longer than that.
        """
        tokens = limits.tokens + self.server.thought(self.name)
        if not self.server.context:
            return tokens
        tools = [str(tool) for tool in wanted.offered] if isinstance(wanted, Tools) else ()
        texts = (*(message.text for message in messages), *tools)
        left = self.server.context - sum(map(len, texts)) // _CHARACTERS_AT_LEAST
        return max(min(tokens, left), min(limits.tokens, _LEAST_ANSWER))

    def _check_length(self, messages: Sequence[Message]) -> None:
        """Raise UpstreamRejected for what cannot fit; there are servers that cut it in silence."""
        least = sum(len(message.text) for message in messages) // _CHARACTERS_A_TOKEN
        if self.server.context and least > self.server.context:
            refused = UpstreamRejected(f"model {self.name!r} has too small a context for the call")
            refused.cost = Usage()
            raise refused
