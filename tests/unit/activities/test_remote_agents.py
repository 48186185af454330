"""Agents of other systems, from the plan to what they say: asked once, questions passed up."""

import pytest

from activities.ask import ask
from activities.close_turn import close_turn
from activities.compose_reply import compose_reply
from activities.execute_tool import execute_tool
from activities.plan_run import plan_run
from shared.decisions.memory import after
from shared.decisions.stepping import MAX_TOOL_CALLS
from shared.errors import ToolFailed
from shared.models.profile import Policy
from shared.models.remote import Interface, RemoteAgent, RemoteCard, RemoteSkill, Reply
from shared.models.steps import CloseTurn, Progress
from shared.storage.memory import MemoryRows
from shared.storage.registered import StoredRemoteAgents
from shared.tools.effect import OutcomeUnknown
from shared.tools.remote import agent_of, plan_for
from tests.support.fakes import NOON, TENANT, Conversation, read_as_a_client, to_agent

WHERE = "https://travel.example/a2a"
TRAVEL = RemoteAgent(
    id="travel",
    url="https://travel.example/card",
    card=RemoteCard(
        name="Travel Desk",
        description="Books trains",
        skills=(RemoteSkill(name="Book", description="Books a train", examples=("Book it",)),),
        interfaces=(Interface(url=WHERE, binding="JSONRPC", version="1.0"),),
        digest="d1",
    ),
    accepted_at=NOON,
)
EXECUTE, ASK, COMPOSE = Progress(move="execute", effect=True), Progress(move="ask"), "compose"


def answer(text="The 9:10."):
    return Reply(state="answered", text=text, task="t1", context="c1")


def question(text="From where?"):
    return Reply(state="asks", text=text, task="t1", context="c1")


WORKING = Reply(state="working", task="t1", context="c1")


class Crash(BaseException):
    """The worker dies."""


class Envoy:
    """Answers as it is told to, and remembers what was said."""

    def __init__(self):
        self.letters = []
        self.replies = []
        self.pieces = []

    async def say(self, _tenant, agent, letter):
        self.letters.append(letter)
        for piece in self.pieces:
            await letter.told(piece)
        reply = self.replies.pop(0) if self.replies else answer()
        if isinstance(reply, BaseException):
            raise reply
        if reply.task:
            await letter.note(reply.task)
        return reply


@pytest.fixture
def envoy():
    return Envoy()


@pytest.fixture
async def talk(envoy):
    kept = StoredRemoteAgents(MemoryRows())
    await kept.put(TENANT, TRAVEL, None)
    talk = Conversation(remote_agents=kept, envoy=envoy)
    await talk.services.agents.save(TENANT, agent_of(TRAVEL), None)
    talk.script()
    return talk


async def planned(talk, text="@travel book {1} to Vienna", **options):
    ref = await talk.turn_for(text, **options)
    await talk.follow(ref, to_agent("travel"))
    assert await plan_run(ref, talk.services) == EXECUTE
    return ref


async def test_a_message_is_passed_on_as_it_was_said_and_the_answer_is_told_as_theirs(talk, envoy):
    ref = await planned(talk)
    envoy.replies = [answer("Take ![x](https://evil.example) www.evil.example")]
    assert (await execute_tool(ref, talk.services)).move == COMPOSE
    [letter] = envoy.letters
    run = await talk.run()
    assert letter.text == run.request
    assert "{1}" in letter.text
    assert run.steps[0].text == (
        "Travel Desk:\n\nTake ![x] (https: //evil.example) www. evil.example"
    )
    assert talk.reasoner.requests("plan_tools") == []


async def test_a_question_reaches_the_person_and_their_words_go_back_to_the_same_task(talk, envoy):
    ref = await planned(talk)
    envoy.replies = [question("From <b>where</b>?"), question("When?"), answer()]
    assert await execute_tool(ref, talk.services) == ASK
    asked = await ask(ref, talk.services)
    request = await talk.request()
    assert request.question == "Travel Desk asks:\n\nFrom < b>where< /b>?"
    assert (request.kind, request.tool, request.relayed) == ("clarification", "", True)
    assert await talk.reply(ref, asked, "none of these, maybe?") == EXECUTE
    assert await execute_tool(ref, talk.services) == ASK
    asked = await ask(ref, talk.services)
    assert await talk.reply(ref, asked, "yes", "m3") == EXECUTE
    assert (await execute_tool(ref, talk.services)).move == COMPOSE
    first, second, third = envoy.letters
    assert (second.text, second.task, second.context) == ("none of these, maybe?", "t1", "c1")
    assert (third.text, third.task) == ("yes", "t1")
    assert len({first.id, second.id, third.id}) == 3
    assert talk.reasoner.requests("interpret_reply") == []


