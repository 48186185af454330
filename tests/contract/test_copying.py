"""Everything is copied, wiped and written back; who waited for an answer gives it then."""

import json
import stat
import uuid
from datetime import timedelta

import pytest

from host.admin import copying
from host.admin.__main__ import main
from shared.errors import InvalidRequest
from shared.models.connection import Connection
from shared.storage.blobs import BlobFiles
from shared.storage.connections import StoredConnections
from shared.storage.inventory import INVENTORY
from shared.storage.rows import Insert
from shared.storage.tables import Tables
from shared.storage.traces import removed
from tests.support.leaving import ANN, BOB, furnish
from tests.support.simulation import NOON as NOW
from tests.support.whole import MemoryTables, WholeWorld

FAR = NOW + timedelta(days=9999)
ASKS, ANSWER = "Show me emails from John", "The client"


@pytest.fixture
async def account(azurite_tables, prefix):
    """Tables and files of their own in the emulator."""
    tables = Tables.from_connection_string(azurite_tables.connection_string, prefix)
    files = BlobFiles.from_connection_string(azurite_tables.connection_string, f"{prefix}-files")
    yield tables, files
    await tables.aclose()
    await files.aclose()


async def everything(tables):
    return {
        (one.name, partition, row.key): row.body
        for one in INVENTORY
        async for partition, row in tables.rows(one.name).scan(" ", "~")
    }


async def wiped(tables, files):
    for name, partition, key in await everything(tables):
        await removed(tables.rows(name), partition, [key])
    for thread, _ in [found async for found in files.names()]:
        await files.erase(thread)
    assert await everything(tables) == {}


async def test_a_question_that_waited_is_answered_after_all_was_lost_and_restored(
    account, tmp_path
):
    tables, files = account
    async with WholeWorld(tables=tables, files=files) as before:
        await before.say(ASKS, "m1")
        assert (await before.head()).phase == "waiting"
        await files.put(before.key(), "f1", b"plan")
        sealed = Connection(
            id="c", provider="google", email="e", domains=(), grant="sealed:x", connected_at=NOW
        )
        held = StoredConnections(tables.rows("connections"))
        await held.put(ANN, sealed, None)
        said = await before.transcript()
        kept = await everything(tables)
        copied = await copying.back_up(tables, files, tmp_path / "b", before.clock.now())
    assert sum(copied.values()) == len(kept) + 1

    await wiped(tables, files)
    async with WholeWorld(tables=tables, files=files) as after:  # and no history of the old one
        after.clock.advance(minutes=5)
        assert await copying.restore(tables, files, tmp_path / "b", after.services) == copied
        restored = await everything(tables)
        assert {place: restored.get(place) for place in kept} == kept
        assert {name for name, _, _ in restored.keys() - kept.keys()} <= {"due"}
        assert await files.get(after.key(), "f1") == b"plan"
        assert (await held.get(ANN, "c")).value.grant == "sealed:x"

        await after.sweep()
        await after.settle()
        assert await after.transcript() == said, "nothing is asked or said twice"
        await after.say(ANSWER, "m2")

        assert (await after.head()).phase == "parked"
        told = await after.transcript()
        assert told[: len(said)] == said
        assert told[len(said)] == ("user", ANSWER)
        assert "John" in told[-1][1]


async def test_what_was_at_work_goes_on_from_where_it_was(account, tmp_path):
    tables, files = account
    world = WholeWorld(tables=tables, files=files)
    await world.put("@email emails from Sarah about the budget", "m1")  # and nobody was woken
    await copying.back_up(tables, files, tmp_path / "b", world.clock.now())
    await wiped(tables, files)

    async with WholeWorld(tables=tables, files=files) as after:
        await copying.restore(tables, files, tmp_path / "b", after.services)
        await after.sweep()
        await after.settle()
        [_, (who, answer)] = await after.transcript()
        assert (who, "Sarah" in answer) == ("assistant", True)


