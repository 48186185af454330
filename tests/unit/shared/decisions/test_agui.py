import json

import pytest
from ag_ui.core import Event
from pydantic import BaseModel, TypeAdapter

from shared.decisions import agui
from shared.models.reasoning import Usage
from shared.models.thread import TranscriptMessage
from shared.storage.codec import MAX_ROW_BYTES
from tests.unit.shared.decisions.values import NOW, OPTIONS, request

APPROVAL = request(
    kind="approval",
    options=(),
    arguments={"to": "a@x.com"},
    arguments_hash="h",
    tool_call_id="call-1-1",
)
SPENT = Usage(calls=2, input_tokens=10, output_tokens=3, model="gpt")
SAID = tuple(
    TranscriptMessage(position=n, id=f"m{n}", role=role, text="hi", turn=1, run_id="r", at=NOW)
    for n, role in ((1, "user"), (2, "assistant"))
)


def said_of(*sizes, character="x"):
    return [
        SAID[0].model_copy(update={"position": n, "id": f"m{n}", "text": character * size})
        for n, size in enumerate(sizes, 1)
    ]


@pytest.mark.parametrize(
    ("sizes", "character", "kept"),
    [
        ((), "x", []),
        ((5, 5, 5), "x", [5, 5, 5]),
        ((100_000, 100_000, 50_000), "x", [100_000, 50_000]),
        ((32_000,) * 200, "x", [32_000] * 6),
        ((32_000, 32_000), "\x01", [32_000]),
        ((32_000, 32_000, 32_000), "\U0001f600", [32_000] * 3),
        ((10, 500_000), "x", [33_334]),
    ],
)
def test_a_snapshot_has_the_latest_messages_that_a_row_takes(sizes, character, kept):
    shown = agui.latest(said_of(*sizes, character=character))

    assert [len(m.text) for m in shown] == kept
    assert [m.position for m in shown] == list(range(len(sizes) - len(kept) + 1, len(sizes) + 1))
    row = json.dumps(agui.snapshot(shown), ensure_ascii=False)
    assert len(row.encode("utf-16")) < MAX_ROW_BYTES


EVENTS = {
    "run started": [agui.run_started("t", "r")],
    "run finished": [agui.run_finished("t", "r"), agui.run_finished("t", "r", SPENT)],
    "run cancelled": [agui.run_cancelled("t", "r", "interrupt")],
    "question": [agui.run_interrupted("t", request())],
    "approval": [agui.run_interrupted("t", APPROVAL)],
    "text": agui.whole_text("m", "hello"),
    "replacing text": [agui.text_start("m-2", "m")],
    "snapshot": [agui.snapshot(SAID)],
    "tool call": agui.tool_call("c", "find", '{"a": 1}'),
    "tool result": [agui.tool_result("c", "m", '{"b": 2}')],
    "custom": [agui.custom("trace", {"name": "plan"}), agui.custom("nothing", None)],
}


def unknown_fields(value):
    """AG-UI's models keep fields they do not know; what a client would not read has no business."""
    if isinstance(value, BaseModel):
        yield from value.model_extra or ()
        for name in type(value).model_fields:
            yield from unknown_fields(getattr(value, name))
    elif isinstance(value, list):
        for item in value:
            yield from unknown_fields(item)


@pytest.mark.parametrize("events", EVENTS.values(), ids=EVENTS.keys())
def test_every_event_is_one_of_the_protocol(events):
    for event in events:
        parsed = TypeAdapter(Event).validate_python(event, strict=False)

        assert list(unknown_fields(parsed)) == []
        assert parsed.model_dump(mode="json", by_alias=True) == event
        assert json.loads(json.dumps(event)) == event


def test_a_run_reports_its_tokens_only_when_a_model_was_called():
    assert "usage" not in agui.run_finished("t", "r", Usage())
    assert agui.run_finished("t", "r", SPENT)["usage"] == [
        {"model": "gpt", "inputTokens": 10, "outputTokens": 3}
    ]


