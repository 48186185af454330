"""What happens later: walks the entries whose time has come and rings, ends or clears up.

An entry is written before what it points at, so it may point at nothing: that is harmless.
"""

import asyncio
import logging
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from shared import erasing, webhooks
from shared.activity import waiting_of
from shared.agents.schedules import fire
from shared.conversation import doorbell, later
from shared.decisions import lifecycle
from shared.decisions.lifecycle.handovers import lapse
from shared.errors import Conflict
from shared.models.principal import Principal
from shared.models.rows import HANDOFF, REQUEST, TURN, Stored
from shared.models.thread import DueEntry, HumanRequest, Thread
from shared.ports import Engine
from shared.services import Services
from shared.telemetry import STUCK

BATCH = 200
"""Entries read at a time."""
PARALLEL = 16
"""Entries dealt with at a time."""
LONGEST = timedelta(seconds=45)
"""After that a sweep leaves the rest to the next one."""
_log = logging.getLogger(__name__)

ENDING = timedelta(seconds=10)
"""Between looks at a deleted thread whose instance has not ended yet."""
_UNDELETED_LOOKS = 3
"""At a thread that is to be cleared up and is not deleted: its entry is written before the thread
is, and a slow storage can take until after its time. Whoever has not deleted it by then did not.
"""


async def sweep(engine: Engine, services: Services) -> int:
    """Deal with all that is due and return how many entries there were.

    An entry that cannot be dealt with is put off, so that it does not hold up the others.
    """
    for entry in services.retention.plan():
        await services.due.add(entry)
    began, count = services.clock.now(), 0
    while services.clock.now() - began < LONGEST:
        entries = await services.due.ripe(began, BATCH)
        if not entries:
            break
        count += len(entries)
        left = iter(entries)
        async with asyncio.TaskGroup() as group:
            for _ in range(min(PARALLEL, len(entries))):
                group.create_task(_work_through(left, engine, services))
    return count


async def _work_through(left: Iterator[DueEntry], engine: Engine, services: Services) -> None:
    for entry in left:
        told = {"failed": 0, "why": ""}
        try:
            again = await _deal_with(entry, engine, services)
        except Exception as error:  # noqa: BLE001 - whatever it is, the others must not wait
            again = services.clock.now() + services.limits.rescue
            told = {"failed": entry.failed + 1, "why": type(error).__name__}
            _log.warning("%s of %s put off: %s", entry.kind, entry.thread, type(error).__name__)
        if again is not None:
            await services.due.add(entry.model_copy(update={"at": again, **told}))
        if again != entry.at:
            await services.due.remove(entry)


async def _deal_with(entry: DueEntry, engine: Engine, services: Services) -> datetime | None:
    """Act on one entry; return when to look again, or None."""
    if entry.kind == "schedule":
        return await fire(entry, engine, services)
    if entry.kind == "erasure":
        later_on = await erasing.look_after(entry.thread, engine, services)
        return None if later_on is None else services.clock.now() + later_on
    if entry.kind == "purge" and entry.subject:
        return await _purge_branches(entry.subject.split(), engine, services)
    if entry.kind == "retention" and entry.thread == later.TABLES:
        return await _walk(entry, engine, services)
    if entry.kind == "retention" and entry.subject == later.EFFECTS:
        return await services.ledger.expire(entry.thread, services.clock.now())
    head = await services.threads.head(entry.thread)
    if head is not None:
        return await _deal_with_thread(entry, head, engine, services)
    if entry.kind == "purge":  # what a step that was under way has written since
        await services.files.erase(entry.thread)
        await services.threads.purge(entry.thread)
    return None


async def _walk(entry: DueEntry, engine: Engine, services: Services) -> None:
    """Take away what is over in a table, and enter when to go on; erase who was away too long."""
    table, _, start = entry.subject.partition("|")
    walked = await services.retention.walk(table, start)
    for who in walked.absent:
        await erasing.begin(services, engine, who, "absence")
    await services.due.add(later.walk(table, walked.start, walked.again))


async def _deal_with_thread(
    entry: DueEntry, head: Stored[Thread], engine: Engine, services: Services
) -> datetime | None:
    match entry.kind:
        case "rescue":
            return await _rescue(int(entry.subject), head.value, engine, services)
        case "expiry":
            return await _expire(entry.subject, head.value, engine)
        case "handoff":
            return await _give_back(entry.subject, head, services)
        case "webhooks":
            return await webhooks.look(head.value, int(entry.subject), services)
        case "retention":
            return await _retire(head, services)
        case "purge":
            return await _purge(entry, head.value, engine, services)
        case _:
            return None


async def _rescue(seq: int, thread: Thread, engine: Engine, services: Services) -> datetime | None:
    if thread.deleted or await _settled(seq, thread, services):
        return None
    soon = services.clock.now() + services.limits.rescue
    asked = await _open_question(thread, services)
    if not await engine.alive(doorbell.instance_id(thread.key)):
        await _give_up_branches(thread, services)
        await doorbell.start(engine, thread.key)
        STUCK.add(1, {"how": "begun anew"})
        return soon
    if asked is not None and asked.takes_answers and asked.expires_at > services.clock.now():
        return asked.expires_at + services.limits.rescue
    if await _ended_stalled(thread, engine, services):
        return services.clock.now() + ENDING
    await doorbell.ring(engine, services.threads, thread.key)
    return soon


