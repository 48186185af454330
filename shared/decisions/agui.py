"""The AG-UI 1.0 events this product sends, as plain JSON values."""

from collections.abc import Sequence

from shared.models.base import Json
from shared.models.reasoning import Usage
from shared.models.thread import HumanRequest, TranscriptMessage

Event = dict[str, Json]


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
    interrupt: Event = {
        "id": request.id,
        "reason": "confirmation" if request.kind == "approval" else "input_required",
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
        interrupt["toolCallId"] = request.tool_call_id
    outcome: Event = {"type": "interrupt", "interrupts": [interrupt]}
    return _finished(thread, request.run_id, outcome, usage)


def _shown(request: HumanRequest) -> Event:
    """Return what a client needs to show a preview card, and to know who may agree."""
    card = request.card.model_dump(mode="json") if request.card is not None else None
    return {"card": card, "risk": request.risk, "role": request.role}


def response_schema(request: HumanRequest) -> dict[str, Json]:
    """Return the JSON schema of what answers a request."""
    properties: dict[str, Json] = {"text": {"type": "string"}}
    if request.options:
        properties["option"] = {"enum": [option.id for option in request.options]}
    if request.kind == "approval":
        properties["action"] = {"enum": ["accept", "edit", "respond", "reject"]}
        properties["arguments"] = {"type": "object"}
        return {"type": "object", "properties": properties, "required": ["action"]}
    return {"type": "object", "properties": properties}


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


def whole_text(message: str, text: str) -> list[Event]:
    """Say something in one go."""
    return [text_start(message), text_content(message, text), text_end(message)]


def snapshot(messages: Sequence[TranscriptMessage]) -> Event:
    """Set a client's messages right after one of them was replaced."""
    return {
        "type": "MESSAGES_SNAPSHOT",
        "messages": [{"id": m.id, "role": m.role, "content": m.text} for m in messages],
    }


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


def custom(name: str, value: Json) -> Event:
    """Tell what AG-UI has no event for."""
    return {"type": "CUSTOM", "name": name, "value": value}
