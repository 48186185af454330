"""Everything that waits for somebody, from all their conversations."""

from shared.activity import waiting_of
from shared.decisions.lifecycle.questions import spoken
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

    assert (choice["thread_id"], choice["title"]) == ("a", "Show me emails from John")
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


async def test_a_question_that_is_looked_for_while_it_is_being_asked_is_not_lost(world):
    name = await asked(world, "a")
    head = (await world.head("a")).value
    later = (await world.question(name, "a")).model_copy(
        update={"id": "q-9-1", "created_at": world.clock.now()}
    )
    await world.services.waiting.add(world.caller, waiting_of(head, later))

    assert [one["question"]["id"] for one in await waiting(world)] == [name]
    assert len(await world.services.waiting.of(world.caller)) == 2

    world.clock.pass_by(minutes=11)
    assert [one["question"]["id"] for one in await waiting(world)] == [name]
    assert len(await world.services.waiting.of(world.caller)) == 1, "nobody asks it any more"


async def test_nobody_elses_questions_are_told(world):
    await asked(world, "a")
    world.caller = Principal(tenant=world.caller.tenant, user="somebody-else")
    assert await waiting(world) == []


# --- what takes the approval of somebody else

BOSS = Principal(tenant="dev", user="boss", roles=("approver",), name="Bo Boss")


async def as_(world, who, method, path, body=None):
    before, world.caller = world.caller, who
    try:
        return await world.call(method, path, body)
    finally:
        world.caller = before


async def to_approve(world, who=BOSS):
    return (await as_(world, who, "GET", QUESTIONS)).json()["questions"]


async def test_somebody_else_with_the_role_sees_the_card_and_nothing_of_the_conversation(world):
    await world.services.directory.met(world.caller.model_copy(update={"name": "Ann Asker"}))
    await asked(world, "salary", kind="approval", risk="high", role="approver")

    [waits] = await to_approve(world)

    assert waits["asked_by"] == {"id": world.caller.user, "name": "Ann Asker"}
    assert (waits["thread_id"], waits["links"]["thread"]) == (None, None)
    assert waits["title"] == ""
    assert waits["question"]["arguments"] == {"to": "a@b.example"}
    assert "salary" not in str(waits)
    [own] = await waiting(world)
    assert (own["asked_by"], own["agent"]) == (None, None)
    for who in (
        BOSS.model_copy(update={"roles": ("member",)}),
        BOSS.model_copy(update={"tenant": "other"}),
    ):
        assert await to_approve(world, who) == []
        refused = await as_(world, who, "POST", waits["links"]["answer"], {"action": "accept"})
        assert refused.status_code == 404


async def test_who_has_the_role_approves_once_and_it_says_who(world):
    name = await asked(world, "a", kind="approval", risk="high", role="approver")
    [waits] = await to_approve(world)
    link = waits["links"]["answer"]

    for _ in range(2):
        decided = await as_(world, BOSS, "POST", link, {"action": "accept"})
        assert (decided.status_code, decided.json()["by"]) == (200, "boss")

    question = await world.question(name, "a")
    assert (question.answer.action, question.answer.by) == ("accept", "boss")
    assert await to_approve(world) == await waiting(world) == []
    other = await as_(world, BOSS, "POST", link, {"action": "reject"})
    assert (other.status_code, other.json()["code"]) == (422, "message_reused")
    second = BOSS.model_copy(update={"user": "second"})
    late = await as_(world, second, "POST", link, {"action": "accept"})
    assert (late.status_code, late.json()["code"]) == (409, "interrupt_closed")
    assert len(world.engine.raised) >= 1


async def test_who_asked_cannot_approve_whatever_roles_they_have(world):
    world.caller = world.caller.model_copy(update={"roles": ("owner", "approver")})
    name = await asked(world, "a", kind="approval", risk="high", role="approver")
    [waits] = await to_approve(world)
    assert len(await waiting(world)) == 1

    by_button = await world.call(
        "POST", f"/api/v1/threads/a/interrupts/{name}", {"action": "accept"}
    )
    by_link = await world.call("POST", waits["links"]["answer"], {"action": "accept"})

    for refused in (by_button, by_link):
        assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
        assert "somebody else with the role “approver”" in refused.json()["detail"]
    assert (await world.question(name, "a")).takes_answers
    own = await world.call("POST", f"/api/v1/threads/a/interrupts/{name}", {"action": "reject"})
    assert own.status_code == 202


async def test_what_was_turned_down_says_by_whom_and_why(world):
    name = await asked(world, "a", kind="approval", risk="high", role="approver")
    [waits] = await to_approve(world)

    wrong = await as_(
        world, BOSS, "POST", waits["links"]["answer"], {"action": "accept", "reason": "x"}
    )
    assert wrong.status_code == 422
    body = {"action": "reject", "reason": "too early"}
    assert (await as_(world, BOSS, "POST", waits["links"]["answer"], body)).status_code == 200

    question = await world.question(name, "a")
    assert spoken(question, question.answer) == "Bo Boss did not approve this: too early"
