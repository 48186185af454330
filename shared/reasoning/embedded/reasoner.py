"""EmbeddedReasoner: the Reasoner port over the embedded rules."""

from collections.abc import AsyncIterator

from shared.models.intent import IntentAnalysis
from shared.models.reasoning import (
    AnswerRequest,
    IntentRequest,
    PlanRequest,
    Reassessment,
    ReassessRequest,
    ReplyReading,
    ReplyRequest,
    SynthesisRequest,
    ToolPlan,
    Usage,
)
from shared.ports import Reasoned, TextStream
from shared.reasoning.embedded.answering import answer_to
from shared.reasoning.embedded.intents import analyze
from shared.reasoning.embedded.planning import plan
from shared.reasoning.embedded.reassessing import reassess
from shared.reasoning.embedded.replies import read_reply
from shared.reasoning.embedded.wording import answer_from, pieces


class EmbeddedReasoner:
    """Rules and slots: free, instant, always available, and the same answer every time."""

    async def analyze_intent(self, request: IntentRequest) -> Reasoned[IntentAnalysis]:
        """Understand one message."""
        return Reasoned(analyze(request))

    async def plan_tools(self, request: PlanRequest) -> Reasoned[ToolPlan]:
        """Plan the tool calls for one command."""
        return Reasoned(plan(request))

    async def reassess(self, request: ReassessRequest) -> Reasoned[Reassessment]:
        """Decide what a result means for the rest of the plan."""
        return Reasoned(reassess(request))

    def synthesize(self, request: SynthesisRequest) -> TextStream:
        """Word the answer to a command from what was found."""
        return WrittenText(answer_from(request))

    def answer(self, request: AnswerRequest) -> TextStream:
        """Answer about the product and the person's agents."""
        return WrittenText(answer_to(request))

    async def interpret_reply(self, request: ReplyRequest) -> Reasoned[ReplyReading]:
        """Read what a person said after a question."""
        return Reasoned(read_reply(request))


class WrittenText:
    """A text that is already written, handed out in small pieces."""

    def __init__(self, text: str) -> None:
        self.usage = Usage()
        self._text = text

    async def __aiter__(self) -> AsyncIterator[str]:
        """Yield the text in pieces of a few words."""
        for piece in pieces(self._text):
            yield piece
