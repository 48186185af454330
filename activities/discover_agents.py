"""Find the agents that could do what a message asks for."""

from shared.agents.roster import discover
from shared.conversation.turns import OpenTurn, load_turn
from shared.decisions import routing
from shared.deliveries import begin
from shared.errors import AgentDiscoveryError
from shared.models.steps import DiscoverRequest, Discovery, TurnRef
from shared.services import Services


async def discover_agents(request: DiscoverRequest, services: Services) -> Discovery:
    """Rank the agents in reach, or resolve the one the message names; a failure is a value."""
    ref = TurnRef(thread=request.thread, turn=request.turn)
    return await found_for(await load_turn(services.threads, ref), request.name, services)


async def found_for(opened: OpenTurn, name: str | None, services: Services) -> Discovery:
    """Return the agents for a turn; a failure is a value."""
    turn = opened.turn.value
    await begin(services, opened, "discover_agents")
    try:
        return await discover(
            services,
            opened.principal,
            routing.wanted(turn),
            turn.memory,
            name=name,
            rounds=turn.rounds,
        )
    except AgentDiscoveryError:
        return Discovery(failed=True)
