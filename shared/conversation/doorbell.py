"""Ringing: make sure that someone looks at a thread that has news.

A ring is harmless when nothing is new, and never lost when something is: a thread that is running
cannot park without seeing its row, a waiting one is woken by its event, a parked one is started.
"""

import asyncio
import uuid

from shared.errors import StorageFailed
from shared.models.rows import Stored
from shared.models.steps import ThreadStart
from shared.models.thread import Thread
from shared.ports import Engine, Threads

ORCHESTRATOR = "thread_v2"
_PAUSES = (0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 4.0)
"""Seconds between tries while an old instance is still ending; after that `due` takes over."""
_LOOKS_AGAIN = 0.1
"""From a pause so long on the row is read again: it may have moved on, and by somebody else."""


def instance_id(key: str) -> str:
    """Return the id of a thread's orchestration."""
    return f"thread-{key}"


def reply_event(request: str) -> str:
    """Return the event that a question waits for; unique, since an event name is good for once."""
    return f"reply-{request}"


async def ring(
    engine: Engine, threads: Threads, key: str, written: Stored[Thread] | None = None
) -> bool:
    """Wake the thread. Return False when the runtime, or its old instance, would not let us.

    `written` is its row with the news, as whoever rings has just written it. What looks at the
    thread after that sees them, so ringing by a row that has moved on since is harmless.
    """
    head = written
    for pause in _PAUSES:
        await asyncio.sleep(pause)
        try:
            if head is None or pause >= _LOOKS_AGAIN:
                head = await threads.head(key)
            if head is None or await _rung(engine, head.value):
                return True
        except StorageFailed:
            continue
    return False


async def _rung(engine: Engine, thread: Thread) -> bool:
    instance = instance_id(thread.key)
    if thread.phase == "running":
        return True
    asked = thread.request if thread.phase == "waiting" else None
    if asked is not None and await engine.raise_event(instance, reply_event(asked)):
        return True
    return await start(engine, thread.key)


async def start(engine: Engine, key: str) -> bool:
    """Start a thread's orchestrator; False while one is running or ending."""
    begin = ThreadStart(thread=key, execution=uuid.uuid4().hex)
    return await engine.start(ORCHESTRATOR, instance_id(key), begin)
