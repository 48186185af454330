"""What goes on within one activity, and where it ends."""

from dataclasses import replace

import pytest

from activities.answer_turn import answer_turn
from activities.execute_tool import execute_tool
from activities.go_on import LONGEST, go_on
from activities.search_agents import search_agents
from activities.steps.guard import perform
from activities.understand_turn import understand_turn
from shared import catalog
from shared.connectors.sandbox.workspaces import SandboxWorkspaces
from shared.decisions import lifecycle
from shared.models.intent import ActionType, Decision, IntentAnalysis
from shared.models.reasoning import PlannedStep, Reassessment, ToolPlan
from shared.models.rows import RUN_TICKET
from shared.models.steps import (
    Answered,
    CloseTurn,
    Found,
    GoOn,
    Progress,
    ThreadStart,
)
from shared.storage.memory import MemoryRows
from shared.storage.threads import StoredThreads
from shared.workspace.registry import TOOLS
from tests.support.fakes import Conversation, ManualClock, one_call, to_agent
from tests.support.scripted_reasoner import ScriptedReasoner

INTENT = IntentAnalysis(action=ActionType.EXECUTE, primary_intent="find", confidence=0.9)
EMAIL = "sarah.chen@company.com"
SARAH = one_call(name="Sarah Chen")


@pytest.fixture
def talk():
    workspaces = SandboxWorkspaces(MemoryRows(), ManualClock(), frozenset({"email", "contacts"}))
    return Conversation(workspaces=workspaces)


async def to(talk, agent, plan, text="Show me the mail"):
    talk.script(plan_tools=[plan])
    ref = await talk.turn_for(text)
    return GoOn(thread=ref.thread, turn=ref.turn, decision=to_agent(agent))


def start(talk, execution="e1"):
    return ThreadStart(thread=talk.key, execution=execution)


async def names(talk):
    return [entry.name for entry in (await talk.turn()).trace]


async def test_a_decision_is_followed_planned_and_read_up_to_the_answer(talk):
    request = await to(talk, "contacts", SARAH)

    gone_on = await go_on(request, talk.services)

    assert (gone_on.progress, gone_on.asked) == (Progress(move="compose"), None)
    assert await names(talk) == ["decision", "plan", "tool"]


async def test_reading_calls_are_made_and_judged_one_after_another(talk):
    people = ("Sarah Chen", "Grace Kim")
    calls = [PlannedStep(tool="contacts_search", arguments={"name": name}) for name in people]

    gone_on = await go_on(await to(talk, "contacts", ToolPlan(steps=calls)), talk.services)

    assert gone_on.progress == Progress(move="compose")
    assert await names(talk) == ["decision", "plan", "tool", "tool", "reassess"]


async def test_it_ends_before_a_change(talk):
    """Which is only made by an activity of its own."""
    draft = one_call("gmail_create_draft", to=[EMAIL], subject="Hi", body="Hello")
    gone_on = await go_on(await to(talk, "email", draft), talk.services)

    assert gone_on.progress == Progress(move="execute", effect=True)
    assert "tool" not in await names(talk)
    after = await go_on(GoOn(thread=talk.key, turn=1), talk.services)
    assert after == gone_on

    ref = await talk.open()
    assert (await execute_tool(ref, talk.services)).move == "compose"


async def test_a_card_is_prepared_and_shown_and_then_waited_for(talk):
    mail = one_call("gmail_send_email", to=[EMAIL], subject="Hi", body="Hello")

    gone_on = await go_on(await to(talk, "email", mail), talk.services)

    assert gone_on.asked.request == "q-1-1"
    assert (await talk.head()).phase == "waiting"
    again = await go_on(GoOn(thread=talk.key, turn=1), talk.services)
    assert again == gone_on


async def test_it_ends_after_twenty_seconds(talk):
    async def slowly(desk, arguments):
        talk.clock.advance(seconds=LONGEST.total_seconds())
        return await TOOLS["contacts_search"].run(desk, arguments)

    slow = replace(
        TOOLS["contacts_search"], call=lambda desk, given: slowly(desk, given.model_dump())
    )
    talk.services = replace(talk.services, tools={**TOOLS, "contacts_search": slow})
    nobody = one_call(name="somebody who is in nobody's address book")
    talk.script(reassess=[Reassessment(verdict="complete", summary="Nobody.")])

    gone_on = await go_on(await to(talk, "contacts", nobody), talk.services)

    assert gone_on.progress == Progress(move="reassess")


