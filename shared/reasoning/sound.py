"""SoundReasoner: a reasoner that, where it breaks in itself, says so as one that failed."""

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from typing import TypeVar

from shared.faults import noticed
from shared.models.base import Payload
from shared.models.building import DraftReading, DraftRequest
from shared.models.intent import IntentAnalysis
from shared.models.reasoning import (
    AnswerRequest,
    IntentRequest,
    PlanRequest,
    Reassessment,
    ReassessRequest,
    ReplyReading,
    ReplyRequest,
    ReviseRequest,
    Revision,
    SynthesisRequest,
    ToolPlan,
    Usage,
)
from shared.ports import Reasoned, Reasoner, TextStream

R = TypeVar("R", bound=Payload)
T = TypeVar("T")


class SoundReasoner:
    """Asks another reasoner; whatever breaks in it is raised as a `Fault`, an Upstream error.

    So every step that can do without a reasoner does, and none is tried again in vain.
    """

    def __init__(self, inner: Reasoner) -> None:
        self.inner = inner

    async def analyze_intent(self, request: IntentRequest) -> Reasoned[IntentAnalysis]:
        """Understand one message."""
        return await _asked(self.inner.analyze_intent, request)

    async def plan_tools(self, request: PlanRequest) -> Reasoned[ToolPlan]:
        """Plan the tool calls for one command."""
        return await _asked(self.inner.plan_tools, request)

    async def reassess(self, request: ReassessRequest) -> Reasoned[Reassessment]:
        """Decide what a result means for the rest of the plan."""
        return await _asked(self.inner.reassess, request)

    async def revise(self, request: ReviseRequest) -> Reasoned[Revision]:
        """Change a call that was shown as the person wishes."""
        return await _asked(self.inner.revise, request)

    async def interpret_reply(self, request: ReplyRequest) -> Reasoned[ReplyReading]:
        """Read what a person said after a question."""
        return await _asked(self.inner.interpret_reply, request)

    async def draft_agent(self, request: DraftRequest) -> Reasoned[DraftReading]:
        """Read what a person said about an agent that is being made or changed."""
        return await _asked(self.inner.draft_agent, request)

    def synthesize(self, request: SynthesisRequest) -> TextStream:
        """Word the answer to a command from what was found."""
        return SoundText("synthesize", lambda: self.inner.synthesize(request))

    def answer(self, request: AnswerRequest) -> TextStream:
        """Answer a question about the product, the person's agents, or in general."""
        return SoundText("answer", lambda: self.inner.answer(request))


async def _asked(method: Callable[[R], Awaitable[Reasoned[T]]], request: R) -> Reasoned[T]:
    with noticed(method.__name__):
        return await method(request)


class SoundText:
    """A text stream that ends with a `Fault` where it breaks in itself."""

    def __init__(self, name: str, begin: Callable[[], TextStream]) -> None:
        self.usage = Usage()
        self.fallback = ""
        self._name = name
        self._begin = begin

    async def __aiter__(self) -> AsyncIterator[str]:
        """Yield the text in pieces."""
        stream: TextStream | None = None
        pieces: AsyncIterator[str] | None = None
        try:
            with noticed(self._name):
                stream = self._begin()
                pieces = aiter(stream)
                async for piece in pieces:
                    yield piece
        finally:
            if stream is not None:
                self.usage, self.fallback = stream.usage, stream.fallback
            if isinstance(pieces, AsyncGenerator):
                await pieces.aclose()
