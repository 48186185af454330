"""Agents described in people's own words: each ends in a full account of it, or in a question."""

import pytest

from tests.support.building import EVERYTHING, SHEETS_TO_SLACK
from tests.support.simulation import TENANT, World

NOT_READ = "I did not understand"
CREATE = "Shall I create it?"

QUESTIONS = [
    # what the builder has no words for is quoted, whatever else it understood
    ("create an agent that labels Expensely mails", f"{NOT_READ} “labels Expensely”"),
    (
        "create an agent: when a mail from our landlord comes in, forward it to Tom",
        f"{NOT_READ} “when”",
    ),
    (
        "I want an agent that archives newsletters older than a week every Sunday",
        f"{NOT_READ} “archives” and “older”",
    ),
    (
        "build an agent that reminds the team on the first of the month to send in their expenses",
        f"{NOT_READ} “reminds the team”",
    ),
    (
        "make an agent that compares the Budget sheet with last month and posts to #finance",
        f"{NOT_READ} “compares”",
    ),
    ("make an agent that translates mails from Paris into English", f"{NOT_READ} “translates”"),
    (
        "create an agent that sends Bob the sales figures every quarter",
        "1. Sarah Chen",  # nobody is called Bob
    ),
    # what it would lose, it asks about
    ("Create an agent that emails the report to Sarah", f"{NOT_READ} “Sarah”"),
    # names that are not there are asked about, with those that are
    (
        "make me an agent that watches #support and mails Grace a summary on Fridays at 4pm",
        "I don't see a channel called #support",
    ),
    (
        "set up something that puts my unread mails into the Expenses sheet each evening",
        "I don't see a sheet called Expenses",
    ),
    ("an agent that posts the Weekly Metrics sheet to #leads every Monday at 9am", "What data"),
    # what is wanted again and again is not done once
    ("tell me each weekday which mails from Laura I haven't answered", "Did you mean"),
    ("let Maria know each Thursday what changed on the Project Alpha page", "Did you mean"),
    ("I'd like a daily digest of unread mail, no posting anywhere", "Did you mean"),
]

ACCOUNTS = [
    (
        "every morning at 7:30 give me my meetings for the day",
        (
            "**Trigger**: Scheduled (every morning at 7:30)",
            "**Source**: Calendar",
            "**Destination**: shown to you in the conversation",
            "1. Give me my meetings for today",
        ),
    ),
    (
        "every Friday summarise #general and my unread mail and post both to #project-alpha",
        (
            "**Trigger**: Scheduled (every Friday at 9:00, UTC)",
            "**Source**: Slack; Email",
            "1. Summarise #general",
            "2. My unread mail",
            "**Destination**: Slack #project-alpha",
            "3. Post the result to the Slack channel #project-alpha",
        ),
    ),
    (
        "make an agent that mails Grace a summary of #general every weekday at 8am",
        (
            "**Trigger**: Scheduled (weekdays at 8am)",
            "**Source**: Slack #general",
            "**Filter**: of the last 3 days",
            "**Destination**: Email Grace Liu",
        ),
    ),
]


@pytest.fixture
async def organisation():
    """A world where everything of the sandbox is connected."""
    async with World(domains=EVERYTHING) as world:
        yield world


async def talk(world, *lines):
    """Say one thing after another; return the last answer."""
    for number, line in enumerate(lines, 1):
        await world.say(line, f"m{number}")
    role, text = (await world.transcript())[-1]
    assert role == "assistant"
    return text


async def made(world):
    return [agent.id for agent in await world.services.agents.list(TENANT)]


@pytest.mark.parametrize(("described", "asked"), QUESTIONS)
async def test_what_is_not_plain_is_asked_about(organisation, described, asked):
    assert asked in await talk(organisation, described)
    assert await made(organisation) == []


@pytest.mark.parametrize(("described", "account"), ACCOUNTS)
async def test_what_is_plain_is_told_in_full_before_it_is_made(organisation, described, account):
    answer = await talk(organisation, described)

    assert [line for line in account if line not in answer] == []
    assert answer.rstrip().endswith(CREATE)
    assert await made(organisation) == []


@pytest.mark.parametrize("reply", ["hm, great I suppose", "right", "yes, send it to Bob"])
async def test_only_plain_agreement_makes_an_agent(organisation, reply):
    await talk(organisation, ACCOUNTS[0][0], reply)

    assert await made(organisation) == []


@pytest.mark.parametrize("reply", ["Yes, create it", "ok, go ahead please", "create it"])
async def test_plain_agreement_makes_the_agent_that_was_told(organisation, reply):
    assert "Done!" in await talk(organisation, ACCOUNTS[0][0], reply)
    assert await made(organisation) == ["calendar-reporter"]


async def test_what_is_left_out_is_said_to_be_and_never_made_without_agreement(organisation):
    described = "create an agent that reads and translates #general every weekday at 9"
    answer = await talk(organisation, described, "Leave it out")

    assert "**Left out**: “translates”" in answer
    assert "#general" in answer
    assert answer.rstrip().endswith(CREATE)
    assert await made(organisation) == []


async def test_what_was_not_understood_can_be_said_in_other_words(organisation):
    described = "create an agent that labels Laura's mails every day at 9"
    answer = await talk(organisation, described, "unread mails from Laura")

    assert NOT_READ not in answer
    assert "1. Unread mails from Laura" in answer


@pytest.mark.parametrize("reply", ["the usual place", "somewhere nice please", "my best friends"])
async def test_words_that_are_no_channels_name_are_no_channel(organisation, reply):
    opened = "create an agent that reads my unread mails and posts to Slack"
    answer = await talk(organisation, opened, reply)

    assert "I need the name of a channel" in answer


async def test_a_question_is_answered_by_the_service_and_not_by_an_agent_that_posts(organisation):
    asked = "What does the Weekly Metrics sheet say?"
    answer = await talk(organisation, *SHEETS_TO_SLACK, asked)

    assert "In progress" in answer
    assert (await organisation.turn(5)).decision.agent == "sheets"


async def test_an_agent_that_posts_only_shows_what_it_is_asked_about(organisation):
    asked = "show me the rows of the Weekly Metrics sheet where Status is Completed"
    answer = await talk(organisation, *SHEETS_TO_SLACK, asked)

    assert "Please confirm" not in answer
    assert "Completed" in answer
