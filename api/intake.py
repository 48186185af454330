"""Taking in what a person answers: once, however often it is sent."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

from api import editing
from shared.conversation import later
from shared.conversation.attempts import Plan, attempted
from shared.conversation.taking import Receipt, check_same, list_thread, receipt_of, take_message
from shared.conversation.whereabouts import key_of
from shared.decisions import lifecycle, replies, wording
from shared.errors import Forbidden, Gone, NotFound
from shared.models.principal import Principal
from shared.models.rows import REQUEST, RUN_TICKET, TURN, Stored
from shared.models.thread import Answer, HumanRequest, Thread
from shared.models.threads_in import NewMessage
from shared.naming import digest as digest_of
from shared.services import Services

__all__ = ["Receipt", "take_answer", "take_message"]


async def take_answer(  # noqa: PLR0913 - what came in, and how to read it
    services: Services,
    caller: Principal,
    thread_id: str,
    interrupt_id: str,
    *,
    run_id: str,
    digest: str,
    read: Callable[[HumanRequest], Answer],
    within: str = "",
) -> Receipt:
    """Close an open question with the answer that `read` makes of it.

    `within` is where in the request the answer stands. Raises NotFound, MessageReused, Forbidden,
    RequestClosed, Gone, InvalidFields for an edit that cannot be, and what `read` raises.
    """
    key = await key_of(services, caller, thread_id)

    async def plan(head: Stored[Thread] | None) -> Plan[Receipt]:
        if head is None:
            raise NotFound("There is no such conversation.")
        thread = head.value
        before, request = await asyncio.gather(
            services.threads.get(key, RUN_TICKET, run_id),
            services.threads.get(key, REQUEST, interrupt_id),
        )
        if before is not None:
            check_same(before.value.digest, digest)
            return Plan(receipt_of(thread, before.value))
        if thread.deleted:
            raise Gone("This conversation was deleted.")
        if request is None:
            raise NotFound("There is no such question in this conversation.")
        answer = read(request.value).model_copy(update={"run_id": run_id})
        if answer.action == "accept" and not replies.may_accept(request.value, caller.roles):
            raise Forbidden(wording.needs_role(request.value.role))
        now = services.clock.now()
        rescued_at = now + services.limits.rescue
        if thread.asked == interrupt_id:
            message = NewMessage(
                text=lifecycle.said_to_builder(request.value, answer),
                message_id=f"said-{digest_of('answer', run_id)}",
                run_id=run_id,
                reply_to=interrupt_id,
                roles=caller.roles,
                digest=digest,
                due_at=rescued_at,
            )
            change = lifecycle.accept(thread, message, request, now)
            rescue = later.rescue(key, thread.accepted + 1, rescued_at)
            receipt = Receipt(thread_id, key, run_id, message.message_id, thread.events + 1)
            return Plan(receipt, change, (rescue,))
        change = lifecycle.answer_request(thread, request, answer, digest, now)
        await editing.check(services, caller.tenant, key, request.value, answer, within)
        turn = await services.threads.get(key, TURN, request.value.turn)
        if turn is None:
            raise NotFound("The turn that asked is missing.")
        rescue = later.rescue(key, turn.value.seq, rescued_at)
        return Plan(Receipt(thread_id, key, run_id, None, thread.events + 1), change, (rescue,))

    receipt, written = await attempted(services, key, plan)
    if receipt.message_id is not None:  # it is news of the conversation, as any message
        await list_thread(services, caller, thread_id, receipt.key)
    return replace(receipt, written=written)
