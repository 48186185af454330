"""Tools as a model is offered them: only what a planner decides, in a form that is held to.

Every token of a prompt is read again with each message, so a schema says each thing once: what is
filled in later is left out, and what may be left empty is empty instead of null.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from pydantic import BaseModel

from shared.models.base import Json
from shared.models.reasoning import ToolSpec
from shared.reasoning.model.port import Tool
from shared.reasoning.model.strict import strict
from shared.tools.lent.offers import is_lent
from shared.tools.parameters import FILLED_IN
from shared.workspace.registry import TOOLS

REASON = "reason"
_REASON: Json = {"type": "string"}
"""Said before the arguments, so that they follow from it."""
_DROPPED = frozenset({"title", "default", "readOnly", "$defs"})
_EMPTY: tuple[Json, ...] = (None, "", [], {})
_OF_SEVERAL = frozenset({"account", "accounts"})
_BY_ADDRESS = "Person"
"""People are named by words; who they are by address is looked up after that."""

Schema = Mapping[str, Json]


@lru_cache(maxsize=512)
def offered(name: str, description: str, accounts: bool = False) -> Tool:  # noqa: FBT001, FBT002 - a key of the cache
    """Return one of the product's tools as it is offered; `accounts`: there are several."""
    schema = TOOLS[name].spec.parameters
    return _tool(name, description, schema, accounts=accounts)


def tool_of(spec: ToolSpec, *, accounts: bool = False) -> Tool:
    """Return a tool as a model is offered it; `accounts`: the person has several."""
    if spec.name in TOOLS:
        return offered(spec.name, spec.description, accounts)
    # an account of some other server's is none of the person's here
    accounts = accounts or is_lent(spec.name)
    return _tool(spec.name, spec.description, spec.parameters, accounts=accounts)


def control(name: str, description: str, shape: type[BaseModel]) -> Tool:
    """Return a tool that does nothing but say what a model made of a message."""
    schema = shape.model_json_schema()
    return Tool(name, description, strict(_slim(schema, schema.get("$defs", {}), accounts=True)))


def in_order(name: str, arguments: Mapping[str, Json]) -> dict[str, Json]:
    """Return the arguments of a call in the order in which a model has to write them.

    Servers that hold a model to a schema hold it to the order of that, too: what is copied from a
    call in any other order is lost behind what comes too early.
    """
    tool = TOOLS.get(name)
    order = list(tool_of(tool.spec).parameters["properties"]) if tool is not None else []
    known = {each: arguments[each] for each in order if each in arguments}
    return {**known, **arguments}


_COUNT = "limit"
"""What tools call the number of things they list at most."""


def arguments_of(said: Mapping[str, Json], spec: ToolSpec) -> tuple[str, dict[str, Json]]:
    """Return the reason and the arguments of a call; what was left empty is left out."""
    required = frozenset(cast("Sequence[str]", spec.parameters.get("required", ())))
    arguments = {
        name: _given(value)
        for name, value in said.items()
        if (name != REASON or _is_argument(name, spec))
        and (value not in _EMPTY or (name in required and value is not None))
    }
    reason = "" if _is_argument(REASON, spec) else str(said.get(REASON) or "")
    return reason, _no_more_than_may_be(arguments, spec)


def _is_argument(name: str, spec: ToolSpec) -> bool:
    return name in cast("Mapping[str, Json]", spec.parameters.get("properties", {}))


def _no_more_than_may_be(arguments: dict[str, Json], spec: ToolSpec) -> dict[str, Json]:
    """Return arguments with as many as a list may have where more are wanted of it."""
    properties = cast("Mapping[str, Schema]", spec.parameters.get("properties", {}))
    most, wanted = properties.get(_COUNT, {}).get("maximum"), arguments.get(_COUNT)
    if isinstance(most, int) and isinstance(wanted, int) and wanted > most:
        return {**arguments, _COUNT: most}
    return arguments


def _given(value: Json) -> Json:
    """Return a value without what was left empty in it."""
    if isinstance(value, list):
        return [_given(each) for each in cast("list[Json]", value)]
    if isinstance(value, dict):
        known = cast("dict[str, Json]", value)
        return {name: _given(each) for name, each in known.items() if each is not None}
    return value


def _tool(name: str, description: str, schema: Schema, *, accounts: bool) -> Tool:
    known = cast("Schema", schema.get("$defs", {}))
    slim = _slim(schema, known, accounts=accounts)
    properties = {REASON: _REASON, **slim.get("properties", {})}
    required = list(dict.fromkeys((REASON, *slim.get("required", ()))))
    needed = frozenset(cast("Sequence[str]", schema.get("required", ())))
    # what may be left out comes last: so do servers have it that let a model leave it out
    order = sorted(properties, key=lambda name: name not in {REASON, *needed})
    whole = strict({**slim, "properties": {n: properties[n] for n in order}, "required": required})
    return Tool(name, description, whole, frozenset(properties) - needed)


def _slim(schema: Schema, known: Schema, *, accounts: bool) -> dict[str, Any]:
    """Return a schema with what has to be decided, and said once."""
    if reference := cast("str", schema.get("$ref", "")):
        own = {key: value for key, value in schema.items() if key != "$ref"}
        schema = {**cast("Schema", known[reference.rpartition("/")[2]]), **own}
    if schema.get("anyOf"):
        alternatives = [
            each
            for each in cast("Sequence[Schema]", schema["anyOf"])
            if not str(each.get("$ref", "")).endswith(f"/{_BY_ADDRESS}")
        ]
        rest = {key: value for key, value in schema.items() if key != "anyOf"}
        if len(alternatives) == 1:
            return _slim({**alternatives[0], **rest}, known, accounts=accounts)
        schema = {**rest, "anyOf": [_slim(each, known, accounts=accounts) for each in alternatives]}
    slim = {key: value for key, value in schema.items() if key not in _DROPPED}
    if "items" in slim:
        slim["items"] = _slim(slim["items"], known, accounts=accounts)
    if slim.get("type") == "object":
        slim.pop("description", None)
        slim |= _properties(slim, known, accounts=accounts)
    return slim


def _properties(schema: Schema, known: Schema, *, accounts: bool) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    required, told = list(cast("Sequence[str]", schema.get("required", ()))), set[str]()
    for name, each in cast("Mapping[str, Schema]", schema.get("properties", {})).items():
        left_out = each.get("description") == FILLED_IN or "const" in each
        if left_out or (not accounts and name in _OF_SEVERAL):
            continue
        kept[name] = _slim(each, known, accounts=accounts)
        about = kept[name].get("description", "")
        if about in told:
            kept[name].pop("description", None)
        told.add(about)
        if kept[name].get("type") in {"string", "array"} and name not in required:
            required.append(name)  # an empty one says as much as none
            if enum := kept[name].get("enum"):
                kept[name]["enum"] = [*dict.fromkeys((*enum, ""))]
    return {"properties": kept, "required": [name for name in required if name in kept]}