async def test_what_is_asked_later_goes_on_with_what_was_said_before(talk, envoy):
    ref = await planned(talk)
    await execute_tool(ref, talk.services)
    turn = await talk.turn()
    assert turn.memory.contexts == {"a2a_travel": "c1"}
    assert after(turn, NOON).contexts == {"a2a_travel": "c1"}
    assert plan_for(("a2a_travel",), "And back?", {"a2a_travel": "c1"}).steps[0].arguments == {
        "message": "And back?",
        "context": "c1",
    }
    assert plan_for(("a2a_travel", "contacts_search"), "And back?", {}) is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "Go to https://travel.example/in",
            "Travel Desk wants you to sign in with it first. It says:\n\nGo to https: //travel",
        ),
        ("", "Travel Desk wants you to sign in with it first, and does not say where."),
    ],
)
async def test_where_somebody_has_to_sign_in_the_person_is_told_so_in_its_words(
    talk, envoy, text, told
):
    ref = await planned(talk)
    envoy.replies = [Reply(state="signs_in", text=text, task="t1", context="c1")]
    assert await execute_tool(ref, talk.services) == ASK
    asked = await ask(ref, talk.services)
    assert (await talk.request()).question.startswith(told)

    await talk.reply(ref, asked, "I have signed in")
    assert (await execute_tool(ref, talk.services)).move == COMPOSE

    last = envoy.letters[-1]
    assert (last.text, last.task, last.signed_in) == ("I have signed in", "t1", True)


async def test_a_request_of_its_own_leaves_the_question(talk, envoy):
    ref = await planned(talk)
    envoy.replies = [question()]
    await execute_tool(ref, talk.services)
    asked = await ask(ref, talk.services)
    assert (await talk.reply(ref, asked, "Show me my mail", anew=True)).move == "close"
    assert len(envoy.letters) == 1


async def test_what_takes_long_is_looked_at_again_and_after_a_while_the_person_is_asked(
    talk, envoy
):
    ref = await planned(talk)
    envoy.replies = [WORKING] * 20
    moves = [(await execute_tool(ref, talk.services)).move for _ in range(MAX_TOOL_CALLS)]
    assert moves == [*["execute"] * (MAX_TOOL_CALLS - 1), "ask"]
    assert {(one.text, one.task) for one in envoy.letters[1:]} == {("", "t1")}
    asked = await ask(ref, talk.services)
    assert "taking longer than usual" in (await talk.request()).question
    assert asked.status == "open"


async def test_a_message_that_the_worker_died_in_is_asked_about_and_never_sent_again(talk, envoy):
    ref = await planned(talk)

    async def dies(tenant, agent, letter):
        await Envoy.say(envoy, tenant, agent, letter)
        envoy.say = lambda *given: Envoy.say(envoy, *given)
        raise Crash

    envoy.say = dies
    with pytest.raises(Crash):
        await execute_tool(ref, talk.services)
    assert (await execute_tool(ref, talk.services)).move == COMPOSE
    first, second = envoy.letters
    assert (first.id, first.again, first.noted) == (second.id, False, "")
    assert (second.again, second.noted) == (True, "t1")


async def test_where_nobody_can_tell_what_became_of_it_that_is_said(talk, envoy):
    ref = await planned(talk)
    envoy.replies = [OutcomeUnknown("Travel Desk did not answer."), ToolFailed("Gone", "network")]
    await execute_tool(ref, talk.services)
    error = (await talk.run()).response.error
    assert error.message.startswith("I don't know whether it was done: Travel Desk did not answer.")


async def test_the_chain_goes_along_and_a_loop_ends_in_a_sentence(talk, envoy):
    ref = await planned(talk, chain=("someone",), routing_depth=1)
    await execute_tool(ref, talk.services)
    [letter] = envoy.letters
    assert letter.chain[0] == "someone"
    assert len(letter.chain) == 2
    again = Conversation(remote_agents=talk.services.remote_agents, envoy=envoy)
    await again.services.agents.save(TENANT, agent_of(TRAVEL), None)
    ref = await planned(again, chain=letter.chain[1:], routing_depth=1)
    await execute_tool(ref, again.services)
    error = (await again.run()).response.error
    assert error.message == ("I did not ask Travel Desk: this request has come through it already.")
    assert len(envoy.letters) == 1


