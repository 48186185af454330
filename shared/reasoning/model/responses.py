"""Responses: OpenAI's newer API, the only one where its reasoning models call tools."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pydantic import BaseModel, ValidationError

from shared.models.base import Json
from shared.models.reasoning import Usage
from shared.reasoning.model.capabilities import Capabilities
from shared.reasoning.model.port import Completion, Message, Shape, Tools, Wanted
from shared.reasoning.model.reading import CUT_OFF, NO_COMPLETION, WITHHELD, answered
from shared.reasoning.model.wire import FILTERED, TOO_LONG, Manner, Piece

PATH = "/responses"

Body = dict[str, Json]

_CUT = {"max_output_tokens": CUT_OFF, "content_filter": WITHHELD}
_ENDINGS = {"max_output_tokens": TOO_LONG, "content_filter": FILTERED}


def body(
    messages: Sequence[Message], wanted: Wanted, manner: Manner, can: Capabilities, *, stream: bool
) -> Body:
    """Return the request of a call; nothing of it is kept by the server."""
    sent: Body = {
        "model": manner.model,
        "input": [item for message in messages for item in _items(message)],
        "max_output_tokens": manner.tokens,
        "store": False,
    }
    if manner.temperature is not None and can.temperature:
        sent["temperature"] = manner.temperature
    if manner.effort and can.effort:
        summary: Body = {"summary": "auto"} if stream and can.thoughts else {}
        sent["reasoning"] = {"effort": manner.effort, **summary}
    if isinstance(wanted, Tools):
        sent["tools"] = [
            {
                "type": "function",
                "name": tool.name,
                "description": tool.description,
                "parameters": tool.parameters,
                "strict": can.strict,
            }
            for tool in wanted.offered
        ]
        sent["tool_choice"] = "required" if wanted.required else "auto"
    if isinstance(wanted, Shape) and can.structured == "schema":
        shape = {"type": "json_schema", "name": wanted.name, "schema": wanted.schema}
        sent["text"] = {"format": {**shape, "strict": True}}
    if isinstance(wanted, Shape) and can.structured == "object":
        sent["text"] = {"format": {"type": "json_object"}}
    if stream:
        sent["stream"] = True
    return sent


def read(content: bytes, model: str) -> Completion:
    """Return what was said and what it cost, also where the answer is of no use."""
    try:
        response = _Response.model_validate_json(content)
    except ValidationError:
        response = _Response()
    usage = _usage(response, model)
    if response.status == "failed":
        return Completion(usage=usage, problem="the server failed on it")
    cut = response.incomplete_details.reason if response.incomplete_details else ""
    if not response.output and not cut:
        return Completion(usage=usage, problem=NO_COMPLETION)
    parts = [part for item in response.output for part in item.content or ()]
    text = "".join(part.text for part in parts)
    refusal = "".join(part.refusal for part in parts)
    calls = [
        (item.call_id, item.name, item.arguments)
        for item in response.output
        if item.type == "function_call"
    ]
    read = answered(text, calls, usage, _CUT.get(cut or "", "") or refusal)
    return replace(read, thinking=any(item.type == "reasoning" for item in response.output))


def heard(event: object, model: str) -> Piece:
    """Return what one event of a stream says; raise ValueError for one that is none."""
    said = _Event.model_validate(event)
    match said.type:
        case "response.output_text.delta":
            return Piece(text=str(said.delta))
        case "response.reasoning_summary_text.delta" | "response.reasoning_text.delta":
            return Piece(thought=str(said.delta))
        case "response.reasoning_summary_part.added":
            return Piece(thought="\n\n")
        case "response.refusal.delta":
            return Piece(refusal=str(said.delta))
        case "response.completed" | "response.incomplete" | "response.failed":
            response = said.response or _Response()
            cut = response.incomplete_details.reason if response.incomplete_details else None
            ending = _ENDINGS.get(cut or "", said.type)
            failed = said.type == "response.failed"
            return Piece(ending="" if failed else ending, usage=_usage(response, model))
        case _:
            return Piece()


def _items(message: Message) -> Iterator[Body]:
    if message.answers:
        yield {
            "type": "function_call_output",
            "call_id": message.answers,
            "output": message.text,
        }
        return
    if message.text or not message.calls:
        yield {"role": message.role, "content": message.text}
    for call in message.calls:
        yield {
            "type": "function_call",
            "call_id": call.id,
            "name": call.name,
            "arguments": json.dumps(call.arguments, ensure_ascii=False),
        }


class _Part(BaseModel):
    text: str = ""
    refusal: str = ""


class _Item(BaseModel):
    type: str = ""
    content: list[_Part] | None = None
    call_id: str = ""
    name: str = ""
    arguments: str = ""


class _Cached(BaseModel):
    cached_tokens: int = 0


class _Tokens(BaseModel):
    input_tokens: int = 0
    input_tokens_details: _Cached | None = None
    output_tokens: int = 0


class _Incomplete(BaseModel):
    reason: str | None = None


class _Response(BaseModel):
    status: str = ""
    output: list[_Item] = []
    incomplete_details: _Incomplete | None = None
    usage: _Tokens | None = None


class _Event(BaseModel):
    type: str
    delta: Json = ""
    response: _Response | None = None


def _usage(response: _Response, model: str) -> Usage:
    tokens = response.usage or _Tokens()
    cached = tokens.input_tokens_details
    return Usage(
        calls=1,
        input_tokens=tokens.input_tokens,
        cached_tokens=cached.cached_tokens if cached else 0,
        output_tokens=tokens.output_tokens,
        model=model,
    )
