"""Tasks as A2A clients name and find them: read from a conversation's rows, on any instance."""

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

from api.access import readable
from api.ids import from_path, to_path
from shared.decisions import a2a
from shared.decisions.routing import mention
from shared.errors import Gone, NotFound
from shared.models.principal import Principal
from shared.models.rows import AGENT_RUN, INBOX, REQUEST, RUN_TICKET, TRANSCRIPT, TURN
from shared.models.thread import (
    HumanRequest,
    InboxMessage,
    Thread,
    TranscriptMessage,
    Turn,
)
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
    task = await _task(services, thread, opened.value) if opened is not None else None
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
            for task in await asyncio.gather(*(_task(services, head.value, one) for one in page)):
                if task is not None and _is_of(agent, task):
                    yield head.value, task


def _is_of(agent: str, task: a2a.Task) -> bool:
    return not agent or mention(task.opened.text) == agent


def _missing() -> NotFound:
    return NotFound("The task was not found: there is none of this id, or it is somebody else's.")


async def _key(services: Services, caller: Principal, context: str) -> str | None:
    try:
        return (await readable(services, caller, context)).value.key
    except (NotFound, Gone):
        return None


async def _task(services: Services, thread: Thread, opened: InboxMessage) -> a2a.Task | None:
    """Return the task that a message opened; None where it belongs to one that was there before."""
    ticket = await services.threads.get(thread.key, RUN_TICKET, opened.run_id)
    if ticket is None or a2a.continues(opened):
        return None
    name = task_id(thread.id, opened.seq)
    task, number = a2a.Task(name, thread.id, opened, ticket.value), ticket.value.turn
    if number is None and await _answers(services, thread, opened):
        return None
    while number is not None:
        turn, work = await asyncio.gather(
            services.threads.get(thread.key, TURN, number),
            services.threads.get(thread.key, AGENT_RUN, number),
        )
        if turn is None or (not task.turns and turn.value.seq != opened.seq):
            return None  # what it says was read as the answer to an open question
        told = a2a.Told(turn.value, work.value if work is not None else None)
        if told.turn.went_on is None:
            task, number = await _asked(services, thread, task, told)
        else:
            task, number = await _gone_on(services, thread, task, told)
    return task


async def _gone_on(
    services: Services, thread: Thread, task: a2a.Task, told: a2a.Told
) -> tuple[a2a.Task, int | None]:
    """Return a task with its next turn, and the turn of the message that it was gone on with."""
    task = replace(task, turns=(*task.turns, told))
    message = await services.threads.get(thread.key, INBOX, told.turn.went_on or 0)
    if message is None:
        return task, None
    ticket = await services.threads.get(thread.key, RUN_TICKET, message.value.run_id)
    if ticket is None or ticket.value.state == "cancelled":
        return replace(task, left=True), None
    if ticket.value.turn is None:
        return replace(task, reading=message.value.run_id), None
    return task, ticket.value.turn


async def _answers(services: Services, thread: Thread, message: InboxMessage) -> bool:
    """Return whether a message waits to be read as an answer."""
    if message.anew or thread.request is None:
        return False
    asked = await services.threads.get(thread.key, REQUEST, thread.request)
    return asked is not None and asked.value.reply_seq == message.seq


async def _asked(
    services: Services, thread: Thread, task: a2a.Task, told: a2a.Told
) -> tuple[a2a.Task, int | None]:
    """Return a task with its next turn, how its question stands, and the turn after that."""
    task = replace(task, turns=(*task.turns, told))
    names = a2a.asked_last(told.turn)
    found = [await services.threads.get(thread.key, REQUEST, name) for name in names]
    asked = next((one.value for one in found if one is not None), None)
    if asked is None:
        return task, None
    if a2a.waits_for(thread, asked):
        return replace(task, question=asked), None
    if asked.id == thread.request and asked.answer is not None:
        return replace(task, reading=asked.answer.run_id), None
    reading, number = await _led_to(services, thread, told.turn, asked)
    ended_with_it = told.turn.status == "closed" and asked.id == names[0]
    left = ended_with_it and reading is None and number is None
    return replace(task, reading=reading, left=left), number


async def _led_to(
    services: Services, thread: Thread, turn: Turn, asked: HumanRequest
) -> tuple[str | None, int | None]:
    """Return the run in which the message after a question is to be read, or the turn it opened.

    None of both where there was none, it was a request of its own, or the turn that asked read it.
    """
    if asked.reply_seq is None:
        return None, None
    reply = await services.threads.get(thread.key, INBOX, asked.reply_seq)
    if reply is None or reply.value.anew:
        return None, None
    ticket = await services.threads.get(thread.key, RUN_TICKET, reply.value.run_id)
    if ticket is None or ticket.value.state == "cancelled":
        return None, None
    meant = a2a.leads_on(reply.value, asked)
    if ticket.value.turn is None:
        return (reply.value.run_id if meant or turn.status == "open" else None), None
    return None, ticket.value.turn if meant and ticket.value.turn != turn.number else None


async def told(services: Services, thread: Thread, task: a2a.Task) -> a2a.Task:
    """Return a task with what was said in it."""
    said = await _said(services, thread, [told.turn.number for told in task.turns])
    turns = (
        replace(told, said=tuple(one for one in said if one.turn == told.turn.number))
        for told in task.turns
    )
    return replace(task, turns=tuple(turns))


async def _said(
    services: Services, thread: Thread, turns: Sequence[int]
) -> Sequence[TranscriptMessage]:
    """Return what was said in these turns and between them; it is looked for from the end."""
    said: list[TranscriptMessage] = []
    first = thread.messages + 1
    while turns and first > 1:
        last, first = first, max(1, first - _PAGE)
        said = [*await services.threads.page(thread.key, TRANSCRIPT, first, last - first), *said]
        if any(0 < one.turn < turns[0] for one in said):
            break
    return said
