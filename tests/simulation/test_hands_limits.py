"""Much at once: the limits of one command, what is shown meanwhile, and commands that fail."""

import pytest

from shared.decisions import ending, stepping
from shared.models.reasoning import PlannedStep, ToolPlan
from tests.support.accounts_world import ADDRESS, AccountsWorld
from tests.support.accounts_world import at_google as google
from tests.support.scripted_reasoner import ScriptedReasoner
from tests.support.simulation import embedded
from tests.support.wire.gmail import USER, Gmail, failure
from tests.support.wire.google_calendar import EVENTS, GoogleCalendarPeer, event

SEARCHES = 14
ORDER = "show me my unread mail"


@pytest.fixture
async def world():
    """A world whose model wants many searches for one command."""
    steps = tuple(
        PlannedStep(tool="gmail_search_messages", arguments={"query": f"word{number}"})
        for number in range(1, SEARCHES + 1)
    )
    planned = ScriptedReasoner(embedded(), {"plan_tools": [ToolPlan(steps=steps)]})
    async with AccountsWorld(reasoner=planned) as made:
        yield made


@pytest.fixture
def gmail(world):
    return mailbox(world)


def mailbox(world):
    box = Gmail()
    box.receive(From="Bo <bo@acme.example>", To=ADDRESS, Subject="Budget", labels=("INBOX",))
    calendar = GoogleCalendarPeer(event("e1", "2026-03-05T15:00", "2026-03-05T15:30"))
    box.peer.on("GET", EVENTS, calendar._list)
    world.connect(google(box.peer, world.clock, "email", "calendar"))
    return box


def searches(box):
    return len(box.peer.calls("GET", f"{USER}/messages"))


async def shown_meanwhile(world):
    """Return the texts that were shown before the answer."""
    events = [logged.event for logged in await world.events()]
    return [e["value"]["text"] for e in events if e.get("name") == "partial_result"]


async def test_after_ten_calls_the_person_is_asked_and_shown_what_there_is(world, gmail):
    said = await world.ask(ORDER)

    assert said.startswith("This is taking longer than usual. This is what I have so far:")
    assert "**Budget**" in said
    assert "Shall I go on?" in said
    assert searches(gmail) == stepping.MAX_TOOL_CALLS
    assert (await world.request()).value.kind == "clarification"


async def test_who_wants_more_gets_the_rest(world, gmail):
    await world.ask(ORDER)

    said = await world.ask("go on")

    assert "taking longer" not in said
    assert searches(gmail) == SEARCHES
    assert (await world.head()).phase == "parked"


async def test_who_has_enough_gets_what_was_found(world, gmail):
    await world.ask(ORDER)

    said = await world.ask("that's enough")

    assert "**Budget**" in said
    assert searches(gmail) == stepping.MAX_TOOL_CALLS
    assert (await world.run()).response.confidence == ending.CUT_SHORT_CONFIDENCE


async def test_what_was_found_is_shown_while_more_is_looked_for(world, gmail):
    await world.ask(ORDER)

    shown = await shown_meanwhile(world)
    assert len(shown) == stepping.MAX_TOOL_CALLS - 1, "the last is in the question"
    assert all("**Budget**" in text for text in shown)


class TestSeveralCommands:
    """Two commands in one message, one of which fails."""

    ORDERS = "show me my unread mail and show me my meetings tomorrow"

    @pytest.fixture
    async def world(self):
        async with AccountsWorld(domains=frozenset({"email", "calendar"})) as made:
            yield made

    @pytest.mark.parametrize(
        ("path", "found"), [(f"{USER}/messages", "Standup"), (EVENTS, "**Budget**")]
    )
    async def test_what_works_is_answered_and_what_does_not_is_said(
        self, world, gmail, path, found
    ):
        gmail.peer.on("GET", path, failure(500, "x"))

        said = await world.ask(self.ORDERS)

        assert found in said
        assert "Google is having trouble (500). Please ask me again in a moment." in said

    async def test_what_both_find_is_one_answer(self, world, gmail):
        said = await world.ask(self.ORDERS)

        assert "**Budget**" in said
        assert "Standup" in said
        (shown,) = await shown_meanwhile(world)
        assert "**Budget**" in shown
