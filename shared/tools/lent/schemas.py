"""What a lent tool takes, as far as it can be checked: a part of JSON Schema, said plainly.

A server may say anything. What is kept can be held against arguments in no time, and offered to
every model that is held to a schema: closed objects, lists of one kind, texts, numbers, choices.
References are written out, so nothing can hold itself; patterns are the server's own affair, since
one can be made that takes for ever.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

from shared.models.base import Json
from shared.tools.wording import one_line

MAX_CHARACTERS = 16_000
"""Of a schema, before and after its references are written out."""
MAX_PARTS = 500
"""Values that a schema may describe, those within others included."""
MAX_DEPTH = 8
MAX_TOLD = 300
"""Characters of what is said of one argument."""
ACCEPTED = "accepted_as"
"""What is added to the arguments that are shown: which form of the tool they are for."""

_NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_$.-]{0,63}")
_PLAIN = frozenset({"string", "integer", "number", "boolean", "null"})
_OF_NUMBERS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
_BOUNDS: Mapping[str, tuple[str, ...]] = {
    "string": ("minLength", "maxLength"),
    "integer": _OF_NUMBERS,
    "number": _OF_NUMBERS,
    "array": ("minItems", "maxItems"),
}
_UNCHECKED = ("allOf", "not", "if", "patternProperties", "propertyNames", "prefixItems", "contains")
"""Keywords that say more than what a value looks like by itself."""
_WHOLE = "it"

Schema = Mapping[str, Any]


class NotChecked(ValueError):
    """A schema says something that cannot be checked here; the message says what."""


def checked(schema: Json) -> dict[str, Json]:
    """Return what a tool takes in the form that is checked; raise NotChecked."""
    if not isinstance(schema, Mapping):
        raise NotChecked("what it takes is no schema")
    root = cast("Schema", schema)
    _check_size(root)
    whole = _Reading(root).whole()
    _check_size(whole)
    if ACCEPTED in whole["properties"]:
        raise NotChecked(f"it has an argument called {ACCEPTED}, which is ours")
    return whole


def _check_size(value: Json) -> None:
    try:
        fits = len(json.dumps(value, ensure_ascii=False)) <= MAX_CHARACTERS
    except (ValueError, RecursionError):
        fits = False
    if not fits:
        raise NotChecked(f"what it takes has more than {MAX_CHARACTERS:,} characters")


class _Reading:
    """One schema being read. `where` is the path of what is read, as a person is told of it."""

    def __init__(self, root: Schema) -> None:
        self._root = root
        self._left = MAX_PARTS

    def whole(self) -> dict[str, Json]:
        """Return the schema of all arguments; names that it leaves open are not taken."""
        plain = self._written_out(self._root)
        self._check_plain(plain, _WHOLE)
        closed: Schema = {
            "properties": dict[str, Json](),
            **plain,
            "additionalProperties": False,
        }
        return self._object(closed, _WHOLE, 0)

    def _value(self, schema: Json, where: str, depth: int) -> dict[str, Json]:
        self._left -= 1
        if self._left < 0 or depth > MAX_DEPTH:
            raise NotChecked("it takes more, or is nested deeper, than I can check")
        if not isinstance(schema, Mapping):
            raise NotChecked(f"{where} can be anything")
        plain = self._written_out(cast("Schema", schema))
        self._check_plain(plain, where)
        told = _told(plain)
        among: Json = plain.get("anyOf") or plain.get("oneOf")
        if isinstance(plain.get("type"), list):
            rest = {name: one for name, one in plain.items() if name != "description"}
            among = [{**rest, "type": one} for one in plain["type"]]
        if isinstance(among, list):
            several = cast("list[Json]", among)
            return {**told, "anyOf": [self._value(each, where, depth + 1) for each in several]}
        return {**told, **self._of_type(plain, where, depth)}

    def _of_type(self, plain: Schema, where: str, depth: int) -> dict[str, Json]:
        if "const" in plain or "enum" in plain:
            return _chosen(plain, where)
        kind = plain.get("type") or ("object" if "properties" in plain else "")
        bounds = {name: plain[name] for name in _BOUNDS.get(str(kind), ()) if name in plain}
        if not all(isinstance(one, int | float) for one in bounds.values()):
            raise NotChecked(f"{where} has bounds that are no numbers")
        if kind == "object":
            return self._object(plain, where, depth)
        if kind == "array":
            if "items" not in plain:
                raise NotChecked(f"{where} does not say what it lists")
            items = self._value(plain["items"], f"an item of {where}", depth + 1)
            return {"type": "array", "items": items, **bounds}
        if kind in _PLAIN:
            return {"type": kind, **bounds}
        raise NotChecked(f"{where} can be anything")

    def _object(self, plain: Schema, where: str, depth: int) -> dict[str, Json]:
        properties = plain.get("properties")
        closed = isinstance(properties, Mapping) and not plain.get("additionalProperties")
        if plain.get("type", "object") != "object" or not closed:
            raise NotChecked(f"{where} takes arguments of any name")
        known = cast("Mapping[str, Json]", properties)
        if odd := next((name for name in known if not _NAME.fullmatch(name)), ""):
            raise NotChecked(f"it has an argument called “{one_line(odd, 80)}”")
        needed = plain.get("required") or ()
        own = {
            name: self._value(each, name if where == _WHOLE else f"{where}.{name}", depth + 1)
            for name, each in known.items()
        }
        return {
            "type": "object",
            "properties": own,
            "required": [name for name in own if name in needed],
            "additionalProperties": False,
        }

    def _written_out(self, schema: Schema) -> Schema:
        """Return a schema with what it refers to in its place."""
        seen: list[str] = []
        while (reference := schema.get("$ref")) is not None:
            found: Json = self._root
            first, *path = str(reference).split("/")
            for part in path:
                found = cast("Schema", found).get(part) if isinstance(found, Mapping) else None
            if first != "#" or not isinstance(found, Mapping) or reference in seen:
                raise NotChecked(f"it refers to “{one_line(reference, 80)}”, which is not in it")
            seen.append(str(reference))
            own = {name: value for name, value in schema.items() if name != "$ref"}
            schema = {**cast("Schema", found), **own}
        return schema

    def _check_plain(self, schema: Schema, where: str) -> None:
        if odd := next((one for one in _UNCHECKED if one in schema), ""):
            raise NotChecked(f"{where} says “{odd}”")


def _chosen(plain: Schema, where: str) -> dict[str, Json]:
    """Return a schema of texts, numbers or truths to choose from."""
    values: Json = [plain["const"]] if "const" in plain else plain["enum"]
    if not isinstance(values, list) or not values:
        raise NotChecked(f"{where} has no choices")
    among = cast("list[Json]", values)
    kinds = {_kind(one) for one in among}
    if "" in kinds:
        raise NotChecked(f"{where} has choices that are no texts or numbers")
    return {"type": kinds.pop(), "enum": among} if len(kinds) == 1 else {"enum": among}


def _kind(value: Json) -> str:
    if isinstance(value, bool):
        return "boolean"
    kinds: Sequence[tuple[type, str]] = ((str, "string"), (int, "integer"), (float, "number"))
    return next((kind for known, kind in kinds if isinstance(value, known)), "")


def _told(schema: Schema) -> dict[str, Json]:
    described = schema.get("description")
    told = one_line(described, MAX_TOLD) if isinstance(described, str) else ""
    return {"description": told} if told else {}
