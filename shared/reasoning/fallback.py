"""FallbackReasoner: a model's answer, or the embedded one and why."""

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

from shared.decisions.budgets import tokens_of
from shared.errors import LimitReached, Upstream
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
from shared.payer import payer
from shared.ports import Budgets, Reasoned, Reasoner, TextStream
from shared.reasoning.budget import ModelBudget

R = TypeVar("R", bound=Payload)
T = TypeVar("T")

BUDGET_SPENT = "as many model calls as a minute may have were made already"
TOKENS_SPENT = "as many model tokens as a day may have were spent already"
NOTHING_WRITTEN = "the model wrote nothing"


class Purse:
    """What model calls may be made: by this process, and on the account of whose turn it is."""

    def __init__(self, budget: ModelBudget, budgets: Budgets | None = None) -> None:
        self._budget = budget
        self._budgets = budgets

    async def refused(self) -> str:
        """Take one call; return why it may not be made, or ""."""
        person = payer()
        if self._budgets is not None and person is not None:
            try:
                await self._budgets.take(person, {"tokens": 0})
            except LimitReached:
                return TOKENS_SPENT
        return "" if self._budget.take() else BUDGET_SPENT

    def paid(self, usage: Usage) -> None:
        """Count what a call took: repairs, and tokens."""
        self._budget.charge(usage.calls - 1)
        person = payer()
        if self._budgets is not None and person is not None:
            self._budgets.charge(person, "tokens", tokens_of(usage))


class FallbackReasoner:
    """Asks the model, and the embedded reasoner when the model fails or may not be called.

    A text that has begun is not begun again: then the model's error is raised.
    """

    def __init__(
        self,
        model: Reasoner,
        embedded: Reasoner,
        budget: ModelBudget,
        budgets: Budgets | None = None,
    ) -> None:
        self._model = model
        self._embedded = embedded
        self._purse = Purse(budget, budgets)

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
            self._purse,
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
            self._purse,
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
        if why := await self._purse.refused():
            return replace(await embedded(request), fallback=why)
        try:
            reasoned = await model(request)
        except Upstream as failure:
            cost = failure.cost if isinstance(failure.cost, Usage) else Usage()
            self._purse.paid(cost)
            own = await embedded(request)
            return Reasoned(own.value, cost + own.usage, str(failure))
        self._purse.paid(reasoned.usage)
        return reasoned


class FallbackText:
    """A model's text; the embedded one, told why, when the model fails before the first piece."""

    def __init__(
        self,
        model: Callable[[], TextStream],
        embedded: Callable[[str], TextStream],
        purse: Purse,
    ) -> None:
        self.usage = Usage()
        self.fallback = ""
        self._model = model
        self._embedded = embedded
        self._purse = purse

    async def __aiter__(self) -> AsyncIterator[str]:
        """Yield the text in pieces; raise an Upstream error when it breaks off."""
        self.fallback = await self._purse.refused()
        if not self.fallback:
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
                self._purse.paid(written.usage)
            if begun:
                return
            self.fallback = self.fallback or NOTHING_WRITTEN
        own = self._embedded(self.fallback)
        async for piece in own:
            yield piece
        self.usage += own.usage
