"""What one activity has read is not read again by it, unless it has written."""

import pytest

from shared.knowing import knowing, known
from shared.storage.memory import MemoryRows
from shared.storage.once import ReadOnce
from shared.storage.rows import Insert, Upsert


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
