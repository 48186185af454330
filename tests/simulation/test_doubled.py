"""Every activity runs twice at the same time, as when a queue shows its message again too early."""

import json
import re
import warnings

import pytest

from devhost.engine import Fault
from devhost.history import EventType
from shared.conversation.doorbell import instance_id
from tests.support.simulation import World, visible
from tests.support.ten_steps import (
    COMMAND,
    STEPS,
    Notebook,
    accept_by_id,
    answer_all,
    ten_steps,
)

SARAH = "Show me emails from Sarah about the budget"
JOHN = ("Show me emails from John", "The client")
EACH = Fault(0, "twice")


@pytest.fixture(autouse=True)
def quiet():
    """The SDK warns of each second answer."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def timeless(event):
    return re.sub(r'"expiresAt": "[^"]*"', "", json.dumps(event))


async def told(fault, *texts):
    """What people see of a conversation, with the questions it asks, and how much was doubled."""
    world = World()
    await world.boot(fault)
    try:
        for number, text in enumerate(texts):
            await world.say(text, f"m{number}")
        completed = [e["EventType"] for e in world.engine.history(instance_id(world.key()))].count(
            EventType.TASK_COMPLETED
        )
        events = [timeless(event) for event in visible(await world.events())]
        return events, await world.transcript(), completed
    finally:
        await world.engine.stop()


@pytest.mark.parametrize("texts", [(SARAH,), JOHN], ids=["sarah", "john"])
async def test_people_see_what_they_see_otherwise(texts):
    once, twice = await told(None, *texts), await told(EACH, *texts)

    assert twice[:2] == once[:2]
    assert twice[2] > once[2], "nothing was doubled"


async def test_each_of_ten_changes_is_made_once():
    notebook = Notebook()
    world = World(**ten_steps(notebook))
    await world.boot(EACH)
    try:
        await world.say(COMMAND, "m1")
        assert await answer_all(world, accept_by_id) == STEPS
        assert notebook.calls == await notebook.written() == list(range(1, STEPS + 1))
        assert (await world.turn(1)).outcome == "answered"
    finally:
        await world.engine.stop()
