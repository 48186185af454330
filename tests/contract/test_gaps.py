from datetime import timedelta, timezone

import pytest

from shared.models.gap import Gap
from shared.storage.gaps import StoredGaps
from shared.storage.memory import MemoryRows
from tests.support.fakes import NOON

DAY = timedelta(days=1)
FIRST = NOON - 60 * DAY


def gap(number=1, at=NOON, **changes):
    return Gap(id=f"k/{number}", at=at, text="Water my plants", **changes)


def ids(found):
    return [one.id for one in found]


@pytest.fixture
def gaps(rows):
    return StoredGaps(rows, 30 * DAY)


async def test_a_gap_comes_back_whole(gaps):
    kept = gap(domain="calendar", nearest=("gardener",), outcome="created")
    await gaps.keep("acme", kept)

    assert list(await gaps.since("acme", NOON, 10)) == [kept]


async def test_gaps_come_back_newest_first_from_when_they_are_asked_for(gaps):
    for number in [3, 0, 2, 1]:
        await gaps.keep("acme", gap(number, NOON + number * DAY))

    assert ids(await gaps.since("acme", NOON + DAY, 10)) == ["k/3", "k/2", "k/1"]


async def test_of_many_the_latest_are_told(gaps):
    for number in range(4):
        await gaps.keep("acme", gap(number, NOON + number * DAY))

    assert ids(await gaps.since("acme", FIRST, 2)) == ["k/3", "k/2"]


async def test_a_request_is_one_gap_whatever_became_of_it(gaps):
    await gaps.keep("acme", gap())
    await gaps.keep("acme", gap(outcome="created"))

    assert list(await gaps.since("acme", FIRST, 10)) == [gap(outcome="created")]


async def test_requests_of_one_moment_are_kept_side_by_side(gaps):
    await gaps.keep("acme", gap(1))
    await gaps.keep("acme", gap(2))

    assert set(ids(await gaps.since("acme", NOON, 10))) == {"k/1", "k/2"}


async def test_gaps_past_their_time_go_with_the_next_one(gaps):
    for number in range(3):
        await gaps.keep("acme", gap(number, NOON + number * DAY))
    await gaps.keep("globex", gap(9))

    await gaps.keep("acme", gap(7, NOON + 31 * DAY))

    assert ids(await gaps.since("acme", FIRST, 10)) == ["k/7", "k/2", "k/1"]
    assert ids(await gaps.since("globex", FIRST, 10)) == ["k/9"]


async def test_a_moment_is_the_same_in_every_time_zone(gaps):
    await gaps.keep("acme", gap(1, NOON.astimezone(timezone(timedelta(hours=9)))))

    assert ids(await gaps.since("acme", NOON, 10)) == ["k/1"]
    assert list(await gaps.since("acme", NOON + timedelta(microseconds=1), 10)) == []


async def test_gaps_of_many_pages_are_all_told():
    gaps = StoredGaps(MemoryRows(), 30 * DAY)
    for number in range(2001):
        await gaps.keep("acme", gap(number, NOON + timedelta(seconds=number)))

    found = await gaps.since("acme", NOON, 5000)

    assert ids(found) == [f"k/{number}" for number in range(2000, -1, -1)]
