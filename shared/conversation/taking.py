"""Taking a message in: once, however often it is sent."""

import asyncio
from dataclasses import dataclass, replace
from datetime import datetime

from shared.conversation import later
from shared.conversation.attempts import Plan, attempted
from shared.conversation.whereabouts import key_of
from shared.decisions import lifecycle
from shared.errors import MessageReused, OmniForgeError, StorageFailed, ThreadBusy
from shared.models.conversation import Conversation
from shared.models.principal import Principal
from shared.models.rows import MESSAGE_TICKET, REQUEST, RUN_TICKET, TURN, Stored
from shared.models.thread import HumanRequest, RunTicket, Thread, Turn
from shared.models.threads_in import NewMessage
from shared.naming import thread_key
from shared.services import Services


@dataclass(frozen=True)
class Receipt:
    """What was opened, or had been by an earlier copy of the same request.

    No event of the run has a smaller id than `first_event`. `written` is the thread's row with it,
    where it was opened just now.
    """

    thread_id: str
    key: str
    run_id: str
    message_id: str | None
    first_event: int
    written: Stored[Thread] | None = None


async def take_message(
    services: Services,
    caller: Principal,
    thread_id: str,
    message: NewMessage,
    *,
    may_answer: bool = True,
) -> Receipt:
    """Take a message in, opening the thread with the first one.

    A repeat is answered as the original was, whatever has become of the thread since. One that may
    not answer an open question raises ThreadBusy while there is one. Raises MessageReused,
    ThreadBusy, RequestClosed or Gone.
    """
    key = await key_of(services, caller, thread_id)
    written = False

    async def plan(head: Stored[Thread] | None) -> Plan[Receipt]:
        """Take it for news: the ids of a repeat are taken, which writing it finds out."""
        nonlocal written
        if head is not None and (written or message.run_id in head.value.lately):
            before = await _earlier(services, key, message)
            if before is not None:
                return Plan(receipt_of(head.value, before))
        written = True
        try:
            return await news(head)
        except StorageFailed:
            raise
        except OmniForgeError:  # a repeat is not refused either, whatever has become of the thread
            before = await _earlier(services, key, message)
            if head is None or before is None:
                raise
            return Plan(receipt_of(head.value, before))

    async def news(head: Stored[Thread] | None) -> Plan[Receipt]:
        now = services.clock.now()
        if head is None:
            thread, request = new_thread(caller, thread_id, now), None
            due = (later.retention(thread.key, now + services.limits.retention),)
        else:
            thread, due = head.value, ()
            request = await _open_request(services, thread)
            if thread.request is not None and not may_answer:
                raise ThreadBusy("This conversation waits for an answer.")
        said = message.model_copy(update={"roles": caller.roles})
        before = await _gone_on_with(services, key, message)
        change = lifecycle.accept(thread, said, request, now, before)
        receipt = Receipt(
            thread_id, thread.key, message.run_id, message.message_id, thread.events + 1
        )
        rescue = later.rescue(thread.key, thread.accepted + 1, message.due_at)
        return Plan(receipt, change, (rescue, *due))

    receipt, thread = await attempted(services, key, plan)
    # after it was taken in: whoever was told so finds it listed, and whoever was not sends it again
    await list_thread(services, caller, thread_id, receipt.key)
    return replace(receipt, written=thread)


async def list_thread(services: Services, who: Principal, thread_id: str, key: str) -> None:
    """Put a thread that has news at the head of its person's conversations."""
    listed = Conversation(thread=key, thread_id=thread_id, at=services.clock.now())
    await services.conversations.note(who, listed)


def new_thread(caller: Principal, thread_id: str, now: datetime) -> Thread:
    """Return a thread as it begins, of whoever says something in it first."""
    return Thread(
        key=thread_key(caller.tenant, caller.user, thread_id),
        tenant=caller.tenant,
        owner=caller.user,
        id=thread_id,
        created_at=now,
        updated_at=now,
    )


async def _earlier(services: Services, key: str, message: NewMessage) -> RunTicket | None:
    """Return what an earlier copy of the message opened; raise MessageReused if it differed."""
    said, run = await asyncio.gather(
        services.threads.get(key, MESSAGE_TICKET, message.message_id),
        services.threads.get(key, RUN_TICKET, message.run_id),
    )
    for ticket in (said, run):
        if ticket is not None:
            check_same(ticket.value.digest, message.digest)
    return run.value if run is not None else None


def check_same(known: str, digest: str) -> None:
    """Raise MessageReused unless two digests are of the same body."""
    if known != digest:
        raise MessageReused("This id was already used for something else; choose a new one.")


async def _gone_on_with(services: Services, key: str, message: NewMessage) -> Stored[Turn] | None:
    if message.goes_on is None:
        return None
    return await services.threads.get(key, TURN, message.goes_on)


async def _open_request(services: Services, thread: Thread) -> Stored[HumanRequest] | None:
    name = thread.request or thread.asked
    return await services.threads.get(thread.key, REQUEST, name) if name is not None else None


def receipt_of(thread: Thread, ticket: RunTicket) -> Receipt:
    """Return what an earlier copy of a request opened."""
    return Receipt(thread.id, thread.key, ticket.run_id, ticket.message_id, ticket.first_event)
