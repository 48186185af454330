"""Find the agents for the turn that is being opened, beside the understanding of its message."""

from activities.discover_agents import found_for
from activities.open_turn import mention_of, turn_ahead
from shared.models.steps import Found, ThreadStart
from shared.services import Services


async def search_agents(start: ThreadStart, services: Services) -> Found:
    """Rank the agents in reach, or resolve the one the message names; a failure is a value.

    The turn is opened by whoever understands it: here its message is only looked at. Should that be
    another one by then, `seq` says so. Nothing is searched for a turn that is not to be routed.
    """
    ahead = await turn_ahead(start, services)
    if ahead is None:
        return Found()
    turn = ahead.turn.value
    if ahead.progress.move != "route" or ahead.progress.stop is not None:
        return Found(seq=turn.seq)
    return Found(seq=turn.seq, discovery=await found_for(ahead, mention_of(turn), services))
