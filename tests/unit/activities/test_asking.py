"""A question from being put to being settled."""

from datetime import timedelta

import pytest

from activities.ask import ask
from activities.close_turn import close_turn
from activities.open_turn import open_turn
from activities.plan_run import plan_run
from activities.prepare_step import prepare_step
from activities.take_reply import take_reply
from shared.decisions import lifecycle, wording
from shared.decisions.risk import ToolRules
from shared.errors import ClarificationError, NotFound, UpstreamUnavailable
from shared.models.base import Payload
from shared.models.intent import Candidate, Decision, Option
from shared.models.reasoning import Clarified, PlannedStep, ReplyReading, ToolPlan, Usage
from shared.models.rows import REQUEST, RUN_TICKET
from shared.models.steps import AskedQuestion, CloseTurn, Progress, TakeReply, ThreadStart
from shared.models.thread import Answer
from shared.ports import Reasoned
from shared.storage.keys import digest
from shared.tools.tool import Tool
from shared.workspace.registry import TOOLS
from tests.support.fakes import NOON, Conversation, one_call, to_agent

DAY = timedelta(days=1)
CHOICE = Decision(
    kind="ask",
    question="choice",
    text="Which one?",
    options=(
        Option(id="1", label="Email", value="run:email"),
        Option(id="2", label="Contacts", value="run:contacts"),
    ),
)
OPEN = Decision(kind="ask", question="open", text="What is it about?")


def take(talk, name="q-1-1", *, timed_out=False):
    wanted = TakeReply(thread=talk.key, turn=1, request=name, timed_out=timed_out)
    return take_reply(wanted, talk.services)


async def asked(talk, *readings, decision=CHOICE):
    ref = await talk.turn_for()
    await talk.follow(ref, decision)
    talk.script(interpret_reply=list(readings))
    return ref, await ask(ref, talk.services)


async def answer(talk, **given):
    """Answer by id, as the interrupts endpoint does."""
    request = await talk.threads.get(talk.key, REQUEST, "q-1-1")
    said = Answer(outcome="answered", run_id="run-button", **given)
    await talk.transact(
        lambda head: lifecycle.answer_request(head.value, request, said, "d", talk.clock.now())
    )


async def test_a_question_is_put_and_waited_for(talk):
    _, question = await asked(talk)

    assert question == AskedQuestion(
        status="open", request="q-1-1", event="reply-q-1-1", deadline=NOON + DAY
    )
    head = await talk.head()
    assert (head.phase, head.request) == ("waiting", "q-1-1")
    assert (await talk.ticket()).state == "waiting"
    assert (await talk.transcript())[-1][1].startswith("Which one?\n\n1. **Email**")
    assert (await talk.events())[-1]["outcome"]["type"] == "interrupt"
    assert [(due.kind, due.at) for due in await talk.due()] == [("expiry", NOON + DAY)]


async def test_asking_again_returns_the_same_question_however_late(talk):
    ref, question = await asked(talk)
    talk.clock.advance(hours=1)
    assert await ask(ref, talk.services) == question
    assert len([role for role, _ in await talk.transcript() if role == "assistant"]) == 1


async def test_asking_again_after_an_answer_says_that_it_is_settled(talk):
    ref, question = await asked(talk)
    await talk.say("the first", "m2")
    assert await ask(ref, talk.services) == question.model_copy(update={"status": "settled"})


async def test_a_question_somebody_had_already_moved_on_from_is_set_aside(talk):
    ref = await talk.turn_for()
    await talk.follow(ref, CHOICE)
    await talk.say("something else", "m2")

    question = await ask(ref, talk.services)

    assert (question.status, question.progress) == ("moved_on", Progress(move="close"))
    assert (await talk.head()).phase == "running"
    await close_turn(CloseTurn(thread=talk.key, turn=1), talk.services)
    assert (await talk.turn()).outcome == "superseded"


async def test_a_message_at_the_last_moment_sets_the_question_aside(talk):
    ref = await talk.turn_for()
    await talk.follow(ref, CHOICE)

    async def move_on():
        await talk.say("something else", "m2")

    talk.threads.rivals = [move_on]
    assert (await ask(ref, talk.services)).status == "moved_on"