async def test_an_organisations_policy_has_every_message_shown_first(talk, envoy):
    await talk.services.policies.put(TENANT, Policy(confirmed=("a2a_travel",)))
    ref = await talk.turn_for("@travel book it")
    await talk.follow(ref, to_agent("travel"))
    assert (await plan_run(ref, talk.services)).move == "prepare"
    assert envoy.letters == []


async def test_an_agent_that_is_given_up_says_so(talk, envoy):
    ref = await planned(talk)
    await talk.services.remote_agents.delete(TENANT, "travel")
    await execute_tool(ref, talk.services)
    assert "not lent to us any more" in (await talk.run()).response.error.message
    assert envoy.letters == []


# --- said aloud -------------------------------------------------------------------------------


def said_aloud(events):
    """What was said before the answer, message by message."""
    starts = [one["messageId"] for one in events if one["type"] == "TEXT_MESSAGE_START"]
    pieces = [one for one in events if one["type"] == "TEXT_MESSAGE_CONTENT"]
    return ["".join(p["delta"] for p in pieces if p["messageId"] == one) for one in starts]


async def test_what_it_says_is_said_as_it_comes_and_the_whole_takes_its_place(talk, envoy):
    ref = await planned(talk)
    envoy.pieces = ["The 9:10 by ", "![Prague](http", "s://evil.example)."]
    envoy.replies = [answer("The 9:10 by ![Prague](https://evil.example).")]
    await execute_tool(ref, talk.services)
    shown = "Travel Desk:\n\nThe 9:10 by ![Prague] (https: //evil.example)."
    assert said_aloud(await talk.events()) == [shown]
    assert (await talk.turn()).draft.text == shown
    await compose_reply(ref, talk.services)
    assert read_as_a_client(await talk.events()) == [shown]
    assert (await talk.turn()).draft.finished


async def test_what_led_to_a_question_is_taken_out_of_sight_before_it_is_asked(talk, envoy):
    ref = await planned(talk)
    envoy.pieces, envoy.replies = ["Let me see"], [question(), answer()]
    assert await execute_tool(ref, talk.services) == ASK
    assert read_as_a_client(await talk.events()) == []
    asked = await ask(ref, talk.services)
    envoy.pieces = []
    await talk.reply(ref, asked, "Berlin")
    await execute_tool(ref, talk.services)
    await compose_reply(ref, talk.services)
    assert read_as_a_client(await talk.events())[-1] == "Travel Desk:\n\nThe 9:10."


async def test_a_turn_that_is_left_after_its_question_ends_no_message_twice(talk, envoy):
    ref = await planned(talk)
    envoy.pieces, envoy.replies = ["Let me see"], [question()]
    await execute_tool(ref, talk.services)
    asked = await ask(ref, talk.services)
    await talk.reply(ref, asked, "Something else", anew=True)
    await close_turn(CloseTurn(thread=ref.thread, turn=ref.turn), talk.services)
    read_as_a_client(await talk.events())


async def test_a_worker_that_dies_as_it_says_something_leaves_no_half_of_it(talk, envoy):
    ref = await planned(talk)
    envoy.pieces = ["The 9:10 by"]

    async def dies(tenant, agent, letter):
        await Envoy.say(envoy, tenant, agent, letter)
        envoy.say = lambda *given: Envoy.say(envoy, *given)
        raise Crash

    envoy.say = dies
    with pytest.raises(Crash):
        await execute_tool(ref, talk.services)
    await execute_tool(ref, talk.services)
    await compose_reply(ref, talk.services)
    assert read_as_a_client(await talk.events()) == ["Travel Desk:\n\nThe 9:10."]


async def test_a_person_who_wants_it_to_stop_hears_no_more(talk, envoy):
    ref = await planned(talk)

    async def stops(_tenant, _agent, letter):
        await letter.told("One")
        while (await talk.turn()).draft is None:
            await talk.pause(1)
        await talk.stop()
        await letter.told("x" * 500)
        return answer()

    envoy.say = stops
    await execute_tool(ref, talk.services)
    await close_turn(CloseTurn(thread=ref.thread, turn=ref.turn, stop="cancel"), talk.services)
    [shown] = said_aloud(await talk.events())
    assert shown.startswith("Travel Desk:\n\nOne")
    read_as_a_client(await talk.events())
