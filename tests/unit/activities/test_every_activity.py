"""What holds for every activity: it may run again, be overtaken, or find the thread deleted."""

import pytest

from activities.analyze_intent import analyze_intent
from activities.answer_turn import answer_turn
from activities.ask import ask
from activities.close_turn import close_turn
from activities.compose_reply import compose_reply
from activities.discover_agents import discover_agents
from activities.execute_tool import execute_tool
from activities.follow_decision import follow_decision
from activities.go_on import go_on
from activities.open_turn import open_turn
from activities.park import park
from activities.plan_run import plan_run
from activities.reassess_run import reassess_run
from activities.search_agents import search_agents
from activities.take_reply import take_reply
from activities.understand_turn import understand_turn
from shared.connectors.sandbox.workspaces import SandboxWorkspaces
from shared.errors import StorageUnavailable
from shared.models.intent import ActionType, Decision, IntentAnalysis, Option
from shared.models.reasoning import Reassessment, ReplyReading
from shared.models.steps import (
    AskedQuestion,
    CloseTurn,
    DiscoverRequest,
    FollowRequest,
    GoneOn,
    GoOn,
    ParkRequest,
    Progress,
    TakeReply,
    ThreadStart,
)
from shared.storage.memory import MemoryRows
from tests.support.fakes import Conversation, ManualClock, one_call, to_agent

INTENT = IntentAnalysis(action=ActionType.EXECUTE, primary_intent="find mail", confidence=0.9)
CHOICE = Decision(
    kind="ask",
    question="choice",
    text="Which one?",
    options=(Option(id="1", label="Contacts", value="run:contacts"),),
)
NOBODY = "somebody who is in nobody's address book"


async def opening(talk):
    await talk.say()
    return lambda: open_turn(ThreadStart(thread=talk.key, execution="e1"), talk.services)


async def opening_again(talk):
    await talk.turn_for()
    return lambda: open_turn(ThreadStart(thread=talk.key, execution="e2"), talk.services)


async def parking(talk):
    ref = await talk.turn_for()
    await close_turn(CloseTurn(thread=ref.thread, turn=1), talk.services)
    found = await open_turn(ThreadStart(thread=talk.key, execution="e1"), talk.services)
    return lambda: park(ParkRequest(thread=talk.key, etag=found.etag), talk.services)


async def analysing(talk):
    ref = await talk.turn_for(debug=True)
    return lambda: analyze_intent(ref, talk.services)


async def understanding(talk):
    await talk.say()
    return lambda: understand_turn(ThreadStart(thread=talk.key, execution="e1"), talk.services)


async def searching(talk):
    await talk.say()
    return lambda: search_agents(ThreadStart(thread=talk.key, execution="e1"), talk.services)


async def going_on(talk):
    ref = await talk.turn_for()
    request = GoOn(thread=ref.thread, turn=ref.turn, decision=to_agent())
    return lambda: go_on(request, talk.services)


async def going_on_to_a_question(talk):
    ref = await talk.turn_for()
    request = GoOn(thread=ref.thread, turn=ref.turn, decision=CHOICE)
    return lambda: go_on(request, talk.services)


async def answering(talk):
    ref = await talk.turn_for()
    await talk.follow(ref, Decision(kind="say", text="Good morning."))
    return lambda: answer_turn(CloseTurn(thread=talk.key, turn=1), talk.services)


async def discovering(talk):
    ref = await talk.turn_for()
    wanted = DiscoverRequest(thread=ref.thread, turn=ref.turn)
    return lambda: discover_agents(wanted, talk.services)


async def following(talk):
    ref = await talk.turn_for()
    request = FollowRequest(thread=ref.thread, turn=ref.turn, decision=to_agent())
    return lambda: follow_decision(request, talk.services)


async def planning(talk):
    ref = await talk.turn_for()
    await talk.follow(ref, to_agent())
    return lambda: plan_run(ref, talk.services)


async def executing(talk):
    run_plan = await planning(talk)
    await run_plan()
    ref = await talk.open()
    return lambda: execute_tool(ref, talk.services)


async def reassessing(talk):
    talk.script(**{**SCRIPTS, "plan_tools": [one_call(name=NOBODY)]})
    call = await executing(talk)
    await call()
    ref = await talk.open()
    return lambda: reassess_run(ref, talk.services)


async def asking(talk):
    ref = await talk.turn_for()
    await talk.follow(ref, CHOICE)
    return lambda: ask(ref, talk.services)


async def asking_with_a_message_waiting(talk):
    question = await asking(talk)
    await talk.say("something else", "m2")
    return question


async def taking(talk, *, timed_out=False):
    question = await asking(talk)
    asked = await question()
    wanted = TakeReply(thread=talk.key, turn=1, request=asked.request, timed_out=timed_out)
    return lambda: take_reply(wanted, talk.services)