async def test_a_wish_to_stop_that_came_first_is_not_lost_in_a_question(talk):
    ref = await talk.turn_for()
    await talk.follow(ref, CHOICE)
    talk.threads.rivals = [talk.stop]
    question = await ask(ref, talk.services)
    assert (question.status, question.progress.stop) == ("moved_on", "cancel")


async def test_what_a_question_needs_must_be_there(talk):
    ref = await talk.turn_for()
    await talk.follow(ref, CHOICE)
    await talk.lose(f"{RUN_TICKET.prefix}-{digest('run-m1')}")
    with pytest.raises(NotFound, match="run that asks"):
        await ask(ref, talk.services)


async def test_a_question_that_vanished_is_an_error(talk):
    ref, _ = await asked(talk)
    await talk.lose(f"{REQUEST.prefix}-{digest('q-1-1')}")
    with pytest.raises(NotFound, match="question asked"):
        await ask(ref, talk.services)
    with pytest.raises(ClarificationError, match="question asked"):
        await take(talk)


class Anything(Payload):
    name: str = ""


async def call(desk, wanted):
    return None


def risky(_arguments, _profile):
    return "high"


async def test_a_risky_call_is_asked_about_with_its_arguments(talk):
    tool = Tool("contacts_search", "Find", Anything, ToolRules(risky, changes=True), call, str)
    talk = Conversation(tools={**talk.services.tools, tool.name: tool})
    step = PlannedStep(tool=tool.name, arguments={"name": "x"})
    talk.script(
        plan_tools=[ToolPlan(steps=(step,))], interpret_reply=[ReplyReading(meaning="accept")]
    )
    ref = await talk.turn_for()
    await talk.follow(ref, to_agent())
    await plan_run(ref, talk.services)
    await prepare_step(ref, talk.services)

    await ask(ref, talk.services)
    request = await talk.request()
    assert (request.kind, request.arguments, request.tool_call_id) == (
        "approval",
        {"name": "x"},
        "call-1-1",
    )

    await talk.say("yes", "m2")
    taken = await take(talk)
    assert taken.progress == Progress(move="execute", effect=True)
    assert (await talk.run()).steps[0].approved == request.arguments_hash


READINGS = [
    (ReplyReading(meaning="option", option="2"), "answered", Progress(move="plan")),
    (ReplyReading(meaning="option", option="9"), "answered", Progress(move="ask")),
    (ReplyReading(meaning="none"), "answered", Progress(move="ask")),
    (ReplyReading(meaning="unclear"), "unclear", Progress(move="ask")),
    (UpstreamUnavailable("busy"), "unclear", Progress(move="ask")),
]


@pytest.mark.parametrize(("reading", "status", "where"), READINGS)
async def test_a_message_is_read_as_an_answer(talk, reading, status, where):
    await asked(talk, reading)
    await talk.say("dunno", "m2")

    taken = await take(talk)

    assert (taken.progress, taken.woken_early) == (where, False)
    request = await talk.request()
    assert (request.status, request.answer.text) == (status, "dunno")
    head = await talk.head()
    assert (head.phase, head.request, head.pending) == ("running", None, 0)
    assert (await talk.turn()).run_id == "run-m2"
    assert (await talk.turn()).trace[-1].name == "reply"
    assert (await talk.ticket("run-m2")).state == "running"
    assert (await talk.transcript())[-1] == ("user", "dunno")
    assert await talk.due() == []
    (asked_reader,) = talk.reasoner.requests("interpret_reply")
    assert (asked_reader.text, asked_reader.options) == ("dunno", CHOICE.options)


@pytest.mark.parametrize("meaning", ["text", "unclear"])
@pytest.mark.parametrize("decision", [OPEN, CHOICE])
async def test_words_that_narrow_it_down_are_routed_again(talk, meaning, decision):
    await asked(talk, ReplyReading(meaning=meaning), decision=decision)
    await talk.say("the rent", "m2")

    assert (await take(talk)).progress == Progress(move="route")

    turn = await talk.turn()
    assert (turn.intent, turn.decision, turn.rounds) == (None, None, 1)
    assert turn.asked == decision.question
    assert turn.clarified == (Clarified(question=decision.text, answer="the rent"),)
    assert talk.reasoner.requests("interpret_reply")[0].free_text
    found = await open_turn(ThreadStart(thread=talk.key, execution="e1"), talk.services)
    assert (found.progress.move, found.mention) == ("route", None)


