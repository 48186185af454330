"""The AG-UI 1.0 events this product sends, as plain JSON values."""

import json
from collections.abc import Sequence

from shared.models.base import Json
from shared.models.reasoning import Usage
from shared.models.thread import HumanRequest, TranscriptMessage

SNAPSHOT_BYTES = 400_000
"""Of the messages of a snapshot, as a row stores them; a row takes 950 KiB."""
_MESSAGE_BYTES = 600
"""Of a message besides its text: an id of 255 characters, and names."""
_MOST_BYTES = 12
"""That one character can take: escaped, in UTF-16."""

Event = dict[str, Json]

_REPLACED = "All of the arguments, some of them changed. What changed is shown again to agree to."


def run_started(thread: str, run: str) -> Event:
    """Open a run; everything else a client sees of it comes after this."""
    return {"type": "RUN_STARTED", "threadId": thread, "runId": run}


def run_finished(thread: str, run: str, usage: Usage | None = None) -> Event:
    """End a run that did what it was asked, or said why it could not."""
    return _finished(thread, run, {"type": "success"}, usage)


def run_cancelled(thread: str, run: str, reason: str) -> Event:
    """End a run that a person stopped; `reason` is cancelled or interrupted."""
    return {**_finished(thread, run, {"type": "cancelled"}), "metadata": {"reason": reason}}


def run_interrupted(thread: str, request: HumanRequest, usage: Usage | None = None) -> Event:
    """End a run with a question that only a person can answer."""
    outcome: Event = {"type": "interrupt", "interrupts": [interrupt(request)]}
    return _finished(thread, request.run_id, outcome, usage)


def interrupt(request: HumanRequest) -> Event:
    """Return a question as clients are shown it, with the schema of what answers it."""
    asked: Event = {
        "id": request.id,
        "reason": _reason(request),
        "message": request.question,
        "responseSchema": response_schema(request),
        "expiresAt": request.expires_at.isoformat(),
        "metadata": {
            "kind": request.kind,
            "messageId": request.message_id,
            "options": [
                o.model_dump(include={"id", "label", "description"}) for o in request.options
            ],
            **({"arguments": request.arguments} if request.arguments is not None else {}),
            **(_shown(request) if request.kind == "approval" else {}),
        },
    }
    if request.tool_call_id is not None:
        asked["toolCallId"] = request.tool_call_id
    return asked


def _shown(request: HumanRequest) -> Event:
    """Return what a client needs to show a preview card, and to know who may agree."""
    card = request.card.model_dump(mode="json") if request.card is not None else None
    return {"card": card, "risk": request.risk, "role": request.role}


def _reason(request: HumanRequest) -> str:
    """Return which of AG-UI's reasons to stop it is."""
    if request.kind == "clarification":
        return "input_required"
    return "confirmation" if request.tool_call_id is None else "tool_call"


def response_schema(request: HumanRequest) -> dict[str, Json]:
    """Return the JSON schema of what answers a request."""
    properties: dict[str, Json] = {"text": {"type": "string"}}
    if request.options:
        properties["option"] = {"enum": [option.id for option in request.options]}
    if request.kind == "clarification":
        return {"type": "object", "properties": properties}
    arguments = dict(request.editable or {"type": "object"})
    shared = {"$defs": arguments.pop("$defs")} if "$defs" in arguments else {}
    arguments["description"] = _REPLACED
    properties = {
        "approved": {"type": "boolean"},
        "editedArgs": arguments,
        "reason": {"type": "string", "description": "Why not, where it is not approved."},
        **properties,
        "action": {"enum": ["accept", "edit", "respond", "reject"]},
        "arguments": {"type": "object", "description": "Those that change; the others stay."},
    }
    properties["text"] = {"type": "string", "description": "What to change in it, in words."}
    ways = ("approved", "action", "arguments", "text", *(["option"] if request.options else []))
    answers: Json = [{"required": [way]} for way in ways]
    return {"type": "object", "properties": properties, "anyOf": answers, **shared}


def _finished(thread: str, run: str, outcome: Event, usage: Usage | None = None) -> Event:
    event: Event = {"type": "RUN_FINISHED", "threadId": thread, "runId": run, "outcome": outcome}
    if usage is not None and usage.calls:
        event["usage"] = [
            {
                "model": usage.model,
                "inputTokens": usage.input_tokens,
                "outputTokens": usage.output_tokens,
            }
        ]
    return event


def text_start(message: str, replaces: str | None = None) -> Event:
    """Open an assistant message; `replaces` names one that broke off and no longer counts."""
    event: Event = {"type": "TEXT_MESSAGE_START", "messageId": message, "role": "assistant"}
    return event if replaces is None else {**event, "metadata": {"replaces": replaces}}


def text_content(message: str, delta: str) -> Event:
    """Add to an open message."""
    return {"type": "TEXT_MESSAGE_CONTENT", "messageId": message, "delta": delta}


def text_end(message: str) -> Event:
    """Complete a message."""
    return {"type": "TEXT_MESSAGE_END", "messageId": message}


def thought(message: str, delta: str) -> Event:
    """Add to what a model thinks before it answers.

    It is told in chunks: what is open would have to be closed before its run may end, also where
    whoever writes it ended with its process.
    """
    return {"type": "REASONING_MESSAGE_CHUNK", "messageId": message, "delta": delta}


def whole_text(message: str, text: str) -> list[Event]:
    """Say something in one go."""
    return [text_start(message), text_content(message, text), text_end(message)]


def snapshot(messages: Sequence[TranscriptMessage]) -> Event:
    """Set a client's messages right after one of them was replaced."""
    return {
        "type": "MESSAGES_SNAPSHOT",
        "messages": [{"id": m.id, "role": m.role, "content": m.text} for m in messages],
    }


def latest(messages: Sequence[TranscriptMessage]) -> list[TranscriptMessage]:
    """Return the last of these messages, as many as one event has room for in a row.

    One that is too long by itself is cut.
    """
    kept: list[TranscriptMessage] = []
    left = SNAPSHOT_BYTES
    for message in reversed(messages):
        left -= _MESSAGE_BYTES + len(json.dumps(message.text, ensure_ascii=False).encode("utf-16"))
        if left < 0:
            break
        kept.append(message)
    if messages and not kept:
        text = messages[-1].text[: SNAPSHOT_BYTES // _MOST_BYTES] + "…"
        kept.append(messages[-1].model_copy(update={"text": text}))
    return kept[::-1]


def tool_call(call: str, tool: str, arguments: str) -> list[Event]:
    """Show a tool call; `arguments` is JSON text."""
    return [
        {"type": "TOOL_CALL_START", "toolCallId": call, "toolCallName": tool},
        {"type": "TOOL_CALL_ARGS", "toolCallId": call, "delta": arguments},
        {"type": "TOOL_CALL_END", "toolCallId": call},
    ]


def tool_result(call: str, message: str, content: str) -> Event:
    """Show what a tool call gave; `content` is JSON text."""
    return {
        "type": "TOOL_CALL_RESULT",
        "toolCallId": call,
        "messageId": message,
        "content": content,
        "role": "tool",
    }


def step_started(name: str) -> Event:
    """Tell that something is being worked on that takes long."""
    return {"type": "STEP_STARTED", "stepName": name}


def step_finished(name: str) -> Event:
    """Tell that it is done, or was given up."""
    return {"type": "STEP_FINISHED", "stepName": name}


def custom(name: str, value: Json) -> Event:
    """Tell what AG-UI has no event for."""
    return {"type": "CUSTOM", "name": name, "value": value}
