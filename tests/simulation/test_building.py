"""Making and changing agents by talking, in the whole durable core."""

import pytest

from shared.activity import waiting_for
from shared.decisions import wording
from shared.models.agent import Agent, Capabilities, HandoffCapability, Skill
from shared.models.principal import Principal
from shared.models.rows import HANDOFF
from tests.support.building import EVERYTHING, NOTION, NOTION_TO_SLACK, SHEETS_TO_SLACK
from tests.support.simulation import OWNER, TENANT, World

MINE = NOTION.model_copy(update={"owner": OWNER})
DESK = Agent(
    id="help-desk",
    name="Help Desk",
    description="Looks up colleagues and their numbers",
    tools=("contacts_search", "contacts_get_by_id"),
    capabilities=Capabilities(
        handoff=HandoffCapability(supports_handoff=True, max_session_duration_seconds=600)
    ),
    examples=("help desk", "I need the help desk"),
)


@pytest.fixture
async def organisation():
    """A world where everything of the sandbox is connected."""
    async with World(domains=EVERYTHING) as world:
        yield world


async def told(world):
    """Return what was said last."""
    role, text = (await world.transcript())[-1]
    assert role == "assistant"
    return text


async def talk(world, *lines, first=1):
    """Say one thing after another; return the answers."""
    answers = []
    for number, line in enumerate(lines, start=first):
        await world.say(line, f"m{number}")
        answers.append(await told(world))
    return answers


async def agents(world):
    return {agent.id: agent for agent in await world.services.agents.list(TENANT)}


async def handoff(world):
    head = await world.head()
    name = head.handoff or head.resumable or f"handoff-{head.handoffs}"
    return (await world.services.threads.get(world.key(), HANDOFF, name)).value


async def test_an_agent_from_sheets_to_slack_is_made_and_tried(organisation):
    first, _, _, last = await talk(organisation, *SHEETS_TO_SLACK)

    assert first.startswith("I can help you create that agent!")
    assert "#weekly-updates" in first
    made = (await agents(organisation))["sheets-to-slack-reporter"]
    assert made.owner == OWNER
    assert {"sheets_read", "slack_post_message"} <= set(made.tools)
    assert "sheets-to-slack-reporter" in last
    assert (await handoff(organisation)).artifacts == ("sheets-to-slack-reporter",)
    (schedule,) = await organisation.services.schedules.of(TENANT)
    assert schedule.agent == made.id
    assert schedule.recurrence.rrule == "RRULE:FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0"

    await organisation.say("Run it now to test", "m5")
    assert "#weekly-updates" in await told(organisation)
    await organisation.say("send it", "m6")

    turn = await organisation.turn(5)
    assert (turn.outcome, turn.decision.agent) == ("answered", made.id)
    assert (await handoff(organisation)).state == "completed"
    assert (await organisation.head()).handoff is None


async def test_an_agent_learns_to_post_to_slack_as_well(organisation):
    await organisation.services.agents.save(TENANT, MINE, None)

    first, last = await talk(organisation, *NOTION_TO_SLACK)

    assert first.startswith("I can help you update your Notion Reporter!")
    changed = (await agents(organisation))["notion-reporter"]
    assert changed.version == 2
    assert {"pages_search", "slack_post_message"} <= set(changed.tools)
    assert "#team-updates" in str(changed.skills)
    assert "#team-updates" in last


async def test_what_the_builder_asks_is_among_what_waits_until_it_is_answered(organisation):
    person = Principal(tenant=TENANT, user=OWNER)
    asked = []
    for number, line in enumerate(SHEETS_TO_SLACK, start=1):
        await talk(organisation, line, first=number)
        waiting = await waiting_for(organisation.services, person)
        asked.append([(one.request, one.told) for one in waiting])

    first, second, third, after = asked
    told = wording.BUILDER_ASKS
    assert (first, second, third) == ([("q-1-1", told)], [("q-2-1", told)], [("q-3-1", told)])
    assert [one for one in after if one in (*first, *second, *third)] == []

    await talk(organisation, "back to the assistant", first=9)
    assert await waiting_for(organisation.services, person) == []


