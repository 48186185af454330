from datetime import UTC, datetime, timedelta, timezone

import pytest

from shared.models.thread import DueEntry
from shared.storage.due import SHARDS, StoredDue
from shared.storage.keys import thread_key

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)


def entry(entry_id="rescue-1", at=NOON, thread="holiday plans"):
    return DueEntry(id=entry_id, at=at, kind="rescue", thread=thread_key("acme", "ada", thread))


@pytest.fixture
def due(rows):
    return StoredDue(rows)


async def test_an_entry_is_ripe_from_its_time_on(due):
    await due.add(entry())
    assert await due.ripe(NOON - timedelta(microseconds=1), 10) == []
    assert await due.ripe(NOON, 10) == [entry()]
    assert await due.ripe(NOON + timedelta(days=400), 10) == [entry()]


async def test_adding_an_entry_again_changes_nothing(due):
    await due.add(entry())
    await due.add(entry())
    assert await due.ripe(NOON, 10) == [entry()]


async def test_a_removed_entry_is_gone_and_may_be_removed_again(due):
    await due.add(entry())
    await due.add(entry("rescue-2"))
    await due.remove(entry())
    await due.remove(entry())
    assert await due.ripe(NOON, 10) == [entry("rescue-2")]


async def test_entries_of_many_threads_come_oldest_first_up_to_the_limit(due):
    entries = [entry(at=NOON + timedelta(seconds=n), thread=str(n)) for n in range(30)]
    for late in reversed(entries):
        await due.add(late)
    assert await due.ripe(NOON + timedelta(hours=1), 100) == entries
    assert await due.ripe(NOON + timedelta(hours=1), 7) == entries[:7]
    assert await due.ripe(NOON + timedelta(seconds=3), 100) == entries[:4]


async def test_threads_with_the_same_entry_id_do_not_collide(due):
    for thread in range(SHARDS * 4):
        await due.add(entry(thread=str(thread)))
    assert len(await due.ripe(NOON, 100)) == SHARDS * 4


async def test_a_time_means_the_same_in_every_zone(due):
    east = timezone(timedelta(hours=5, minutes=30))
    await due.add(entry(at=NOON.astimezone(east)))
    assert len(await due.ripe(NOON, 10)) == 1
    await due.remove(entry())
    assert await due.ripe(NOON, 10) == []


async def test_nothing_stored_names_a_tenant_or_thread(rows):
    await StoredDue(rows).add(entry())
    stored = ""
    for shard in range(SHARDS):
        for row in await rows.range(f"due-{shard}", "!", "~", 10):
            stored += row.key + row.body
    assert thread_key("acme", "ada", "holiday plans") in stored
    assert "acme" not in stored
    assert "holiday" not in stored