async def test_a_name_counts_until_routing_has_asked(talk):
    ref = await talk.turn_for("@emial my mail")
    start = ThreadStart(thread=talk.key, execution="e1")
    assert (await open_turn(start, talk.services)).mention == "emial"
    await talk.follow(ref, OPEN)
    await ask(ref, talk.services)

    assert (await open_turn(start, talk.services)).mention is None


async def test_what_the_reading_of_a_reply_cost_is_on_the_bill(talk):
    spent = Usage(calls=1, input_tokens=3)
    await asked(talk, Reasoned(ReplyReading(meaning="option", option="1"), spent))
    await talk.say("the first", "m2")
    await take(talk)
    turn = await talk.turn()
    assert (turn.usage, turn.run_usage) == (spent, spent)


async def test_a_new_request_sets_the_question_aside_and_keeps_its_place_in_the_queue(talk):
    await asked(talk, ReplyReading(meaning="new"))
    await talk.say("something else", "m2")

    taken = await take(talk)

    assert taken.progress == Progress(move="close")
    assert (await talk.request()).status == "superseded"
    assert (await talk.head()).pending == 1
    assert (await talk.ticket("run-m2")).state == "queued"
    assert (await talk.transcript())[-1][0] == "assistant"


@pytest.mark.parametrize(
    ("given", "where", "said"),
    [
        ({"action": "option", "option": "2"}, "plan", "Contacts"),
        ({"action": "none"}, "compose", "None of these"),
    ],
)
async def test_an_answer_by_button_needs_no_reading(talk, given, where, said):
    await asked(talk)
    await answer(talk, **given)
    assert (await take(talk)).progress == Progress(move=where)
    assert (await talk.transcript())[-1] == ("user", said)
    assert (await talk.ticket("run-button")).state == "running"


@pytest.mark.parametrize(
    ("reading", "status", "where"),
    [
        (ReplyReading(meaning="option", option="2"), "answered", "plan"),
        (ReplyReading(meaning="new"), "unclear", "ask"),
    ],
)
async def test_an_answer_by_id_in_words_is_read(talk, reading, status, where):
    await asked(talk, reading)
    await answer(talk, action="text", text="the second")
    assert (await take(talk)).progress == Progress(move=where)
    assert (await talk.request()).status == status


async def unread(talk, ref, text="Which one?", again_in=wording.asked_again):
    """Answer three times what cannot be read; return where that leads."""
    for number in range(1, 4):
        await talk.say("dunno", f"u{number}")
        where = (await take(talk, f"q-1-{number}")).progress
        if number < 3:
            again = await ask(ref, talk.services)
            assert again.request == f"q-1-{number + 1}"
            assert again_in(text) in (await talk.transcript())[-1][1]
    return where


@pytest.mark.parametrize("likely", [True, False])
async def test_three_replies_that_cannot_be_read_leave_the_best_guess(talk, likely):
    guess = Candidate(agent="contacts", name="Contacts", description="", score=0.6)
    candidates = (guess,) if likely else ()
    decision = CHOICE.model_copy(update={"candidates": candidates})
    ref, _ = await asked(talk, *[ReplyReading(meaning="unclear")] * 3, decision=decision)

    where = await unread(talk, ref)

    turn = await talk.turn()
    assert turn.rounds == 3
    if likely:
        assert where == Progress(move="plan")
        assert (turn.decision.agent, (await talk.run()).agent) == ("contacts", "contacts")
        assert turn.decision.note == wording.best_guess("Contacts")
    else:
        assert where == Progress(move="compose")
        assert turn.decision.text == wording.GIVING_UP


async def test_three_replies_that_cannot_be_read_end_the_question_of_an_agent():
    tool = Tool("contacts_search", "Find", Anything, ToolRules(risky, changes=True), call, str)
    talk = Conversation(tools={**TOOLS, tool.name: tool})
    talk.script(
        plan_tools=[one_call(name="x")], interpret_reply=[ReplyReading(meaning="unclear")] * 3
    )
    ref = await talk.turn_for()
    await talk.follow(ref, to_agent())
    await plan_run(ref, talk.services)
    await prepare_step(ref, talk.services)
    await ask(ref, talk.services)

    closed = await unread(talk, ref, "**contacts_search**", wording.not_a_yes)
    assert closed == Progress(move="close")
    await close_turn(CloseTurn(thread=talk.key, turn=1), talk.services)
    assert (await talk.transcript())[-1] == ("assistant", wording.NOT_DONE)
    assert (await talk.turn()).rounds == 0


