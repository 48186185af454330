"""Whatever no other handler takes: answered by the reasoner."""

from collections.abc import AsyncGenerator, AsyncIterator
from itertools import islice

from shared.agents.roster import plain
from shared.models.intent import Candidate
from shared.models.reasoning import AnswerRequest, Usage
from shared.ports import TextStream
from shared.queries.handler import CATCH_ALL, Asked
from shared.services import Services

SHOWN_TO_MODEL = 10


class GeneralQuestions:
    """Hands the question to the language model, or to what stands in for it."""

    id = "general"
    priority = CATCH_ALL

    def can_handle(self, asked: Asked) -> bool:  # noqa: ARG002 - a handler's
        """Take everything."""
        return True

    def answer(self, asked: Asked, services: Services) -> TextStream:
        """Answer with the conversation and a few agents in view."""
        agents: list[Candidate] = [plain(agent) for agent in asked.named if agent.enabled]
        known = {candidate.agent for candidate in agents}
        others = (agent for agent in asked.reach.agents() if agent.id not in known)
        agents += [plain(agent) for agent in islice(others, max(0, SHOWN_TO_MODEL - len(agents)))]
        return _Answer(asked, tuple(agents[:SHOWN_TO_MODEL]), services)


class _Answer:
    """The reasoner's answer, which is asked for with the time where the person is."""

    def __init__(self, asked: Asked, agents: tuple[Candidate, ...], services: Services) -> None:
        self.usage = Usage()
        self.fallback = ""
        self._asked = asked
        self._agents = agents
        self._services = services

    async def __aiter__(self) -> AsyncIterator[str]:
        """Yield the answer in pieces."""
        asked, services = self._asked, self._services
        person = await services.people.get(asked.principal)
        stream = services.reasoner.answer(
            AnswerRequest(
                text=asked.text,
                intent=asked.intent,
                context=asked.context,
                agents=self._agents,
                standing_in=asked.broke_off,
                now=person.known.here(services.clock.now()),
                brief=person.known.brief,
            )
        )
        pieces = aiter(stream)
        try:
            async for piece in pieces:
                yield piece
        finally:
            if isinstance(pieces, AsyncGenerator):
                await pieces.aclose()
            self.usage, self.fallback = stream.usage, stream.fallback
