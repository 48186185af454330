"""Spec 002, example 2: which John is meant, every way to answer, and every way not to."""

import httpx
import pytest

from shared.decisions import wording
from tests.e2e.scripted_model import tools
from tests.support.http import (
    SSE,
    Conversation,
    assert_problem,
    frames_of,
    http_client,
    interrupt,
    outcome,
    spoken,
    types,
)

JOHN = "Show me emails from John"
SARAH = "Show me emails from Sarah about the budget"


@pytest.fixture
async def hasty(hasty_host):
    """A new thread on `hasty_host`, where questions expire after two seconds."""
    async with http_client(hasty_host.url) as made:
        yield Conversation(made)


async def by_message(talk: Conversation, question: str):
    return await talk.ask("The client")


async def by_message_naming_the_question(talk: Conversation, question: str):
    return await talk.ask("The client", reply_to=question)


async def by_streamed_message(talk: Conversation, question: str):
    body = {"message": "The client"}
    async with talk.stream("POST", f"{talk.path}/messages", json=body) as frames:
        return [frame async for frame in frames]


async def by_chat_message(talk: Conversation, question: str):
    return await talk.chat("The client")


def by_resume(payload):
    async def answer(talk: Conversation, question: str):
        body = talk.resume_input(question, "resumed", payload=payload)
        async with talk.stream("POST", "/api/v1/chat", json=body) as frames:
            return [frame async for frame in frames]

    return answer


def by_interrupt(**answer):
    async def give(talk: Conversation, question: str):
        return await talk.follow((await answered(talk, question, answer)).json()["links"])

    return give


async def by_streamed_interrupt(talk: Conversation, question: str):
    body = {"action": "respond", "option": "1"}
    path = f"{talk.path}/interrupts/{question}"
    async with talk.stream("POST", path, json=body) as frames:
        return [frame async for frame in frames]


async def answered(talk: Conversation, question: str, answer: dict) -> httpx.Response:
    response = await talk.client.post(f"{talk.path}/interrupts/{question}", json=answer)
    assert response.status_code == 202, response.text
    return response


WAYS = {
    "message": by_message,
    "message that names the question": by_message_naming_the_question,
    "streamed message": by_streamed_message,
    "chat message": by_chat_message,
    "resume with an option": by_resume({"option": "1"}),
    "resume with text": by_resume({"text": "The client"}),
    "resume with a word": by_resume("The client"),
    "interrupt with an option": by_interrupt(action="respond", option="1"),
    "interrupt with accept": by_interrupt(action="accept", option="1"),
    "interrupt with text": by_interrupt(action="respond", text="The client"),
    "streamed interrupt": by_streamed_interrupt,
}


async def test_the_question_names_the_three_johns_and_stays_open(conversation):
    frames = await conversation.chat(JOHN)

    asked = interrupt(frames)
    offered = asked["metadata"]["options"]
    assert [(o["id"], o["label"]) for o in offered] == [
        ("1", "John Doe"),
        ("2", "John Smith"),
        ("3", "John Lee"),
    ]
    assert asked["reason"] == "input_required"
    assert asked["responseSchema"]["properties"]["option"] == {"enum": ["1", "2", "3"]}
    assert all(o["label"] in spoken(frames) for o in offered)
    thread = await conversation.get()
    assert thread["phase"] == "waiting"
    assert thread["question"]["id"] == asked["id"]
    assert thread["question"]["options"] == offered
    assert thread["question"]["expires_at"].replace("Z", "+00:00") == asked["expiresAt"]


@pytest.mark.parametrize("answer", WAYS.values(), ids=WAYS.keys())
async def test_the_client_is_john_doe_whichever_way_it_is_said(conversation, answer):
    asked = await conversation.ask(JOHN)

    frames = await answer(conversation, interrupt(asked)["id"])

    assert types(frames)[0] == "RUN_STARTED"
    assert outcome(frames) == {"type": "success"}
    assert "John Doe" in spoken(frames)
    assert len({frame.run for frame in frames}) == 1
    thread = await conversation.get()
    assert (thread["phase"], thread["question"], thread["counts"]["turns"]) == ("parked", None, 1)
    assert [role for role, _ in await conversation.transcript()] == [
        "user",
        "assistant",
        "user",
        "assistant",
    ]
    assert await conversation.log() == asked + frames
    closed = {"id": interrupt(asked)["id"], "status": "answered"}
    assert (frames[1].event["name"], frames[1].event["value"]) == ("interrupt_closed", closed)