async def _ended_stalled(thread: Thread, engine: Engine, services: Services) -> bool:
    """End an instance that is alive in name only: what was queued for it is lost."""
    since = services.clock.now() - services.limits.stuck
    if thread.updated_at > since:
        return False
    return await _ended(doorbell.instance_id(thread.key), since, engine)


async def _ended(instance: str, since: datetime, engine: Engine) -> bool:
    if not await engine.stalled(instance, since):
        return False
    _log.warning("%s has not moved on since %s: terminated", instance, since.isoformat())
    await engine.terminate(instance)
    STUCK.add(1, {"how": "ended"})
    return True


async def _settled(seq: int, thread: Thread, services: Services) -> bool:
    """Return whether a message needs no looking after: answered, or never taken in at all.

    One that was read as the answer to a question is answered once the turn that asked is closed.
    """
    if seq > thread.accepted:
        return True
    if thread.claimed < seq:
        return False
    if thread.open_turn is None:
        return True
    turn = await services.threads.get(thread.key, TURN, thread.open_turn)
    return turn is None or turn.value.seq > seq


async def _give_up_branches(thread: Thread, services: Services) -> None:
    """Have the branches of an execution that was lost cleared up: the next one has its own."""
    if thread.open_turn is None:
        return
    turn = await services.threads.get(thread.key, TURN, thread.open_turn)
    if turn is None or turn.value.decision is None or turn.value.decision.kind != "delegate":
        return
    soon = services.clock.now() + services.limits.rescue
    await services.due.add(later.purge_branches(thread.key, turn.value, soon))


async def _open_question(thread: Thread, services: Services) -> HumanRequest | None:
    if thread.phase != "waiting" or thread.request is None:
        return None
    asked = await services.threads.get(thread.key, REQUEST, thread.request)
    return asked.value if asked is not None else None


async def _expire(request: str, thread: Thread, engine: Engine) -> None:
    if thread.request != request:
        return
    instance = doorbell.instance_id(thread.key)
    if not await engine.raise_event(instance, doorbell.reply_event(request)):
        await doorbell.start(engine, thread.key)


async def _give_back(handoff: str, head: Stored[Thread], services: Services) -> datetime | None:
    thread, now = head.value, services.clock.now()
    if thread.deleted or thread.handoff != handoff:
        return None
    held = await services.threads.get(thread.key, HANDOFF, handoff)
    if held is None:
        return None
    if (over := later.handoff(thread.key, held.value).at) > now:
        return over
    change = lapse(thread, held, now)
    if change is None:
        return now + services.limits.rescue
    try:
        await services.threads.commit(head, change)
    except Conflict:
        return now + services.limits.rescue
    return None


async def _retire(head: Stored[Thread], services: Services) -> datetime | None:
    now, keep = services.clock.now(), services.limits.retention
    if head.value.deleted:
        return None
    if head.value.updated_at + keep > now or head.value.phase != "parked" or head.value.pending:
        return max(head.value.updated_at + keep, now + services.limits.rescue)
    await services.due.add(later.purge(head.value.key, now))
    try:
        await services.threads.commit(head, lifecycle.tombstone(head.value, now))
    except Conflict:
        return now + services.limits.rescue
    return None


async def _purge(
    entry: DueEntry, thread: Thread, engine: Engine, services: Services
) -> datetime | None:
    if not thread.deleted:
        if entry.failed >= _UNDELETED_LOOKS:
            return None
        raise Conflict("It has not been deleted yet.")
    instance = doorbell.instance_id(thread.key)
    if await engine.alive(instance):
        if not await _ended_stalled(thread, engine, services) and thread.request is not None:
            await engine.raise_event(instance, doorbell.reply_event(thread.request))
        return services.clock.now() + ENDING
    await _give_up_branches(thread, services)
    await _clear_up_beside(thread, services)
    await engine.purge(instance)
    owner = Principal(tenant=thread.tenant, user=thread.owner)
    await services.conversations.remove(owner, thread.key)
    await services.files.erase(thread.key)
    await services.threads.purge(thread.key)
    return services.clock.now() + services.limits.stuck  # a step may have been under way


async def _clear_up_beside(thread: Thread, services: Services) -> None:
    """Remove what of a thread stands in other tables, before its own rows say of what."""
    owner = Principal(tenant=thread.tenant, user=thread.owner)
    await services.ledger.forget(owner, thread.id, thread.created_at)
    if thread.request is None:
        return
    asked = await services.threads.get(thread.key, REQUEST, thread.request)
    if asked is not None:
        await services.waiting.remove(owner, waiting_of(thread, asked.value))


async def _purge_branches(
    instances: Sequence[str], engine: Engine, services: Services
) -> datetime | None:
    """Remove the histories of branches, once the last has ended: no purge of a parent does."""
    alive = [instance for instance in instances if await engine.alive(instance)]
    for instance in alive:
        await _ended(instance, services.clock.now() - services.limits.stuck, engine)
    if alive:
        return services.clock.now() + services.limits.rescue
    for instance in instances:
        await engine.purge(instance)
    return None
