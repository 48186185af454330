"""What waits for a person in all their conversations, scheduled ones too."""

import asyncio
from collections.abc import Sequence

from shared.decisions import wording
from shared.decisions.undoing import plain
from shared.models.principal import Principal
from shared.models.thread import HumanRequest, Thread
from shared.models.waiting import Waiting
from shared.services import Services


def waiting_of(thread: Thread, request: HumanRequest) -> Waiting:
    """Return the note that a conversation asks its person something."""
    title = request.card.title if request.card is not None else request.question
    if thread.asked == request.id:  # at the end of all that the agent builder says
        title = wording.BUILDER_ASKS
    return Waiting(
        thread=thread.key,
        thread_id=thread.id,
        request=request.id,
        kind=request.kind,
        told=plain(title),
        at=request.created_at,
        asker=thread.owner,
        role=request.role,
    )


async def waiting_for(services: Services, who: Principal) -> Sequence[Waiting]:
    """Return what still waits for a person, oldest first; what is over is struck out.

    A question is noted before its conversation has it, so that none is missed: what was noted just
    now may be about to be asked.
    """
    noted = await services.waiting.of(who)
    open_ = await asyncio.gather(*(still_open(services, one) for one in noted))
    asked = services.clock.now() - services.limits.stuck
    gone = [one for one, waits in zip(noted, open_, strict=True) if not waits and one.at < asked]
    await asyncio.gather(*(services.waiting.remove(who, one) for one in gone))
    return [one for one, waits in zip(noted, open_, strict=True) if waits]


async def still_open(services: Services, noted: Waiting) -> bool:
    """Tell whether a conversation still waits with what was noted."""
    head = await services.threads.head(noted.thread)
    if head is None or head.value.deleted:
        return False
    return noted.request in {head.value.request, head.value.asked}
