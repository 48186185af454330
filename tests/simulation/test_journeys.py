"""The two journeys, and everything that can come between a question and its answer."""

import pytest

from shared.conversation import later
from shared.conversation.doorbell import instance_id
from shared.conversation.transact import transact
from shared.decisions import lifecycle, wording
from shared.models.base import MAX_MESSAGE_CHARACTERS
from shared.models.rows import RUN_TICKET
from shared.models.thread import Answer
from tests.support.simulation import World, visible

SARAH = "Show me emails from Sarah about the budget"
JOHN = "Show me emails from John"


def kinds(events, run=None):
    return [e.event["type"] for e in events if run is None or e.run == run]


async def test_finding_mail_answers_with_the_five_mails_and_parks(world):
    await world.say(SARAH, "m1")

    (_, asked), (role, answer) = await world.transcript()
    assert asked == SARAH
    assert role == "assistant"
    assert answer.startswith("I found 5 emails from Sarah Chen about budget")
    assert [e.id for e in await world.events()] == list(range(1, len(await world.events()) + 1))
    assert kinds(await world.events())[0] == "RUN_STARTED"
    assert kinds(await world.events())[-1] == "RUN_FINISHED"
    head = await world.head()
    assert (head.phase, head.open_turn, head.pending) == ("parked", None, 0)


async def test_the_second_one_is_what_was_listed_second(world):
    await world.say(SARAH, "m1")
    second = (await world.turn(1)).references[1]

    await world.say("open the second one", "m2")

    assert second.label in (await world.transcript())[-1][1]


async def test_three_johns_are_asked_about_and_the_client_is_found(world):
    await world.say(JOHN, "m1")

    question = (await world.events())[-1].event["outcome"]
    assert question["type"] == "interrupt"
    assert [o["label"] for o in question["interrupts"][0]["metadata"]["options"]] == [
        "John Doe",
        "John Smith",
        "John Lee",
    ]
    assert (await world.head()).phase == "waiting"

    await world.say("The client", "m2")

    assert "John Doe" in (await world.transcript())[-1][1]
    assert (await world.head()).phase == "parked"
    assert (await world.turn(1)).outcome == "answered"
    assert kinds(await world.events(), "run-m2")[0] == "RUN_STARTED"


async def test_a_new_request_instead_of_an_answer_is_treated_as_one(world):
    await world.say(JOHN, "m1")

    await world.say(SARAH, "m2")

    assert (await world.turn(1)).outcome == "superseded"
    assert (await world.turn(2)).outcome == "answered"
    assert "5 emails from Sarah Chen" in (await world.transcript())[-1][1]


async def test_a_reply_that_cannot_be_read_is_asked_again_three_times_at_most(world):
    await world.say(JOHN, "m1")
    for number in range(lifecycle.MAX_UNCLEAR - 1):
        await world.say("purple", f"u{number}")
        assert (await world.request()).value.question.startswith("Sorry, I didn't get that.")

    await world.say("purple", "last")

    assert (await world.transcript())[-1][1] == wording.GIVING_UP
    assert (await world.head()).phase == "parked"


async def test_none_of_these_ends_the_question(world):
    await world.say(JOHN, "m1")

    await world.say("none of these", "m2")

    assert (await world.transcript())[-1][1] == wording.NONE_OF_THESE


async def sweep(world):
    """Nothing but the due table notices: the orchestrator waits without a timer."""
    await world.sweep()


async def sweep_after_a_crash(world):
    """The instance is lost; the due table remains."""
    await world.engine.terminate(instance_id(world.key()), "lost")
    await world.settle()
    await world.sweep()


@pytest.mark.parametrize("notice", [sweep, sweep_after_a_crash])
async def test_an_unanswered_question_expires_and_says_so(world, notice):
    await world.say(JOHN, "m1")
    world.clock.advance(days=1, seconds=1)

    await notice(world)
    await world.settle()

    assert (await world.transcript())[-1][1] == wording.EXPIRED
    assert (await world.turn(1)).outcome == "expired"
    assert kinds(await world.events(), "expiry-q-1-1") == [
        "RUN_STARTED",
        "CUSTOM",
        "TEXT_MESSAGE_START",
        "TEXT_MESSAGE_CONTENT",
        "TEXT_MESSAGE_END",
        "RUN_FINISHED",
    ]


