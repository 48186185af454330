"""Word a turn's answer and close the turn, which parks its thread if nothing else waits."""

from activities.close_turn import close_turn
from activities.compose_reply import compose_reply
from activities.steps.guard import perform
from shared import catalog
from shared.models.steps import Answered, CloseTurn, TurnRef
from shared.services import Services


async def answer_turn(request: CloseTurn, services: Services) -> Answered:
    """Answer, unless the turn ends before; a re-run finds what was said, or that it is closed."""
    stop = request.stop
    if stop is None and not request.failed:
        ref = TurnRef(thread=request.thread, turn=request.turn)
        where = await perform(catalog.COMPOSE_REPLY, compose_reply, ref, services)
        if where.move != "close" and where.stop is None:
            return Answered(progress=where)
        stop = where.stop
    closing = request.model_copy(update={"stop": stop})
    closed = await perform(catalog.CLOSE_TURN, close_turn, closing, services)
    return Answered(more=closed.more)
