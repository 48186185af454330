"""Counts who answered: a model, or the embedded reasoner in its place."""

from typing import TypeVar

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

T = TypeVar("T")


class Tally:
    """A reasoner that adds up what it spends; an accuracy says little without it."""

    def __init__(self, reasoner: Reasoner) -> None:
        self.usage = Usage()
        self.fallbacks: list[str] = []
        self._reasoner = reasoner

    async def analyze_intent(self, request: IntentRequest) -> Reasoned[IntentAnalysis]:
        """Understand one message."""
        return self._count(await self._reasoner.analyze_intent(request))

    async def plan_tools(self, request: PlanRequest) -> Reasoned[ToolPlan]:
        """Plan the tool calls for one command."""
        return self._count(await self._reasoner.plan_tools(request))

    async def reassess(self, request: ReassessRequest) -> Reasoned[Reassessment]:
        """Decide what a result means for the rest of the plan."""
        return self._count(await self._reasoner.reassess(request))

    def synthesize(self, request: SynthesisRequest) -> TextStream:
        """Word the answer to a command; what it costs is not counted."""
        return self._reasoner.synthesize(request)

    def answer(self, request: AnswerRequest) -> TextStream:
        """Answer a question; what it costs is not counted."""
        return self._reasoner.answer(request)

    async def revise(self, request: ReviseRequest) -> Reasoned[Revision]:
        """Change a call that was shown as the person wishes."""
        return self._count(await self._reasoner.revise(request))

    async def interpret_reply(self, request: ReplyRequest) -> Reasoned[ReplyReading]:
        """Read what a person said after a question."""
        return self._count(await self._reasoner.interpret_reply(request))

    async def draft_agent(self, request: DraftRequest) -> Reasoned[DraftReading]:
        """Read what a person said about an agent that is being made or changed."""
        return self._count(await self._reasoner.draft_agent(request))

    def notes(self) -> tuple[tuple[str, str], ...]:
        """Return what was spent since the last time, for a table; nothing without a model."""
        usage, fallbacks = self.usage, self.fallbacks
        self.usage, self.fallbacks = Usage(), []
        if not usage.calls and not fallbacks:
            return ()
        tokens = f"{usage.input_tokens:,} tokens in, {usage.output_tokens:,} out"
        instead = str(len(fallbacks))
        if fallbacks:
            instead += f", the first because: {fallbacks[0]}"
        return (
            ("model calls", f"{usage.calls}, {usage.model or 'no model'}, {tokens}"),
            ("answered without the model asked", instead),
        )

    def _count(self, reasoned: Reasoned[T]) -> Reasoned[T]:
        self.usage += reasoned.usage
        if reasoned.fallback:
            self.fallbacks.append(reasoned.fallback)
        return reasoned
