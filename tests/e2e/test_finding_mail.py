"""Spec 002, example 1: the five mails from Sarah about the budget, streamed."""

import json
from contextlib import aclosing

from devhost.azurite import Azurite
from host.settings import Settings
from host.wiring import SystemClock, tables
from shared.connectors.sandbox.store import SandboxStore
from shared.security.identity import DEVELOPER
from shared.storage.keys import partition_of
from tests.e2e.scripted_model import HeldBack, tools
from tests.support.http import Frame, ids, outcome, spoken, types
from tests.support.model_server import Says

SARAH = "Show me emails from Sarah about the budget"
SARAHS_ADDRESS = "sarah.chen@company.com"


async def sarahs_budget_mails(data):
    """Return what the host's sandbox holds, read from its tables without any of the search."""
    storage = Azurite(data / "azurite").connection_string
    kept = tables(Settings.model_validate({"AzureWebJobsStorage": storage}))
    async with aclosing(kept):
        store = SandboxStore(kept.rows("sandbox"), SystemClock(), partition_of(DEVELOPER))
        mails = await store.mails()
    return [
        mail
        for mail in mails
        if mail.sender.email == SARAHS_ADDRESS and "budget" in f"{mail.subject} {mail.body}".lower()
    ]


def found_mails(frames: list[Frame]) -> list[dict]:
    """Return the mails that the last tool call of a run gave."""
    results = [f.event["content"] for f in frames if f.type == "TOOL_CALL_RESULT"]
    return json.loads(results[-1])["mails"]


async def test_the_answer_lists_the_five_mails_that_the_mailbox_holds(conversation, data):
    frames = await conversation.chat(SARAH)

    expected = await sarahs_budget_mails(data)
    assert len(expected) == 5
    assert [(m["id"], m["subject"]) for m in found_mails(frames)] == [
        (mail.id, mail.subject) for mail in expected
    ]
    listed = spoken(frames).splitlines()
    assert listed[0] == "I found 5 emails from Sarah Chen about budget:"
    for place, (line, mail) in enumerate(zip(listed[1:], expected, strict=True), start=1):
        assert line.startswith(f"{place}. **{mail.subject}**")


async def test_the_run_goes_from_started_over_tool_calls_to_finished(conversation):
    frames = await conversation.chat(SARAH, "run-1")

    assert ids(frames) == list(range(1, len(frames) + 1))
    call = ["TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END", "TOOL_CALL_RESULT"]
    text = ["TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END"]
    assert types(frames) == ["RUN_STARTED", *call, *call, *text, "CUSTOM", "RUN_FINISHED"]
    offered = frames[-2].event
    assert offered["name"] == "suggested_actions"
    assert all(isinstance(text, str) for text in offered["value"])
    assert {frame.run for frame in frames} == {"run-1"}
    assert outcome(frames) == {"type": "success"}
    assert await conversation.log() == frames
    assert (await conversation.get())["phase"] == "parked"


async def test_the_transcript_has_the_calls_that_were_made_for_the_answer(conversation):
    frames = await conversation.chat(SARAH)

    question, answer = (await conversation.get("/messages"))["messages"]
    assert question["tool_calls"] == []
    shown = [f.event["toolCallId"] for f in frames if f.type == "TOOL_CALL_START"]
    assert [call["id"] for call in answer["tool_calls"]] == shown
    assert [call["tool"] for call in answer["tool_calls"]] == [
        "contacts_search",
        "gmail_search_messages",
    ]
    assert {call["status"] for call in answer["tool_calls"]} == {"done"}
    made_with = [json.loads(f.event["delta"]) for f in frames if f.type == "TOOL_CALL_ARGS"]
    assert [call["arguments"] for call in answer["tool_calls"]] == made_with
    assert answer["tool_calls"][1]["text"].startswith("I found 5 emails from Sarah Chen")


async def test_what_was_listed_second_can_be_opened_as_the_second_one(conversation):
    second = found_mails(await conversation.chat(SARAH))[1]

    frames = await conversation.ask("open the second one")

    assert second["subject"] in spoken(frames)


async def test_a_model_is_called_once_for_each_thing_that_needs_one(modelled, model):
    text = f"{SARAH}, please"
    model.teach(
        text,
        {
            "understanding": [
                tools(
                    ("contacts_search", '{"name": "Sarah"}'),
                    ("gmail_search_messages", '{"query": "from:{1.contacts.0.email} budget"}'),
                )
            ],
        },
    )

    frames = await modelled.chat(text)

    assert len(found_mails(frames)) == 5
    assert spoken(frames).startswith("I found 5 emails from Sarah Chen about budget:")
    assert model.calls(text) == ["understanding"], "a list needs no wording by a model"
    turn = await modelled.get("/turns/1")
    paid = [entry for entry in turn["trace"] if entry["usage"]["calls"]]
    assert [entry["name"] for entry in paid] == ["intent"]
    for entry in paid:
        assert entry["usage"]["model"] == "scripted-model"
        assert entry["usage"]["input_tokens"] > 0
        assert entry["usage"]["output_tokens"] > 0
    assert turn["usage"]["calls"] == 1
    assert frames[-1].event["usage"] == [
        {
            "model": "scripted-model",
            "inputTokens": sum(entry["usage"]["input_tokens"] for entry in paid),
            "outputTokens": sum(entry["usage"]["output_tokens"] for entry in paid),
        }
    ]


async def test_events_arrive_while_the_model_is_still_speaking(modelled, model):
    text = "What can you tell me slowly?"
    answer = HeldBack(("First this. ", "Then that."))
    model.teach_answer(text, Says(pieces=answer))
    seen: list[Frame] = []

    async with modelled.stream(
        "POST", "/api/v1/chat", json=modelled.run_input(text, "r")
    ) as frames:
        async for frame in frames:
            seen.append(frame)
            if frame.type == "TEXT_MESSAGE_CONTENT":
                break
        logged_by_then = await modelled.log()
        answer.let_go()
        seen += [frame async for frame in frames]

    assert types(logged_by_then) == ["RUN_STARTED", "TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT"]
    assert spoken(logged_by_then) == "First this. "
    assert spoken(seen) == "First this. Then that."
    assert outcome(seen) == {"type": "success"}
    assert await modelled.log() == seen
