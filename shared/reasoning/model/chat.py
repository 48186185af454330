"""Chat Completions: what every server that speaks the OpenAI protocol has."""

import json
from collections.abc import Sequence
from dataclasses import replace

from pydantic import BaseModel, ValidationError

from shared.models.base import Json
from shared.models.reasoning import Usage
from shared.reasoning.model.capabilities import Capabilities
from shared.reasoning.model.port import Completion, Message, Shape, Tool, Tools, Wanted
from shared.reasoning.model.reading import CUT_OFF, NO_COMPLETION, WITHHELD, answered
from shared.reasoning.model.thoughts import split
from shared.reasoning.model.wire import Manner, Piece

PATH = "/chat/completions"

Body = dict[str, Json]


def body(
    messages: Sequence[Message], wanted: Wanted, manner: Manner, can: Capabilities, *, stream: bool
) -> Body:
    """Return the request of a call."""
    sent: Body = {
        "model": manner.model,
        "messages": [_message(message) for message in messages],
        can.limit: manner.tokens,
    }
    if manner.temperature is not None and can.temperature:
        sent["temperature"] = manner.temperature
    if manner.effort and can.effort:
        sent["reasoning_effort"] = manner.effort
    if isinstance(wanted, Tools):
        sent["tools"] = [_tool(tool, can) for tool in wanted.offered]
        sent["tool_choice"] = "required" if wanted.required else "auto"
    if isinstance(wanted, Shape) and can.structured == "schema":
        shape = {"name": wanted.name, "schema": wanted.schema, "strict": wanted.strict}
        sent["response_format"] = {"type": "json_schema", "json_schema": shape}
    if isinstance(wanted, Shape) and can.structured == "object":
        sent["response_format"] = {"type": "json_object"}
    if stream:
        sent["stream"] = True
        if can.usage:
            sent["stream_options"] = {"include_usage": True}
    return sent


def read(content: bytes, model: str) -> Completion:
    """Return what was said and what it cost, also where the answer is of no use."""
    try:
        completion = _Completion.model_validate_json(content)
    except ValidationError:
        completion = _Completion()
    usage = _usage(completion.usage, model)
    if not completion.choices:
        return Completion(usage=usage, problem=NO_COMPLETION)
    [choice, *_] = completion.choices
    message = choice.message
    calls = [
        (each.id, each.function.name, each.function.arguments) for each in message.tool_calls or ()
    ]
    problem = {"length": CUT_OFF, "content_filter": WITHHELD}.get(choice.finish_reason or "", "")
    thought, text = split(message.content or "")
    read = answered(text, calls, usage, problem or message.refusal or "")
    return replace(read, thinking=bool(thought or _thought(message)))


def heard(event: object, model: str) -> Piece:
    """Return what one event of a stream says; raise ValueError for one that is none."""
    chunk = _Chunk.model_validate(event)
    text, refusal, ending, thought = "", "", "", ""
    for choice in chunk.choices:
        thought += _thought(choice.delta)
        text += choice.delta.content or ""
        refusal += choice.delta.refusal or ""
        ending = choice.finish_reason or ending
    usage = _usage(chunk.usage, model) if chunk.usage else None
    return Piece(text, refusal, ending, usage, thought)


def _thought(said: "_Said") -> str:
    """Return what a model thinks, by whichever of its two names servers send it."""
    return next(
        (one for one in (said.reasoning_content, said.reasoning) if isinstance(one, str)), ""
    )


def _message(message: Message) -> Body:
    sent: Body = {"role": message.role, "content": message.text}
    if message.calls:
        sent["content"] = message.text or None
        sent["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": _json(call.arguments)},
            }
            for call in message.calls
        ]
    if message.answers:
        sent["tool_call_id"] = message.answers
    return sent


def _tool(tool: Tool, can: Capabilities) -> Body:
    function: Body = {
        "name": tool.name,
        "description": tool.description,
        "parameters": tool.parameters,
    }
    return {
        "type": "function",
        "function": {**function, "strict": True} if can.strict else function,
    }


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


class _Function(BaseModel):
    name: str = ""
    arguments: str = ""


class _ToolCall(BaseModel):
    id: str = ""
    function: _Function = _Function()


class _Said(BaseModel):
    content: str | None = None
    refusal: str | None = None
    reasoning_content: Json = None
    reasoning: Json = None


class _Message(_Said):
    tool_calls: list[_ToolCall] | None = None


class _Choice(BaseModel):
    message: _Message = _Message()
    finish_reason: str | None = None


class _Cached(BaseModel):
    cached_tokens: int | None = None


class _Tokens(BaseModel):
    prompt_tokens: int = 0
    completion_tokens: int = 0
    prompt_tokens_details: _Cached | None = None


class _Completion(BaseModel):
    choices: list[_Choice] = []
    usage: _Tokens | None = None


class _Streamed(BaseModel):
    delta: _Said = _Said()
    finish_reason: str | None = None


class _Chunk(BaseModel):
    choices: list[_Streamed] = []
    usage: _Tokens | None = None


def _usage(tokens: _Tokens | None, model: str) -> Usage:
    tokens = tokens or _Tokens()
    cached = tokens.prompt_tokens_details
    return Usage(
        calls=1,
        input_tokens=tokens.prompt_tokens,
        cached_tokens=(cached.cached_tokens or 0) if cached else 0,
        output_tokens=tokens.completion_tokens,
        model=model,
    )