async def test_a_wait_that_ended_before_anything_came_goes_on(talk):
    await asked(talk)
    stored = await talk.stored()
    taken = await take(talk)
    assert (taken.woken_early, taken.progress.move) == (True, "ask")
    assert await talk.stored() == stored
    assert [due.kind for due in await talk.due()] == ["expiry"]


@pytest.mark.parametrize("how", ["timer", "sweep"])
async def test_a_question_nobody_answers_expires(talk, how):
    await asked(talk)
    if how == "sweep":
        talk.clock.advance(days=1)
    taken = await take(talk, timed_out=how == "timer")
    assert taken.progress == Progress(move="close")
    assert (await talk.request()).status == "expired"
    assert (await talk.ticket("expiry-q-1-1")).state == "running"
    assert await talk.due() == []
    await close_turn(CloseTurn(thread=talk.key, turn=1), talk.services)
    assert (await talk.turn()).outcome == "expired"
    assert (await talk.transcript())[-1] == ("assistant", wording.EXPIRED)


async def test_an_answer_that_came_with_the_deadline_counts(talk):
    await asked(talk, ReplyReading(meaning="option", option="2"))
    await talk.say("the second", "m2")
    assert (await take(talk, timed_out=True)).progress == Progress(move="plan")
    assert (await talk.request()).status == "answered"


async def test_an_answer_at_the_last_moment_before_expiry_counts_and_is_read_once(talk):
    await asked(talk, ReplyReading(meaning="option", option="2"))

    async def reply():
        await talk.say("the second", "m2")

    async def noise():
        await talk.change(messages=(await talk.head()).messages)

    talk.threads.rivals = [reply, noise]
    assert (await take(talk, timed_out=True)).progress == Progress(move="plan")
    assert len(talk.reasoner.requests("interpret_reply")) == 1


async def test_a_wish_to_stop_ends_the_question(talk):
    await asked(talk)
    await talk.stop()
    taken = await take(talk)
    assert taken.progress == Progress(move="close", stop="cancel")
    assert (await talk.request()).status == "cancelled"
    await close_turn(CloseTurn(thread=talk.key, turn=1, stop="cancel"), talk.services)
    assert (await talk.turn()).outcome == "cancelled"


async def test_a_deleted_thread_keeps_its_question_as_it_was(talk):
    await asked(talk)
    await talk.delete()
    stored = await talk.stored()
    taken = await take(talk, timed_out=True)
    assert taken.progress == Progress(move="close", stop="delete")
    assert await talk.stored() == stored


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("inbox-000000000002", "reply is missing"),
        (f"{RUN_TICKET.prefix}-{digest('run-m2')}", "run of the reply"),
    ],
)
async def test_what_a_reply_needs_must_be_there(talk, row, says):
    await asked(talk, ReplyReading(meaning="none"))
    await talk.say("the second", "m2")
    await talk.lose(row)
    with pytest.raises(ClarificationError, match=says):
        await take(talk)


async def test_a_turn_given_up_while_it_asks_takes_its_question_along(talk):
    await asked(talk)
    await close_turn(CloseTurn(thread=talk.key, turn=1, failed=True), talk.services)
    assert (await talk.request()).status == "cancelled"
    assert (await talk.head()).request is None
    assert (await talk.turn()).outcome == "failed"


async def test_a_turn_given_up_before_an_answer_was_read_ends_the_run_of_that_answer(talk):
    await asked(talk)
    await answer(talk, action="option", option="2")
    await close_turn(CloseTurn(thread=talk.key, turn=1, failed=True), talk.services)
    assert (await talk.ticket("run-button")).state == "cancelled"
    assert (await talk.request()).status == "cancelled"


async def test_a_turn_whose_question_vanished_is_closed_all_the_same(talk):
    await asked(talk)
    await talk.lose(f"{REQUEST.prefix}-{digest('q-1-1')}")
    await close_turn(CloseTurn(thread=talk.key, turn=1, failed=True), talk.services)
    assert (await talk.turn()).outcome == "failed"
