"""An agent that takes the conversation, has it, and gives it back: the step that lets it speak."""

from datetime import timedelta

import pytest

from activities.close_turn import close_turn
from activities.converse import converse
from shared.conversation import later
from shared.decisions import handoffs, lifecycle
from shared.errors import StorageUnavailable
from shared.models.agent import Agent, Capabilities, HandoffCapability
from shared.models.intent import Decision
from shared.models.rows import HANDOFF
from shared.models.steps import CloseTurn
from tests.support.fakes import NOON, TENANT

DESK = Agent(
    id="help-desk",
    name="Help Desk",
    description="Lost badges",
    capabilities=Capabilities(
        handoff=HandoffCapability(supports_handoff=True, max_session_duration_seconds=600)
    ),
)
CLOSED = DESK.model_copy(update={"capabilities": Capabilities()})
OVER = NOON + timedelta(seconds=600) + later.GRACE


@pytest.fixture
async def desk(talk):
    """Return how the agent is changed, or taken away."""
    await talk.services.agents.save(TENANT, DESK, None)

    async def change(to):
        _, etag = await talk.services.agents.get(TENANT, DESK.id)
        if to is None:
            await talk.services.agents.delete(TENANT, DESK.id, etag, talk.clock.now())
        else:
            await talk.services.agents.save(TENANT, to, etag)
        talk.clock.advance(seconds=31)  # what was known of agents is looked up again

    return change


async def begin(talk):
    """Say something that hands the conversation over; return its turn."""
    ref = await talk.turn_for("connect me to the help desk")
    await talk.follow(ref, Decision(kind="handoff", agent="help-desk", reasons=("it does",)))
    return ref


async def go_on(talk, text, number=2):
    """End the turn before, and say something more; return its turn."""
    await close_turn(CloseTurn(thread=talk.key, turn=number - 1), talk.services)
    return await talk.turn_for(text, f"m{number}")


async def kept(talk):
    return (await talk.threads.get(talk.key, HANDOFF, "handoff-1")).value


async def states(talk):
    return [e["value"]["state"] for e in await talk.events() if e.get("name") == "handoff"]


async def looked_at(talk):
    return [entry.at for entry in await talk.due() if entry.kind == "handoff"]


def returned(talk):
    """Return what gives the conversation back, as a request does."""

    async def give_back():
        handoff = await talk.unraced.get(talk.key, HANDOFF, "handoff-1")
        await talk.transact(
            lambda head: lifecycle.hand_back(head.value, handoff, "completed", NOON)[0]
        )

    return give_back


async def test_an_agent_is_asked_and_takes_the_conversation(talk, desk):
    ref = await begin(talk)

    where = await converse(ref, talk.services)

    assert where.move == "plan"
    assert (await talk.head()).handoff == "handoff-1"
    assert await states(talk) == ["requested", "active"]
    assert await looked_at(talk) == [OVER]


async def test_when_it_is_over_is_entered_before_it_begins(talk, desk):
    ref = await begin(talk)

    async def die():
        raise StorageUnavailable("the worker died")

    talk.threads.rivals = [die]
    with pytest.raises(StorageUnavailable):
        await converse(ref, talk.services)
    assert await looked_at(talk) == [OVER]
    assert (await talk.head()).handoff is None

    talk.clock.advance(seconds=5)
    await converse(ref, talk.services)
    assert await states(talk) == ["requested", "active"]
    assert (await kept(talk)).expires_at == NOON + timedelta(seconds=605)
    assert len(await looked_at(talk)) == 2


async def test_a_step_that_runs_again_says_nothing_twice(talk, desk):
    ref = await begin(talk)
    await converse(ref, talk.services)
    before = await talk.stored()

    await converse(ref, talk.services)

    assert await talk.stored() == before


@pytest.mark.parametrize(
    ("left", "why"), [(None, "it is not there, or you may not use it."), (CLOSED, "it does not")]
)
async def test_an_agent_that_cannot_take_it_is_refused_with_a_reason(talk, desk, left, why):
    ref = await begin(talk)
    await desk(left)

    await converse(ref, talk.services)

    assert await states(talk) == ["requested", "rejected"]
    assert why in (await kept(talk)).rejection_reason
    assert why in (await talk.turn()).reply
    assert (await talk.head()).handoff is None
    assert await looked_at(talk) == []


@pytest.mark.parametrize("left", [None, CLOSED])
async def test_an_agent_that_is_gone_gives_it_back_in_error(talk, desk, left):
    await converse(await begin(talk), talk.services)
    ref = await go_on(talk, "where is my badge?")
    await desk(left)

    await converse(ref, talk.services)

    assert (await states(talk))[2:] == ["returning", "error"]
    assert (await talk.turn(2)).reply.startswith("I could not hand you over to")
    assert (await talk.head()).handoff is None


async def test_a_message_in_it_tells_nothing_new_and_moves_no_end(talk, desk):
    await converse(await begin(talk), talk.services)
    talk.clock.advance(seconds=30)
    ref = await go_on(talk, "where is my badge?")

    assert (await converse(ref, talk.services)).move == "plan"

    assert await states(talk) == ["requested", "active"]
    assert await looked_at(talk) == [OVER]


async def test_what_was_left_is_taken_up_with_its_time_anew(talk, desk):
    await converse(await begin(talk), talk.services)
    await converse(await go_on(talk, "back to the assistant"), talk.services)
    talk.clock.advance(seconds=100)

    await converse(await go_on(talk, "continue", 3), talk.services)

    assert await states(talk) == [
        "requested", "active", "returning", "cancelled", "requested", "active"
    ]  # fmt: skip
    assert (await talk.head()).handoff == "handoff-1"
    assert OVER + timedelta(seconds=100) in await looked_at(talk)


async def test_what_was_left_stays_where_its_agent_is_not_there(talk, desk):
    await converse(await begin(talk), talk.services)
    await converse(await go_on(talk, "back to the assistant"), talk.services)
    ref = await go_on(talk, "continue", 3)
    await desk(None)

    await converse(ref, talk.services)

    assert (await talk.turn(3)).reply.startswith("I could not hand you over to help-desk")
    assert (await kept(talk)).state == "cancelled"
    assert (await talk.head()).resumable == "handoff-1"


async def test_one_returned_while_it_was_answered_stays_returned(talk, desk):
    await converse(await begin(talk), talk.services)
    ref = await go_on(talk, "where is my badge?")

    talk.threads.rivals = [returned(talk)]
    assert (await converse(ref, talk.services)).move == "converse"
    assert (await converse(ref, talk.services)).move == "route"

    turn = await talk.turn(2)
    assert (turn.decision, turn.handoff) == (None, None)
    assert (await kept(talk)).state == "completed"
    assert (await talk.head()).handoff is None
    assert await states(talk) == ["requested", "active", "returning", "completed"]


async def test_the_agent_builder_is_asked_as_any_agent_is(talk):
    ref = await talk.turn_for("I need an agent")
    asked = Decision(kind="build", agent="nobody-knows-it", reasons=("an agent is to be changed",))
    await talk.follow(ref, asked)

    await converse(ref, talk.services)

    assert (await kept(talk)).target == handoffs.BUILDER
    assert await states(talk) == ["requested", "rejected"]
