"""Somebody is erased where everything is kept by a real table service and a real blob service."""

import json

import pytest

from host.admin.__main__ import main
from shared import erasing
from shared.storage.blobs import BlobFiles
from shared.storage.inventory import INVENTORY
from tests.support.leaving import ANN, BOB, furnish, of
from tests.support.whole import WholeWorld


@pytest.fixture
async def files(azurite_tables, prefix):
    made = BlobFiles.from_connection_string(azurite_tables.connection_string, f"{prefix}-files")
    yield made
    await made.aclose()


async def everything(tables):
    return {
        (one.name, partition, row.key): row.body
        for one in INVENTORY
        async for partition, row in tables.rows(one.name).scan(" ", "~")
    }


async def test_nothing_of_theirs_is_left_and_everything_of_others(tables, files):
    async with WholeWorld(tables=tables, files=files) as world:
        await furnish(world, ANN, BOB)
        kept = await furnish(world, BOB, ANN)
        before = await everything(tables)
        begun = await erasing.begin(world.services, world.port, ANN, "person")
        while await world.services.erasures.running(world.services.erasures.key(ANN)) is not None:
            world.clock.advance(minutes=11)
            await world.settle()
            await world.sweep()
            await world.settle()

        after = await everything(tables)
        assert {name for name, _, _ in of(after, ANN)} == {"erasures"}
        assert [found async for found in files.names()] == [(kept, "f1")]
        own = {"people", "connections", "sandbox", "directory", "schedules", "threads"}
        bobs = {place: body for place, body in of(before, BOB).items() if place[0] in own}
        assert len(bobs) > 100
        assert {place: after.get(place) for place in bobs} == bobs
        receipt = await world.services.erasures.get(ANN.tenant, begun.id)
        assert (receipt.state, receipt.gone["threads"], receipt.gone["files"]) == ("done", 2, 0)


def test_an_operator_has_somebody_erased_where_no_runtime_answers_yet(
    azurite_tables, prefix, monkeypatch, capsys
):
    monkeypatch.setenv("AzureWebJobsStorage", azurite_tables.connection_string)
    monkeypatch.setenv("TABLE_PREFIX", prefix)
    assert main(["erase", "acme", "ann", "--url", "http://127.0.0.1:1"]) == 0
    name = capsys.readouterr().out.splitlines()[0]
    assert main(["receipt", "acme", name]) == 0
    receipt = json.loads(capsys.readouterr().out)
    assert (receipt["id"], receipt["by"], receipt["state"]) == (name, "operator", "running")
    assert "ann" not in str({**receipt, "kept": ""})
    assert main(["receipt", "another", name]) == 1
    assert "no such erasure" in capsys.readouterr().err
