"""A person says where they are and when they work, and everything goes by that."""

from datetime import time

import pytest

from shared.models.principal import Principal
from shared.models.reasoning import PlannedStep, ToolPlan
from shared.profiles import set_own
from tests.support.building import EVERYTHING
from tests.support.scripted_reasoner import ScriptedReasoner
from tests.support.simulation import OWNER, TENANT, World, embedded

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


FAR_EAST = "Pacific/Kiritimati"
THERE = "2026-03-05"
"""The day there when it is noon of the fourth in London."""
LOOK = PlannedStep(tool="gmail_search_messages", arguments={"query": "budget", "limit": 1})
MISS = PlannedStep(tool="gmail_search_messages", arguments={"query": "subject:zzyzx"})
OPEN = PlannedStep(tool="gmail_get_thread", arguments={"thread_id": "{1.mails.0.thread_id}"})
TELL = PlannedStep(
    tool="gmail_send_email",
    arguments={"to": ["sarah.chen@company.com"], "subject": "Budget", "body": "{2}"},
)


async def test_a_reasoner_is_told_the_day_it_is_where_the_person_is():
    plans = [ToolPlan(steps=steps) for steps in ((LOOK, OPEN), (LOOK, OPEN, TELL), (MISS, LOOK))]
    reasoner = ScriptedReasoner(embedded(), {"plan_tools": plans})
    async with World(reasoner=reasoner, domains=EVERYTHING, plans_at_once=True) as world:
        await set_own(world.services, PERSON, time_zone=FAR_EAST)
        for number in range(len(plans)):
            await world.say("what does the newest mail about the budget say?", f"m{number}")
            if (await world.head()).request:
                await world.say("call it Figures", f"w{number}")
                await world.say("no, leave it", f"n{number}")
        await world.say("build an agent that posts the Weekly Metrics sheet to #general", "b")

    dated = [one for one in reasoner.asked if hasattr(one.request, "today")]
    methods = {"analyze_intent", "plan_tools", "reassess", "revise", "synthesize", "draft_agent"}
    assert methods <= {one.method for one in dated}
    assert {one.request.today for one in dated} == {THERE}
