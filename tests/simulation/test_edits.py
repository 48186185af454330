"""A person edits a step that was shown: it is shown again, or stays as it was, with the reason."""

import pytest

from tests.support.simulation import World


@pytest.fixture
async def world():
    async with World() as made:
        await made.say("email tom@acme.com saying hello", "m1")
        yield made


async def edit(world, **arguments):
    await world.press(action="edit", arguments=arguments)
    return (await world.request()).value


async def test_an_edit_is_shown_as_it_is_before_it_is_done(world):
    before = (await world.request()).value
    shown = await edit(world, subject="See {1.mails.0.id}")

    assert shown.id != before.id
    assert shown.arguments == {**before.arguments, "subject": "See {1.mails.0.id}"}


async def test_an_edit_that_cannot_be_leaves_the_step_as_it_was_shown(world):
    before = (await world.request()).value
    shown = await edit(world, to=["Somebody Nobody Knows"])

    assert shown.arguments == before.arguments
    assert any("Somebody Nobody Knows" in warning for warning in shown.card.warnings)
    better = await edit(world, subject="Better")
    assert better.arguments["subject"] == "Better"
    assert not any("Nobody Knows" in warning for warning in better.card.warnings)


async def test_a_call_is_shown_once_however_often_it_is_edited_and_gives_one_result(world):
    asked = (await world.request()).value
    again = await edit(world, subject="Better")
    await world.press(action="accept")

    events = [logged.event for logged in await world.events()]
    of_call = [e["type"] for e in events if e.get("toolCallId") == asked.tool_call_id]
    assert again.tool_call_id == asked.tool_call_id
    assert of_call == ["TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END", "TOOL_CALL_RESULT"]
    assert again.editable["properties"].keys() >= {"to", "subject", "body"}
    turn = await world.turn(1)
    assert turn.outcome == "answered"
