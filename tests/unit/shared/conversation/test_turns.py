import pytest

from activities.close_turn import close_turn
from activities.compose_reply import compose_reply
from activities.plan_run import plan_run
from shared.conversation.turns import Advance, advance, load_turn, read_context
from shared.errors import NotFound
from shared.models.intent import Decision
from shared.models.principal import Principal
from shared.models.reasoning import Clarified, ConversationContext, Memory, ToolPlan
from shared.models.rows import Change
from shared.models.steps import CloseTurn, Progress, TurnRef
from shared.models.thread import TraceEntry
from tests.support.fakes import NOON, OWNER, TENANT, Conversation, to_agent

ENTRY = TraceEntry(name="note", at=NOON)


@pytest.fixture
def talk():
    return Conversation()


async def test_a_turn_is_read_with_its_thread_and_run(talk):
    ref = await talk.turn_for()
    opened = await load_turn(talk.threads, ref)
    assert (opened.turn.value.number, opened.run) == (1, None)
    assert opened.progress == Progress(move="route")
    assert opened.principal == Principal(tenant=TENANT, user=OWNER)

    await talk.follow(ref, to_agent())
    opened = await load_turn(talk.threads, ref)
    assert opened.run.value.agent == "contacts"
    assert opened.put_run(opened.run.value).etag == opened.run.etag


async def test_what_is_not_there_is_not_found(talk):
    with pytest.raises(NotFound, match="no such conversation"):
        await load_turn(talk.threads, TurnRef(thread=talk.key, turn=1))
    await talk.say()
    with pytest.raises(NotFound, match="no turn 1"):
        await load_turn(talk.threads, TurnRef(thread=talk.key, turn=1))


async def test_a_first_message_has_no_context(talk):
    opened = await load_turn(talk.threads, await talk.turn_for())
    assert await read_context(talk.services, opened) == ConversationContext()


async def said_and_answered(talk, text, number, decision):
    ref = await talk.turn_for(text, f"m{number}")
    await talk.follow(ref, decision)
    await compose_reply(ref, talk.services)
    await close_turn(CloseTurn(thread=talk.key, turn=number), talk.services)


async def context_of(talk, number):
    ref = await talk.turn_for("and now?", f"m{number}")
    return await read_context(talk.services, await load_turn(talk.threads, ref))


async def test_the_context_is_what_was_said_in_the_last_hour(talk):
    await said_and_answered(talk, "hello", 1, Decision(kind="say", text="hi"))
    talk.clock.advance(minutes=40)
    await said_and_answered(talk, "more", 2, Decision(kind="say", text="well"))
    talk.clock.advance(minutes=20)
    assert len((await context_of(talk, 3)).exchanges) == 4
    await close_turn(CloseTurn(thread=talk.key, turn=3), talk.services)

    talk.clock.advance(seconds=1)

    context = await context_of(talk, 4)
    assert [e.text for e in context.exchanges] == ["more", "well", "and now?"]


async def test_the_context_says_which_agent_answered(talk):
    ref = await talk.turn_for("@contacts who is John?", "m1")
    await talk.follow(ref, to_agent())
    talk.script(plan_tools=[ToolPlan(cannot="Nobody.")])
    await plan_run(ref, talk.services)
    await compose_reply(ref, talk.services)
    await close_turn(CloseTurn(thread=talk.key, turn=1), talk.services)

    context = await context_of(talk, 2)

    assert [(e.role, e.agent) for e in context.exchanges] == [
        ("user", ""),
        ("assistant", "contacts"),
    ]
    assert context.memory.routes == ("contacts",)


async def test_the_context_has_what_was_taught_and_what_this_turn_asked(talk):
    ref = await talk.turn_for()
    opened = await load_turn(talk.threads, ref)
    told = (Clarified(question="Whose?", answer="Bob's"),)
    taught = Memory(routes=("notes",))
    turn = opened.turn.value.model_copy(update={"clarified": told, "memory": taught})
    await talk.transact(lambda head: Change(head.value, (opened.put_turn(turn),)))

    context = await read_context(talk.services, await load_turn(talk.threads, ref))

    assert (context.clarified, context.memory) == (told, taught)


async def test_a_watched_turn_shows_its_trace(talk):
    ref = await talk.turn_for(debug=True)
    opened = await load_turn(talk.threads, ref)
    await advance(talk.services, ref, lambda found: Advance(found.turn.value).traced(ENTRY), opened)
    assert (await talk.turn()).trace == (ENTRY,)
    assert (await talk.events())[-1]["value"]["name"] == "note"


async def test_rows_read_before_are_used_until_someone_was_faster(talk):
    ref = await talk.turn_for()
    known = await load_turn(talk.threads, ref)
    await talk.follow(ref, Decision(kind="say", text="first"))
    seen = []

    def work(found):
        seen.append(found.turn.value.decision)
        return Advance(found.turn.value).traced(ENTRY)

    assert await advance(talk.services, ref, work, known) == Progress(move="compose")
    assert [decision and decision.text for decision in seen] == [None, "first"]


async def test_a_step_that_only_logs_leaves_the_turns_row_alone(talk):
    ref = await talk.turn_for()
    before = (await load_turn(talk.threads, ref)).turn
    where = await advance(
        talk.services, ref, lambda found: Advance(found.turn.value, writing="reply-1")
    )
    assert (await load_turn(talk.threads, ref)).turn == before
    assert where == Progress(move="route")
    assert (await talk.head()).writing == "reply-1"


async def test_work_that_has_nothing_to_do_changes_nothing(talk):
    ref = await talk.turn_for()
    before = await talk.stored()
    assert await advance(talk.services, ref, lambda _: None) == Progress(move="route")
    assert await talk.stored() == before
