"""A deleted conversation is gone at once, and then its rows are."""

import asyncio

from azure.data.tables.aio import TableServiceClient

from devhost.azurite import Azurite
from shared.naming import thread_key
from shared.security.identity import DEVELOPER
from tests.support.http import SSE, Conversation, assert_problem, http_client, outcome

PURGED_WITHIN_S = 60


async def rows_of(storage, thread):
    """Return how many rows the threads table holds for a thread."""
    key = thread_key(DEVELOPER.tenant, DEVELOPER.user, thread)
    async with TableServiceClient.from_connection_string(storage) as service:
        table = service.get_table_client("omniforgethreads")
        found = table.query_entities("PartitionKey eq @key", parameters={"key": key})
        return len([row async for row in found])


async def test_a_deleted_thread_answers_gone_everywhere(conversation):
    receipt = await conversation.say("Show me emails from John")
    await conversation.follow(receipt["links"])
    path, http = conversation.path, conversation.client

    first = await http.delete(path)
    again = await http.delete(path)

    assert first.status_code == again.status_code == 202
    assert first.json() == {"thread_id": conversation.thread, "deleted": True}
    for refused in (
        await http.get(path),
        await http.get(f"{path}/messages"),
        await http.get(f"{path}/events"),
        await http.get(f"{path}/events", headers={"Accept": SSE}),
        await http.get(f"{path}/turns/1"),
        await http.post(receipt["links"]["cancel"]),
        await http.post(f"{path}/interrupts/q-1-1", json={"action": "respond", "option": "1"}),
        await conversation.post("Are you there?"),
        await http.post("/api/v1/chat", json=conversation.run_input("Are you there?", "run")),
    ):
        assert_problem(refused, 410, "thread_deleted")


async def test_its_rows_are_removed_also_while_it_was_waiting_and_its_name_is_free(
    hasty_host, hasty_data
):
    storage = Azurite(hasty_data / "azurite").connection_string
    async with http_client(hasty_host.url) as client:
        talk = Conversation(client)
        await talk.ask("Show me emails from John")
        assert await rows_of(storage, talk.thread) > 10

        await client.delete(talk.path)
        async with asyncio.timeout(PURGED_WITHIN_S):
            # nothing tells a client that the purge is done
            while (answer := await client.get(talk.path)).status_code == 410:  # noqa: ASYNC110
                await asyncio.sleep(0.2)

        assert_problem(answer, 404, "not_found")
        assert await rows_of(storage, talk.thread) == 0
        frames = await talk.ask("@nobody hello")
        assert outcome(frames) == {"type": "success"}
        assert frames[0].id == 1
