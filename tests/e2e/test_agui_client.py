"""The AG-UI client package reads and drives the conversations: it refuses malformed streams."""

import asyncio
import json
import threading
from itertools import pairwise

import pytest

from tests.e2e.scripted_model import PATIENCE_S, intent, reply
from tests.support.agui_client import converse
from tests.support.building import SHEETS_TO_SLACK
from tests.support.http import Conversation, interrupt, spoken, types
from tests.support.model_server import UNDERSTANDING, BreaksOff, Says

SARAH = "Show me emails from Sarah about the budget"
JOHN = "Show me emails from John"


def assistant(step: dict) -> list[str]:
    """Return what the assistant has said by then, as the client shows it."""
    return [m["content"] for m in step["messages"] if m["role"] == "assistant" and "content" in m]


def roles(step: dict) -> list[str]:
    return [message["role"] for message in step["messages"]]


async def test_finding_mail_reads_as_tool_calls_and_one_answer(node, host):
    _, (found,) = await converse(node, host.url, {"say": SARAH})

    assert found["events"][0] == "RUN_STARTED"
    assert found["events"][-1] == "RUN_FINISHED"
    assert found["interrupts"] == []
    assert roles(found) == ["user", "assistant", "tool", "assistant", "tool", "assistant"]
    (answer,) = assistant(found)
    assert answer.startswith("I found 5 emails from Sarah Chen about budget:")
    tools = [
        call["function"]["name"]
        for message in found["messages"]
        for call in message.get("toolCalls", ())
    ]
    assert tools == ["contacts_search", "gmail_search_messages"]


@pytest.mark.parametrize("payload", [{"option": "1"}, {"text": "The client"}, "The client"])
async def test_a_question_is_an_interrupt_that_resume_answers(node, host, payload):
    _, (asked, answered) = await converse(node, host.url, {"say": JOHN}, {"resume": payload})

    (question,) = asked["interrupts"]
    assert [o["label"] for o in question["metadata"]["options"]] == [
        "John Doe",
        "John Smith",
        "John Lee",
    ]
    assert answered["interrupts"] == []
    assert answered["events"][-1] == "RUN_FINISHED"
    said = assistant(answered)
    assert len(said) == 2, "the question and the answer"
    assert said[0].startswith("I found 3 contacts named John. Which one?")
    assert "John Doe" in said[1]


async def test_an_answer_that_broke_off_before_it_could_be_shown_is_begun_again(
    node, model_host, model
):
    text = "What happens when you say nothing?"
    model.teach_answer(
        text,
        BreaksOff(pieces=("I was about to",)),  # it may go on to claim that something was done
        Says(pieces=("I begin again, ", "from the start.")),
    )

    _, (told,) = await converse(node, model_host.url, {"say": text})

    assert assistant(told) == ["I begin again, from the start."]


async def test_an_answer_that_broke_off_reads_as_one_whole_message(
    node, model_host, model, modelled
):
    text = "What happens when you lose the thread?"
    model.teach_answer(
        text,
        BreaksOff(pieces=("It was about to",)),
        Says(pieces=("It begins again, ", "from the start.")),
    )

    thread, (told,) = await converse(node, model_host.url, {"say": text})

    assert roles(told) == ["user", "assistant"]
    assert assistant(told) == ["It begins again, from the start."]
    log = await Conversation(modelled.client, thread).log()
    assert types(log) == [
        "RUN_STARTED",
        "TEXT_MESSAGE_START",
        "TEXT_MESSAGE_CONTENT",
        "TEXT_MESSAGE_END",
        "MESSAGES_SNAPSHOT",
        "TEXT_MESSAGE_START",
        "TEXT_MESSAGE_CONTENT",
        "TEXT_MESSAGE_END",
        "RUN_FINISHED",
    ]
    broken, whole = (f.event for f in log if f.type == "TEXT_MESSAGE_START")
    assert whole["metadata"]["replaces"] == broken["messageId"]
    assert model.calls(text) == ["understanding", "text", "text"]