async def test_what_was_begun_can_be_left_and_taken_up(organisation):
    _, second, back, other, again = await talk(
        organisation,
        SHEETS_TO_SLACK[0],
        SHEETS_TO_SLACK[1],
        "back to the assistant",
        "Show me emails from Sarah about the budget",
        "continue",
    )

    assert "continue" in back
    assert "Sarah Chen" in other
    assert again.splitlines()[-1] == second.splitlines()[-1] or "data" in again
    assert (await handoff(organisation)).state == "active"
    await talk(organisation, *SHEETS_TO_SLACK[2:], first=6)
    assert "sheets-to-slack-reporter" in await agents(organisation)


async def test_a_session_that_lasted_too_long_gives_control_back(organisation):
    await talk(organisation, SHEETS_TO_SLACK[0])
    organisation.clock.advance(hours=2)

    (answer,) = await talk(organisation, "Show me emails from Sarah about the budget", first=2)
    assert "Sarah Chen" in answer
    assert (await handoff(organisation)).state == "paused"

    organisation.clock.advance(days=20)
    await talk(organisation, "continue", *SHEETS_TO_SLACK[1:], first=3)
    assert "sheets-to-slack-reporter" in await agents(organisation)


async def test_what_is_not_about_the_agent_that_was_made_goes_its_own_way(organisation):
    *_, answer = await talk(
        organisation, *SHEETS_TO_SLACK, "Show me emails from Sarah about the budget"
    )

    assert "5 emails from Sarah Chen" in answer
    assert (await handoff(organisation)).state == "completed"
    assert len(await agents(organisation)) == 1


async def test_nothing_is_made_of_what_is_cancelled(organisation):
    await talk(organisation, SHEETS_TO_SLACK[0], "cancel")

    assert await agents(organisation) == {}
    assert (await handoff(organisation)).state == "cancelled"
    assert (await organisation.head()).handoff is None


async def test_an_agent_that_takes_conversations_has_it_until_it_is_wanted_back(organisation):
    await organisation.services.agents.save(TENANT, DESK, None)

    taken, passed_on, back = await talk(
        organisation, "connect me to the help desk", "Sarah Chen", "back to the assistant"
    )

    assert taken.startswith("I'm handing you over to Help Desk")
    assert (await organisation.turn(2)).decision.agent == "help-desk"
    assert "Sarah" in passed_on
    assert back.startswith("You're back with me")
    shown = [e.event for e in await organisation.events() if e.event.get("name") == "handoff"]
    assert [event["value"]["state"] for event in shown] == [
        "requested", "active", "returning", "cancelled"
    ]  # fmt: skip


async def test_an_agent_that_is_told_to_returns_it_when_its_work_is_done(organisation):
    last = Skill(
        id="last",
        name="Last",
        description="Ends it",
        instructions="1. Summarize the projects from the pages\n2. Hand the conversation back",
    )
    lending = Capabilities(handoff=HandoffCapability(supports_handoff=True))
    eager = NOTION.model_copy(update={"skills": (last,), "capabilities": lending})
    await organisation.services.agents.save(TENANT, eager, None)

    taken, after = await talk(
        organisation, "connect me to the notion reporter", "Show me emails from Sarah"
    )

    assert wording.GIVEN_BACK in taken
    assert "Project Alpha" in taken
    assert (await handoff(organisation)).state == "completed"
    assert (await organisation.turn(2)).handoff is None
    assert "Sarah" in after
    shown = [e.event for e in await organisation.events() if e.event.get("name") == "handoff"]
    assert [event["value"]["state"] for event in shown] == [
        "requested", "active", "returning", "completed"
    ]  # fmt: skip


async def test_nobody_changes_an_agent_of_somebody_else(organisation):
    theirs = NOTION.model_copy(update={"owner": "somebody-else"})
    await organisation.services.agents.save(TENANT, theirs, None)

    (answer,) = await talk(organisation, NOTION_TO_SLACK[0])

    assert "Only the owner" in answer
    assert (await handoff(organisation)).state == "rejected"
    assert (await organisation.head()).handoff is None