async def answer_by_id(world, **answer):
    threads, key = world.services.threads, world.key()

    async def step(head):
        asked = await world.request()
        given = Answer(outcome="answered", run_id="run-button", **answer)
        change = lifecycle.answer_request(head.value, asked, given, "d", world.clock.now())
        return change, None

    await transact(threads, key, step)
    await world.ring()
    await world.settle()


@pytest.mark.parametrize(
    "answer", [{"action": "option", "option": "1"}, {"action": "text", "text": "the client"}]
)
async def test_a_question_can_be_answered_by_id(world, answer):
    await world.say(JOHN, "m1")

    await answer_by_id(world, **answer)

    assert "John Doe" in (await world.transcript())[-1][1]
    assert (await world.transcript())[-2][0] == "user"


async def test_a_message_already_queued_supersedes_the_question(world):
    await world.put(JOHN, "m1")
    await world.put(SARAH, "m2")

    await world.ring()
    await world.settle()

    assert (await world.turn(1)).outcome == "superseded"
    assert (await world.turn(2)).outcome == "answered"
    closed = [e.event for e in await world.events() if e.event.get("name") == "interrupt_closed"]
    assert closed == [
        {
            "type": "CUSTOM",
            "name": "interrupt_closed",
            "value": {"id": "q-1-1", "status": "superseded"},
        }
    ]


async def cancel(world, run):
    threads, key = world.services.threads, world.key()

    async def step(head):
        ticket = await threads.get(key, RUN_TICKET, run)
        return lifecycle.cancel(head.value, ticket, world.clock.now()), None

    await transact(threads, key, step)


async def test_cancelling_an_open_question_closes_it(world):
    await world.say(JOHN, "m1")

    await cancel(world, "run-m1")
    await world.ring()
    await world.settle()

    assert (await world.turn(1)).outcome == "cancelled"
    assert (await world.head()).phase == "parked"


async def test_a_run_cancelled_while_queued_never_starts(world):
    await world.put(SARAH, "m1")
    await world.put(JOHN, "m2")
    await cancel(world, "run-m2")

    await world.ring()
    await world.settle()

    assert kinds(await world.events(), "run-m2") == ["RUN_STARTED", "RUN_FINISHED"]
    assert (await world.head()).turns == 1


async def test_a_deleted_thread_is_purged_with_its_history(world):
    await world.say(JOHN, "m1")
    threads, key = world.services.threads, world.key()

    async def step(head):
        return lifecycle.tombstone(head.value, world.clock.now()), None

    await transact(threads, key, step)
    await world.ring()
    await world.settle()
    await world.services.due.add(later.purge(key, world.clock.now()))
    await world.sweep()

    assert await threads.head(key) is None
    assert not await world.port.alive(f"thread-{key}")


async def test_an_unknown_agent_is_named_with_those_there_are(world):
    await world.say("@nobody hi", "m1")

    assert "no agent called @nobody" in (await world.transcript())[-1][1]
    assert "@email" in (await world.transcript())[-1][1]


async def test_a_mention_skips_analysis(world):
    await world.say("@email emails from Sarah about the budget", "m1")

    turn = await world.turn(1)
    assert turn.intent is None
    assert "5 emails" in (await world.transcript())[-1][1]


async def test_a_watched_turn_shows_its_trace(world):
    await world.say(SARAH, "m1", debug=True)

    told = [e for e in visible(await world.events()) if e.get("name") == "trace"]
    shown = [e["value"]["name"] for e in told]
    assert shown == ["intent", "decision", "plan", "tool", "tool", "reply"]
    assert [entry.name for entry in (await world.turn(1)).trace] == shown


async def test_a_disconnected_domain_is_not_offered():
    async with World(domains=frozenset({"contacts"})) as world:
        await world.say(SARAH, "m1")

        assert "don't have an email agent set up" in (await world.transcript())[-1][1]


@pytest.mark.parametrize("filler", ["word ", "\N{GRINNING FACE}"])
async def test_the_longest_message_there_can_be_is_answered(world, filler):
    asked = f"find emails about {filler * MAX_MESSAGE_CHARACTERS}"[:MAX_MESSAGE_CHARACTERS]

    await world.say(asked, "m1")

    assert (await world.turn(1)).outcome == "answered"
    assert (await world.transcript())[0] == ("user", asked)
    assert (await world.head()).phase == "parked"