async def test_it_ends_where_a_person_wants_it_to(talk):
    request = await to(talk, "contacts", SARAH)
    await talk.stop()

    gone_on = await go_on(request, talk.services)

    assert gone_on.progress.stop == "cancel"
    assert "tool" not in await names(talk)


async def test_a_wish_that_comes_between_two_steps_ends_it_before_anything_is_called(talk):
    """No step reads the thread row again after the one before it wrote it: its commit finds out."""
    request = await to(talk, "contacts", SARAH)
    talk.threads.rivals = [None, talk.stop]

    gone_on = await perform(catalog.GO_ON, go_on, request, talk.services)

    assert gone_on.progress == Progress(move="execute", stop="cancel")
    assert await names(talk) == ["decision", "plan"]


async def test_of_an_activity_the_first_step_is_counted(talk):
    request = await to(talk, "contacts", SARAH)

    await perform(catalog.GO_ON, go_on, request, talk.services)

    rows = await talk.rows.range(talk.key, "delivered", "delivered~", 10)
    assert [row.body for row in rows] == ["1"]


class Died(BaseException):
    """Stands for a process that ended: nothing of it runs any more."""


class Fatal(ScriptedReasoner):
    """Takes the process down whenever it is asked to understand or to plan."""

    async def analyze_intent(self, request):
        raise Died

    async def plan_tools(self, request):
        raise Died


async def deaths(talk, activity, body, request):
    """Deliver an activity until it ends; return how often it took its process down."""
    talk.services = replace(talk.services, reasoner=Fatal())
    for died in range(10):
        talk.services = replace(talk.services, threads=StoredThreads(talk.rows))
        try:
            await perform(activity, body, request, talk.services)
        except Died:
            continue
        return died
    raise AssertionError("it was begun for ever")


async def test_planning_that_takes_the_process_down_is_given_up_after_four_times(talk):
    """The first delivery is counted with the decision, the others by themselves."""
    request = await to(talk, "contacts", SARAH)

    assert await deaths(talk, catalog.GO_ON, go_on, request) == 4

    assert (await talk.turn()).trace[-1].name == "fault"
    assert not (await talk.run()).response.success


async def test_understanding_that_takes_the_process_down_is_given_up_after_four_times(talk):
    await talk.say("find Sarah")

    assert await deaths(talk, catalog.UNDERSTAND_TURN, understand_turn, start(talk)) == 4

    assert (await talk.turn()).trace[-1].name == "fault"


async def test_steps_are_written_once_each(talk):
    """A decision with the first count, the plan with the call that it shows, what the call gave."""
    request = await to(talk, "contacts", SARAH)
    written = []
    commit = talk.rows.commit

    async def noted(partition, writes):
        written.append(sorted({write.key.partition("-")[0] for write in writes}))
        return await commit(partition, writes)

    talk.rows.commit = noted
    await perform(catalog.GO_ON, go_on, request, talk.services)

    assert written == [
        ["delivered", "thread", "turn", "work"],
        ["event", "logged", "thread", "turn", "work"],
        ["event", "logged", "thread", "turn", "work"],
    ]
    shown = [event["type"] for event in await talk.events()][-4:]
    assert shown == ["TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END", "TOOL_CALL_RESULT"]


async def test_a_call_that_nobody_wants_any_more_is_not_shown(talk):
    calls = [PlannedStep(tool="contacts_search", arguments={"name": name}) for name in ("A", "B")]
    request = await to(talk, "contacts", ToolPlan(steps=calls))
    talk.threads.rivals = [None, None, talk.stop]

    gone_on = await perform(catalog.GO_ON, go_on, request, talk.services)

    assert gone_on.progress.stop == "cancel"
    shown = [event["type"] for event in await talk.events()]
    assert shown.count("TOOL_CALL_START") == shown.count("TOOL_CALL_RESULT") == 1


