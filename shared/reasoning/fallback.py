"""FallbackReasoner: a model's answer, or the embedded one and why."""

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

from shared.errors import Upstream
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
from shared.reasoning.budget import ModelBudget

R = TypeVar("R", bound=Payload)
T = TypeVar("T")

BUDGET_SPENT = "as many model calls as a minute may have were made already"
NOTHING_WRITTEN = "the model wrote nothing"


class FallbackReasoner:
    """Asks the model, and the embedded reasoner when the model fails or may not be called.

    A text that has begun is not begun again: then the model's error is raised.
    """

    def __init__(self, model: Reasoner, embedded: Reasoner, budget: ModelBudget) -> None:
        self._model = model
        self._embedded = embedded
        self._budget = budget

    async def analyze_intent(self, request: IntentRequest) -> Reasoned[IntentAnalysis]:
        """Understand one message."""
        return await self._ask(self._model.analyze_intent, self._embedded.analyze_intent, request)

    async def plan_tools(self, request: PlanRequest) -> Reasoned[ToolPlan]:
        """Plan the tool calls for one command."""
        return await self._ask(self._model.plan_tools, self._embedded.plan_tools, request)

    async def reassess(self, request: ReassessRequest) -> Reasoned[Reassessment]:
        """Decide what a result means for the rest of the plan."""
        return await self._ask(self._model.reassess, self._embedded.reassess, request)

    async def revise(self, request: ReviseRequest) -> Reasoned[Revision]:
        """Change a call that was shown as the person wishes."""
        return await self._ask(self._model.revise, self._embedded.revise, request)

    def synthesize(self, request: SynthesisRequest) -> TextStream:
        """Word the answer to a command from what was found."""
        return FallbackText(
            lambda: self._model.synthesize(request),
            lambda _: self._embedded.synthesize(request),
            self._budget,
        )

    def answer(self, request: AnswerRequest) -> TextStream:
        """Answer a question about the product, the person's agents, or in general.

        A model that broke off for good (`standing_in`) is not asked again.
        """
        if request.standing_in:
            return self._embedded.answer(request)
        return FallbackText(
            lambda: self._model.answer(request),
            lambda why: self._embedded.answer(request.model_copy(update={"standing_in": why})),
            self._budget,
        )

    async def interpret_reply(self, request: ReplyRequest) -> Reasoned[ReplyReading]:
        """Read what a person said after a question."""
        return await self._ask(self._model.interpret_reply, self._embedded.interpret_reply, request)

    async def draft_agent(self, request: DraftRequest) -> Reasoned[DraftReading]:
        """Read what a person said about an agent that is being made or changed."""
        return await self._ask(self._model.draft_agent, self._embedded.draft_agent, request)

    async def _ask(
        self,
        model: Callable[[R], Awaitable[Reasoned[T]]],
        embedded: Callable[[R], Awaitable[Reasoned[T]]],
        request: R,
    ) -> Reasoned[T]:
        if not self._budget.take():
            return replace(await embedded(request), fallback=BUDGET_SPENT)
        try:
            reasoned = await model(request)
        except Upstream as failure:
            cost = failure.cost if isinstance(failure.cost, Usage) else Usage()
            self._budget.charge(cost.calls - 1)
            own = await embedded(request)
            return Reasoned(own.value, cost + own.usage, str(failure))
        self._budget.charge(reasoned.usage.calls - 1)
        return reasoned


class FallbackText:
    """A model's text; the embedded one, told why, when the model fails before the first piece."""

    def __init__(
        self,
        model: Callable[[], TextStream],
        embedded: Callable[[str], TextStream],
        budget: ModelBudget,
    ) -> None:
        self.usage = Usage()
        self.fallback = ""
        self._model = model
        self._embedded = embedded
        self._budget = budget

    async def __aiter__(self) -> AsyncIterator[str]:
        """Yield the text in pieces; raise an Upstream error when it breaks off."""
        if self._budget.take():
            written, begun = self._model(), False
            pieces = aiter(written)
            try:
                async for piece in pieces:
                    begun = True
                    yield piece
            except Upstream as failure:
                if begun:
                    raise
                self.fallback = str(failure)
            finally:
                if isinstance(pieces, AsyncGenerator):
                    await pieces.aclose()
                self.usage = written.usage
            if begun:
                return
            self.fallback = self.fallback or NOTHING_WRITTEN
        else:
            self.fallback = BUDGET_SPENT
        own = self._embedded(self.fallback)
        async for piece in own:
            yield piece
        self.usage += own.usage
