"""Schedules from beginning to end: the real orchestrator answers what nobody typed."""

from dataclasses import replace
from datetime import datetime

import pytest

from shared.agents import schedules
from shared.agents.schedules import Wish
from shared.decisions import lifecycle, wording
from shared.models.agent import Agent, Skill
from shared.models.principal import Principal
from tests.support.simulation import OWNER, TENANT, World

ADA = Principal(tenant=TENANT, user=OWNER)


@pytest.fixture
async def finder(world):
    """A schedule that looks somebody up every hour."""
    wish = Wish(agent="contacts", request="Find John Smith", when="every hour", thread="t")
    return await schedules.create(world.services, ADA, wish)


async def until(world, when: datetime, seconds=1):
    """Let time pass to just after a moment, and sweep."""
    ahead = (when - world.clock.now()).total_seconds() + seconds
    world.clock.advance(seconds=ahead)
    await world.sweep()
    assert await world.settle()


async def test_a_run_is_answered_in_its_thread(world, finder):
    await until(world, finder.next_at, seconds=-5)
    assert await world.services.threads.head(world.key("t")) is None
    await until(world, finder.next_at)
    said = await world.transcript()
    assert [role for role, _ in said] == ["user", "assistant"]
    assert said[0][1] == "@contacts Find John Smith"
    assert (await world.turn(1)).sent_to == "contacts"


async def test_the_next_run_comes_an_hour_later_when_the_first_is_over(world, finder):
    await until(world, finder.next_at)
    waiting = (await world.head()).request is not None
    after = (await world.services.schedules.get(TENANT, finder.id)).value
    await until(world, after.next_at)
    runs = (await world.services.schedules.get(TENANT, finder.id)).value.runs
    assert [run.state for run in runs] == ["delivered", "skipped" if waiting else "delivered"]


async def test_a_crash_of_the_engine_loses_no_run(tmp_path):
    async with World(journal=tmp_path / "journal") as world:
        wish = Wish(agent="contacts", request="Find John Smith", when="every hour", thread="t")
        made = await schedules.create(world.services, ADA, wish)
        world.clock.advance(seconds=(made.next_at - world.clock.now()).total_seconds() + 1)
        await world.sweep()
        await world.boot()
        world.clock.advance(seconds=120)
        await world.sweep()
        assert await world.settle()
        said = await world.transcript()
        assert [text for role, text in said if role == "user"] == ["@contacts Find John Smith"]
        assert said[1][0] == "assistant"


async def test_a_failure_is_told_between_two_turns_and_the_thread_goes_on(world):
    agent = Agent(id="reporter", name="Reporter", description="Reports")
    etag = await world.services.agents.save(TENANT, agent, None)
    wish = Wish(agent="reporter", request="report", when="every hour", thread="t")
    made = await schedules.create(world.services, ADA, wish)
    await world.services.agents.delete(TENANT, agent.id, etag, world.clock.now())
    await world.say("@contacts Find John Smith", "m1")
    if (await world.head()).request is not None:
        await world.say("cancel", "m2")
    before = len(await world.transcript())
    await until(world, made.next_at)
    said = await world.transcript()
    assert "Reporter" in said[before][1] or "reporter" in said[before][1]
    await world.say("thanks", "m3")
    assert (await world.transcript())[-1][0] == "assistant"
    events = await world.events()
    assert [event.id for event in events] == list(range(1, len(events) + 1))


# --- how a run went


async def went(world, schedule):
    """How the runs of a schedule went, as its owner is told."""
    stored = (await world.services.schedules.get(TENANT, schedule.id)).value
    return await schedules.results(world.services, stored, stored.runs)


async def make(world, request, agent="contacts"):
    wish = Wish(agent=agent, request=request, when="every hour", thread="t")
    return await schedules.create(world.services, ADA, wish)


async def test_a_run_is_at_work_until_it_is_over(world):
    made = await make(world, "Find Sarah Chen")
    await schedules.run_now(world.services, NoEngine(), ADA, made.id)
    assert [one.state for one in await went(world, made)] == ["running"]
    await world.ring()
    assert await world.settle()
    [result] = await went(world, made)
    assert (result.state, result.turn, result.why) == ("succeeded", 1, "")


class NoEngine:
    """An engine that nobody can be woken with."""

    async def start(self, orchestrator, instance, start):
        return True


async def test_a_run_that_asks_waits_for_its_answer_and_goes_on_with_it(world):
    made = await make(world, "Show me emails from John", "email")
    await until(world, made.next_at)
    [result] = await went(world, made)
    assert (result.state, result.waits_for) == ("waiting", "answer")
    assert result.question == (await world.head()).request
    await world.say("1", "m1")
    [result] = await went(world, made)
    assert (result.state, result.turn) == ("succeeded", 1)


@pytest.mark.parametrize(
    ("how", "why"),
    [("cancel", wording.NONE_OF_THESE), ("Find Sarah Chen's email address", "something else")],
)
async def test_a_run_whose_question_is_left_has_stopped(world, how, why):
    made = await make(world, "Show me emails from John", "email")
    await until(world, made.next_at)
    await world.say(how, "m1")
    [result] = await went(world, made)
    assert result.state == "stopped"
    assert why in result.why


async def test_a_question_nobody_answers_stops_the_run(world):
    made = await make(world, "Show me emails from John", "email")
    await until(world, made.next_at)
    await schedules.pause(world.services, ADA, made.id)
    world.clock.advance(days=2)
    await world.sweep()
    assert await world.settle()
    [result] = await went(world, made)
    assert (result.state, result.why) == ("stopped", "nobody answered its question in time")


async def test_a_failed_run_says_what_was_said(world):
    skill = Skill(id="p", name="P", description="Paints", instructions="1. Paint the wall blue")
    painter = Agent(
        id="painter",
        name="Painter",
        description="Paints walls",
        skills=(skill,),
        tools=("contacts_search",),
    )
    await world.services.agents.save(TENANT, painter, None)
    made = await make(world, "run", "painter")
    await until(world, made.next_at)
    [result] = await went(world, made)
    assert result.state == "failed"
    assert result.why in (await world.transcript())[-1][1]
    assert result.why


async def test_a_run_whose_conversation_was_deleted_is_not_known_any_more(world):
    made = await make(world, "Find Sarah Chen")
    await until(world, made.next_at)
    head = await world.services.threads.head(world.key())
    gone = replace(
        lifecycle.park(head.value, world.clock.now()),
        thread=head.value.model_copy(update={"deleted": True}),
    )
    await world.services.threads.commit(head, gone)
    assert [one.state for one in await went(world, made)] == ["unknown"]
