"""A card waits while something else is asked for: it is answered, and the card stands."""

import pytest

from shared.models.rows import AGENT_RUN
from tests.support.consent import begun, opened, shown, told
from tests.support.simulation import embedded


@pytest.fixture
async def office():
    made = await opened(embedded())
    yield made
    await made.engine.stop()


async def called(office):
    """The calls that clients were shown until now."""
    return [e.event for e in await office.events() if e.event["type"] == "TOOL_CALL_START"]


@pytest.mark.parametrize(
    ("asked", "answer", "tool"),
    [
        ("what's on my calendar tomorrow?", "events on Thu 5 Mar", "calendar_list_events"),
        ("show me my unread mail", "unread", "gmail_search_messages"),
        ("what is Tom's phone number?", "Tom", "contacts_search"),
    ],
)
async def test_a_question_in_between_is_answered_and_the_card_stands(office, asked, answer, tool):
    before, made = await shown(office), await called(office)

    await office.say(asked, "m2")

    after = (await office.request()).value
    assert answer in await told(office)
    assert "“Send this email” still waits" in await told(office)
    assert (after.arguments, after.arguments_hash, after.card, after.tool_call_id) == (
        before.arguments,
        before.arguments_hash,
        before.card,
        before.tool_call_id,
    )
    assert begun(office) == []
    await office.say("yes", "m3")
    assert begun(office) == ["gmail_send_email"]
    calls = await called(office)
    assert [call["toolCallName"] for call in calls[len(made) :]] == [tool]
    assert len({call["toolCallId"] for call in calls}) == len(calls)


async def test_one_question_after_another_is_no_answer_to_the_card(office):
    before = await shown(office)

    await office.say("what's on my calendar tomorrow?", "m2")
    await office.say("and on Friday?", "m3")

    after = (await office.request()).value
    assert "still waits" in await told(office)
    assert (after.arguments_hash, after.card) == (before.arguments_hash, before.card)
    await office.say("no", "m4")
    assert begun(office) == []
    assert (await office.head()).phase == "parked"


async def test_another_order_is_done_once_the_card_is_settled(office):
    await shown(office)

    await office.say("schedule a meeting with Sarah Chen tomorrow at 10am", "m2")
    assert "I'll do that after this one" in await told(office)
    assert "“Send this email” still waits" in await told(office)
    await office.say("yes", "m3")

    assert begun(office) == ["gmail_send_email"]
    asked = (await office.request()).value
    assert asked.tool == "calendar_create_event"
    await office.say("yes", "m4")
    assert begun(office) == ["gmail_send_email", "calendar_create_event"]


async def test_what_was_asked_in_between_may_fail_and_the_card_stands(office):
    before = await shown(office)

    await office.say("show me emails from Wolfgang Amadeus", "m2")

    after = (await office.request()).value
    assert "still waits" in await told(office)
    assert (after.arguments_hash, after.card) == (before.arguments_hash, before.card)


async def test_a_change_after_a_question_in_between_is_shown_whole(office):
    await shown(office)
    await office.say("what's on my calendar tomorrow?", "m2")

    await office.say("add that I'm looking forward to it", "m3")

    after = (await office.request()).value
    assert "looking forward" in after.arguments["body"]
    assert "still waits" not in await told(office)
    assert "looking forward" in await told(office)


@pytest.mark.parametrize("said", ["@calendar what's on tomorrow?", "undo that", "what did you do?"])
async def test_what_only_a_turn_of_its_own_can_do_is_never_done_in_between(office, said):
    await shown(office)
    made = await called(office)

    await office.say(said, "m2")

    run = await office.services.threads.get(office.key(), AGENT_RUN, 1)
    assert (run.value.held, run.value.between) == (None, 0)
    later = [call["toolCallName"] for call in (await called(office))[len(made) :]]
    assert later == (["calendar_list_events"] if said.startswith("@") else [])
    assert (await office.head()).turns == (2 if said.startswith("@") else 1)
    assert begun(office) == []
