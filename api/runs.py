"""Stopping a run."""

from azurefunctions.extensions.http.fastapi import Request, Response

from api import links
from api.ids import path_id
from api.replying import wake
from api.shown import Shown, shown
from shared.conversation.attempts import Plan, attempt
from shared.conversation.whereabouts import key_of
from shared.decisions import lifecycle
from shared.errors import Gone, NotFound
from shared.models.principal import Principal
from shared.models.rows import RUN_TICKET, Stored
from shared.models.thread import Thread
from shared.ports import Engine
from shared.services import Services


class Stopped(Shown):
    """How a run stands after somebody wished it to stop."""

    thread_id: str
    run_id: str
    state: str
    links: links.RunLinks


async def cancel_run(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Mark a run to be stopped (202); one that has ended stays as it is (200).

    A call in flight finishes and is recorded; the run's last event says that it was cancelled.
    """
    thread_id, run_id = path_id(request, "thread_id"), path_id(request, "run_id")
    status, state = await stop(engine, services, caller, thread_id, run_id)
    return shown(
        Stopped(
            thread_id=thread_id, run_id=run_id, state=state, links=links.of_run(thread_id, run_id)
        ),
        status,
    )


async def stop(
    engine: Engine, services: Services, caller: Principal, thread_id: str, run_id: str
) -> tuple[int, str]:
    """Mark a run to be stopped, and ring; return a status, and how the run stands.

    Raises NotFound or Gone.
    """
    key = await key_of(services, caller, thread_id)

    async def plan(head: Stored[Thread] | None) -> Plan[tuple[int, str]]:
        if head is None:
            raise NotFound("There is no such conversation.")
        if head.value.deleted:
            raise Gone("This conversation was deleted.")
        ticket = await services.threads.get(key, RUN_TICKET, run_id)
        if ticket is None:
            raise NotFound("There is no such run in this conversation.")
        change = lifecycle.cancel(head.value, ticket, services.clock.now())
        if change is None:
            return Plan((200, ticket.value.state))
        queued = ticket.value.state == "queued"
        return Plan((202, "cancelled" if queued else "cancelling"), change)

    status, state = await attempt(services, key, plan)
    await wake(engine, services, key)
    return status, state
