"""JSON schemas in the subset that every server with structured outputs holds a model to.

OpenAI's strict mode wants every property required and no object open; it and the grammars of
llama.cpp, Ollama and vLLM each leave out other keywords. So a schema keeps its structure alone:
what may be left out becomes null, references are resolved, and bounds are checked afterwards, where
the arguments are read.
"""

from collections.abc import Mapping

from shared.models.base import Json

_NULL = {"type": "null"}
_KEPT = ("type", "description", "enum")
_ROOT = "#/$defs/"

Schema = Mapping[str, Json]


def strict(schema: Schema) -> dict[str, Json]:
    """Return a schema as strict mode takes it.

    Raises ValueError for an object whose names are open, or that holds itself.
    """
    return _strict(schema, schema.get("$defs", {}), ())


def _strict(schema: Schema, known: Schema, within: tuple[str, ...]) -> dict[str, Json]:
    if reference := schema.get("$ref"):
        if reference in within:
            raise ValueError(f"{reference} holds itself")
        told = {key: schema[key] for key in ("description",) if key in schema}
        return _strict({**_resolved(schema, known), **told}, known, (*within, reference))
    plain = {key: schema[key] for key in _KEPT if key in schema}
    if "const" in schema:
        plain["enum"] = [schema["const"]]
    if alternatives := schema.get("anyOf") or schema.get("oneOf"):
        plain["anyOf"] = [_strict(each, known, within) for each in alternatives]
    if "items" in schema:
        plain["items"] = _strict(schema["items"], known, within)
    if schema.get("type") == "object":
        plain |= _closed(schema, known, within)
    return plain


def _closed(schema: Schema, known: Schema, within: tuple[str, ...]) -> dict[str, Json]:
    if schema.get("additionalProperties") or "properties" not in schema:
        raise ValueError("an object whose names are open has no strict form")
    required = schema.get("required", ())
    properties = {name: _strict(each, known, within) for name, each in schema["properties"].items()}
    return {
        "properties": {
            name: each if name in required else _nullable(each) for name, each in properties.items()
        },
        "required": list(properties),
        "additionalProperties": False,
    }


def _nullable(schema: dict[str, Json]) -> dict[str, Json]:
    told = {key: schema.pop(key) for key in ("description",) if key in schema}
    alternatives = schema["anyOf"] if set(schema) == {"anyOf"} else [schema]
    if _NULL not in alternatives:
        alternatives = [*alternatives, _NULL]
    return {**told, "anyOf": alternatives}


def _resolved(schema: Schema, known: Schema) -> Schema:
    reference = schema.get("$ref")
    return known[reference.removeprefix(_ROOT)] if reference else schema
