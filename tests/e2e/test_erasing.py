"""A person has everything erased, through the API of a running host."""

import asyncio
import json

import pytest
from azure.data.tables.aio import TableServiceClient

from devhost.azurite import Azurite
from shared.naming import digest, thread_key, user_key
from shared.security.identity import DEVELOPER
from tests.support.devhost import ROOT, RunningHost
from tests.support.http import Conversation, assert_problem, http_client

WITHIN_S = 90
DATA = "/api/v1/me/data"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("erasing")


@pytest.fixture(scope="module")
def host(folder):
    environment = {"REASONER": "embedded", "DUE_SCHEDULE": "*/2 * * * * *"}
    with RunningHost(ROOT, folder, environment) as running:
        yield running


async def partitions(storage):
    """Return every partition of every table."""
    async with TableServiceClient.from_connection_string(storage) as service:
        return {
            row["PartitionKey"]
            async for table in service.list_tables()
            if table.name.startswith("omniforge")
            async for row in service.get_table_client(table.name).list_entities()
        }


async def test_all_of_a_person_is_erased_and_they_begin_anew(host, folder):
    storage = Azurite(folder / "azurite").connection_string
    who = (DEVELOPER.tenant, DEVELOPER.user)
    async with http_client(host.url) as client:
        talk, asked = Conversation(client), Conversation(client)
        await talk.ask("@email emails from Sarah about the budget")
        await asked.ask("Show me emails from John")
        keys = {thread_key(*who, one.thread) for one in (talk, asked)}
        assert keys | {user_key(*who)} <= await partitions(storage)
        assert_problem(await client.delete(DATA), 422, "invalid_request")

        begun = await client.delete(DATA, params={"confirm": "everything"})
        assert begun.status_code == 202
        where, receipt = begun.headers["location"], begun.json()
        async with asyncio.timeout(WITHIN_S):
            # nothing tells a client how far it is but asking
            while receipt["state"] == "running":
                await asyncio.sleep(0.2)
                receipt = (await client.get(where)).json()

        assert (receipt["state"], receipt["by"]) == ("erased", "person")
        assert receipt["erased"]["threads"] == 2
        assert {"people", "sandbox", "routings"} <= receipt["erased"].keys()
        left = await partitions(storage)
        assert not keys & left
        async with TableServiceClient.from_connection_string(storage) as service:
            for name in ("people", "sandbox", "results", "waiting", "conversations"):
                table = service.get_table_client(f"omniforge{name}")
                found = table.query_entities(f"PartitionKey eq '{user_key(*who)}'")
                assert [row async for row in found] == []
        assert_problem(await client.get(talk.path), 404, "not_found")
        lines = [json.loads(line) for line in (await client.get(DATA)).text.splitlines()]
        assert [line["kind"] for line in lines] == ["directory", "end"]
        assert digest("user", DEVELOPER.user) in begun.headers["location"]

        again = Conversation(client)
        await again.ask("@email emails from Sarah about the budget")
        assert (await client.get(again.path)).status_code == 200