@pytest.mark.parametrize("answer", WAYS.values(), ids=WAYS.keys())
async def test_whoever_answers_second_gets_a_conflict(conversation, answer):
    question = interrupt(await conversation.ask(JOHN))["id"]
    before = await answer(conversation, question)

    by_id = await conversation.client.post(
        f"{conversation.path}/interrupts/{question}", json={"action": "respond", "option": "2"}
    )
    by_name = await conversation.post("John Smith", reply_to=question)
    body = conversation.resume_input(question, "too-late", payload={"option": "2"})
    by_run = await conversation.client.post("/api/v1/chat", json=body)

    for late in (by_id, by_name, by_run):
        assert_problem(late, 409, "interrupt_closed")
    assert "John Doe" in spoken(before)
    assert (await conversation.get())["counts"]["queued"] == 0


async def test_the_same_answer_sent_again_is_answered_as_the_first_one_was(conversation):
    question = interrupt(await conversation.ask(JOHN))["id"]
    body = {"action": "respond", "option": "1", "run_id": "my-answer"}
    first = await answered(conversation, question, body)
    frames = await conversation.follow(first.json()["links"])

    again = await answered(conversation, question, body)

    assert again.json() == first.json()
    assert await conversation.follow(again.json()["links"]) == frames


async def test_a_message_that_is_refused_beside_an_answer_is_told_once_that_was_worked_on(
    conversation,
):
    question = interrupt(await conversation.ask(JOHN))["id"]
    answer = conversation.resume_input(question, "r2", payload={"option": "1"})["resume"]
    body = conversation.run_input(SARAH, "r2", resume=answer, forwardedProps={"routing_depth": 3})

    for _ in range(2):
        async with conversation.stream("POST", "/api/v1/chat", json=body) as stream:
            *run, error = [frame async for frame in stream]

        assert "John Doe" in spoken(run)
        assert types(run).count("RUN_STARTED") == types(run).count("RUN_FINISHED") == 1
        assert (error.type, error.event["code"]) == ("RUN_ERROR", "circular_routing")
        assert error.event["message"].startswith("Your answer was taken")
    said = [text for role, text in await conversation.transcript() if role == "user"]
    assert len(said) == 2, "the request, and the answer once"


async def test_a_new_request_instead_of_an_answer_sets_the_question_aside(conversation):
    question = interrupt(await conversation.ask(JOHN))["id"]

    frames = await conversation.ask(SARAH)

    assert "5 emails from Sarah Chen" in spoken(frames)
    assert (await conversation.get("/turns/1"))["outcome"] == "superseded"
    assert (await conversation.get("/turns/2"))["outcome"] == "answered"
    late = await conversation.client.post(
        f"{conversation.path}/interrupts/{question}", json={"action": "respond", "option": "1"}
    )
    assert_problem(late, 409, "interrupt_closed")


@pytest.mark.parametrize("how", ["reject", "cancelled"])
async def test_none_of_them_ends_the_question(conversation, how):
    question = interrupt(await conversation.ask(JOHN))["id"]

    if how == "reject":
        frames = await by_interrupt(action="reject")(conversation, question)
    else:
        body = conversation.resume_input(question, "none", status="cancelled")
        async with conversation.stream("POST", "/api/v1/chat", json=body) as stream:
            frames = [frame async for frame in stream]

    assert spoken(frames) == wording.NONE_OF_THESE
    assert (await conversation.get())["phase"] == "parked"


async def test_a_reply_nobody_can_read_is_asked_about_again(conversation):
    first = interrupt(await conversation.ask(JOHN))

    second = interrupt(await conversation.ask("purple"))

    assert second["id"] != first["id"]
    assert second["message"] == f"Sorry, I didn't get that. {first['message']}"
    assert "John Doe" in spoken(await conversation.ask("the first one"))