async def test_everything_of_two_people_in_every_table_comes_back(tmp_path):
    async with WholeWorld() as world:
        await furnish(world, ANN, BOB)
        await furnish(world, BOB, ANN)
        await world.settle()
        kept = world.tables.everything()
        await copying.back_up(world.tables, world.files, tmp_path / "b", world.clock.now())
    after = WholeWorld()
    await copying.restore(after.tables, after.files, tmp_path / "b", after.services)
    restored = after.tables.everything()
    assert {place: restored.get(place) for place in kept} == kept
    due = {entry.kind for entry in await after.services.due.ripe(FAR, 1000)}
    assert {"rescue", "expiry", "retention", "schedule", "erasure"} <= due
    assert [found async for found in after.files.names()] == [
        found async for found in world.files.names()
    ]


async def test_a_conversation_is_copied_as_it_was_at_one_moment(tmp_path):
    async with WholeWorld() as world:
        await world.say(ASKS, "m1")
        table = world.tables.rows("threads")
        ranged = table.range

        async def talked_meanwhile(*places):
            table.range = ranged
            rows = await ranged(*places)
            await world.put(ANSWER, "m2")
            return rows

        table.range = talked_meanwhile
        await copying.back_up(world.tables, world.files, tmp_path / "b", world.clock.now())
    lines = [
        json.loads(line) for line in (tmp_path / "b" / "threads.jsonl").read_text().splitlines()
    ]
    [head] = [json.loads(one["body"]) for one in lines if one["key"] == "thread"]
    assert head["accepted"] == 2
    assert sum(one["key"].startswith("inbox-") for one in lines) == 2


async def test_only_its_owner_can_read_it_and_nothing_is_written_over(tmp_path):
    world = WholeWorld()
    await world.services.directory.met(ANN)
    folder = tmp_path / "b"
    await copying.back_up(world.tables, world.files, folder, NOW)
    modes = {stat.S_IMODE(path.stat().st_mode) for path in [folder, *folder.rglob("*")]}
    assert modes == {0o700, 0o600}
    with pytest.raises(InvalidRequest, match="not empty"):
        await copying.back_up(world.tables, world.files, folder, NOW)
    with pytest.raises(InvalidRequest, match="rows in 'directory'"):
        await copying.restore(world.tables, world.files, folder, world.services)
    assert (await copying.restore(world.tables, world.files, folder, world.services, over=True))[
        "directory"
    ] == 1


@pytest.mark.parametrize("wrong", ["no note", "another format", "a row is missing"])
async def test_what_is_no_whole_backup_is_refused(tmp_path, wrong):
    world, folder = WholeWorld(), tmp_path / "b"
    await world.services.directory.met(ANN)
    await copying.back_up(world.tables, world.files, folder, NOW)
    note = folder / "backup.json"
    if wrong == "no note":
        note.unlink()
    elif wrong == "another format":
        note.write_text(note.read_text().replace('"format": 1', '"format": 2'))
    else:
        (folder / "directory.jsonl").write_text("")
    fresh = WholeWorld()
    with pytest.raises(InvalidRequest):
        await copying.restore(fresh.tables, fresh.files, folder, fresh.services)


def test_an_operator_does_both_by_command(azurite_tables, monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("AzureWebJobsStorage", azurite_tables.connection_string)
    monkeypatch.setenv("TABLE_PREFIX", f"t{uuid.uuid4().hex}")
    assert main(["backup", str(tmp_path / "b")]) == 0
    assert "0 threads" in capsys.readouterr().out
    assert main(["restore", str(tmp_path / "b")]) == 0
    assert main(["restore", str(tmp_path)]) == 1
    assert "no backup" in capsys.readouterr().err


async def test_rows_that_fill_a_batch_and_more_are_written_in_several(tmp_path):
    tables, world = MemoryTables(), WholeWorld()
    for number in range(250):
        big = json.dumps({"text": "€" * 20_000})
        await tables.rows("sandbox").commit("p", [Insert(f"k{number:03}", big)])
    await copying.back_up(tables, world.files, tmp_path / "b", NOW)
    await copying.restore(world.tables, world.files, tmp_path / "b", world.services)
    assert world.tables.everything() == tables.everything()
