"""Tasks as A2A clients name and find them: read from a conversation's rows, on any instance."""

import asyncio
import re
from collections.abc import AsyncIterator

from api.access import readable
from api.ids import from_path, to_path
from shared.conversation.tasks import opened_by, told
from shared.decisions import a2a
from shared.decisions.routing import mention
from shared.errors import Gone, NotFound
from shared.models.principal import Principal
from shared.models.rows import INBOX
from shared.models.thread import InboxMessage, Thread
from shared.services import Services

CONVERSATIONS = 50
"""Those with the latest messages, among which tasks are looked for where no context is named."""
_PAGE = 100
_ID = re.compile(r"([A-Za-z0-9_~-]+)\.([1-9][0-9]{0,8})")


def task_id(thread_id: str, seq: int) -> str:
    """Return the id of the task that a conversation's message opens, by its place in the line."""
    return f"{to_path(thread_id)}.{seq}"


async def find(
    services: Services, caller: Principal, name: str, agent: str = ""
) -> tuple[Thread, a2a.Task]:
    """Return a task of the caller, and its conversation; raise NotFound.

    Anybody else's is not there, nor, where an `agent` is named, one that was not said to it.
    """
    found = _ID.fullmatch(name)
    if found is None:
        raise _missing()
    try:
        thread = (await readable(services, caller, from_path(found[1]))).value
    except (ValueError, NotFound, Gone):
        raise _missing() from None
    opened = await services.threads.get(thread.key, INBOX, int(found[2]))
    task = await _opened(services, thread, opened.value) if opened is not None else None
    if task is None or not _is_of(agent, task):
        raise _missing()
    return thread, await told(services, thread, task)


async def listed(
    services: Services, caller: Principal, context: str, agent: str = ""
) -> AsyncIterator[tuple[Thread, a2a.Task]]:
    """Yield the caller's tasks without what was said in them: of one conversation, or the latest.

    Whatever has no context, or is gone, has no tasks. With an `agent`, only what was said to it.
    """
    if context:
        key = await _key(services, caller, context)
        keys = [key] if key else []
    else:
        noted = await services.conversations.of(caller)
        keys = [one.thread for one in noted[:CONVERSATIONS]]
    for key in keys:
        head = await services.threads.head(key)
        if head is None or head.value.deleted:
            continue
        for first in range(1, head.value.accepted + 1, _PAGE):
            page = await services.threads.page(key, INBOX, first, _PAGE)
            for task in await asyncio.gather(*(_opened(services, head.value, one) for one in page)):
                if task is not None and _is_of(agent, task):
                    yield head.value, task


def _is_of(agent: str, task: a2a.Task) -> bool:
    return not agent or mention(task.opened.text) == agent


async def _opened(services: Services, thread: Thread, message: InboxMessage) -> a2a.Task | None:
    return await opened_by(services, thread, message, task_id(thread.id, message.seq))


def _missing() -> NotFound:
    return NotFound("The task was not found: there is none of this id, or it is somebody else's.")


async def _key(services: Services, caller: Principal, context: str) -> str | None:
    try:
        return (await readable(services, caller, context)).value.key
    except (NotFound, Gone):
        return None
