from datetime import timedelta

import pytest

from shared.models.principal import Principal
from shared.storage.results import StoredResults
from tests.support.fakes import ManualClock

ANN, BOB = Principal(tenant="acme", user="ann"), Principal(tenant="acme", user="bob")
QUARTER = timedelta(minutes=15)


@pytest.fixture
def clock():
    return ManualClock()


@pytest.fixture
def results(rows, clock):
    return StoredResults(rows, clock)


async def test_a_result_is_kept_for_its_time(results, clock):
    await results.keep(ANN, "email", "call", {"mails": []}, QUARTER)

    assert await results.get(ANN, "email", "call") == ({"mails": []},)
    clock.advance(minutes=14)
    assert await results.get(ANN, "email", "call") == ({"mails": []},)
    clock.advance(minutes=1)
    assert await results.get(ANN, "email", "call") is None


async def test_what_was_found_may_be_nothing(results):
    await results.keep(ANN, "email", "call", None, QUARTER)

    assert await results.get(ANN, "email", "call") == (None,)
    assert await results.get(ANN, "email", "other") is None


async def test_a_newer_result_replaces_the_older(results):
    await results.keep(ANN, "email", "call", 1, QUARTER)
    await results.keep(ANN, "email", "call", 2, QUARTER)

    assert await results.get(ANN, "email", "call") == (2,)


async def test_a_change_forgets_its_own_domain_only_and_nobody_elses(results):
    for person in (ANN, BOB):
        await results.keep(person, "email", "call", 1, QUARTER)
    await results.keep(ANN, "calendar", "call", 2, QUARTER)

    await results.drop(ANN, "email")

    assert await results.get(ANN, "email", "call") is None
    assert await results.get(ANN, "calendar", "call") == (2,)
    assert await results.get(BOB, "email", "call") == (1,)


async def test_all_of_a_domain_is_forgotten_however_much_it_is(results):
    for number in range(130):
        await results.keep(ANN, "email", f"call{number}", number, QUARTER)

    await results.drop(ANN, "email")

    assert [await results.get(ANN, "email", f"call{n}") for n in range(130)] == [None] * 130


async def test_what_is_too_large_to_keep_is_asked_for_again(results):
    await results.keep(ANN, "email", "call", "x" * 2_000_000, QUARTER)

    assert await results.get(ANN, "email", "call") is None
