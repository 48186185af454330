"""Every schema a model is sent keeps to the rules of every kind of server there is."""

import importlib
import inspect
import pkgutil

import pytest
from pydantic import BaseModel

import shared.reasoning
from shared.models.reasoning import ToolSpec
from shared.reasoning.judging import CONTROLS as JUDGING
from shared.reasoning.model.port import Tool, Tools
from shared.reasoning.model.probing import PROBE, PROBE_TOOL
from shared.reasoning.model.stand_in import CALLS, fitted
from shared.reasoning.model.strict import strict
from shared.reasoning.offering import in_order, tool_of
from shared.reasoning.openai_wire import Wire
from shared.reasoning.understanding import CONTROLS as UNDERSTANDING
from shared.reasoning.understanding import MORE_OR_LENT, MORE_TOOLS
from shared.tools.lent.schemas import checked
from shared.workspace.registry import TOOLS
from tests.support.schema_rules import LEFT_OUT, broken
from tests.unit.shared.reasoning.test_model_port import Capabilities, Message


def shapes():
    """Return every shape that a model is asked to answer in."""
    for module in pkgutil.walk_packages(shared.reasoning.__path__, "shared.reasoning."):
        loaded = importlib.import_module(module.name)
        yield from (
            value
            for _, value in inspect.getmembers(loaded, inspect.isclass)
            if issubclass(value, Wire) and value is not Wire
        )


SHAPES = sorted(set(shapes()), key=lambda shape: shape.__name__)
SPECS = [tool.spec for tool in TOOLS.values()]
OFFERED = [Tool(spec.name, spec.description, strict(spec.parameters)) for spec in SPECS]
LENT = {
    "type": "object",
    "properties": {
        "title": {"type": "string", "maxLength": 80, "pattern": "^[a-z]+$", "format": "uri"},
        "size": {"type": ["integer", "null"], "minimum": 1, "multipleOf": 2},
        "kind": {"oneOf": [{"const": "bug"}, {"enum": ["task", "idea"]}], "default": "bug"},
        "labels": {"type": "array", "uniqueItems": True, "items": {"$ref": "#/$defs/Label"}},
    },
    "required": ["title"],
    "$defs": {"Label": {"type": "object", "properties": {"name": {"type": "string"}}}},
}
LENT_TOOL = ToolSpec(name="mcp_tracker_open", description="Opens", parameters=checked(LENT))
SENT = [
    *(
        tool_of(spec, accounts=accounts)
        for spec in (*SPECS, LENT_TOOL)
        for accounts in (False, True)
    ),
    *(*UNDERSTANDING, MORE_TOOLS, MORE_OR_LENT, *JUDGING, PROBE_TOOL),
]
"""Every tool in the very form in which a model is offered it."""


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
def test_a_shape_keeps_to_every_servers_rules(shape):
    assert broken(shape.__name__, strict(shape.model_json_schema())) == []


@pytest.mark.parametrize("tool", OFFERED, ids=lambda tool: tool.name)
def test_a_tool_keeps_to_every_servers_rules(tool):
    assert broken(tool.name, tool.parameters) == []


@pytest.mark.parametrize("tool", SENT, ids=lambda tool: tool.name)
def test_a_tool_as_it_is_sent_keeps_to_every_servers_rules(tool):
    assert broken(tool.name, tool.parameters) == []


@pytest.mark.parametrize("required", [True, False])
def test_what_stands_in_for_tools_keeps_to_them_as_well(required):
    messages = [Message("system", "Rules."), Message("user", "Hi")]
    tools = Tools(tuple(SENT[-20:]), required=required)
    _, shape = fitted(messages, tools, Capabilities(tools=False))
    assert shape.name == CALLS != PROBE
    rules = [rule for rule in broken(shape.name, shape.schema) if rule != LEFT_OUT]
    assert (rules, shape.strict) == ([], False)


def test_what_may_be_empty_may_be_left_out_of_what_stands_in_for_tools():
    tool = tool_of(TOOLS["calendar_create_event"].spec)
    _, shape = fitted([Message("system", "Rules.")], Tools((tool,)), Capabilities(tools=False))
    [call] = shape.schema["properties"]["calls"]["items"]["anyOf"]
    told = call["properties"]["arguments"]
    assert told["required"] == ["title", "start"]
    assert told["properties"]["minutes"]["type"] == "integer"
    assert set(tool.parameters["required"]) == set(told["properties"])


@pytest.mark.parametrize("tool", TOOLS.values(), ids=lambda tool: tool.name)
def test_what_may_be_left_out_comes_last_and_calls_are_shown_in_that_order(tool):
    sent = tool_of(tool.spec)
    reason, *names = sent.parameters["properties"]
    needed = [name for name in names if name not in sent.spare]

    assert names[: len(needed)] == needed
    assert [*in_order(tool.name, dict.fromkeys(reversed((reason, *names))))] == [reason, *names]


def test_what_a_tool_does_not_take_or_nobody_knows_keeps_its_place():
    assert in_order("gmail_search_messages", {"page": 2, "query": "x"}) == {"query": "x", "page": 2}
    assert [*in_order("mcp_tracker_chore", {"b": 1, "a": 2})] == ["b", "a"]


def test_a_shape_of_which_nothing_may_be_left_out_is_strict():
    tools = Tools((PROBE_TOOL,))
    _, shape = fitted([Message("system", "Rules.")], tools, Capabilities(tools=False))
    assert shape.strict
    assert broken(shape.name, shape.schema) == []


class Inner(BaseModel):
    model_config = {"extra": "forbid"}

    name: str
    note: str = ""


class Outer(BaseModel):
    """Everything a tool's arguments may have."""

    model_config = {"extra": "forbid"}

    name: str
    limit: int = 10
    maybe: str | None = None
    inner: Inner | None = None
    many: list[str | Inner] = []
    kind: str = "mail"


@pytest.mark.parametrize(
    ("schema", "rule"),
    [
        (Outer.model_json_schema(), "openai: a property that may be left out"),
        ({"anyOf": [{"type": "object"}]}, "openai: the root"),
        ({"type": "object", "properties": {}, "required": []}, "openai: an open object"),
        (strict(Outer.model_json_schema()) | {"uniqueItems": True}, "vllm"),
        (strict(Outer.model_json_schema()) | {"format": "uri"}, "llama.cpp"),
    ],
)
def test_a_rule_that_is_broken_is_noticed(schema, rule):
    assert any(each.startswith(rule) for each in broken("x", schema))


@pytest.mark.parametrize(
    ("schema", "problem"),
    [
        ({"type": "object"}, "open"),
        ({"type": "object", "properties": {}, "additionalProperties": True}, "open"),
        ({"$ref": "#/$defs/A", "$defs": {"A": {"items": {"$ref": "#/$defs/A"}}}}, "holds itself"),
    ],
)
def test_what_has_no_strict_form_is_refused(schema, problem):
    with pytest.raises(ValueError, match=problem):
        strict(schema)


def test_a_constant_is_an_enum_and_bounds_are_left_out():
    schema = {
        "type": "object",
        "properties": {"kind": {"const": "a"}, "n": {"type": "integer", "minimum": 1}},
        "required": ["kind", "n"],
    }
    assert strict(schema)["properties"] == {"kind": {"enum": ["a"]}, "n": {"type": "integer"}}
