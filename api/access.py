"""Whose thread it is: what callers may see, and what they may change."""

from shared.errors import Forbidden, Gone, NotFound
from shared.models.principal import Principal
from shared.models.rows import Stored
from shared.models.thread import Thread
from shared.naming import thread_key
from shared.services import Services


async def readable(services: Services, caller: Principal, thread_id: str) -> Stored[Thread]:
    """Return the caller's thread; raise NotFound for anybody else's, Gone for a deleted one."""
    head = await services.threads.head(thread_key(caller.tenant, thread_id))
    if head is None or head.value.owner != caller.user:
        raise NotFound("There is no such conversation.")
    if head.value.deleted:
        raise Gone("This conversation was deleted.")
    return head


def check_owner(thread: Thread, caller: Principal) -> None:
    """Raise Forbidden unless the caller may change the thread."""
    if thread.owner != caller.user:
        raise Forbidden("This conversation belongs to somebody else.")
