"""One question to several agents at once: all work together, and each answer is its own."""

import asyncio
from collections.abc import Callable

import pytest

from shared.agents.domain import DOMAIN_AGENTS
from shared.conversation import doorbell, later
from shared.conversation.transact import transact
from shared.decisions import lifecycle, wording
from shared.errors import ToolFailed
from shared.models.rows import BRANCH
from shared.workspace.registry import TOOLS
from tests.support.regions import TIMES, region, regions, saying, tool
from tests.support.scripted_reasoner import Text
from tests.support.simulation import TENANT, World

NAMES = ("north", "south", "east", "west", "centre")


def risky(_arguments, _profile):
    return "medium"


@pytest.fixture
async def company():
    """Return how a world is made in which each region answers as told."""
    worlds = []

    async def make(calls: dict[str, Callable], strategy="parallel", risks=None, synthesize=None):
        made = {
            f"{name}_sales": tool(name, call, (risks or {}).get(name))
            for name, call in calls.items()
        }
        world = World(
            reasoner=regions(tuple(calls), strategy, synthesize),
            tools={**TOOLS, **made},
            agents=DOMAIN_AGENTS,
        )
        await world.boot()
        worlds.append(world)
        for name in calls:
            await world.services.agents.save(TENANT, region(name), None)
        return world

    yield make
    for world in worlds:
        await world.engine.stop()


async def failing(_desk, _wanted):
    raise ToolFailed("The region is closed.", "params")


async def north_has_answered(world):
    key = world.key()
    while (  # noqa: ASYNC110 - a row tells nobody that it has changed
        await world.services.threads.get(key, BRANCH, "1-1")
    ).value.response is None:
        await asyncio.sleep(0.01)


async def asked(world):
    await world.say("ask the regions about sales", "m1")
    return (await world.transcript())[-1][1]


async def test_all_work_at_the_same_time(company):
    together = asyncio.Barrier(len(NAMES))

    def waiting(name):
        async def call(_desk, _wanted):
            await together.wait()
            return f"{name} sold ten"

        return call

    world = await company({name: waiting(name) for name in NAMES})

    answer = await asked(world)

    assert [line for line in answer.splitlines() if line] == [
        f"**{name.title()}**: {name} sold ten" for name in NAMES
    ]


async def test_clients_see_each_of_them(company):
    world = await company({name: saying("ten") for name in NAMES[:2]})
    await asked(world)

    told = [e.event["value"] for e in await world.events() if e.event.get("name") == "delegation"]
    assert [(one["agent"], one["state"]) for one in told] == [
        ("north", "started"),
        ("south", "started"),
        ("north", "completed"),
        ("south", "completed"),
    ]


async def test_one_that_fails_leaves_the_others(company):
    world = await company({"north": saying("ten"), "south": failing, "east": saying("twelve")})

    answer = await asked(world)

    assert "**North**: ten" in answer
    assert "**South**: " in answer
    assert "The region is closed." in answer
    assert "**East**: twelve" in answer


async def test_one_that_never_answers_is_not_waited_for(company):
    begun, answered = asyncio.Event(), asyncio.Event()

    async def silent(_desk, _wanted):
        begun.set()
        await answered.wait()
        return "too late"

    def synthesize(request):
        answered.set()
        return Text(tuple(each.text for each in request.earlier))

    world = await company({"north": saying("ten"), "south": silent}, synthesize=synthesize)
    await world.put("ask the regions about sales", "m1")
    await world.ring()
    await begun.wait()
    await north_has_answered(world)
    world.clock.advance(seconds=46)
    await world.settle()

    answer = (await world.transcript())[-1][1]
    assert "**North**: ten" in answer
    assert f"**South**: {wording.no_answer_in_time()}" in answer
    assert (await world.events())[-1].event["type"] == "RUN_FINISHED"


async def test_one_that_needs_a_person_asks_and_the_others_are_there(company):
    world = await company(
        {"north": saying("ten"), "south": saying("moved the stock"), "east": saying("twelve")},
        risks={"south": risky},
    )

    question = await asked(world)
    assert "go ahead?" in question
    await world.say("yes", "m2")

    answer = (await world.transcript())[-1][1]
    assert "**North**: ten" in answer
    assert "**East**: twelve" in answer
    assert "moved the stock" in answer


async def test_the_first_answer_may_be_enough(company):
    world = await company({"north": failing, "south": saying("twelve")}, "first_success")

    answer = await asked(world)

    assert answer == "**South**: twelve"


async def instances(world):
    """Return the ids of all orchestrations there are, after another sweep."""
    world.clock.advance(minutes=5)
    await world.sweep()
    return [status.instance_id for status in await world.engine.query()]


async def test_however_often_they_are_asked_no_orchestrations_pile_up(company):
    world = await company({name: saying("ten") for name in NAMES})

    for number in range(TIMES):
        await world.say("ask the regions about sales", f"m{number}")
        assert len(await world.engine.query()) == 1 + len(NAMES)
        assert await instances(world) == [doorbell.instance_id(world.key())]


async def test_a_thread_deleted_while_they_work_takes_all_of_them_with_it(company):
    begun, over = asyncio.Event(), asyncio.Event()

    async def slow(_desk, _wanted):
        begun.set()
        await over.wait()
        return "ten"

    world = await company({"north": slow, "south": saying("twelve")})
    await world.put("ask the regions about sales", "m1")
    await world.ring()
    await begun.wait()
    await delete(world)

    assert len(await instances(world)) > 1
    over.set()
    await world.settle()
    assert await instances(world) == []
    assert await world.services.threads.head(world.key()) is None


async def delete(world):
    """Delete the thread as its owner does."""

    async def step(head):
        return lifecycle.tombstone(head.value, world.clock.now()), None

    await transact(world.services.threads, world.key(), step)
    await world.services.due.add(later.purge(world.key(), world.clock.now()))