async def test_a_change_is_shown_right_before_it_is_made(talk):
    draft = one_call("gmail_create_draft", to=[EMAIL], subject="Hi", body="Hello")
    await go_on(await to(talk, "email", draft), talk.services)
    assert "TOOL_CALL_START" not in [event["type"] for event in await talk.events()]

    await execute_tool(await talk.open(), talk.services)

    assert "TOOL_CALL_START" in [event["type"] for event in await talk.events()]


# --- the beginning


async def test_the_turn_is_opened_and_understood(talk):
    talk.script(analyze_intent=[INTENT])
    await talk.say("find Sarah")

    understood = await understand_turn(start(talk), talk.services)

    assert (understood.opened.status, understood.opened.seq) == ("open", 1)
    assert understood.analysis.action is ActionType.EXECUTE
    assert (await talk.turn()).intent.primary_intent == "find"


async def test_an_at_name_is_not_analysed_but_searched_for(talk):
    await talk.say("@email anything new?")

    found = await search_agents(start(talk), talk.services)
    understood = await understand_turn(start(talk), talk.services)

    assert (understood.opened.mention, understood.analysis) == ("email", None)
    assert [one.agent for one in found.discovery.candidates] == ["email"]


async def test_agents_are_found_before_the_turn_is_open_and_the_same_after(talk):
    talk.script(analyze_intent=[INTENT])
    await talk.say("find Sarah")
    stored = await talk.threads.head(talk.key)

    before = await search_agents(start(talk), talk.services)
    assert (await talk.threads.head(talk.key)) == stored
    await understand_turn(start(talk), talk.services)
    after = await search_agents(start(talk), talk.services)

    assert before.seq == 1
    assert before == after


async def test_a_message_whose_run_was_cancelled_finds_nobody(talk):
    await talk.say("find Sarah", "m1")
    ticket = await talk.ticket()
    stored = await talk.threads.get(talk.key, RUN_TICKET, ticket.run_id)
    await talk.transact(lambda head: lifecycle.cancel(head.value, stored, talk.clock.now()))

    assert await search_agents(start(talk), talk.services) == Found()
    assert (await understand_turn(start(talk), talk.services)).opened.status == "empty"


async def test_an_empty_thread_is_parked(talk):
    await talk.turn_for()
    await answer_turn(CloseTurn(thread=talk.key, turn=1, failed=True), talk.services)
    await talk.change(phase="running")

    understood = await understand_turn(start(talk), talk.services)

    assert understood.opened.status == "empty"
    assert (await talk.head()).phase == "parked"
    assert await search_agents(start(talk), talk.services) == Found()


# --- the end


async def test_a_turn_is_answered_closed_and_parked(talk):
    ref = await talk.turn_for()
    await talk.follow(ref, Decision(kind="say", text="Good morning."))

    assert await answer_turn(CloseTurn(thread=talk.key, turn=1), talk.services) == Answered()

    assert (await talk.transcript())[-1] == ("assistant", "Good morning.")
    assert (await talk.head()).phase == "parked"


async def test_with_another_message_waiting_there_is_more_to_do(talk):
    ref = await talk.turn_for()
    await talk.follow(ref, Decision(kind="say", text="Good morning."))
    await talk.say("and then?", "m2")

    answered = await answer_turn(CloseTurn(thread=talk.key, turn=1), talk.services)

    assert answered.more
    assert (await talk.head()).phase == "running"


async def test_a_closed_turn_is_not_answered_again(talk):
    """Its words broke off as a person stopped it, and the activity is delivered again."""
    await talk.turn_for()
    await talk.stop()
    wish = CloseTurn(thread=talk.key, turn=1)
    assert await answer_turn(wish, talk.services) == Answered()
    stored = await talk.stored()

    assert await answer_turn(wish, talk.services) == Answered()
    assert await talk.stored() == stored
    assert (await talk.turn()).outcome == "cancelled"


async def test_a_turn_that_has_something_else_to_do_says_so(talk):
    ref = await talk.turn_for()
    await talk.follow(ref, to_agent("contacts"))

    answered = await answer_turn(CloseTurn(thread=talk.key, turn=1), talk.services)

    assert answered == Answered(progress=Progress(move="plan"))
    assert (await talk.turn()).status == "open"
