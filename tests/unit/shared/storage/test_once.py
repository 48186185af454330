"""What a turn's activities have read is not read again by them, unless they have written."""

import asyncio
from datetime import timedelta

import pytest

from shared.knowing import LASTING, knowing, known
from shared.storage.memory import MemoryRows
from shared.storage.once import ReadOnce
from shared.storage.rows import Insert, Upsert
from tests.support.fakes import NOON


class Counted:
    def __init__(self):
        self.operations = []
        self.rows = MemoryRows(lambda name, _: self.operations.append(name))

    def taken(self):
        done, self.operations[:] = list(self.operations), []
        return done


@pytest.fixture
async def table():
    counted = Counted()
    await counted.rows.commit("p", [Insert("a", "1"), Insert("b", "2")])
    counted.taken()
    return counted


async def both(rows):
    found = await rows.range("p", "a", "z", 10)
    return (await rows.get("p", "a")).body, await rows.get("p", "x"), [row.body for row in found]


async def test_within_an_activity_each_row_is_read_once(table):
    rows = ReadOnce(table.rows)
    with knowing():
        first = await both(rows)
        assert table.taken() == ["range", "get", "get"]

        assert await both(rows) == first == ("1", None, ["1", "2"])
        assert table.taken() == []


async def test_outside_one_every_time(table):
    rows = ReadOnce(table.rows)
    await both(rows)
    await both(rows)

    assert table.taken() == ["range", "get", "get"] * 2


async def test_the_next_activity_reads_anew(table):
    rows = ReadOnce(table.rows)
    for _ in range(2):
        with knowing():
            await both(rows)

    assert table.taken() == ["range", "get", "get"] * 2


async def test_what_it_writes_it_sees(table):
    rows = ReadOnce(table.rows)
    with knowing():
        await both(rows)
        await rows.commit("p", [Upsert("a", "3")])

        assert (await both(rows))[2] == ["3", "2"]


async def test_where_rows_are_wanted_as_they_are_only_ranges_are_remembered(table):
    rows = ReadOnce(table.rows, gets=False)
    with knowing():
        await both(rows)
        await both(rows)

    assert table.taken() == ["range", "get", "get", "get", "get"]


async def test_two_tables_do_not_mix(table):
    other = Counted()
    with knowing():
        await ReadOnce(table.rows).get("p", "a")

        assert await ReadOnce(other.rows).get("p", "a") is None


def test_a_step_within_an_activity_knows_what_that_knows():
    with knowing():
        known()["a"] = 1
        with knowing():
            assert known()["a"] == 1
            known()["b"] = 2
        assert known()["b"] == 2
    assert known() == {}


# --- the activities of a turn


def at(seconds):
    return NOON + timedelta(seconds=seconds)


async def test_activities_of_a_turn_share_what_they_read(table):
    rows = ReadOnce(table.rows)
    with knowing("t", "within", at(0)):
        await both(rows)
    with knowing("t", "last", at(4)):
        await both(rows)

    assert table.taken() == ["range", "get", "get"]


async def test_two_activities_side_by_side_ask_once(table):
    rows = ReadOnce(table.rows)

    async def activity():
        with knowing("t", "within", at(0)):
            return await both(rows)

    first, second = await asyncio.gather(activity(), activity())

    assert first == second
    assert table.taken() == ["range", "get", "get"]


@pytest.mark.parametrize(
    ("thread", "part", "seconds"),
    [
        pytest.param("another", "within", 1, id="of another thread"),
        pytest.param("t", "alone", 1, id="one that looks for itself"),
        pytest.param("t", "within", LASTING.total_seconds(), id="one after a while"),
        pytest.param("t", "within", -1, id="one by an earlier clock"),
    ],
)
async def test_others_read_anew(table, thread, part, seconds):
    rows = ReadOnce(table.rows)
    with knowing("t", "within", at(0)):
        await both(rows)
    table.taken()

    with knowing(thread, part, at(seconds)):
        await both(rows)

    assert table.taken() == ["range", "get", "get"]


@pytest.mark.parametrize("part", ["alone", "last"])
async def test_after_what_changes_something_and_after_its_end_a_turn_reads_anew(table, part):
    rows = ReadOnce(table.rows)
    with knowing("t", "within", at(0)):
        await both(rows)
    with knowing("t", part, at(1)):
        pass
    table.taken()

    with knowing("t", "within", at(2)):
        await both(rows)

    assert table.taken() == ["range", "get", "get"]


async def test_what_an_activity_writes_the_next_one_of_the_turn_reads(table):
    rows = ReadOnce(table.rows)
    with knowing("t", "within", at(0)):
        await both(rows)
        await rows.commit("p", [Upsert("a", "new")])
    with knowing("t", "within", at(1)):
        assert (await rows.get("p", "a")).body == "new"
