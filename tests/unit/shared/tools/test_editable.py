"""What whoever edits a call that was shown to them is offered to change."""

import json

import pytest

from shared.tools.parameters import FILLED_IN, editable
from shared.workspace.registry import TOOLS

CHANGING = sorted(name for name, tool in TOOLS.items() if tool.rules.changes)


def offered(name: str) -> set[str]:
    """The arguments of a tool that are not settled."""
    properties = editable(TOOLS[name].spec.parameters)["properties"]
    return {name for name, schema in properties.items() if not schema.get("readOnly")}


@pytest.mark.parametrize("name", CHANGING)
def test_nobody_is_to_type_an_id_or_to_leave_empty_what_is_filled_in(name):
    assert not [one for one in offered(name) if one.endswith(("_id", "_ids"))]
    said = [
        schema.get("description")
        for schema in editable(TOOLS[name].spec.parameters)["properties"].values()
    ]
    assert FILLED_IN not in said


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("gmail_reply_to_message", {"to", "cc", "subject", "body", "reply_all", "attachments"}),
        ("calendar_respond_to_event", {"response", "comment"}),
        ("gmail_archive", set()),
        ("slack_send_direct_message", {"text"}),
        ("undo", set()),
    ],
)
def test_what_a_call_is_about_is_settled_and_what_it_says_is_not(name, arguments):
    assert offered(name) == arguments


def test_the_rest_of_the_schema_stays_and_planners_are_told_as_before():
    spec = TOOLS["gmail_reply_to_message"].spec
    before = json.dumps(spec.parameters)

    edited = editable(spec.parameters)

    assert edited["$defs"] == spec.parameters["$defs"]
    assert edited["required"] == ["message_id", "body"]
    assert json.dumps(spec.parameters) == before
