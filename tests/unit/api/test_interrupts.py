import asyncio
from dataclasses import replace

import pytest

from shared.decisions import standing
from shared.models.rows import AGENT_RUN, RUN_TICKET, TURN, Change, Put
from shared.models.run import AgentRun, Step
from shared.workspace.registry import TOOLS


@pytest.fixture
def answer(world):
    async def answer(question, headers=None, **body):
        path = f"/api/v1/threads/t1/interrupts/{question}"
        return await world.call("POST", path, body, headers=headers)

    return answer


@pytest.fixture
async def question(world):
    await world.say()
    return await world.ask()


@pytest.fixture
async def approval(world):
    await world.say()
    return await world.ask("approval")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"action": "respond", "option": "john-doe"}, ("option", "john-doe", "")),
        ({"action": "accept", "option": "john-doe"}, ("option", "john-doe", "")),
        ({"action": "respond", "text": "The client"}, ("text", None, "The client")),
        ({"action": "reject"}, ("none", None, "")),
    ],
)
async def test_question_is_answered_by_button_or_words(world, answer, question, body, expected):
    response = await answer(question, **body, run_id="r2")
    assert response.status_code == 202
    assert response.json()["run_id"] == "r2"
    given = (await world.question(question)).answer
    assert (given.action, given.option, given.text) == expected
    assert world.engine.raised[-1][1] == f"reply-{question}"


@pytest.mark.parametrize(
    ("body", "action", "arguments"),
    [
        ({"action": "accept"}, "accept", None),
        ({"action": "reject"}, "reject", None),
        ({"action": "edit", "arguments": {"to": "c@d.example"}}, "edit", {"to": "c@d.example"}),
        ({"action": "respond", "text": "Who is that?"}, "text", None),
    ],
)
async def test_approval_is_answered(world, answer, approval, body, action, arguments):
    assert (await answer(approval, **body)).status_code == 202
    given = (await world.question(approval)).answer
    assert (given.action, given.arguments) == (action, arguments)


MAIL = {"to": ["a@b.example"], "subject": "Hi", "body": "Hello"}


async def shown(world, tool="gmail_send_email", arguments=MAIL):
    """Let the open approval be for a call of a tool."""
    world.services = replace(world.services, tools=TOOLS)
    head = await world.head("t1")
    step = Step(tool=tool, arguments=arguments, risk="medium")
    run = AgentRun(id="work-1", agent="email", request="x", status="executing", steps=(step,))
    await world.threads.commit(head, Change(head.value, (Put(AGENT_RUN, 1, run),)))


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"reply_to": "x"}, "arguments.reply_to"),
        ({"subject": 7}, "arguments.subject"),
        ({"to": ["a@b.example", 5]}, "arguments.to.1"),
        ({"to": ["nobody@nowhere"]}, "arguments.to"),
        ({"subject": "Better", "body": "  "}, "arguments.body"),
    ],
)
async def test_an_edit_that_cannot_be_names_the_field_and_closes_nothing(
    world, answer, approval, arguments, field
):
    await shown(world)

    response = await answer(approval, action="edit", arguments=arguments)

    assert response.status_code == 422
    assert response.headers["content-type"].startswith("application/problem+json")
    assert [error["field"] for error in response.json()["errors"]] == [field]
    assert (await world.question(approval)).takes_answers
    assert world.engine.raised == []
    fixed = await answer(approval, action="edit", arguments={"body": "Good day"})
    assert fixed.status_code == 202


async def test_who_lacks_the_role_cannot_agree_by_button(world, answer):
    await world.say()
    asked = await world.ask("approval", role="lead")

    assert (await answer(asked, action="accept")).status_code == 403
    assert (await world.question(asked)).takes_answers
    assert (await answer(asked, action="reject")).status_code == 202


async def test_an_edit_over_ag_ui_is_checked_as_well(world, approval):
    await shown(world)
    entry = {"interruptId": approval, "status": "resolved"}
    resume = [{**entry, "payload": {"arguments": {"subjekt": "x"}}}]
    body = {"threadId": "t1", "runId": "r9", "messages": [], "resume": resume}

    response = await world.call("POST", "/api/v1/chat", body)

    assert response.status_code == 422
    [error] = response.json()["errors"]
    assert error["field"] == "resume.0.payload.arguments.subjekt"
    assert (await world.question(approval)).takes_answers


async def test_an_edit_of_a_closed_question_is_a_conflict_whatever_it_says(world, answer, approval):
    await shown(world)
    await answer(approval, action="reject")

    assert (await answer(approval, action="edit", arguments={"x": 1})).status_code == 409


