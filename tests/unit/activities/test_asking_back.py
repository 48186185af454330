"""A command that lacks something: asked, answered, and planned again with the answer."""

import pytest

from activities.ask import ask
from activities.close_turn import close_turn
from activities.execute_tool import execute_tool
from activities.plan_run import plan_run
from activities.take_reply import take_reply
from shared.conversation.turns import load_turn
from shared.decisions import lacking, scheduling, wording
from shared.models.agent import Agent, Skill
from shared.models.intent import ActionType, Command, Decision, IntentAnalysis
from shared.models.reasoning import Clarified, ReplyReading, ToolPlan
from shared.models.rows import Change
from shared.models.steps import CloseTurn, Progress, TakeReply, TurnRef
from tests.support.fakes import NOON, TENANT, one_call, to_agent

LACKS = ToolPlan(cannot="Whom should I look for?", lacks="person")
FOUND = one_call(name="Sarah")
TEXT = ReplyReading(meaning="text")


async def asked(talk, *plans, readings=(), text="find somebody", message_id="m1"):
    talk.script(plan_tools=list(plans), interpret_reply=list(readings))
    ref = await talk.turn_for(text, message_id)
    await talk.follow(ref, to_agent())
    return ref, await plan_run(ref, talk.services)


async def replied(talk, ref, text, message_id="m2"):
    """Put the question, say something, and return where that leads."""
    question = await ask(ref, talk.services)
    await talk.say(text, message_id)
    wanted = TakeReply(thread=talk.key, turn=ref.turn, request=question.request, timed_out=False)
    return (await take_reply(wanted, talk.services)).progress


async def test_what_is_lacking_is_asked_and_the_answer_is_planned_with(talk):
    ref, where = await asked(talk, LACKS, FOUND, readings=[TEXT])
    assert where == Progress(move="ask")

    assert await replied(talk, ref, "Sarah {1.people}") == Progress(move="plan")

    request = await talk.request()
    assert (request.kind, request.question, request.lacks) == (
        "clarification",
        LACKS.cannot,
        "person",
    )
    (reading,) = talk.reasoner.requests("interpret_reply")
    assert (reading.free_text, reading.lacks, reading.options) == (True, "person", ())
    known = Clarified(question=LACKS.cannot, answer="Sarah {1.people}", lacks="person")
    assert (await talk.run()).clarified == (known,)
    assert (await talk.turn()).clarified == ()

    assert await plan_run(ref, talk.services) == Progress(move="execute")
    first, second = talk.reasoner.requests("plan_tools")
    assert first.context.clarified == ()
    (given,) = second.context.clarified
    assert (given.question, given.lacks, given.told) == (LACKS.cannot, "person", True)
    assert given.answer != known.answer, "nothing that a person typed is a reference"
    assert (second.command, (await talk.turn()).run_id) == (first.command, "run-m2")


async def test_the_question_is_asked_once_and_the_answer_counts_once(talk):
    ref, _ = await asked(talk, LACKS, FOUND, readings=[TEXT])
    assert await plan_run(ref, talk.services) == Progress(move="ask")
    question = await ask(ref, talk.services)
    assert await ask(ref, talk.services) == question
    await talk.say("Sarah", "m2")
    wanted = TakeReply(thread=talk.key, turn=1, request=question.request, timed_out=False)
    once = await take_reply(wanted, talk.services)

    assert await take_reply(wanted, talk.services) == once

    assert len((await talk.run()).clarified) == 1
    await plan_run(ref, talk.services)
    assert await plan_run(ref, talk.services) == Progress(move="execute")


async def test_three_answers_that_do_not_do_end_the_command_with_its_reason(talk):
    ref, _ = await asked(talk, *[LACKS] * 4, readings=[TEXT] * 3)
    for number in range(lacking.MAX_ASKED):
        assert await replied(talk, ref, f"Sarah {number}", f"a{number}") == Progress(move="plan")
        where = await plan_run(ref, talk.services)

    assert where == Progress(move="compose")
    assert (await talk.run()).response.result.summary == LACKS.cannot
    assert [known.answer for known in (await talk.run()).clarified] == [
        f"Sarah {number}" for number in range(lacking.MAX_ASKED)
    ]


async def test_never_mind_ends_the_command(talk):
    ref, _ = await asked(talk, LACKS, readings=[ReplyReading(meaning="none")])

    assert await replied(talk, ref, "never mind") == Progress(move="compose")

    assert (await talk.run()).response.result.summary == wording.LEFT_ALONE


async def test_another_request_gets_a_turn_of_its_own(talk):
    ref, _ = await asked(talk, LACKS, readings=[ReplyReading(meaning="new")])

    assert await replied(talk, ref, "what's on my calendar?") == Progress(move="close")

    await close_turn(CloseTurn(thread=talk.key, turn=1), talk.services)
    assert (await talk.turn()).outcome == "superseded"
    assert (await talk.head()).pending == 1


async def test_a_run_of_a_schedule_asks_nobody(talk):
    message = scheduling.message_id("s1", NOON)

    _, where = await asked(talk, LACKS, message_id=message)

    assert where == Progress(move="compose")
    assert (await talk.run()).response.result.summary == LACKS.cannot


@pytest.mark.parametrize(("instructions", "move"), [("1. Find them", "compose"), ("", "ask")])
async def test_a_line_of_a_procedure_asks_nobody(talk, instructions, move):
    skill = Skill(id="s", name="Find", description="", instructions=instructions)
    made = Agent(
        id="made", name="Made", description="", skills=(skill,), tools=("contacts_search",)
    )
    await talk.services.agents.save(TENANT, made, None)
    talk.script(plan_tools=[LACKS])
    ref = await talk.turn_for("go")
    await talk.follow(ref, to_agent("made"))

    assert await plan_run(ref, talk.services) == Progress(move=move)


async def test_what_a_command_was_told_is_not_another_ones_and_what_was_done_stays(talk):
    """The first is done, the second asks, and the third starts from its own words."""
    told = ("find Ann", "find somebody", "find Bob")
    commands = tuple(
        Command(agent="contacts", command=text, order=number) for number, text in enumerate(told, 1)
    )
    intent = IntentAnalysis(
        action=ActionType.EXECUTE, primary_intent="find", confidence=1, commands=commands
    )
    talk.script(
        plan_tools=[one_call(name="Ann"), LACKS, FOUND, one_call(name="Bob")],
        interpret_reply=[TEXT],
    )
    ref = await talk.turn_for("find Ann, somebody and Bob")
    await keep(talk, intent)
    await talk.follow(ref, Decision(kind="run", agent="contacts"))
    await plan_run(ref, talk.services)
    await execute_tool(ref, talk.services)
    assert await plan_run(ref, talk.services) == Progress(move="ask")

    await replied(talk, ref, "Sarah")
    await plan_run(ref, talk.services)
    assert [one.command for one in (await talk.run()).earlier] == [told[0]]
    await execute_tool(ref, talk.services)
    await plan_run(ref, talk.services)

    run = await talk.run()
    assert [one.command for one in run.earlier] == list(told[:2])
    assert (run.request, run.clarified) == (told[2], ())
    assert talk.reasoner.requests("plan_tools")[-1].context.clarified == ()


async def keep(talk, intent):
    """Note what was understood, as the analysis does."""
    opened = await load_turn(talk.threads, TurnRef(thread=talk.key, turn=1))
    turn = opened.turn.value.model_copy(update={"intent": intent})
    await talk.transact(lambda head: Change(head.value, (opened.put_turn(turn),)))
