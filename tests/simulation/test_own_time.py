"""A person says where they are and when they work, and everything goes by that."""

from datetime import time

import pytest

from shared.models.principal import Principal
from tests.support.building import EVERYTHING
from tests.support.simulation import OWNER, TENANT, World

PERSON = Principal(tenant=TENANT, user=OWNER)


@pytest.fixture
async def organisation():
    async with World(domains=EVERYTHING) as world:
        yield world


async def talk(world, line, number):
    await world.say(line, f"m{number}")
    return (await world.transcript())[-1][1]


async def test_a_zone_and_hours_are_kept_at_ones_word_and_told(organisation):
    moved = await talk(organisation, "I'm in Tokyo now", 1)
    assert "Tokyo time (Asia/Tokyo)" in moved
    assert "8:00 to 16:00" in await talk(organisation, "I work from 8 to 4", 2)
    asked = await talk(organisation, "what's my time zone?", 3)
    assert "Your time zone is Asia/Tokyo, as you told me" in asked
    person = await organisation.services.people.get(PERSON)
    assert person.known.time_zone == "Asia/Tokyo"
    assert (person.known.working_hours.start, person.known.working_hours.end) == (time(8), time(16))


async def test_a_zone_that_nobody_knows_changes_nothing(organisation):
    answer = await talk(organisation, "my time zone is Mars/Olympus", 1)
    assert "no time zone called “Mars/Olympus”" in answer
    assert (await organisation.services.people.get(PERSON)).own == ()


async def test_what_holds_without_ones_word_is_told_with_where_it_is_from(organisation):
    answer = await talk(organisation, "what is my time zone?", 1)
    assert "Your time zone is UTC, since I know no other" in answer


async def test_a_day_that_cannot_be_is_asked_about(organisation):
    answer = await talk(organisation, "schedule lunch with Sarah on February 30 at noon", 1)
    assert "February has only 29 days" in answer


async def test_a_time_in_another_zone_is_shown_by_both_clocks(organisation):
    await talk(organisation, "my time zone is Europe/Berlin", 1)
    await organisation.say("book a call called Sync tomorrow at 9am Tokyo time", "m2")
    shown = str(await organisation.transcript()) + str((await organisation.request()).value)
    assert "(Europe/Berlin)" in shown
    assert "9:00" in shown
    assert "(Asia/Tokyo)" in shown
