"""What each kind of model server documents that the schemas it is sent may not have.

OpenAI: developers.openai.com, structured outputs, supported schemas. llama.cpp: grammars/README.md,
known limitations; Ollama turns schemas into grammars by the same code. vLLM: what its xgrammar
backend refuses.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

Schema = Mapping[str, Any]

_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_OPENAI_LACKS = {
    *("allOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas"),
    *("patternProperties", "propertyNames", "unevaluatedProperties", "default", "oneOf"),
}
_GRAMMARS_LACK = {
    *("prefixItems", "patternProperties", "uniqueItems", "contains", "minContains", "$anchor"),
    *("not", "if", "then", "else", "dependentSchemas", "pattern", "format", "$ref"),
}
_VLLM_LACKS = {"multipleOf", "uniqueItems", "contains", "minContains", "maxContains"}
LEFT_OUT = "openai: a property that may be left out"
"""A rule of strict mode alone."""
MOST_PROPERTIES = 5000
MOST_LEVELS = 10
MOST_ENUM_VALUES = 1000
MOST_NAME_CHARACTERS = 120_000


def broken(name: str, schema: Schema) -> list[str]:
    """Return the rules that a schema breaks, each in a few words, beginning with whose it is."""
    return [*_openai(name, schema), *_grammars(schema), *_vllm(schema)]


def _openai(name: str, schema: Schema) -> Iterator[str]:
    if not _NAME.fullmatch(name):
        yield f"openai: name {name!r}"
    if schema.get("type") != "object" or "anyOf" in schema:
        yield "openai: the root is an object of its own"
    names, values = 0, 0
    for each in parts(schema):
        if lacking := _OPENAI_LACKS & each.keys():
            yield f"openai: {lacking}"
        values += len(each.get("enum", ()))
        names += sum(map(len, map(str, each.get("enum", ()))))
        if each.get("type") != "object":
            continue
        if each.get("additionalProperties") is not False:
            yield "openai: an open object"
        if set(each.get("required", ())) != set(each.get("properties", {})):
            yield LEFT_OUT
        names += sum(map(len, each.get("properties", {})))
    count = sum(len(each.get("properties", {})) for each in parts(schema))
    if count > MOST_PROPERTIES or values > MOST_ENUM_VALUES or names > MOST_NAME_CHARACTERS:
        yield f"openai: {count} properties, {values} values, {names} characters"
    if levels(schema) > MOST_LEVELS:
        yield f"openai: {levels(schema)} levels"


def _grammars(schema: Schema) -> Iterator[str]:
    for each in parts(schema):
        if lacking := _GRAMMARS_LACK & each.keys():
            yield f"llama.cpp, ollama: {lacking}"
        if "properties" in each and ({"anyOf", "oneOf"} & each.keys()):
            yield "llama.cpp, ollama: properties beside alternatives"
        if each.get("type") == "number" and ({"minimum", "maximum"} & each.keys()):
            yield "llama.cpp, ollama: bounds of a number"


def _vllm(schema: Schema) -> Iterator[str]:
    for each in parts(schema):
        if lacking := _VLLM_LACKS & each.keys():
            yield f"vllm: {lacking}"


def parts(schema: Schema) -> Iterator[Schema]:
    """Yield a schema and every one within it."""
    yield schema
    for each in _below(schema):
        yield from parts(each)


def levels(schema: Schema) -> int:
    """Return how many objects lie within each other."""
    below = max(map(levels, _below(schema)), default=0)
    return below + (schema.get("type") == "object")


def _below(schema: Schema) -> list[Schema]:
    inner = [*schema.get("properties", {}).values(), *schema.get("anyOf", ())]
    return [*inner, schema["items"]] if "items" in schema else inner
