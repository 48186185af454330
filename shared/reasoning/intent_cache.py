"""IntentCache: the same message in the same situation is understood once a minute."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256

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
from shared.ports import Clock, Reasoned, Reasoner, TextStream

TTL = timedelta(seconds=60)
MAX_ANALYSES = 1_000
"""Both as in spec 000."""


@dataclass(frozen=True)
class _Kept:
    value: IntentAnalysis
    until: datetime


class IntentCache:
    """A reasoner whose intent analyses are kept for a minute, the 1,000 last used of them.

    Requests that differ only in how the agents are ranked are the same. Who asks at the same time
    shares one call. What fails, or is not what the model would have said, is not kept.
    """

    def __init__(self, reasoner: Reasoner, clock: Clock) -> None:
        self._reasoner = reasoner
        self._clock = clock
        self._kept: OrderedDict[bytes, _Kept] = OrderedDict()
        self._under_way: dict[bytes, asyncio.Task[Reasoned[IntentAnalysis]]] = {}

    async def analyze_intent(self, request: IntentRequest) -> Reasoned[IntentAnalysis]:
        """Understand one message; an analysis that is known costs nothing."""
        key = _key(request)
        if (known := self._known(key)) is not None:
            return Reasoned(known)
        # a task of its own: whoever began it may be cancelled while others wait
        if (begun := self._under_way.get(key)) is not None:
            return replace(await asyncio.shield(begun), usage=Usage())
        begun = asyncio.create_task(self._analyze(key, request))
        self._under_way[key] = begun
        return await asyncio.shield(begun)

    async def plan_tools(self, request: PlanRequest) -> Reasoned[ToolPlan]:
        """Plan the tool calls for one command."""
        return await self._reasoner.plan_tools(request)

    async def reassess(self, request: ReassessRequest) -> Reasoned[Reassessment]:
        """Decide what a result means for the rest of the plan."""
        return await self._reasoner.reassess(request)

    async def revise(self, request: ReviseRequest) -> Reasoned[Revision]:
        """Change a call that was shown as the person wishes."""
        return await self._reasoner.revise(request)

    def synthesize(self, request: SynthesisRequest) -> TextStream:
        """Word the answer to a command from what was found."""
        return self._reasoner.synthesize(request)

    def answer(self, request: AnswerRequest) -> TextStream:
        """Answer a question about the product, the person's agents, or in general."""
        return self._reasoner.answer(request)

    async def interpret_reply(self, request: ReplyRequest) -> Reasoned[ReplyReading]:
        """Read what a person said after a question."""
        return await self._reasoner.interpret_reply(request)

    async def draft_agent(self, request: DraftRequest) -> Reasoned[DraftReading]:
        """Read what a person said about an agent that is being made or changed."""
        return await self._reasoner.draft_agent(request)

    def _known(self, key: bytes) -> IntentAnalysis | None:
        kept = self._kept.get(key)
        if kept is None or self._clock.now() >= kept.until:
            return None
        self._kept.move_to_end(key)
        return kept.value

    async def _analyze(self, key: bytes, request: IntentRequest) -> Reasoned[IntentAnalysis]:
        try:
            reasoned = await self._reasoner.analyze_intent(request)
        finally:
            del self._under_way[key]
        if not reasoned.fallback:
            self._kept[key] = _Kept(reasoned.value, self._clock.now() + TTL)
            self._kept.move_to_end(key)
            if len(self._kept) > MAX_ANALYSES:
                self._kept.popitem(last=False)
        return reasoned


def _key(request: IntentRequest) -> bytes:
    """Return what tells a request from another: all of it but how its agents are ranked."""
    agents = sorted(request.agents, key=lambda agent: agent.agent)
    unranked = (agent.model_copy(update={"score": 0.0, "reasons": ()}) for agent in agents)
    same = request.model_copy(update={"agents": tuple(unranked), "now": None})
    return sha256(same.model_dump_json().encode()).digest()
