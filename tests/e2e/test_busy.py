"""While the model speaks: messages that queue, are refused or take over, and stopping it."""

import pytest

from tests.e2e.scripted_model import HeldBack
from tests.support.http import assert_problem, ids, outcome, spoken, types
from tests.support.model_server import Says

CANCELLED = {"type": "cancelled"}


@pytest.fixture
async def speaking(modelled, model, request):
    """A thread whose first answer is being spoken: its receipt and the answer to let go."""
    text = f"What takes you so long in {request.node.name}?"
    answer = HeldBack(("It begins. ", "It ends."))
    model.teach_answer(text, Says(pieces=answer))
    receipt = await modelled.say(text)
    async with modelled.stream("GET", receipt["links"]["events"]) as frames:
        async for frame in frames:
            if frame.type == "TEXT_MESSAGE_CONTENT":
                break
    yield modelled, receipt, answer
    answer.let_go()


def reason(frames):
    return frames[-1].event["metadata"]["reason"]


async def test_a_message_may_ask_to_be_refused_by_a_busy_thread(speaking):
    talk, receipt, answer = speaking

    refused = await talk.post("@nobody hello", message_id="m", on_busy="reject")
    answer.let_go()
    frames = await talk.follow(receipt["links"])

    assert_problem(refused, 409, "thread_busy")
    assert spoken(frames) == "It begins. It ends."
    assert len(await talk.transcript()) == 2
    taken = await talk.ask("@nobody hello", message_id="m", on_busy="reject")
    assert outcome(taken) == {"type": "success"}, "a thread that is not busy takes it"


async def test_a_message_may_take_over(speaking):
    talk, receipt, answer = speaking

    second = await talk.say("@nobody hello", on_busy="interrupt")
    answer.let_go()
    first, second = await talk.follow(receipt["links"]), await talk.follow(second["links"])

    assert (outcome(first), reason(first)) == (CANCELLED, "interrupted")
    assert types(first)[-2:] == ["TEXT_MESSAGE_END", "RUN_FINISHED"]
    assert outcome(second) == {"type": "success"}
    assert (await talk.get("/turns/1"))["outcome"] == "interrupted"
    assert (await talk.get("/turns/2"))["outcome"] == "answered"
    assert first[-1].id < second[0].id


async def test_messages_are_queued_and_answered_in_order(speaking):
    talk, _, answer = speaking
    names = [f"number-{n}" for n in range(4)]

    for name in names:
        await talk.say(f"@{name} hello")
    queued = (await talk.get("/messages"))["queued"]
    answer.let_go()
    frames = await talk.wait_for(ends=5)

    assert [message["text"] for message in queued] == [f"@{name} hello" for name in names]
    assert ids(frames) == list(range(1, len(frames) + 1))
    transcript = await talk.transcript()
    assert [text for role, text in transcript[2:] if role == "user"] == [
        f"@{name} hello" for name in names
    ]
    for name, (role, text) in zip(names, transcript[3::2], strict=True):
        assert role == "assistant"
        assert f"@{name} " in text


async def test_a_run_can_be_cancelled_while_the_model_speaks(speaking):
    talk, receipt, answer = speaking

    cancelling = await talk.client.post(receipt["links"]["cancel"])
    answer.let_go()
    frames = await talk.follow(receipt["links"])
    again = await talk.client.post(receipt["links"]["cancel"])

    assert (cancelling.status_code, cancelling.json()["state"]) == (202, "cancelling")
    assert (outcome(frames), reason(frames)) == (CANCELLED, "cancelled")
    assert types(frames)[-2:] == ["TEXT_MESSAGE_END", "RUN_FINISHED"]
    assert (again.status_code, again.json()["state"]) == (200, "cancelled")
    assert (await talk.get("/turns/1"))["outcome"] == "cancelled"
    assert outcome(await talk.ask("@nobody hello")) == {"type": "success"}


async def test_a_queued_run_that_is_cancelled_never_starts_its_work(speaking):
    talk, _, answer = speaking
    queued = await talk.say("@nobody hello")

    cancelled = await talk.client.post(queued["links"]["cancel"])
    answer.let_go()
    frames = await talk.follow(queued["links"])

    assert (cancelled.status_code, cancelled.json()["state"]) == (202, "cancelled")
    assert types(frames) == ["RUN_STARTED", "RUN_FINISHED"]
    assert outcome(frames) == CANCELLED
    assert (await talk.get())["counts"]["turns"] == 1


async def test_cancelling_an_open_question_closes_it(conversation):
    asked = await conversation.say("Show me emails from John")
    await conversation.follow(asked["links"])

    await conversation.client.post(asked["links"]["cancel"])
    after = await conversation.ask("@nobody hello")

    assert outcome(after) == {"type": "success"}
    assert (await conversation.get())["question"] is None
    assert (await conversation.get("/turns/1"))["outcome"] == "cancelled"


async def test_a_thread_deleted_while_the_model_speaks_ends_its_streams(speaking):
    talk, receipt, answer = speaking
    async with talk.stream("GET", receipt["links"]["events"]) as frames:
        seen = [await anext(frames)]
        deleted = await talk.client.delete(talk.path)
        seen += [frame async for frame in frames]

    assert deleted.status_code == 202
    assert types(seen)[0] == "RUN_STARTED"
    assert (seen[-1].type, seen[-1].event["code"]) == ("RUN_ERROR", "thread_deleted")
    answer.let_go()
    cancelling = await talk.client.post(receipt["links"]["cancel"])
    for refused in (await talk.post("hello"), cancelling):
        assert_problem(refused, 410, "thread_deleted")
