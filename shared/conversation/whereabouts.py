"""Where a person's conversation is kept: in a partition that nobody else can name.

Conversations begun before partitions were named after their person are in one of the organisation's
(`former_thread_key`) until their retention ends. None is begun there any more, so one that is not
there never will be, and who was told so once need not ask again.
"""

from collections import OrderedDict
from weakref import WeakKeyDictionary

from shared.models.principal import Principal
from shared.models.rows import Stored
from shared.models.thread import Thread
from shared.naming import former_thread_key, thread_key
from shared.ports import Threads
from shared.services import Services

_REMEMBERED = 10_000
_ABSENT: WeakKeyDictionary[Threads, OrderedDict[str, None]] = WeakKeyDictionary()
"""Conversations that were not begun in those partitions."""


async def key_of(services: Services, who: Principal, thread_id: str) -> str:
    """Return the partition of a person's conversation, be it there or yet to begin."""
    former = await _former(services, who, thread_id)
    return thread_key(who.tenant, who.user, thread_id) if former is None else former.value.key


async def head_of(services: Services, who: Principal, thread_id: str) -> Stored[Thread] | None:
    """Return the thread row of a person's conversation; None where they have no such one."""
    head = await services.threads.head(thread_key(who.tenant, who.user, thread_id))
    return head if head is not None else await _former(services, who, thread_id)


async def _former(services: Services, who: Principal, thread_id: str) -> Stored[Thread] | None:
    former, threads = former_thread_key(who.tenant, thread_id), services.threads
    absent = _ABSENT.setdefault(threads, OrderedDict())
    if former in absent:
        return None
    head = await threads.head(former)
    if head is None:
        absent[former] = None
        while len(absent) > _REMEMBERED:
            absent.popitem(last=False)
    return head if head is not None and head.value.owner == who.user else None
