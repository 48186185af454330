"""Messages of a thread: saying something, and reading what was said."""

import json
import uuid
from typing import Any

from azurefunctions.extensions.http.fastapi import JSONResponse, Request, Response
from pydantic import NonNegativeInt

from api import client_zone, sse
from api.access import readable
from api.ids import path_id
from api.intake import take_message
from api.parsing import Body, checked, parse, refuse
from api.replying import answer_run
from shared.models.base import MessageText, PrintableId
from shared.models.principal import Principal
from shared.models.rows import INBOX, TRANSCRIPT
from shared.models.thread import Thread
from shared.models.threads_in import NewMessage, OnBusy
from shared.naming import digest
from shared.ports import Engine
from shared.services import Services

MAX_PAGE = 100


class MessageBody(Body):
    """What a person says."""

    message: MessageText
    message_id: PrintableId | None = None
    on_busy: OnBusy = "enqueue"
    reply_to: PrintableId | None = None
    debug: bool = False
    routing_depth: NonNegativeInt = 0


class _Key(Body):
    key: PrintableId


async def post_message(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Take in a message and answer with links, or with the run it opens as a stream."""
    thread_id = path_id(request, "thread_id")
    sse.position(request)
    body = await parse(request, MessageBody)
    await client_zone.note(request, caller, services)
    message_id = chosen_id(request, body.message_id, "message_id") or f"msg-{uuid.uuid4().hex}"
    message = NewMessage(
        text=body.message,
        message_id=message_id,
        run_id=f"run-{digest('run', message_id)}",
        reply_to=body.reply_to,
        on_busy=body.on_busy,
        debug=body.debug,
        routing_depth=body.routing_depth,
        digest=fingerprint("message", body.model_dump(exclude={"message_id"})),
        due_at=services.clock.now() + services.limits.rescue,
    )
    receipt = await take_message(services, caller, thread_id, message)
    return await answer_run(request, receipt, engine, services)


async def get_messages(
    request: Request, caller: Principal, engine: Engine, services: Services
) -> Response:
    """Return the transcript from a position on, and what still waits to be answered."""
    del engine
    after = sse.number("after", request.query_params.get("after") or "0")
    limit = sse.number("limit", request.query_params.get("limit") or str(MAX_PAGE))
    head = await readable(services, caller, path_id(request, "thread_id"))
    limit = max(1, min(limit, MAX_PAGE))
    said = await services.threads.page(head.value.key, TRANSCRIPT, after + 1, limit)
    content = {
        "messages": [m.model_dump(mode="json", exclude_none=True) for m in said],
        "next": said[-1].position if said else after,
        "queued": await _queued(services, head.value),
    }
    return JSONResponse(content)


async def _queued(services: Services, thread: Thread) -> list[dict[str, Any]]:
    if not thread.pending:
        return []
    waiting = await services.threads.page(thread.key, INBOX, thread.claimed + 1, MAX_PAGE)
    rows = [message.model_dump(mode="json") for message in waiting]
    return [
        {
            "id": row["message_id"],
            "text": row["text"],
            "run_id": row["run_id"],
            "at": row["accepted_at"],
        }
        for row in rows
    ]


def chosen_id(request: Request, given: str | None, field: str) -> str | None:
    """Return the id in the body or else in the `Idempotency-Key`; raise InvalidFields.

    Two different ones contradict each other.
    """
    header = request.headers.get("idempotency-key")
    if header is None:
        return given
    key = checked(_Key, {"key": header}, "Idempotency-Key").key
    if given is not None and given != key:
        refuse(field, "must be the same as the Idempotency-Key")
    return key


def fingerprint(kind: str, body: dict[str, Any]) -> str:
    """Return what tells a repeat of a request from another one with the same id."""
    return digest(kind, json.dumps(body, sort_keys=True))
