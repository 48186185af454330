"""What is remembered of a person's choices: shown to them, or forgotten at their word."""

from collections.abc import Callable, Sequence

from shared.agents import learning
from shared.decisions import habits
from shared.models.person import Preference
from shared.queries.cues import says
from shared.queries.handler import Asked, InOnePiece
from shared.queries.phrases import one_line
from shared.services import Services
from shared.tools.wording import count
from shared.words import either

SHOWN = 10
_FAVOURITES = 3


class Choices(InOnePiece):
    """Lists or forgets the choices that save a person from being asked again."""

    id = "choices"
    priority = 95

    def can_handle(self, asked: Asked) -> bool:
        """Take an order to forget, or a question about what is remembered of oneself."""
        return says(asked.plain, "forgets", "shows") and not says(asked.plain, "how to")

    async def text(self, asked: Asked, services: Services) -> str:
        """Do it, and say what was done."""
        write = _forget if says(asked.plain, "forgets") else _show
        return await write(asked, services)


async def _forget(asked: Asked, services: Services) -> str:
    """Forget the choices of the agents named, or all."""
    only = {agent.id for agent in asked.named}
    gone = await learning.forget(services, asked.principal, only)
    if not gone:
        among = f" for {either([agent.name for agent in asked.named], 'or')}" if only else ""
        return f"There was no remembered choice{among}, so nothing had to be forgotten."
    told = _told(asked, gone)
    return "\n".join(
        [f"I forgot {count(len(gone), 'choice')}, and will ask again next time:", *told]
    )


async def _show(asked: Asked, services: Services) -> str:
    person = habits.of_today(await services.people.get(asked.principal), asked.reach.born)
    chosen = person.preferences
    parts = ["I remember no choices of yours."]
    if chosen:
        parts = ["When these came up I asked, and remember your choice:", *_told(asked, chosen)]
        parts.append('Say "forget my choices" to be asked again.')
    used = [name for name in map(_namer(asked), habits.favourites(person)) if name]
    if used:
        parts.append(f"The agents you use most: {either(used[:_FAVOURITES])}.")
    parts.append(
        "Besides that, a conversation's last hour helps me understand what you refer to in it."
    )
    return "\n".join(parts)


def _told(asked: Asked, chosen: Sequence[Preference]) -> list[str]:
    name = _namer(asked)
    newest = [*reversed(chosen)]
    lines = [
        f'- "{one_line(known.text)}": {name(known.agent) or "an agent you can no longer use"}'
        for known in newest[:SHOWN]
    ]
    more = len(newest) - SHOWN
    return [*lines, f"- and {more} more"] if more > 0 else lines


def _namer(asked: Asked) -> Callable[[str], str]:
    def name(agent_id: str) -> str:
        agent = asked.reach.index.get(agent_id)
        return agent.name if agent is not None and asked.may_know(agent) else ""

    return name
