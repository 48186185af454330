"""The same request twice, however close together, is one request."""

import asyncio

import pytest

from tests.support.http import assert_problem, outcome, types

SARAH = "Show me emails from Sarah about the budget"


async def test_a_message_sent_twice_at_once_is_one_turn(conversation):
    first, second = await asyncio.gather(
        *(conversation.say(SARAH, message_id="m") for _ in range(2))
    )
    frames = await conversation.follow(first["links"])
    late = await conversation.say(SARAH, message_id="m")

    assert first == second == late
    assert types(frames).count("RUN_STARTED") == 1
    counts = (await conversation.get())["counts"]
    assert (counts["turns"], counts["messages"], counts["queued"]) == (1, 2, 0)
    assert await conversation.log() == frames


async def test_twenty_copies_of_a_message_are_one_turn(conversation):
    receipts = await asyncio.gather(
        *(conversation.say("@nobody hello", message_id="m") for _ in range(20))
    )
    await conversation.follow(receipts[0]["links"])

    assert all(receipt == receipts[0] for receipt in receipts)
    assert [role for role, _ in await conversation.transcript()] == ["user", "assistant"]


@pytest.mark.parametrize(
    "other", [{"text": "Something else"}, {"text": SARAH, "debug": True}], ids=["text", "debug"]
)
async def test_a_message_id_used_for_something_else_is_refused(conversation, other):
    await conversation.ask(SARAH, message_id="m")

    again = await conversation.post(**other, message_id="m")

    assert_problem(again, 422, "message_reused")
    assert (await conversation.get())["counts"]["turns"] == 1


async def test_an_idempotency_key_names_the_message(conversation):
    path, body = f"{conversation.path}/messages", {"message": "@nobody hello"}
    headers = {"Idempotency-Key": "my key"}

    first = await conversation.client.post(path, json=body, headers=headers)
    again = await conversation.client.post(path, json=body, headers=headers)
    in_body = await conversation.post("@nobody hello", message_id="my key")
    other = await conversation.client.post(path, json={"message": "@no one"}, headers=headers)

    assert first.json()["message_id"] == "my key"
    assert first.json() == again.json() == in_body.json()
    assert_problem(other, 422, "message_reused")
    await conversation.follow(first.json()["links"])
    assert (await conversation.get())["counts"]["turns"] == 1


async def test_without_an_id_the_same_words_are_two_messages(conversation):
    await conversation.ask("@nobody hello")
    await conversation.ask("@nobody hello")

    assert (await conversation.get())["counts"]["turns"] == 2


async def test_the_same_run_posted_again_attaches_to_it(conversation):
    frames = await conversation.chat(SARAH, "my-run")

    again = await conversation.chat(SARAH, "my-run")

    assert again == frames
    assert outcome(again) == {"type": "success"}
    assert (await conversation.get())["counts"]["turns"] == 1


async def test_a_run_id_used_for_another_message_is_refused(conversation):
    await conversation.chat(SARAH, "my-run")

    body = conversation.run_input("Something else", "my-run")
    again = await conversation.client.post("/api/v1/chat", json=body)

    assert_problem(again, 422, "message_reused")