async def test_what_a_model_thinks_is_a_message_of_its_own_before_the_answer(
    node, model_host, model, modelled
):
    first, second = "Why is the sky blue at noon?", "And why is it red at night?"
    model.teach_answer(
        first, Says(pieces=("Air scatters ", "it."), thoughts=("Light, ", "then air."))
    )
    model.teach_answer(second, Says(pieces=("More air.",)))

    thread, (told, again) = await converse(node, model_host.url, {"say": first}, {"say": second})

    assert [(one["role"], one["content"]) for one in told["messages"]] == [
        ("user", first),
        ("reasoning", "Light, then air."),
        ("assistant", "Air scatters it."),
    ]
    assert roles(again) == ["user", "reasoning", "assistant", "user", "assistant"]
    conversation = Conversation(modelled.client, thread)
    log = types(await conversation.log())
    assert log.index("REASONING_MESSAGE_CHUNK") < log.index("TEXT_MESSAGE_START")
    assert [text for _, text in await conversation.transcript()] == [
        first,
        "Air scatters it.",
        second,
        "More air.",
    ]
    kept = json.dumps([await conversation.get(f"/turns/{turn}") for turn in (1, 2)])
    assert "then air" not in kept
    [given] = model.saw(second, UNDERSTANDING)
    assert "then air" not in json.dumps(given), "what was thought is no part of what was said"


async def test_a_broken_off_answer_late_in_a_conversation_leaves_the_rest_of_it_alone(
    node, model_host, model
):
    first, second = "How tall is the highest mountain?", "Which numbers follow on zero?"
    model.teach_answer(first, Says(pieces=("Very well.",)))
    model.teach_answer(second, BreaksOff(pieces=("One, tw",)), Says(pieces=("One, two, three.",)))

    _, (_, counted) = await converse(node, model_host.url, {"say": first}, {"say": second})

    assert [(m["role"], m["content"]) for m in counted["messages"]] == [
        ("user", first),
        ("assistant", "Very well."),
        ("user", second),
        ("assistant", "One, two, three."),
    ]


WRITE = "Send an email to Sarah saying the report is ready"


def calls(step: dict) -> dict[str, dict]:
    """Return the calls that the client shows by then, with the result of each that has one."""
    shown = {
        call["id"]: {"tool": call["function"]["name"], **json.loads(call["function"]["arguments"])}
        for message in step["messages"]
        for call in message.get("toolCalls", ())
    }
    for message in step["messages"]:
        if message["role"] == "tool":
            shown[message["toolCallId"]]["result"] = json.loads(message["content"])
    return shown


async def test_a_call_waits_for_approval_and_gives_its_result_after_it(node, host):
    _, (shown, done) = await converse(
        node, host.url, {"say": WRITE}, {"resume": {"approved": True}}
    )

    (interrupt,) = shown["interrupts"]
    assert interrupt["reason"] == "tool_call"
    waiting = calls(shown)[interrupt["toolCallId"]]
    assert waiting["tool"] == "gmail_send_email"
    assert waiting["body"] == interrupt["metadata"]["arguments"]["body"]
    assert "result" not in waiting
    assert {"approved", "editedArgs"} <= interrupt["responseSchema"]["properties"].keys()
    assert "body" in interrupt["responseSchema"]["properties"]["editedArgs"]["properties"]
    assert done["interrupts"] == []
    assert "TOOL_CALL_START" not in done["events"], "it was shown when it was asked about"
    assert "error" not in calls(done)[interrupt["toolCallId"]]["result"]


async def test_edited_arguments_are_shown_again_before_anything_is_done(node, host):
    _, (shown, again, done) = await converse(
        node,
        host.url,
        {"say": WRITE},
        {"edit": {"body": "It is ready at last."}},
        {"resume": {"approved": True}},
    )

    (first,) = shown["interrupts"]
    (second,) = again["interrupts"]
    assert second["metadata"]["arguments"]["body"] == "It is ready at last."
    assert second["toolCallId"] == first["toolCallId"]
    assert "result" not in calls(again)[second["toolCallId"]]
    assert done["interrupts"] == []
    assert "error" not in calls(done)[second["toolCallId"]]["result"]


async def test_a_call_that_was_turned_down_says_so_and_was_not_made(node, host):
    _, (shown, left) = await converse(
        node, host.url, {"say": WRITE}, {"resume": {"approved": False, "reason": "Not yet"}}
    )

    (interrupt,) = shown["interrupts"]
    result = calls(left)[interrupt["toolCallId"]]["result"]
    assert result == {"status": "declined", "reason": "Not yet"}
    assert assistant(left)[-1] == "All right, I left it alone."


