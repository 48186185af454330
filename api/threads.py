"""A thread: how it stands, one of its turns, and its end."""

from datetime import timedelta
from typing import Any

from azurefunctions.extensions.http.fastapi import JSONResponse, Request, Response

from api import links
from api.access import check_owner, readable
from api.ids import path_id
from api.replying import wake
from shared import later
from shared.attempts import Plan, attempt
from shared.decisions import lifecycle
from shared.errors import NotFound
from shared.models.principal import Principal
from shared.models.rows import AGENT_RUN, REQUEST, TURN, Stored
from shared.models.thread import Thread, Turn
from shared.naming import thread_key
from shared.ports import Engine
from shared.services import Services

_BEFORE_PURGE = timedelta(seconds=10)
"""So that the entry is not looked at before the thread is marked."""

_INNER = {"execution", "draft", "due_at", "seq"}
_MAX_DIGITS = 9


async def get_thread(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return how a thread stands, with the question that is open, if one is."""
    del engine
    thread = (await readable(services, caller, path_id(request, "thread_id"))).value
    content = {
        **thread.model_dump(mode="json", include={"id", "phase", "created_at", "updated_at"}),
        "question": await _question(services, thread),
        "counts": {
            "messages": thread.messages,
            "queued": thread.pending,
            "turns": thread.turns,
            "events": thread.events,
        },
        "links": links.of_thread(thread.id),
    }
    return JSONResponse(content)


async def _question(services: Services, thread: Thread) -> dict[str, Any] | None:
    if thread.request is None:
        return None
    asked = await services.threads.get(thread.key, REQUEST, thread.request)
    if asked is None or not asked.value.takes_answers:
        return None
    shown = {"id", "kind", "question", "arguments", "expires_at"}
    return {
        **asked.value.model_dump(mode="json", include=shown, exclude_none=True),
        "options": [
            option.model_dump(include={"id", "label", "description"})
            for option in asked.value.options
        ],
    }


async def delete_thread(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Mark a thread as deleted; its rows go once its work has ended."""
    thread_id = path_id(request, "thread_id")
    key = thread_key(caller.tenant, thread_id)

    async def plan(head: Stored[Thread] | None) -> Plan[None]:
        if head is None:
            raise NotFound("There is no such conversation.")
        check_owner(head.value, caller)
        if head.value.deleted:
            return Plan(None)
        now = services.clock.now()
        change = lifecycle.tombstone(head.value, now)
        return Plan(None, change, (later.purge(key, now + _BEFORE_PURGE),))

    await attempt(services, key, plan)
    await wake(engine, services, key)
    return JSONResponse({"thread_id": thread_id, "deleted": True}, status_code=202)


async def get_turn(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return a turn with its trace, its decision, its cost and the agent's work."""
    del engine
    key = (await readable(services, caller, path_id(request, "thread_id"))).value.key
    turn = await path_turn(request, services, key)
    work = await services.threads.get(key, AGENT_RUN, turn.number)
    content = turn.model_dump(mode="json", exclude=_INNER)
    content["agent_run"] = work.value.model_dump(mode="json") if work is not None else None
    return JSONResponse(content)


async def path_turn(request: Request, services: Services, key: str) -> Turn:
    """Return the turn that the path names by its number; raise NotFound."""
    given = str(request.path_params.get("turn", ""))
    turn = None
    if given.isascii() and given.isdecimal() and len(given) <= _MAX_DIGITS:
        turn = await services.threads.get(key, TURN, int(given))
    if turn is None:
        raise NotFound("There is no such turn in this conversation.")
    return turn.value