async def test_a_question_nobody_answers_expires_and_says_so_in_a_run_of_its_own(hasty):
    question = interrupt(await hasty.ask(JOHN))["id"]

    frames = await hasty.wait_for(ends=2)

    expiry = [frame for frame in frames if frame.run == f"expiry-{question}"]
    assert types(expiry) == [
        "RUN_STARTED",
        "CUSTOM",
        "TEXT_MESSAGE_START",
        "TEXT_MESSAGE_CONTENT",
        "TEXT_MESSAGE_END",
        "RUN_FINISHED",
    ]
    assert spoken(expiry) == wording.EXPIRED
    assert (await hasty.get("/turns/1"))["outcome"] == "expired"
    late = await hasty.client.post(
        f"{hasty.path}/interrupts/{question}", json={"action": "respond", "option": "1"}
    )
    assert_problem(late, 409, "interrupt_closed")
    assert "5 emails" in spoken(await hasty.ask(SARAH)), "the conversation goes on"


async def test_a_models_plan_is_asked_about_by_rule(modelled, model):
    asking = f"{JOHN}, will you"
    options = ("John Doe", "John Smith", "John Lee")
    model.teach(
        asking,
        {
            "understanding": [
                tools(
                    ("contacts_search", '{"name": "John"}'),
                    ("gmail_search_messages", '{"query": "from:{1.contacts.0.email}"}'),
                )
            ],
        },
    )

    asked = await modelled.ask(asking)
    body = {"message": "2", "reply_to": interrupt(asked)["id"]}
    async with modelled.client.stream(
        "POST", f"{modelled.path}/messages", json=body, headers={"Accept": SSE}
    ) as response:
        frames = [frame async for frame in frames_of(response)]

    assert [o["label"] for o in interrupt(asked)["metadata"]["options"]] == list(options)
    searched = [f.event["delta"] for f in frames if f.type == "TOOL_CALL_ARGS"]
    assert "john.smith@company.com" in searched[-1]
    assert model.calls(asking) == ["understanding"], "which John is asked by rule"
    assert model.calls("2") == [], "a number needs no interpretation"


# --- what the agent builder asks

BUILD, SHEET = "Create an agent that posts a summary of a sheet to #weekly-updates", "Team Roster"


async def test_the_agent_builder_asks_as_others_do_and_is_answered_once(conversation):
    asked = interrupt(await conversation.ask(BUILD))

    thread = await conversation.get()
    assert (thread["phase"], thread["question"]["id"]) == ("parked", asked["id"])
    assert [one["label"] for one in thread["question"]["options"]] == [
        one["label"] for one in asked["metadata"]["options"]
    ]
    path = f"{conversation.path}/interrupts/{asked['id']}"
    option = asked["metadata"]["options"][0]
    body = {"action": "respond", "option": option["id"], "run_id": "answered"}
    first = await conversation.client.post(path, json=body)
    frames = await conversation.follow(first.json()["links"])
    again = await conversation.client.post(path, json=body)
    late = await conversation.client.post(path, json={"action": "respond", "text": "Another"})

    assert again.json() == first.json()
    assert_problem(late, 409, "interrupt_closed")
    assert_problem(await conversation.post("Me too", reply_to=asked["id"]), 409, "interrupt_closed")
    closed = next(f.event["value"] for f in frames if f.event.get("name") == "interrupt_closed")
    assert closed == {"id": asked["id"], "status": "answered"}
    assert ("user", option["label"]) in await conversation.transcript()


async def test_leaving_what_the_agent_builder_asks_gives_the_conversation_back(conversation):
    asked = interrupt(await conversation.ask(BUILD))

    body = conversation.resume_input(asked["id"], "left", status="cancelled")
    async with conversation.stream("POST", "/api/v1/chat", json=body) as frames:
        left = [frame async for frame in frames]

    assert outcome(left)["type"] == "success"
    states = [f.event["value"]["state"] for f in left if f.event.get("name") == "handoff"]
    assert states == ["returning", "cancelled"]
    assert (await conversation.get())["question"] is None


async def test_a_question_of_the_builder_ends_with_the_conversation_it_has(conversation):
    asked = interrupt(await conversation.ask(BUILD))

    taken = await conversation.client.delete(f"{conversation.path}/handoff")

    assert taken.status_code == 200
    assert (await conversation.get())["question"] is None
    late = await conversation.post(SHEET, reply_to=asked["id"])
    assert_problem(late, 409, "interrupt_closed")


@pytest.mark.parametrize("request_of_its_own", [JOHN, BUILD])
async def test_a_message_said_anew_never_answers_what_is_open(conversation, request_of_its_own):
    await conversation.ask(request_of_its_own)

    frames = await conversation.ask(SARAH, anew=True)

    assert "I found 5 emails from Sarah Chen" in spoken(frames)
    assert (await conversation.get())["question"] is None
