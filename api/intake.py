"""Taking in what a person says or answers: once, however often it is sent."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from api.access import check_owner
from api.attempts import Plan, attempt
from shared import later
from shared.decisions import lifecycle, replies, wording
from shared.errors import Forbidden, Gone, MessageReused, NotFound
from shared.models.principal import Principal
from shared.models.rows import MESSAGE_TICKET, REQUEST, RUN_TICKET, TURN, Stored
from shared.models.thread import Answer, HumanRequest, RunTicket, Thread
from shared.models.threads_in import NewMessage
from shared.naming import thread_key
from shared.services import Services


@dataclass(frozen=True)
class Receipt:
    """What was opened, or had been by an earlier copy of the same request.

    No event of the run has a smaller id than `first_event`.
    """

    thread_id: str
    key: str
    run_id: str
    message_id: str | None
    first_event: int


async def take_message(
    services: Services, caller: Principal, thread_id: str, message: NewMessage
) -> Receipt:
    """Take a message in, opening the thread with the first one.

    A repeat is answered as the original was, whatever has become of the thread since. Raises
    MessageReused, Forbidden, ThreadBusy, RequestClosed or Gone.
    """
    key = thread_key(caller.tenant, thread_id)

    async def plan(head: Stored[Thread] | None) -> Plan[Receipt]:
        now = services.clock.now()
        if head is None:
            thread, request = _new_thread(key, caller, thread_id, services), None
            due = (later.retention(key, now + services.limits.retention),)
        else:
            thread, due = head.value, ()
            check_owner(thread, caller)
            before = await _earlier(services, key, message)
            if before is not None:
                return Plan(_receipt(thread, before))
            request = await _open_request(services, thread)
        said = message.model_copy(update={"roles": caller.roles})
        change = lifecycle.accept(thread, said, request, now)
        receipt = Receipt(thread_id, key, message.run_id, message.message_id, thread.events + 1)
        rescue = later.rescue(key, thread.accepted + 1, message.due_at)
        return Plan(receipt, change, (rescue, *due))

    return await attempt(services, key, plan)


async def take_answer(
    services: Services,
    caller: Principal,
    thread_id: str,
    interrupt_id: str,
    *,
    run_id: str,
    digest: str,
    read: Callable[[HumanRequest], Answer],
) -> Receipt:
    """Close an open question with the answer that `read` makes of it.

    Raises NotFound, MessageReused, Forbidden, RequestClosed, Gone, and what `read` raises.
    """
    key = thread_key(caller.tenant, thread_id)

    async def plan(head: Stored[Thread] | None) -> Plan[Receipt]:
        if head is None:
            raise NotFound("There is no such conversation.")
        thread = head.value
        check_owner(thread, caller)
        before, request = await asyncio.gather(
            services.threads.get(key, RUN_TICKET, run_id),
            services.threads.get(key, REQUEST, interrupt_id),
        )
        if before is not None:
            _check_same(before.value.digest, digest)
            return Plan(_receipt(thread, before.value))
        if thread.deleted:
            raise Gone("This conversation was deleted.")
        if request is None:
            raise NotFound("There is no such question in this conversation.")
        answer = read(request.value).model_copy(update={"run_id": run_id})
        if answer.action == "accept" and not replies.may_accept(request.value, caller.roles):
            raise Forbidden(wording.needs_role(request.value.role))
        now = services.clock.now()
        change = lifecycle.answer_request(thread, request, answer, digest, now)
        turn = await services.threads.get(key, TURN, request.value.turn)
        if turn is None:
            raise NotFound("The turn that asked is missing.")
        rescue = later.rescue(key, turn.value.seq, now + services.limits.rescue)
        return Plan(Receipt(thread_id, key, run_id, None, thread.events + 1), change, (rescue,))

    return await attempt(services, key, plan)


def _new_thread(key: str, caller: Principal, thread_id: str, services: Services) -> Thread:
    now = services.clock.now()
    return Thread(
        key=key,
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
            _check_same(ticket.value.digest, message.digest)
    return run.value if run is not None else None


def _check_same(known: str, digest: str) -> None:
    if known != digest:
        raise MessageReused("This id was already used for something else; choose a new one.")


async def _open_request(services: Services, thread: Thread) -> Stored[HumanRequest] | None:
    if thread.request is None:
        return None
    return await services.threads.get(thread.key, REQUEST, thread.request)


def _receipt(thread: Thread, ticket: RunTicket) -> Receipt:
    return Receipt(thread.id, thread.key, ticket.run_id, ticket.message_id, ticket.first_event)
