"""Everything that waits for somebody, from all their conversations."""

from shared.activity import waiting_of
from shared.models.principal import Principal

QUESTIONS = "/api/v1/questions"


async def asked(world, thread, **changes):
    await world.say("Show me emails from John", thread)
    name = await world.ask(thread=thread, **changes)
    noted = waiting_of((await world.head(thread)).value, await world.question(name, thread))
    await world.services.waiting.add(world.caller, noted)
    world.clock.pass_by(minutes=1)
    return name


async def waiting(world):
    response = await world.call("GET", QUESTIONS)
    assert response.status_code == 200, response.text
    return response.json()["questions"]


async def test_what_waits_in_any_conversation_is_listed_with_where_it_is_answered(world):
    first = await asked(world, "a")
    await asked(world, "b", kind="approval", risk="high", role="owner")

    choice, approval = await waiting(world)

    assert choice["thread_id"] == "a"
    assert choice["question"]["options"][0]["label"] == "John Smith (colleague)"
    assert choice["links"]["answer"] == f"/api/v1/threads/a/interrupts/{first}"
    assert approval["question"]["arguments"] == {"to": "a@b.example"}
    assert (approval["question"]["risk"], approval["question"]["role"]) == ("high", "owner")
    assert approval["question"]["response_schema"]["type"] == "object"


async def test_what_was_answered_waits_no_longer(world):
    name = await asked(world, "a")
    answer = {"action": "respond", "option": "john-doe"}
    answered = await world.call("POST", f"/api/v1/threads/a/interrupts/{name}", answer)
    assert answered.status_code == 202
    assert await waiting(world) == []


async def test_nobody_elses_questions_are_told(world):
    await asked(world, "a")
    world.caller = Principal(tenant=world.caller.tenant, user="somebody-else")
    assert await waiting(world) == []
