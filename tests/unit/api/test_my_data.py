"""A person is handed everything that is kept of them, and nothing of anybody else."""

import json
from base64 import b64decode

from api.my_data import TALK
from shared.decisions import habits
from shared.models import rows
from shared.models.agent import Agent
from shared.models.gap import Gap
from shared.models.person import Taught
from shared.models.principal import Principal
from shared.models.rows import (
    AGENT_RUN,
    EVENT,
    INBOX,
    MESSAGE_TICKET,
    RUN_TICKET,
    Change,
    Kind,
    Put,
)
from shared.models.run import AgentRun
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


async def test_what_was_asked_done_brought_and_missed_is_handed_over_too(world):
    path = "/api/v1/threads/t1/files?name=plan.txt"
    assert (await world.call("POST", path, b"To the zanzibar coast")).status_code == 201
    await world.say("Write to John")
    question = await world.ask()
    head = await world.head()
    threads, run = world.services.threads, AgentRun(id="r1", agent="email", request="Write to John")
    await threads.commit(head, Change(head.value, (Put(AGENT_RUN, 1, run),)))
    for name in (world.key(), "somebody-elses"):
        gap = Gap(id=f"{name}/1", at=world.clock.now(), text=f"fly to {name}")
        await world.services.gaps.keep(world.caller.tenant, gap)

    told = {line["kind"]: line["value"] for line in await handed(world)}

    assert b64decode(told["upload"]["content"]) == b"To the zanzibar coast"
    assert (told["upload"]["name"], told["upload"]["thread_id"]) == ("plan.txt", "t1")
    assert told["request"]["id"] == question
    assert told["work"]["agent"] == "email"
    assert told["gaps"]["text"] == f"fly to {world.key()}"


async def test_every_kind_of_row_is_told_or_only_drives_a_conversation(world):
    kinds = {kind.prefix for kind in vars(rows).values() if isinstance(kind, Kind)}
    driving = {INBOX, MESSAGE_TICKET, RUN_TICKET, EVENT}
    assert kinds - {kind.prefix for kind in TALK} == {kind.prefix for kind in driving}


async def test_who_was_never_here_is_told_only_that(world):
    assert kinds(await handed(world)) == {"directory"}


async def test_long_conversations_are_whole(world):
    for number in range(55):
        await world.say(f"message {number}")
        await world.answer(f"answer {number}")

    lines = await handed(world)

    assert sum(line["kind"] == "transcript" for line in lines) == 110
    assert sum(line["kind"] == "turn" for line in lines) == 55
