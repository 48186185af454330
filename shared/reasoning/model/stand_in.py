"""What stands in for what a server lacks: tools as JSON to answer in, and schemas in words."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from pydantic import BaseModel, ValidationError

from shared.models.base import Json
from shared.reasoning.model.capabilities import Capabilities
from shared.reasoning.model.port import Completion, Message, Shape, Tool, ToolCall, Tools, Wanted

_NULL: Json = {"type": "null"}
CALLS = "calls"
"""The name of the shape that stands in for tools."""
_FENCE = re.compile(r"\A\s*```(?:json)?\s*\n(?P<inner>.*?)\n?\s*```\s*\Z", re.DOTALL)


class _Call(BaseModel):
    tool: str
    arguments: dict[str, Json]


class _Calls(BaseModel):
    calls: list[_Call] = []
    text: str = ""


def fitted(
    messages: Sequence[Message], wanted: Wanted, can: Capabilities
) -> tuple[Sequence[Message], Wanted]:
    """Return a prompt and what it wants as a server understands them."""
    if isinstance(wanted, Tools) and not can.tools:
        messages = _added([_in_words(message) for message in messages], _told(wanted))
        wanted = _as_shape(wanted)
    if isinstance(wanted, Shape) and can.structured != "schema":
        schema = json.dumps(wanted.schema, ensure_ascii=False)
        told = f"Answer with one JSON document and nothing else. Its JSON schema:\n{schema}"
        messages = _added(messages, told)
    return messages, wanted


def unfolded(completion: Completion, wanted: Wanted, can: Capabilities) -> Completion:
    """Return an answer as if the server had all that was `wanted`."""
    if completion.problem or wanted is None:
        return completion
    if isinstance(wanted, Shape):
        return replace(completion, text=_bare(completion.text))
    if not (can.tools or completion.calls):
        completion = _called(completion)
    if wanted.required and not completion.calls and not completion.problem:
        return replace(completion, problem="it called no tool")
    return completion


def _as_shape(tools: Tools) -> Shape:
    call = [
        _object({"tool": {"type": "string", "enum": [tool.name]}, "arguments": _brief(tool)})
        for tool in tools.offered
    ]
    properties: dict[str, Json] = {CALLS: {"type": "array", "items": {"anyOf": call}}}
    if not tools.required:
        properties["text"] = {"type": "string"}
    return Shape(CALLS, _object(properties), strict=not any(t.spare for t in tools.offered))


def _brief(tool: Tool) -> dict[str, Json]:
    """Return the parameters of a tool, of which those that may be empty may be left out.

    A small model that has to write every one of them makes something up for most.
    """
    properties = cast("Mapping[str, Mapping[str, Json]]", tool.parameters["properties"])
    return {
        **tool.parameters,
        "properties": {
            name: _said(each) if name in tool.spare else each for name, each in properties.items()
        },
        "required": [name for name in properties if name not in tool.spare],
    }


def _said(schema: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the schema of a value that is given: it is not null, and not empty."""
    told = {key: value for key, value in schema.items() if key != "anyOf"}
    if "enum" in told:
        told["enum"] = [value for value in cast("list[Json]", told["enum"]) if value != ""]
    among = [one for one in cast("list[Json]", schema.get("anyOf", [])) if one != _NULL]
    if len(among) == 1:
        return {**cast("dict[str, Json]", among[0]), **told}
    return {**told, "anyOf": among} if among else told


def _object(properties: Mapping[str, Json]) -> dict[str, Json]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _told(tools: Tools) -> str:
    """Return what a model that gets no tools is told of them; a server shows it no schema."""
    listed = "\n".join(_line(tool) for tool in tools.offered)
    say = "" if tools.required else ' To call none, leave them out and give "text", your answer.'
    example = '{"calls": [{"tool": "name", "arguments": {}}]}'
    return f"Tools:\n{listed}\nCall them in order, by one JSON document: {example}.{say}"


def _line(tool: Tool) -> str:
    parameters = json.dumps(_brief(tool), ensure_ascii=False)
    return f"- {tool.name}: {tool.description} Arguments: {parameters}"


def _in_words(message: Message) -> Message:
    if message.calls:
        calls = [{"tool": call.name, "arguments": dict(call.arguments)} for call in message.calls]
        return Message("assistant", json.dumps({CALLS: calls}, ensure_ascii=False))
    return Message("user", message.text) if message.role == "tool" else message


def _added(messages: Sequence[Message], told: str) -> list[Message]:
    """Return messages with an addition to the rules, which are the first."""
    [first, *others] = messages
    return [replace(first, text=f"{first.text}\n\n{told}"), *others]


def _called(completion: Completion) -> Completion:
    try:
        said = _Calls.model_validate_json(_bare(completion.text))
    except ValidationError:
        return replace(completion, problem="it was no JSON document of calls")
    calls = (
        ToolCall(f"call-{number}", call.tool, call.arguments)
        for number, call in enumerate(said.calls, 1)
    )
    return replace(completion, text=said.text, calls=tuple(calls))


def _bare(text: str) -> str:
    """Return JSON without the fence that a model may put around it."""
    fenced = _FENCE.match(text)
    return fenced["inner"] if fenced else text
