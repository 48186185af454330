"""An agent that is saved, but whose time to run is refused: what is said, and tried again."""

import pytest

from tests.support.building import EVERYTHING, SHEETS_TO_SLACK
from tests.support.simulation import TENANT, World

MONDAYS = "RRULE:FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0"
TOO_OFTEN = (*SHEETS_TO_SLACK[:3], "every minute")


@pytest.fixture
async def organisation():
    async with World(domains=EVERYTHING) as world:
        yield world


async def talk(world, *lines, first=1):
    """Say one thing after another; return what was answered last."""
    for number, line in enumerate(lines, first):
        await world.say(line, f"m{number}")
    return (await world.transcript())[-1][1]


async def agents(world):
    return [agent.id for agent in await world.services.agents.list(TENANT)]


async def rules(world):
    return [one.recurrence.rrule for one in await world.services.schedules.of(TENANT)]


async def test_it_is_said_what_is_saved_and_what_is_not(organisation):
    answer = await talk(organisation, *TOO_OFTEN)

    assert "**sheets-to-slack-reporter** is saved, but the time to run it is not" in answer
    assert "every 5 minutes at the most" in answer
    assert "no second one is made" in answer
    assert "Nothing was created" not in answer
    assert await agents(organisation) == ["sheets-to-slack-reporter"]
    assert await rules(organisation) == []


async def test_another_time_goes_to_the_same_agent(organisation):
    answer = await talk(organisation, *TOO_OFTEN, "every Monday at 9am", "yes")

    assert answer.startswith("Perfect!")
    assert await agents(organisation) == ["sheets-to-slack-reporter"]
    assert await rules(organisation) == [MONDAYS]


async def test_what_was_scheduled_before_stays_as_it_was(organisation):
    answer = await talk(organisation, *SHEETS_TO_SLACK, "every minute", "yes")

    assert "is saved, but the time to run it is not" in answer
    assert await agents(organisation) == ["sheets-to-slack-reporter"]
    assert await rules(organisation) == [MONDAYS]


async def test_it_runs_when_it_is_asked_all_the_same(organisation):
    assert "#weekly-updates" in await talk(organisation, *TOO_OFTEN, "Run it now to test")
