"""Find the agents that could do what a message asks for."""

from shared.decisions import discovery
from shared.models.steps import Discovery, TurnRef
from shared.roster import agents_of
from shared.services import Services
from shared.turns import load_turn

MAX_CANDIDATES = 10


async def discover_agents(ref: TurnRef, services: Services) -> Discovery:
    """Rank the agents this person can reach; domain sub-agents are never crowded out."""
    opened = await load_turn(services.threads, ref)
    agents = await agents_of(services, opened.principal)
    ranked = discovery.rank(opened.turn.value.text, agents)
    domains = {agent.id for agent in services.domain_agents}
    return Discovery(
        candidates=tuple(
            candidate
            for place, candidate in enumerate(ranked)
            if place < MAX_CANDIDATES or candidate.agent in domains
        )
    )
