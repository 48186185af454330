"""Text a model writes, as it arrives."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING

from shared.errors import UpstreamRejected, UpstreamUnavailable
from shared.models.reasoning import Usage
from shared.reasoning.openai_errors import upstream_errors

if TYPE_CHECKING:
    from openai import AsyncStream
    from openai.types.chat import ChatCompletionChunk


class StreamedText:
    """One streamed completion; the call is made when iteration begins."""

    def __init__(
        self, model: str, start: "Callable[[], Awaitable[AsyncStream[ChatCompletionChunk]]]"
    ) -> None:
        self.usage = Usage()
        self.fallback = ""
        self._model = model
        self._start = start

    async def __aiter__(self) -> AsyncIterator[str]:
        """Yield the text in pieces; raise an Upstream error when it does not reach its end."""
        ending: str | None = None
        self.usage = Usage(calls=1, model=self._model)
        with upstream_errors(self._model):
            stream = await self._start()
        try:
            chunks = aiter(stream)
            while True:
                with upstream_errors(self._model):
                    chunk = await anext(chunks, None)
                if chunk is None:
                    break
                if chunk.usage:
                    self.usage = Usage(
                        calls=1,
                        input_tokens=chunk.usage.prompt_tokens,
                        output_tokens=chunk.usage.completion_tokens,
                        model=self._model,
                    )
                for choice in chunk.choices:
                    ending = choice.finish_reason or ending
                    if choice.delta.refusal:
                        raise UpstreamRejected(f"model {self._model!r} refused to answer")
                    if choice.delta.content:
                        yield choice.delta.content
        finally:
            await stream.close()
        if ending is None:
            raise UpstreamUnavailable(f"model {self._model!r} broke off")
        if ending == "content_filter":
            raise UpstreamRejected(f"model {self._model!r} declined to go on")
