"""Which agents are there, all of them or those for something."""

import asyncio
from collections.abc import Sequence
from itertools import islice

from shared.decisions import habits
from shared.matching import Match, available
from shared.models.person import Person
from shared.queries.cues import cue, says
from shared.queries.handler import Asked, InOnePiece
from shared.queries.phrases import and_more, day, line
from shared.services import Services, records_of
from shared.tools.wording import count

SHOWN = 15
SHOWN_FITTING = 8
_SEARCHED = 50
_SAME_WORDS = 0.5
"""Share of what is looked for, by weight, that an agent's own words have to say."""
_NEAR = 0.4
"""Cosine to one of an agent's texts from which it is worth showing to someone who looks for it."""
_TOGETHER = 0.8
"""What the two have to add up to where neither is enough by itself."""
_NEAREST = 0.28
_SHOWN_NEAREST = 3


class AgentList(InOnePiece):
    """Lists the agents a person may run: those used often first, or those that fit."""

    id = "agent-list"
    priority = 100

    def can_handle(self, asked: Asked) -> bool:
        """Take what asks which agents there are; how they ran is another's."""
        said = asked.plain
        if not says(said, "lists") and (asked.named or not says(said, "lists unnamed")):
            return False
        return not says(said, "how to", "runs", "what if", "turn to", "about agents")

    async def text(self, asked: Asked, services: Services) -> str:
        """List them."""
        if says(asked.plain, "switched off"):
            return _switched_off(asked)
        if says(asked.plain, "owned"):
            listed = _all(asked, await services.people.get(asked.principal))
            return f"Who made or owns an agent I can't tell you here. {listed}"
        if not topic(asked.plain) or next(asked.reach.agents(), None) is None:
            return _all(asked, await services.people.get(asked.principal))
        if says(asked.plain, "recent"):
            return _recent(asked)
        matches = await _matches(asked, services)
        fitting = [match for match in matches if _fits(match)]
        return await _fitting(asked, fitting, services) if fitting else _none(asked, matches)


def topic(said: str) -> list[str]:
    """Return what a list is to be narrowed down to, in words; nothing for the whole list."""
    return [word for word in said.split() if not cue("aside").fullmatch(word)]


def _all(asked: Asked, person: Person) -> str:
    used = {agent: place for place, agent in enumerate(habits.favourites(person))}
    agents = sorted(
        asked.reach.agents(),
        key=lambda agent: (used.get(agent.id, len(used)), agent.name.casefold(), agent.id),
    )
    if not agents:
        return (
            "There are no agents you can use yet. Agents appear here once one is set up for you, "
            "or an account such as email is connected."
        )
    often = used.keys() & {agent.id for agent in agents}
    order = ", the ones you use most first" if often and len(agents) > 1 else ""
    lines = [line(agent) for agent in agents[:SHOWN]]
    return "\n".join(
        [f"You can use {count(len(agents), 'agent')}{order}:", *lines, *_rest(len(agents) - SHOWN)]
    )


def _rest(left: int) -> list[str]:
    if left <= 0:
        return []
    narrow = 'Say what you need to narrow it down: "which agents help with invoices?", for example.'
    return [f"\nand {left:,} more. {narrow}"]


async def _matches(asked: Asked, services: Services) -> tuple[Match, ...]:
    """Return the agents that have to do with what the question narrows the list down to."""
    wanted = " ".join(topic(asked.plain))
    vector = (await asyncio.to_thread(services.encoder.encode, [wanted]))[0]
    index, allowed = asked.reach.index, asked.reach.allowed
    return await asyncio.to_thread(index.search, wanted, vector, limit=_SEARCHED, allowed=allowed)


def _fits(match: Match) -> bool:
    """Tell by the measures themselves: many agents may fit, so they must not compete."""
    found = match.evidence
    words = max(found.skill_words, found.domain_words)
    near = max(found.nearest, found.skill, found.description)
    return words >= _SAME_WORDS or near >= _NEAR or words + near >= _TOGETHER


async def _fitting(asked: Asked, fitting: Sequence[Match], services: Services) -> str:
    first, now = fitting[:SHOWN_FITTING], services.clock.now()
    agents = [match.agent for match in first]
    records = await records_of(services, asked.principal.tenant, agents)
    noun = "This agent fits" if len(first) == 1 else "These agents fit, the likeliest first"
    lines = [
        line(match.agent)
        + (f" ({'; '.join(match.reasons)})" if match.reasons else "")
        + ("" if available(records.get(match.agent.id), now) else " It keeps failing at present.")
        for match in first
    ]
    return "\n".join([f"{noun}:", *lines, *and_more(len(fitting) - len(first))])


def _none(asked: Asked, matches: Sequence[Match]) -> str:
    every = sum(1 for _ in asked.reach.agents())
    if every == 1:
        return 'The one agent you can use isn\'t made for that. Say "list my agents" to see it.'
    text = f"None of the {every:,} agents you can use seems to be made for that."
    near = [line(match.agent) for match in matches if match.evidence.nearest >= _NEAREST]
    if near:
        return "\n".join([f"{text} These come nearest:", *near[:_SHOWN_NEAREST]])
    return f'{text} Say "list my agents" to see what there is.'


def _switched_off(asked: Asked) -> str:
    entries = (entry.agent for entry in asked.reach.index.entries)
    off = [agent for agent in entries if not agent.enabled and asked.may_know(agent)]
    if not off:
        return "None of the agents you can use is switched off."
    lines = [line(agent) for agent in off[:SHOWN]]
    return "\n".join(["Switched off at the moment:", *lines, *and_more(len(off) - SHOWN)])


def _recent(asked: Asked) -> str:
    dated = [(agent.updated_at, agent) for agent in asked.reach.agents() if agent.updated_at]
    if not dated:
        return "I don't know when the agents you can use were last changed."
    dated.sort(key=lambda pair: (pair[0], pair[1].id), reverse=True)
    lines = [f"{line(agent)} (version {agent.version}, {day(at)})" for at, agent in dated]
    newest = islice(lines, SHOWN_FITTING)
    return "\n".join(["The agents set up or changed most recently:", *newest])