def test_a_question_names_its_options_but_not_what_they_stand_for():
    (interrupt,) = agui.run_interrupted("t", request())["outcome"]["interrupts"]

    assert interrupt["reason"] == "input_required"
    assert interrupt["expiresAt"] == "2026-03-03T09:00:00+00:00"
    assert interrupt["metadata"]["options"] == [
        {"id": "1", "label": "John Doe", "description": "client"},
        {"id": "2", "label": "John Lee", "description": ""},
    ]
    assert "toolCallId" not in interrupt
    assert "arguments" not in interrupt["metadata"]


def test_an_approval_shows_the_call_and_its_arguments():
    ended = agui.run_interrupted("t", APPROVAL)
    (interrupt,) = ended["outcome"]["interrupts"]

    assert ended["runId"] == "run-1"
    assert interrupt["reason"] == "tool_call"
    assert interrupt["toolCallId"] == "call-1-1"
    assert interrupt["metadata"]["arguments"] == {"to": "a@x.com"}


def test_an_approval_of_a_call_without_arguments_shows_that_there_are_none():
    asked = APPROVAL.model_copy(update={"arguments": {}})

    (interrupt,) = agui.run_interrupted("t", asked)["outcome"]["interrupts"]

    assert interrupt["metadata"]["arguments"] == {}


@pytest.mark.parametrize(
    ("asked", "properties", "ways"),
    [
        (request(), {"text", "option"}, None),
        (request(options=()), {"text"}, None),
        (
            APPROVAL,
            {"approved", "editedArgs", "reason", "text", "action", "arguments"},
            ["approved", "action", "arguments", "text"],
        ),
    ],
)
def test_the_schema_of_an_answer_says_what_may_be_given_and_one_of_what(asked, properties, ways):
    schema = agui.response_schema(asked)

    assert schema["type"] == "object"
    assert set(schema["properties"]) == properties
    assert schema.get("anyOf") == (ways and [{"required": [way]} for way in ways])


def test_what_is_offered_with_an_approval_is_one_of_the_ways_to_answer():
    schema = agui.response_schema(APPROVAL.model_copy(update={"options": OPTIONS}))

    assert schema["properties"]["option"]["enum"] == [option.id for option in OPTIONS]
    assert {"required": ["option"]} in schema["anyOf"]


def test_an_approval_describes_the_arguments_that_can_be_edited():
    given = {"type": "object", "properties": {"to": {"$ref": "#/$defs/Who"}}, "$defs": {"Who": {}}}
    asked = APPROVAL.model_copy(update={"editable": given})

    schema = agui.response_schema(asked)

    assert schema["properties"]["editedArgs"]["properties"] == given["properties"]
    assert schema["$defs"] == {"Who": {}}, "where its references point"
    assert "$defs" in given, "the question keeps its own"


def test_a_confirmation_without_a_call_names_none():
    asked = APPROVAL.model_copy(update={"tool_call_id": None})
    (interrupt,) = agui.run_interrupted("t", asked)["outcome"]["interrupts"]
    assert interrupt["reason"] == "confirmation"


def test_a_question_without_options_offers_none():
    assert "option" not in agui.response_schema(request(options=()))["properties"]
    assert agui.response_schema(request())["properties"]["option"] == {
        "enum": [option.id for option in OPTIONS]
    }


def test_text_said_in_one_go_is_opened_filled_and_ended():
    assert [(e["type"], e["messageId"]) for e in agui.whole_text("m", "hello")] == [
        ("TEXT_MESSAGE_START", "m"),
        ("TEXT_MESSAGE_CONTENT", "m"),
        ("TEXT_MESSAGE_END", "m"),
    ]


def test_a_replacement_names_what_no_longer_counts():
    assert agui.text_start("m-2", "m")["metadata"] == {"replaces": "m"}
    assert "metadata" not in agui.text_start("m")


def test_a_stopped_run_says_why():
    ended = agui.run_cancelled("t", "r", "interrupt")

    assert ended["outcome"] == {"type": "cancelled"}
    assert ended["metadata"] == {"reason": "interrupt"}