async def test_an_edit_for_a_tool_that_is_gone_is_taken(world, answer, approval):
    await shown(world, "gmail_carrier_pigeon")

    assert (await answer(approval, action="edit", arguments={"x": 1})).status_code == 202


@pytest.mark.parametrize("action", ["respond", "accept"])
async def test_what_is_offered_with_an_approval_agrees_to_it(world, answer, action):
    await world.say()
    asked = await world.ask("approval", options=(standing.OFFER,))

    refused = await answer(asked, action=action, option="never")
    taken = await answer(asked, action="respond", option="always")

    assert (refused.status_code, taken.status_code) == (422, 202)
    given = (await world.question(asked)).answer
    assert (given.action, given.option) == ("accept", "always")


@pytest.mark.parametrize(
    ("kind", "body", "field"),
    [
        ("clarification", {"action": "respond"}, "option"),
        ("clarification", {"action": "respond", "option": "paul"}, "option"),
        ("clarification", {"action": "respond", "option": "john-doe", "text": "x"}, "option"),
        ("clarification", {"action": "accept"}, "option"),
        ("clarification", {"action": "accept", "text": "yes"}, "option"),
        ("clarification", {"action": "edit", "arguments": {"a": 1}}, "action"),
        ("clarification", {"action": "reject", "text": "no"}, "text"),
        ("approval", {"action": "accept", "arguments": {"a": 1}}, "arguments"),
        ("approval", {"action": "accept", "option": "x"}, "option"),
        ("approval", {"action": "edit"}, "arguments"),
        ("approval", {"action": "respond"}, "text"),
    ],
)
async def test_answer_that_does_not_fit_is_refused(world, answer, kind, body, field):
    await world.say()
    question = await world.ask(kind)
    before, due = world.meter["commit"], len(await world.due())
    response = await answer(question, **body)
    assert response.status_code == 422
    assert response.json()["errors"][0]["field"] == field
    assert (world.meter["commit"], len(await world.due())) == (before, due)


async def test_unknown_option_is_told_the_options(answer, question):
    response = await answer(question, action="respond", option="paul")
    assert "john-smith, john-doe" in response.json()["errors"][0]["message"]


async def test_one_of_two_answers_wins(answer, question):
    body = {"action": "respond", "option": "john-doe"}
    responses = await asyncio.gather(*(answer(question, **body) for _ in range(5)))
    assert sorted(r.status_code for r in responses) == [202, 409, 409, 409, 409]
    assert {r.json()["code"] for r in responses if r.status_code == 409} == {"interrupt_closed"}


@pytest.mark.parametrize("named", [{"run_id": "r2"}, {"headers": {"Idempotency-Key": "r2"}}])
async def test_repeat_of_an_answer_is_answered_alike(world, answer, question, named):
    first = await answer(question, action="reject", **named)
    again = await answer(question, action="reject", **named)
    assert (again.status_code, again.json()) == (202, first.json())
    other = await answer(question, action="respond", option="john-doe", **named)
    assert (other.status_code, other.json()["code"]) == (422, "message_reused")


async def test_expired_question_is_closed(world, answer, question):
    world.clock.pass_by(days=2)
    assert (await answer(question, action="reject")).status_code == 409


async def test_unknown_question_or_thread_is_not_found(world, answer):
    assert (await answer("q-1-1", action="reject")).status_code == 404
    await world.say()
    assert (await answer("q-9-9", action="reject")).status_code == 404


async def test_answer_is_looked_after_until_its_turn_is_closed(world, answer, question):
    world.clock.pass_by(minutes=5)
    await answer(question, action="reject")
    rescues = [e for e in await world.due() if e.kind == "rescue"]
    assert [e.subject for e in rescues] == ["1", "1"]
    assert rescues[-1].at > world.clock.now()


async def test_question_of_somebody_else_cannot_be_answered(world, answer, question):
    key = world.key()
    world.caller = world.caller.model_copy(update={"user": "mallory"})
    assert (await answer(question, action="reject")).status_code == 404
    assert (await world.threads.get(key, RUN_TICKET, "r2")) is None


async def test_question_whose_turn_is_missing_is_not_found(world, answer, question):
    from shared.storage.rows import Delete  # noqa: PLC0415

    await world.rows.commit(world.key(), [Delete("turn-000000000001")])
    assert await world.threads.get(world.key(), TURN, 1) is None
    assert (await answer(question, action="reject")).status_code == 404
