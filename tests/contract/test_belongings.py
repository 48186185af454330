"""What is kept under a person's name is found whole, and nobody else's with it."""

import json

import pytest

from shared.models.principal import Principal
from shared.storage.belongings import StoredBelongings
from shared.storage.keys import user_key
from shared.storage.memory import MemoryRows
from shared.storage.rows import Upsert

ANN, BOB = Principal(tenant="acme", user="ann"), Principal(tenant="acme", user="bob")
ELSEWHERE = Principal(tenant="globex", user="ann")


async def put(rows, who, key, **content):
    await rows.commit(user_key(who.tenant, who.user), [Upsert(key, json.dumps(content))])


async def all_of(rows, who, table="people"):
    return [found async for found in StoredBelongings({table: rows}).of(who)]


async def test_each_gets_their_own_rows(rows):
    for who in (ANN, BOB, ELSEWHERE):
        await put(rows, who, "person", of=f"{who.tenant}/{who.user}")

    for who in (ANN, BOB, ELSEWHERE):
        assert await all_of(rows, who) == [("people", {"of": f"{who.tenant}/{who.user}"})]


async def test_tokens_and_what_only_lists_are_left_out(rows):
    await put(rows, ANN, "account-1", email="a@b.example", grant="sealed")
    await put(rows, ANN, "at-1-x", short=True)

    assert ("connections", {"email": "a@b.example"}) in await all_of(rows, ANN, "connections")
    assert await all_of(rows, ANN, "effects") == [
        ("effects", {"email": "a@b.example", "grant": "sealed"})
    ]


@pytest.mark.parametrize("count", [999, 1000, 1001])
async def test_however_much_it_is(count):
    rows = MemoryRows()
    for number in range(count):
        await put(rows, ANN, f"k-{number}" * (1 + number % 2), n=number)

    found = await all_of(rows, ANN)

    assert sorted(value["n"] for _, value in found) == list(range(count))