async def test_an_answer_and_what_is_said_with_it_are_both_done(node, host):
    _, (_, both) = await converse(
        node, host.url, {"say": WRITE}, {"resume": {"approved": True}, "say": SARAH}
    )

    assert both["events"].count("RUN_STARTED") == both["events"].count("RUN_FINISHED") == 2
    assert both["interrupts"] == []
    assert any("accepted for delivery" in text for text in assistant(both))
    assert any(text.startswith("I found 5 emails from Sarah Chen") for text in assistant(both))


async def test_what_is_said_instead_of_an_answer_is_done_and_the_call_is_not(node, host):
    _, (shown, instead) = await converse(
        node, host.url, {"say": WRITE}, {"cancel": True, "say": SARAH}
    )

    (interrupt,) = shown["interrupts"]
    assert instead["interrupts"] == []
    assert any("I found 5 emails from Sarah Chen" in text for text in assistant(instead))
    assert "result" not in calls(instead)[interrupt["toolCallId"]]


async def test_what_the_agent_builder_asks_is_answered_by_resume_until_the_agent_is_there(
    node, host
):
    wanted, *answers = SHEETS_TO_SLACK
    _, steps = await converse(
        node, host.url, {"say": wanted}, *({"resume": {"text": answer}} for answer in answers)
    )

    *asked, made = steps
    for step in asked:
        (interrupt,) = step["interrupts"]
        assert interrupt["reason"] == "input_required"
        assert interrupt["message"] == assistant(step)[-1]
    lacking = [step["state"]["draft"]["missing"] for step in asked]
    assert lacking[-1] == ["when it runs"]
    assert all(set(after) < set(before) for before, after in pairwise(lacking))
    draft = made["state"]["draft"]
    assert (draft["state"], draft["agent"], draft["missing"]) == ("done", draft["name"], [])
    assert draft["steps"][-1] == "Post the result to the Slack channel #weekly-updates"
    assert made["interrupts"] == [], "what can be done next is offered, not asked"
    assert "Done!" in assistant(made)[-1]


async def test_a_request_instead_of_an_answer_to_the_agent_builder_goes_to_the_assistant(
    node, host
):
    _, (asked, instead, left) = await converse(
        node,
        host.url,
        {"say": SHEETS_TO_SLACK[0]},
        {"cancel": True, "say": SARAH},
        {"say": "continue"},
    )

    assert len(asked["interrupts"]) == 1
    assert instead["interrupts"] == []
    assert assistant(instead)[-1].startswith("I found 5 emails from Sarah Chen")
    assert len(left["interrupts"]) == 1, "what was begun is not lost"


async def test_the_state_tells_the_question_the_calls_and_what_is_the_clients_own(node, host):
    _, (shown, done) = await converse(
        node, host.url, {"say": WRITE}, {"resume": {"approved": True}}, state={"theme": "dark"}
    )

    (interrupt,) = shown["interrupts"]
    assert shown["state"]["question"] == {
        "id": interrupt["id"],
        "reason": "tool_call",
        "message": interrupt["message"],
    }
    assert shown["state"]["theme"] == done["state"]["theme"] == "dark"
    assert shown["state"]["agent"] is None
    assert "email" in shown["state"]["services"]
    assert done["state"]["question"] is None
    assert [(one["tool"], one["status"]) for one in shown["state"]["plan"]] == [
        ("contacts_search", "done"),
        ("gmail_send_email", "pending"),
    ]
    sent = done["state"]["plan"][-1]
    assert (sent["id"], sent["status"]) == (interrupt["toolCallId"], "done")


async def test_who_has_the_conversation_is_told_as_an_activity(node, host):
    _, (asked, left) = await converse(
        node, host.url, {"say": SHEETS_TO_SLACK[0]}, {"cancel": True, "say": SARAH}
    )

    assert asked["state"]["agent"] == "agent-builder"
    [activity] = [one for one in asked["messages"] if one["role"] == "activity"]
    assert activity["activityType"] == "handoff"
    assert activity["content"]["target"] == "agent-builder"
    assert left["state"]["agent"] is None