async def taking_an_answer(talk):
    take = await taking(talk)
    await talk.say("the first", "m2")
    return take


async def taking_an_expiry(talk):
    return await taking(talk, timed_out=True)


async def composing(talk):
    ref = await talk.turn_for()
    await talk.follow(ref, Decision(kind="say", text="Good morning."))
    return lambda: compose_reply(ref, talk.services)


async def closing(talk):
    compose = await composing(talk)
    await compose()
    return lambda: close_turn(CloseTurn(thread=talk.key, turn=1), talk.services)


async def closing_in_failure(talk):
    await talk.turn_for()
    return lambda: close_turn(CloseTurn(thread=talk.key, turn=1, failed=True), talk.services)


EVERY = [
    opening,
    opening_again,
    parking,
    analysing,
    discovering,
    following,
    planning,
    executing,
    reassessing,
    asking,
    asking_with_a_message_waiting,
    taking_an_answer,
    taking_an_expiry,
    composing,
    closing,
    closing_in_failure,
    understanding,
    searching,
    going_on,
    going_on_to_a_question,
    answering,
]
RETRIED = [work for work in EVERY if work not in {composing, answering}]
IN_A_TURN = [analysing, following, planning, executing, reassessing, composing]
SCRIPTS = {
    "analyze_intent": [INTENT],
    "plan_tools": [one_call(name="Sarah")],
    "reassess": [Reassessment(verdict="complete", summary="Nobody.")],
    "interpret_reply": [ReplyReading(meaning="option", option="1")],
}


def conversation(times=1):
    workspaces = SandboxWorkspaces(MemoryRows(), ManualClock(), frozenset({"email", "contacts"}))
    talk = Conversation(workspaces=workspaces)
    talk.script(**{method: script * times for method, script in SCRIPTS.items()})
    return talk


def named(works):
    return {"argvalues": works, "ids": [work.__name__ for work in works]}


def meaning(result):
    """Return a result as far as anybody looks at it: nobody waits for a question set aside."""
    if isinstance(result, AskedQuestion) and result.status == "moved_on":
        return result.status
    return result


def untimed(events):
    """Return events without how long things took."""
    return [
        {**event, "value": {**event["value"], "milliseconds": 0}}
        if event.get("name") == "trace"
        else event
        for event in events
    ]


@pytest.mark.parametrize("prepare", **named(EVERY))
async def test_a_second_run_changes_nothing_and_returns_the_same(prepare):
    talk = conversation()
    work = await prepare(talk)
    result = await work()
    stored, due = await talk.stored(), await talk.due()

    assert meaning(await work()) == meaning(result)
    assert await talk.stored() == stored
    assert await talk.due() == due


@pytest.mark.parametrize("prepare", **named(RETRIED))
async def test_a_run_whose_write_was_not_acknowledged_is_made_up_for(prepare):
    clean = conversation()
    expected = await (await prepare(clean))()

    talk = conversation(times=2)
    work = await prepare(talk)
    talk.threads.lose_answer = True
    for _ in range(2):
        try:
            result = await work()
        except StorageUnavailable:
            continue
        break

    if prepare is not parking:  # an etag is whatever storage says
        assert meaning(result) == meaning(expected)
    assert untimed(await talk.events()) == untimed(await clean.events())
    assert await talk.transcript() == await clean.transcript()
    assert await talk.head() == await clean.head()


@pytest.mark.parametrize("prepare", **named(EVERY))
async def test_a_thread_deleted_meanwhile_is_not_written_to(prepare):
    talk = conversation()
    work = await prepare(talk)
    at_deletion = []

    async def delete():
        await talk.delete()
        at_deletion.extend(await talk.stored())

    talk.threads.rivals = [delete]
    result = await work()

    if at_deletion:
        assert await talk.stored() == at_deletion
    if isinstance(result, GoneOn):
        result = result.progress
    if isinstance(result, Progress):
        assert result == Progress(move="close", stop="delete")


@pytest.mark.parametrize("prepare", **named(IN_A_TURN))
@pytest.mark.parametrize("kind", ["cancel", "interrupt"])
async def test_the_result_carries_the_wish_to_stop(prepare, kind):
    talk = conversation()
    work = await prepare(talk)

    async def stop():
        await talk.stop(kind)

    talk.threads.rivals = [stop]
    result = await work()

    if prepare is not analysing:
        assert result.stop == kind
    assert (await talk.head()).stop.kind == kind, "the wish outlives the step"


@pytest.mark.parametrize("prepare", **named([executing, composing]))
async def test_an_effect_is_not_begun_once_a_person_wants_it_to_stop(prepare):
    talk = conversation()
    work = await prepare(talk)
    await talk.stop()
    stored = await talk.stored()
    assert (await work()).stop == "cancel"
    assert await talk.stored() == stored
