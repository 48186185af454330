"""The API describes itself: every route, what it takes and answers, and how it fails."""

import json
import re

import pytest

from api.description import describe
from api.operations import OPERATIONS
from api.problems import STATUS
from api.routes import ROUTES

A2A = {"agent_card", "keys", "a2a", "a2a_rest", "public_card", "public_agent", "public_agent_rest"}
UNDESCRIBED = A2A | {"openapi", "docs", "mcp", "unknown", "client"}
"""What others describe: A2A and MCP are protocols of their own, which describe themselves."""
DESCRIBED = [route for route in ROUTES if route.name not in UNDESCRIBED]


@pytest.fixture(scope="module")
def document():
    return describe(DESCRIBED)


def test_every_reference_leads_somewhere(document):
    schemas = document["components"]["schemas"]
    found = set(re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(document)))
    assert found <= set(schemas)
    assert not re.search(r'"#/\$defs', json.dumps(document))


def test_no_route_is_missing_and_none_is_made_up(document):
    described = {(path, method) for path, told in document["paths"].items() for method in told}
    assert described == {
        (route.path, method.lower()) for route in DESCRIBED for method in route.handlers
    }
    handlers = {route.handler(method).__name__ for route in DESCRIBED for method in route.handlers}
    assert handlers == set(OPERATIONS), "each handler once, and no description without one"


def test_every_operation_says_who_may_call_and_how_it_fails(document):
    for route in DESCRIBED:
        for method in route.handlers:
            told = document["paths"][route.path][method.lower()]
            assert (told["security"] == []) == (method in route.public)
            assert {"400", "401", "500", "503"} <= told["responses"].keys()
            assert told["summary"]
            named = set(re.findall(r"\{(\w+)\}", route.path))
            assert {one["name"] for one in told["parameters"] if one["in"] == "path"} == named


def test_every_answer_in_json_has_a_schema_of_its_own(document):
    loose = {
        (told["operationId"], status)
        for methods in document["paths"].values()
        for told in methods.values()
        for status, answer in told["responses"].items()
        for media, content in answer.get("content", {}).items()
        if media == "application/json" and "$ref" not in content["schema"]
    }
    assert loose == set()


def test_an_answer_has_every_field_and_nothing_that_is_kept_inside(document):
    schemas = document["components"]["schemas"]
    turn = schemas["TurnView"]
    assert set(turn["required"]) == set(turn["properties"])
    assert not {"execution", "draft", "due_at", "seq", "working"} & set(turn["properties"])
    assert not {"grant", "claims"} & set(schemas["ConnectionView"]["properties"])
    assert set(schemas["Problem"]["required"]) < set(schemas["Problem"]["properties"])


def test_every_code_of_an_error_is_listed(document):
    codes = document["components"]["schemas"]["Problem"]["properties"]["code"]["enum"]
    assert set(codes) == {error.code for error in STATUS}


@pytest.mark.parametrize(
    "name", [name for name, told in OPERATIONS.items() if told.body is not None]
)
def test_an_example_is_one(name):
    told = OPERATIONS[name]
    if not name.startswith("patch_agent"):
        told.body.model_validate(dict(told.example or {}))


async def test_it_is_served_for_machines_and_for_people_without_a_script(world, document):
    world.peer = "203.0.113.9"
    machine = await world.call("GET", "/api/openapi.json")
    page = await world.call("GET", "/api/docs")
    assert machine.json() == document
    assert "POST /api/v1/chat" in page.text
    assert "<script" not in page.text
    assert "http://" not in page.text
    assert page.headers["content-security-policy"].startswith("default-src 'none'")


async def test_tools_are_listed_with_what_they_take(office):
    tools = (await office.call("GET", "/tools")).json()["tools"]
    [send] = [one for one in tools if one["name"] == "gmail_send_email"]
    assert send["changes"]
    assert send["domain"] == "email"
    assert "body" in send["parameters"]["properties"]
