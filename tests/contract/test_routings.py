from datetime import timedelta, timezone

import pytest

from shared.models.routed import Routed
from shared.storage.memory import MemoryRows
from shared.storage.routings import StoredRoutings
from tests.support.fakes import NOON

DAY = timedelta(days=1)
FIRST = NOON - 60 * DAY


def routed(number=1, at=NOON, **changes):
    return Routed(turn=f"k/{number}", at=at, **changes)


@pytest.fixture
def routings(rows):
    return StoredRoutings(rows, 30 * DAY)


async def test_turns_come_back_oldest_first_from_when_they_are_asked_for(routings):
    days = [3, 0, 2, 1]
    for number in days:
        await routings.add("acme", routed(number, NOON + number * DAY, agent="email"))

    found = await routings.since("acme", NOON + DAY)

    assert found == [routed(n, NOON + n * DAY, agent="email") for n in (1, 2, 3)]


async def test_turns_of_one_moment_are_kept_side_by_side(routings):
    await routings.add("acme", routed(1))
    await routings.add("acme", routed(2))

    assert {r.turn for r in await routings.since("acme", NOON)} == {"k/1", "k/2"}


async def test_of_what_became_of_a_turn_the_first_stays(routings):
    await routings.add("acme", routed(agent="email"))
    await routings.add("acme", routed(agent="notes"))

    assert await routings.since("acme", FIRST) == [routed(agent="email")]


async def test_a_verdict_takes_the_place_of_what_was_there(routings):
    await routings.add("acme", routed(agent="email"))
    await routings.judge("acme", routed(agent="email", verdict="good"))
    await routings.judge("acme", routed(agent="email", verdict="wrong_agent", meant="notes"))
    await routings.add("acme", routed(agent="email"))

    [found] = await routings.since("acme", FIRST)
    assert (found.verdict, found.meant) == ("wrong_agent", "notes")


async def test_a_verdict_needs_nothing_to_be_there(routings):
    await routings.judge("acme", routed(verdict="good"))

    assert await routings.since("acme", FIRST) == [routed(verdict="good")]


async def test_tenants_never_see_each_other(routings):
    await routings.add("acme", routed())

    assert await routings.since("globex", FIRST) == []


async def test_turns_past_their_time_go_with_the_next_one(routings):
    for number in range(3):
        await routings.add("acme", routed(number, NOON + number * DAY))
    await routings.add("globex", routed(9))

    await routings.add("acme", routed(7, NOON + 31 * DAY))

    assert [r.turn for r in await routings.since("acme", FIRST)] == ["k/1", "k/2", "k/7"]
    assert len(await routings.since("globex", FIRST)) == 1


async def test_a_moment_is_the_same_in_every_time_zone(routings):
    await routings.add("acme", routed(1, NOON.astimezone(timezone(timedelta(hours=9)))))

    assert len(await routings.since("acme", NOON)) == 1
    assert await routings.since("acme", NOON + timedelta(microseconds=1)) == []


async def test_turns_of_many_pages_are_all_counted():
    routings = StoredRoutings(MemoryRows(), 30 * DAY)
    for number in range(2001):
        await routings.add("acme", routed(number, NOON + timedelta(seconds=number)))

    found = await routings.since("acme", NOON)

    assert [r.turn for r in found] == [f"k/{number}" for number in range(2001)]


async def test_turns_past_their_time_are_looked_for_once_an_hour():
    done = []
    rows = MemoryRows(lambda operation, _: done.append(operation))
    routings = StoredRoutings(rows, 30 * DAY)
    for number in range(150):
        await routings.add("acme", routed(number, NOON - 40 * DAY))
    done.clear()

    await routings.add("acme", routed(1000, NOON))
    assert done == ["commit", "range", "commit", "range", "commit"]
    await routings.add("acme", routed(1001, NOON + timedelta(minutes=59)))
    assert done[5:] == ["commit"]
    await routings.add("acme", routed(1002, NOON + timedelta(minutes=60)))
    assert done[6:] == ["commit", "range"]
    assert [r.turn for r in await routings.since("acme", FIRST)] == ["k/1000", "k/1001", "k/1002"]
