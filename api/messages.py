"""Messages of a thread: saying something, and reading what was said."""

import json
import uuid
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Literal, cast

from azurefunctions.extensions.http.fastapi import Request, Response
from pydantic import NonNegativeInt

from api import client_zone, sse
from api.access import readable
from api.files import FileIds, FileView, file_view, named
from api.ids import path_id
from api.intake import take_message
from api.parsing import Body, checked, parse, refuse
from api.replying import answer_run
from api.shown import Shown, shown
from shared.conversation.whereabouts import key_of
from shared.models.base import Json, MessageText, PrintableId
from shared.models.principal import Principal
from shared.models.rows import INBOX, TRANSCRIPT, TURN
from shared.models.thread import Thread, TranscriptMessage, Turn
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
    anew: bool = False
    """Not the answer to what is asked, but a request of its own."""
    files: FileIds
    """What goes with it, by the ids that taking it in gave."""
    debug: bool = False
    routing_depth: NonNegativeInt = 0


class ToolCall(Shown):
    """A call that was made for an answer; `text` is what it gave in words, or why it failed.

    Long texts in it are cut. `id` is that of its TOOL_CALL events.
    """

    id: str
    tool: str
    arguments: dict[str, Json]
    status: Literal["done", "failed"]
    text: str
    at: datetime
    milliseconds: int


class MessageView(Shown):
    """One thing said. `request` is the question it asks; an answer has the calls made for it."""

    position: int
    id: str
    role: Literal["user", "assistant"]
    text: str
    turn: int
    run_id: str
    at: datetime
    request: str | None
    agent: str
    files: list[FileView]
    tool_calls: list[ToolCall]


class QueuedMessage(Shown):
    """A message that waits for its turn."""

    id: str
    text: str
    run_id: str
    at: datetime


class MessagePage(Shown):
    """What was said after a position, and what still waits; `next` goes on."""

    messages: list[MessageView]
    next: int
    queued: list[QueuedMessage]


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
    key = await key_of(services, caller, thread_id)
    message = NewMessage(
        files=await named(services, key, body.files, "files"),
        text=body.message,
        message_id=message_id,
        run_id=f"run-{digest('run', message_id)}",
        reply_to=body.reply_to,
        anew=body.anew,
        on_busy=body.on_busy,
        debug=body.debug,
        routing_depth=body.routing_depth,
        digest=fingerprint("message", _meaning(body)),
        due_at=services.clock.now() + services.limits.rescue,
    )
    receipt = await take_message(services, caller, thread_id, message)
    return await answer_run(request, receipt, engine, services)


def _meaning(body: MessageBody) -> dict[str, Any]:
    """Return what a repeat has in common with the first; fields added later only where used."""
    unused = {name for name in ("anew", "files") if not getattr(body, name)}
    return body.model_dump(exclude={"message_id", *unused})


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
    made = await _calls(services, head.value.key, said)
    page = MessagePage(
        messages=[
            MessageView(
                **message.model_dump(exclude={"files"}),
                files=[file_view(head.value.id, one) for one in message.files],
                tool_calls=made.get(message.turn, []) if _answers(message) else [],
            )
            for message in said
        ],
        next=said[-1].position if said else after,
        queued=await _queued(services, head.value),
    )
    return shown(page)


async def _calls(
    services: Services, key: str, said: Sequence[TranscriptMessage]
) -> dict[int, list[ToolCall]]:
    """Return the calls that were made for the answers among these messages, by turn."""
    turns = sorted({message.turn for message in said if _answers(message)})
    if not turns:
        return {}
    found = await services.threads.page(key, TURN, turns[0], turns[-1] - turns[0] + 1)
    return {turn.number: [*_made(turn)] for turn in found}


def _answers(message: TranscriptMessage) -> bool:
    """Return whether a message is what a turn ended with, not a question it asked on the way."""
    return message.role == "assistant" and message.request is None and message.turn > 0


def _made(turn: Turn) -> Iterator[ToolCall]:
    for entry in turn.trace:
        known = entry.detail
        if not isinstance(call := known.get("call"), str):
            continue  # no call, or one that was noted without its id
        yield ToolCall(
            id=call,
            tool=str(known["tool"]),
            arguments=cast("dict[str, Json]", known["arguments"]),
            status="failed" if known["status"] == "failed" else "done",
            text=str(known["text"]),
            at=entry.at,
            milliseconds=entry.milliseconds,
        )


async def _queued(services: Services, thread: Thread) -> list[QueuedMessage]:
    if not thread.pending:
        return []
    waiting = await services.threads.page(thread.key, INBOX, thread.claimed + 1, MAX_PAGE)
    return [
        QueuedMessage(
            id=message.message_id, text=message.text, run_id=message.run_id, at=message.accepted_at
        )
        for message in waiting
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