async def test_a_client_that_is_opened_anew_asks_how_it_stands_and_goes_on(node, host):
    thread, (shown,) = await converse(node, host.url, {"say": WRITE})

    _, (again, done) = await converse(
        node,
        host.url,
        {"props": {"history": True}},
        {"resume": {"approved": True}},
        thread=thread,
    )

    assert again["events"] == [
        "RUN_STARTED",
        "STATE_SNAPSHOT",
        "MESSAGES_SNAPSHOT",
        "STATE_DELTA",
        "RUN_FINISHED",
    ]
    assert [(one["role"], one["content"]) for one in again["messages"]] == [
        ("user", WRITE),
        ("assistant", assistant(shown)[-1]),
    ]
    assert [one["id"] for one in again["interrupts"]] == [one["id"] for one in shown["interrupts"]]
    assert done["interrupts"] == []
    assert "accepted for delivery" in assistant(done)[-1]


async def test_what_the_client_knows_reaches_the_model(node, model_host, model):
    text = "What does this page say about me?"
    model.teach_answer(text, Says(pieces=("It says a lot.",)))

    await converse(
        node,
        model_host.url,
        {
            "say": text,
            "context": [{"description": "The page that is open", "value": "Invoice 42"}],
            "props": {"locale": "de-DE"},
        },
        state={"selected": [7]},
    )

    [given] = model.saw(text, UNDERSTANDING)
    assert given["their_client_says"] == [
        "The page that is open: Invoice 42",
        'What it shows: {"selected": [7]}',
        "Its language and region: de-DE",
    ]


async def test_a_step_that_takes_long_is_told_as_one(node, model_host, model, modelled):
    first, slow = "Are you there at all?", "What takes you so long, then?"
    model.teach_answer(first, Says(pieces=("I am.",)))
    seen = threading.Event()

    def late(call):
        if call.schema == UNDERSTANDING:
            assert seen.wait(PATIENCE_S), "nobody was told of the step"
            return intent("QUERY")
        return Says(pieces=("Thinking.",))

    model.respond_to(slow, late)
    assert "I am." in spoken(await modelled.ask(first))
    said = asyncio.create_task(
        converse(node, model_host.url, {"say": slow}, thread=modelled.thread)
    )
    async with modelled.stream("GET", f"{modelled.path}/events", after=0) as frames:
        async for frame in frames:
            if frame.type == "STEP_STARTED":
                seen.set()
                break
    _, (told,) = await said

    began, ended = (told["events"].index(one) for one in ("STEP_STARTED", "STEP_FINISHED"))
    assert 0 < began < ended < len(told["events"]) - 1
    assert assistant(told) == ["Thinking."]


@pytest.mark.parametrize("meaning", ["text", "new"])
async def test_a_reply_that_takes_long_to_be_read_is_told_of_before_it_is(
    node, model_host, model, modelled, meaning
):
    request, words = f"Tell me about that ({meaning})", f"the tides, if you can ({meaning})"
    together = f"{request}\n{words}"
    seen = threading.Event()

    def late(call):
        if call.schema == "ReplyWire":
            assert seen.wait(PATIENCE_S), "nobody was told of the step"
            return reply(meaning)
        return intent("QUERY") if call.schema == UNDERSTANDING else Says(pieces=("The moon.",))

    model.teach(request, {UNDERSTANDING: [intent("AMBIGUOUS", question="About what?")]})
    model.respond_to(words, late)
    model.respond_to(together, late)
    assert interrupt(await modelled.ask(request))["metadata"]["kind"] == "clarification"
    said = asyncio.create_task(
        converse(node, model_host.url, {"say": words}, thread=modelled.thread)
    )
    async with modelled.stream("GET", f"{modelled.path}/events", after=0) as frames:
        async for frame in frames:
            if frame.type == "STEP_STARTED":
                seen.set()
                break
    _, (told,) = await said

    assert frame.event["stepName"] == "reading"
    began, ended = (told["events"].index(one) for one in ("STEP_STARTED", "STEP_FINISHED"))
    assert told["events"][0] == "RUN_STARTED"
    assert told["events"].count("RUN_STARTED") == 1
    assert 0 < began < ended < len(told["events"]) - 1
    assert assistant(told) == ["The moon."]
