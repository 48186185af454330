"""Ask a person, wait, and go on with what they said."""

from shared import catalog
from shared.durable import Context, Steps, call, event_before
from shared.models.steps import Progress, TakeReply, TurnRef


def question(context: Context, ref: TurnRef) -> Steps[Progress | None]:
    """Put the turn's question and return where the turn stands after the reply.

    None means that the wait ended early and must be taken up in a fresh generation, where the
    event can be waited for again.
    """
    asked = yield from call(context, catalog.ASK, ref)
    if asked.progress is not None:
        return asked.progress
    arrived = True
    if asked.status == "open":
        arrived = yield from event_before(context, asked.event, asked.deadline)
    taken = yield from call(
        context,
        catalog.TAKE_REPLY,
        TakeReply(thread=ref.thread, turn=ref.turn, request=asked.request, timed_out=not arrived),
    )
    return None if taken.woken_early else taken.progress
