"""Whatever no other handler takes: answered by the reasoner."""

from itertools import islice

from shared.models.intent import Candidate
from shared.models.reasoning import AnswerRequest
from shared.ports import TextStream
from shared.queries.handler import CATCH_ALL, Asked
from shared.roster import plain
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
        return services.reasoner.answer(
            AnswerRequest(
                text=asked.text,
                intent=asked.intent,
                context=asked.context,
                agents=tuple(agents[:SHOWN_TO_MODEL]),
                standing_in=asked.broke_off,
            )
        )
