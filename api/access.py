"""Whose thread it is: anybody else's is not there."""

from shared.conversation.whereabouts import head_of
from shared.errors import Gone, NotFound
from shared.models.principal import Principal
from shared.models.rows import Stored
from shared.models.thread import Thread
from shared.services import Services


async def readable(services: Services, caller: Principal, thread_id: str) -> Stored[Thread]:
    """Return the caller's thread; raise NotFound for anybody else's, Gone for a deleted one."""
    head = await head_of(services, caller, thread_id)
    if head is None:
        raise NotFound("There is no such conversation.")
    if head.value.deleted:
        raise Gone("This conversation was deleted.")
    return head
