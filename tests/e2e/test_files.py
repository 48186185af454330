"""Files brought into a conversation: read, sent along with mail, fetched, and erased with it."""

import asyncio

import pytest

from devhost.azurite import Azurite
from shared.naming import thread_key
from shared.security.identity import DEVELOPER
from shared.storage.blobs import BlobFiles
from tests.support.http import (
    Conversation,
    assert_problem,
    http_client,
    interrupt,
    outcome,
    spoken,
)

PLAN = b"Task,Owner\nLaunch,Ann\n"
PURGED_WITHIN_S = 60
SEND = "Send an email to Sarah saying here is the plan"


async def bring(talk, name="plan.csv", data=PLAN):
    """Bring a file into a conversation; return what the server says of it."""
    answer = await talk.client.post(f"{talk.path}/files", params={"name": name}, content=data)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def test_a_question_is_answered_from_the_file_that_came_with_it(conversation):
    file = await bring(conversation)

    frames = await conversation.ask("What does this say?", files=[file["id"]])

    assert "Launch,Ann" in spoken(frames)
    said, _ = (await conversation.get("/messages"))["messages"]
    assert said["files"] == [file]


async def test_what_is_shown_goes_along_with_the_mail_and_nothing_else(conversation):
    file, other = await bring(conversation), await bring(conversation, "other.txt", b"not this")
    assert other["id"] != file["id"]

    asked = interrupt(await conversation.ask(SEND, files=[file["id"]]))
    assert ["Attachments", "plan.csv (22 bytes)"] in asked["metadata"]["card"]["fields"]
    (shown,) = asked["metadata"]["arguments"]["attachments"]
    assert (shown["kind"], shown["file_id"]) == ("upload", file["id"])
    sent = await conversation.ask("send it")

    assert "accepted for delivery" in spoken(sent)
    done = (await conversation.get("/messages"))["messages"][-1]["tool_calls"][-1]
    assert (done["status"], done["arguments"]["attachments"]) == ("done", [shown])


async def test_a_file_can_be_taken_out_of_the_mail_before_it_goes(conversation):
    file = await bring(conversation)
    asked = interrupt(await conversation.ask(SEND, files=[file["id"]]))

    path = f"{conversation.path}/interrupts/{asked['id']}"
    body = {"action": "edit", "arguments": {"attachments": []}}
    answer = await conversation.client.post(path, json=body)

    again = interrupt(await conversation.follow(answer.json()["links"]))
    assert again["metadata"]["arguments"]["attachments"] == []
    assert "Attachments" not in dict(again["metadata"]["card"]["fields"])


async def test_a_forward_takes_its_own_files_and_those_that_were_brought(conversation):
    file = await bring(conversation)

    frames = await conversation.ask(
        "Forward the latest email from John Doe to Sarah", files=[file["id"]]
    )

    asked = interrupt(frames)["metadata"]
    assert asked["card"]["title"] == "Forward this email"
    brought = [one for one in asked["arguments"]["attachments"] if one["kind"] == "upload"]
    assert [one["file_id"] for one in brought] == [file["id"]]
    assert "plan.csv (22 bytes)" in dict(asked["card"]["fields"])["Attachments"]
    assert "accepted for delivery" in spoken(await conversation.ask("send it"))


async def test_an_agui_message_names_files_as_binary_parts(conversation):
    file = await bring(conversation)
    body = conversation.run_input("", "run-1")
    body["messages"][0]["content"] = [
        {"type": "text", "text": "What does this say?"},
        {"type": "binary", "mimeType": "text/csv", "id": file["id"], "filename": "plan.csv"},
    ]

    async with conversation.stream("POST", "/api/v1/chat", json=body) as frames:
        answered = [frame async for frame in frames]

    assert outcome(answered)["type"] == "success"
    assert "Launch,Ann" in spoken(answered)


async def test_a_file_is_fetched_as_it_was_and_by_nobody_in_another_conversation(
    conversation, client
):
    file = await bring(conversation, "gr\u00fc\u00dfe.csv")
    assert await bring(conversation, "gr\u00fc\u00dfe.csv") == file, (
        "once, however often it is brought"
    )

    fetched = await client.get(file["links"]["content"])
    assert (fetched.content, fetched.headers["content-type"]) == (PLAN, "text/csv; charset=utf-8")
    assert fetched.headers["content-disposition"].startswith("attachment;")

    elsewhere = Conversation(client)
    await bring(elsewhere, "own.csv")
    assert_problem(await client.get(f"{elsewhere.path}/files/{file['id']}"), 404, "not_found")
    refused = await elsewhere.post("What is this?", files=[file["id"]])
    problem = assert_problem(refused, 422, "invalid_request")
    assert problem["errors"][0]["field"] == "files"


@pytest.mark.parametrize(
    ("name", "inside", "status", "code"),
    [
        ("", PLAN, 400, "invalid_request"),
        ("plan.csv", b"", 400, "invalid_request"),
        ("plan.exe", b"MZ", 415, "unsupported_file"),
        ("plan.pdf", PLAN, 415, "unsupported_file"),
        ("plan.csv", b"x" * (10 * 1024 * 1024 + 1), 413, "too_large"),
    ],
)
async def test_what_is_not_taken_says_why_and_leaves_no_trace(
    conversation, name, inside, status, code
):
    path = f"{conversation.path}/files"
    refused = await conversation.client.post(path, params={"name": name}, content=inside)

    assert_problem(refused, status, code)
    assert (await conversation.client.get(conversation.path)).status_code == 404


async def test_files_are_erased_with_their_conversation(hasty_host, hasty_data):
    storage = Azurite(hasty_data / "azurite").connection_string
    async with http_client(hasty_host.url) as client:
        talk = Conversation(client)
        file = await bring(talk)
        key = thread_key(DEVELOPER.tenant, DEVELOPER.user, talk.thread)
        files = BlobFiles.from_connection_string(storage, "omniforge-files")
        assert await files.get(key, file["id"]) == PLAN

        assert (await client.delete(talk.path)).status_code == 202

        async with asyncio.timeout(PURGED_WITHIN_S):
            # nothing tells a client that the purge is done
            while await files.get(key, file["id"]) is not None:  # noqa: ASYNC110
                await asyncio.sleep(0.5)
        await files.aclose()
