"""CascadeReasoner: the embedded reasoner first, a model only for what is beyond it."""

from dataclasses import dataclass

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
)
from shared.ports import Reasoned, Reasoner, TextStream


@dataclass(frozen=True)
class Thresholds:
    """How sure the embedded reasoner has to be for its own result to stand.

    `reading` is of the task that a request is read as, with all of its words, whatever is sure of
    the message besides.
    """

    intent: float
    reply: float
    reading: float = 0.0


CALIBRATED = Thresholds(intent=0.60, reply=0.65, reading=0.30)
"""By `python -m training cascade`, on the development sets.

It sends 10 % of messages to the model, and 98 % of the rest are right; 14 % of replies, and 100 %.
That of a reading is the highest at which the smallest model recorded, of 1.5 billion weights, makes
nothing worse (`evals/data/README.md`); a better one may be asked more often (`CASCADE_SURE`).
"""


class CascadeReasoner:
    """Spends a model call only where the embedded reasoner is unsure, has no plan, or has no words.

    `model` is the one to turn to; wrap it in a FallbackReasoner, or its failures are the person's.
    """

    def __init__(
        self, embedded: Reasoner, model: Reasoner, thresholds: Thresholds = CALIBRATED
    ) -> None:
        self._embedded = embedded
        self._model = model
        self._thresholds = thresholds

    async def analyze_intent(self, request: IntentRequest) -> Reasoned[IntentAnalysis]:
        """Understand one message; the model is asked when that, or how it was read, is unsure."""
        own = await self._embedded.analyze_intent(request)
        sure = own.value.confidence >= self._thresholds.intent
        if sure and own.value.reading >= self._thresholds.reading:
            return own
        return await self._model.analyze_intent(request)

    async def plan_tools(self, request: PlanRequest) -> Reasoned[ToolPlan]:
        """Plan the tool calls for one command; the model is asked where that is unsure, or none is.

        A model that has no plan either does not take away the one there is.
        """
        own = await self._embedded.plan_tools(request)
        if own.value.steps and own.value.confidence >= self._thresholds.reading:
            return own
        other = await self._model.plan_tools(request)
        if own.value.steps and not other.value.steps:
            return Reasoned(own.value, other.usage + own.usage, other.fallback)
        return other

    async def reassess(self, request: ReassessRequest) -> Reasoned[Reassessment]:
        """Decide what a result means; the model is asked before giving up."""
        own = await self._embedded.reassess(request)
        if own.value.verdict != "failed":
            return own
        return await self._model.reassess(request)

    async def revise(self, request: ReviseRequest) -> Reasoned[Revision]:
        """Change a call as the person wishes; the model is asked where the rules cannot."""
        own = await self._embedded.revise(request)
        if own.value.arguments is not None:
            return own
        return await self._model.revise(request)

    def synthesize(self, request: SynthesisRequest) -> TextStream:
        """Word the answer to a command from what was found, by the model."""
        return self._model.synthesize(request)

    def answer(self, request: AnswerRequest) -> TextStream:
        """Answer a question, by the model."""
        return self._model.answer(request)

    async def interpret_reply(self, request: ReplyRequest) -> Reasoned[ReplyReading]:
        """Read what a person said after a question; the model is asked when that is uncertain."""
        own = await self._embedded.interpret_reply(request)
        if own.value.confidence >= self._thresholds.reply:
            return own
        return await self._model.interpret_reply(request)

    async def draft_agent(self, request: DraftRequest) -> Reasoned[DraftReading]:
        """Read what a person said about an agent; the model is asked when that is uncertain."""
        own = await self._embedded.draft_agent(request)
        if own.value.confidence >= self._thresholds.reply:
            return own
        return await self._model.draft_agent(request)
