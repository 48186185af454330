"""What of a foreign schema is kept, and what is refused."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from shared.reasoning.model.strict import strict
from shared.tools.lent.forms import form_of
from shared.tools.lent.schemas import ACCEPTED, MAX_CHARACTERS, NotChecked, checked

NODE = {"anyOf": [{"$ref": "#/$defs/Node"}, {"$ref": "#/$defs/Node"}]}


def one(schema, **rest):
    return {"type": "object", "properties": {"a": schema}, **rest}


@pytest.mark.parametrize(
    ("given_", "kept"),
    [
        ({"type": "string", "pattern": "(a+)+$"}, {"type": "string"}),
        ({"type": "string", "maxLength": 5}, {"type": "string", "maxLength": 5}),
        ({"const": "x"}, {"type": "string", "enum": ["x"]}),
        ({"enum": [1, 2]}, {"type": "integer", "enum": [1, 2]}),
        ({"type": ["string", "null"]}, {"anyOf": [{"type": "string"}, {"type": "null"}]}),
        (
            {"type": "array", "items": {"type": "number"}, "maxItems": 3},
            {"type": "array", "items": {"type": "number"}, "maxItems": 3},
        ),
        ({"type": "string", "description": "a\n\u202eb"}, {"description": "a b", "type": "string"}),
        ({"$ref": "#/$defs/Size"}, {"type": "integer", "minimum": 0}),
    ],
)
def test_what_is_kept_says_the_same_plainly(given_, kept):
    schema = one(given_, **{"$defs": {"Size": {"type": "integer", "minimum": 0}}})
    assert checked(schema)["properties"]["a"] == kept


@pytest.mark.parametrize(
    ("schema", "why"),
    [
        (None, "no schema"),
        (one(schema=True), "a can be anything"),
        (one({}), "a can be anything"),
        (one({"type": "object"}), "takes arguments of any name"),
        (one({"type": "object", "properties": {}, "additionalProperties": {}}), None),
        (one({"type": "object", "properties": {}, "additionalProperties": True}), "of any name"),
        (one({"type": "array"}), "does not say what it lists"),
        (one({"allOf": [{"type": "string"}]}), "says “allOf”"),
        (one({"enum": [{}]}), "choices that are no texts"),
        (one({"type": "integer", "minimum": "0"}), "bounds that are no numbers"),
        (one({"$ref": "https://evil.example/schema"}), "which is not in it"),
        (one({"$ref": "#"}), "deeper, than I can check"),
        (one({"$ref": "#/$defs/Node"}, **{"$defs": {"Node": NODE}}), "deeper, than I can check"),
        (one({"$ref": "#/$defs/L"}, **{"$defs": {"L": {"$ref": "#/$defs/L"}}}), "not in it"),
        ({"type": "string"}, "of any name"),
        ({"properties": {"a b": {"type": "string"}}}, "an argument called"),
        ({"properties": {ACCEPTED: {"type": "string"}}}, "which is ours"),
        (one({"type": "string", "description": "x" * MAX_CHARACTERS}), "characters"),
    ],
)
def test_what_cannot_be_checked_is_refused_with_a_reason(schema, why):
    if why is None:
        assert checked(schema)["properties"]["a"]["additionalProperties"] is False
        return
    with pytest.raises(NotChecked, match=why):
        checked(schema)


KINDS = st.sampled_from(["string", "integer", "object", "array", "null", None, ["string", "null"]])
SCHEMAS = st.recursive(
    st.fixed_dictionaries({"type": KINDS}, optional={"enum": st.lists(st.integers())}),
    lambda inner: st.fixed_dictionaries(
        {"type": KINDS},
        optional={
            "items": inner,
            "properties": st.dictionaries(st.text(max_size=5), inner, max_size=3),
            "anyOf": st.lists(inner, max_size=3),
            "required": st.lists(st.text(max_size=5)),
            "$ref": st.sampled_from(["#", "#/properties/a", "#/$defs/B", "x"]),
        },
    ),
    max_leaves=8,
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@given(SCHEMAS, VALUES)
def test_whatever_a_server_says_is_refused_or_can_be_offered_and_held_against_anything(
    schema, value
):
    try:
        kept = checked(schema)
    except NotChecked:
        return
    assert len(json.dumps(kept, ensure_ascii=False)) <= MAX_CHARACTERS
    assert checked(kept) == kept
    strict(kept)  # any model takes it
    with suppress(ValidationError):
        assert form_of("t", kept).model_validate(value).arguments == value
