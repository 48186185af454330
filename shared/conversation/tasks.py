"""A conversation's rows as the tasks of A2A: which turns belong to one, and how each stands."""

import asyncio
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import replace

from shared.decisions import a2a, giving, uploading
from shared.models.rows import AGENT_RUN, INBOX, REQUEST, RUN_TICKET, TRANSCRIPT, TURN
from shared.models.thread import HumanRequest, InboxMessage, Thread, TranscriptMessage, Turn
from shared.services import Services

_PAGE = 100


async def opened_by(
    services: Services, thread: Thread, opened: InboxMessage, name: str
) -> a2a.Task | None:
    """Return the task that a message opened, without what was said in it.

    None where it belongs to one that was there before. `name` is what the task is called.
    """
    ticket = await services.threads.get(thread.key, RUN_TICKET, opened.run_id)
    if ticket is None or a2a.continues(opened):
        return None
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
    """Return a task with what was said in it, and the files it gave."""
    said = await _said(services, thread, [told.turn.number for told in task.turns])
    turns = [
        replace(
            told,
            said=tuple(one for one in said if one.turn == told.turn.number),
            contents=await _contents(services, thread, told.turn),
        )
        for told in task.turns
    ]
    return replace(task, turns=tuple(turns))


async def _contents(services: Services, thread: Thread, turn: Turn) -> dict[str, str]:
    """Return the files that a turn gave, as far as they are there, in base64."""
    found: dict[str, str] = {}
    for file in giving.files(turn):
        data = await services.files.get(thread.key, file.id)
        if data is not None and uploading.same(file, data):
            found[file.id] = b64encode(data).decode()
    return found


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
