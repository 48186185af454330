"""Telling the webhooks of A2A tasks how these stand.

The step that ends a turn, or puts a question, tells them once it is written. An entry in the list
of things to look at later stands in for steps that were lost before they did, and for webhooks that
could not be reached. So each is told at least once, and sometimes twice.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import datetime

from shared.conversation import later
from shared.conversation.tasks import opened_by, told
from shared.conversation.transact import transact
from shared.decisions import a2a, notifying
from shared.errors import Conflict
from shared.faults import WORLD, noticed
from shared.models.rows import INBOX, WEBHOOKS, Change, Put, Stored
from shared.models.thread import Thread
from shared.models.webhook import Webhook, Webhooks
from shared.services import Services
from shared.telemetry import UNTOLD

MOST = 5
"""Webhooks of one task."""
MOST_WATCHED = 100
"""Tasks of one conversation whose steps tell by themselves: of those before, an entry does."""

_Hooks = tuple[Webhook, ...]


def whose(key: str, seq: int, hook: str) -> str:
    """Return what stands for one webhook wherever it is kept or sealed."""
    return f"webhook/{key}/{seq}/{hook}"


async def of(services: Services, key: str, seq: int) -> _Hooks:
    """Return the webhooks of a task, in the order in which they were set."""
    kept = await services.threads.get(key, WEBHOOKS, seq)
    return kept.value.hooks if kept is not None else ()


async def put(services: Services, key: str, seq: int, task: str, hook: Webhook) -> None:
    """Set a webhook, or set one anew; raise Conflict beyond the limit.

    Where nobody is at work on the task it is told at once how that stands, else by the next step.
    """
    head = await services.threads.head(key)
    if head is None or seq not in head.value.watched:  # else it is looked after already
        await services.due.add(later.webhooks(key, seq, services.clock.now() + later.GRACE))

    def with_it(hooks: _Hooks) -> _Hooks:
        if hook.id in {one.id for one in hooks}:
            return tuple(hook if one.id == hook.id else one for one in hooks)
        if len(hooks) >= MOST:
            raise Conflict(f"A task has at most {MOST} webhooks: give one up first.")
        return (*hooks, hook)

    await _keep(services, key, seq, with_it, task, watched=True)
    await _tell(key, seq, services)


async def remove(services: Services, key: str, seq: int, name: str) -> None:
    """Give a webhook up; one that is not there is gone already."""
    await _keep(services, key, seq, lambda hooks: tuple(one for one in hooks if one.id != name))


async def tell(thread: Thread, services: Services) -> None:
    """Tell those who watch a conversation what a step has just come to, if anything."""
    for seq in () if thread.deleted else thread.watched:
        await _tell(thread.key, seq, services)


async def _tell(key: str, seq: int, services: Services) -> None:
    """Tell what was not tried yet; whatever goes wrong with that is left to a later look."""
    with suppress(*WORLD), noticed("notifying", WORLD):
        await _told(key, seq, services, again=False)


async def look(thread: Thread, seq: int, services: Services) -> datetime | None:
    """Tell what was not told yet, and return when to look again; None once all is told."""
    found = None if thread.deleted else await _told(thread.key, seq, services, again=True)
    return found and notifying.again(*found, services.clock.now())


async def _told(
    key: str, seq: int, services: Services, *, again: bool
) -> tuple[a2a.Task, _Hooks] | None:
    """Tell what a task's webhooks lack; return how it stands, and them. None: there is none."""
    head = await services.threads.head(key)
    kept = await services.threads.get(key, WEBHOOKS, seq)
    opened = await services.threads.get(key, INBOX, seq)
    if head is None or kept is None or opened is None or not kept.value.hooks:
        return None
    thread, hooks = head.value, kept.value.hooks
    task = await opened_by(services, thread, opened.value, kept.value.task)
    if task is None:
        return None
    mark = notifying.mark(task)
    lacking = notifying.untold(hooks, mark, again=again)
    if lacking:
        task = await told(services, thread, task)
        reached = await _notified(key, seq, lacking, mark, task, services)
        noting = _noting(reached, mark)
        hooks = await _keep(services, key, seq, noting, watched=task.state not in a2a.OVER)
    return task, hooks


async def _notified(
    key: str, seq: int, hooks: Iterable[Webhook], mark: str, task: a2a.Task, services: Services
) -> Mapping[str, bool]:
    """Send how a task stands, without what was said before; return which took it, by their ids."""
    shown = a2a.shown(task)
    del shown["history"]

    async def sent(hook: Webhook) -> tuple[str, bool]:
        taken = await services.notifier.notify(whose(key, seq, hook.id), hook, mark, shown)
        if not taken:
            UNTOLD.add(1)
        return hook.id, taken

    return dict(await asyncio.gather(*map(sent, hooks)))


def _noting(reached: Mapping[str, bool], mark: str) -> Callable[[_Hooks], _Hooks]:
    def noted(hooks: _Hooks) -> _Hooks:
        return tuple(
            notifying.after(hook, mark, told=reached[hook.id])
            if hook.id in reached and hook.told != mark
            else hook
            for hook in hooks
        )

    return noted


async def _keep(
    services: Services,
    key: str,
    seq: int,
    change: Callable[[_Hooks], _Hooks],
    task: str = "",
    *,
    watched: bool | None = None,
) -> _Hooks:
    """Write what becomes of a task's webhooks, and whether its steps are to tell them (as now)."""

    async def step(head: Stored[Thread]) -> tuple[Change | None, _Hooks]:
        kept = await services.threads.get(key, WEBHOOKS, seq)
        before = kept.value if kept is not None else Webhooks(seq=seq, task=task)
        hooks = change(before.hooks)
        by_steps = seq in head.value.watched if watched is None else watched
        others = tuple(one for one in head.value.watched if one != seq)
        watching = (*others, seq)[-MOST_WATCHED:] if hooks and by_steps else others
        if hooks == before.hooks and watching == head.value.watched:
            return None, hooks
        row = Put(
            WEBHOOKS,
            seq,
            before.model_copy(update={"hooks": hooks}),
            kept.etag if kept is not None else None,
        )
        thread = head.value.model_copy(update={"watched": watching})
        return Change(thread, (row,)), hooks

    return await transact(services.threads, key, step)
