"""Questions about the product itself, and small talk."""

from shared.decisions import habits
from shared.models.agent import Agent
from shared.queries.agent_detail import described
from shared.queries.handler import Asked, InOnePiece
from shared.queries.topics import ANSWERS, topic_of
from shared.services import Services
from shared.words import words_of

_LOOKED_AT = 10
_READ = 40
"""Words of a question about the product."""
_NOTHING_YET = (
    "No agent is available to you yet. Once one is set up for you, or an account such as email is "
    "connected, I can put it to work."
)
_MORE = (
    'You can also ask me to "list my agents", what one of them does, or how its runs went. For '
    'something that none of them does, say "I need an agent that ..." and what it should do.'
)


class Help(InOnePiece):
    """Explains the product, and says what this person can do with it."""

    id = "help"
    priority = 50

    def can_handle(self, asked: Asked) -> bool:
        """Take what is about the product, a greeting, or a pleasantry."""
        return topic_of(asked.plain) is not None

    async def text(self, asked: Asked, services: Services) -> str:
        """Answer from what is known of the product."""
        topic = topic_of(asked.plain) or "abilities"
        if topic in ANSWERS:
            return ANSWERS[topic].format(days=services.limits.retention.days)
        if topic == "abilities" and (alluded := _alluded(asked)):
            return described("", alluded)
        offer = await _offer(asked, services)
        if topic == "greeting":
            return f"Hello! {offer}"
        return f"I hand your request to the agent that can do it. {offer}\n\n{_MORE}"


def _alluded(asked: Asked) -> Agent | None:
    """Return the only agent that goes by a word of a question, as in "what can you do in slack"."""
    found = (
        asked.reach.index.resolve(word, asked.may_know) for word in words_of(asked.text)[:_READ]
    )
    named = {agent.id: agent for agent in found if agent is not None}
    return next(iter(named.values())) if len(named) == 1 else None


async def _offer(asked: Asked, services: Services) -> str:
    """Return three things this person can ask for."""
    person = await services.people.get(asked.principal)
    usual = asked.reach.usual(person, _LOOKED_AT)
    if not usual:
        return _NOTHING_YET
    telling = habits.suggestions(usual)
    if not telling:
        names = [f"- **{agent.name}**: {agent.description}" for agent in usual[:3]]
        return "\n".join(["Here is who can help you:", *names])
    lines = [f'- "{one.text}" ({one.name})' for one in telling]
    return "\n".join(["Here is what you can ask for, for example:", *lines])
