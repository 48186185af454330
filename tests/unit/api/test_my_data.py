"""A person is handed everything that is kept of them, and nothing of anybody else."""

import json

from shared.decisions import habits
from shared.models.agent import Agent
from shared.models.person import Taught
from shared.models.principal import Principal
from tests.support.fakes import NOON

DATA = "/api/v1/me/data"
OTHER = Principal(tenant="dev", user="somebody-else", roles=("builder",))


async def handed(world):
    response = await world.call("GET", DATA)
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("application/x-ndjson")
    *lines, end = [json.loads(line) for line in response.text.splitlines()]
    assert end == {"kind": "end", "value": {"count": len(lines)}}
    return lines


def kinds(lines):
    return {line["kind"] for line in lines}


async def furnish(world, word):
    who = world.caller
    await world.say(f"Show me {word}", word)
    await world.answer(f"Found {word}", word)
    agent = Agent(id=word, name=word, description=word, owner=who.user, users=(who.user,))
    await world.services.agents.save(who.tenant, agent, None)
    schedule = {"agent": word, "request": f"report {word}", "when": "every day at 9"}
    assert (await world.call("POST", "/api/v1/schedules", schedule)).status_code == 201
    taught = Taught(agent=word, text=f"tell {word}", point="", at=NOON)
    await world.services.people.change(who, lambda person: habits.teach(person, taught))


async def test_all_of_it_and_only_ones_own(world):
    me = world.caller
    await furnish(world, "zanzibar")
    world.caller = OTHER
    await furnish(world, "timbuktu")

    for who, own, others in ((me, "zanzibar", "timbuktu"), (OTHER, "timbuktu", "zanzibar")):
        world.caller = who
        lines = await handed(world)
        assert others not in str(lines)
        assert {
            "directory",
            "people",
            "conversations",
            "transcript",
            "turn",
            "schedules",
            "agents",
        } <= kinds(lines)
        said = [line["value"]["text"] for line in lines if line["kind"] == "transcript"]
        assert said == [f"Show me {own}", f"Found {own}"]
        [person] = [line["value"] for line in lines if line["kind"] == "people"]
        assert [one["text"] for one in person["taught"]] == [f"tell {own}"]


async def test_who_was_never_here_is_told_only_that(world):
    assert kinds(await handed(world)) == {"directory"}


async def test_long_conversations_are_whole(world):
    for number in range(55):
        await world.say(f"message {number}")
        await world.answer(f"answer {number}")

    lines = await handed(world)

    assert sum(line["kind"] == "transcript" for line in lines) == 110
    assert sum(line["kind"] == "turn" for line in lines) == 55
