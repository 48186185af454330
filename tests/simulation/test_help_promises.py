"""What help tells people to say does what help says it does, and what it says of them is so."""

import re

import pytest

from shared.errors import UpstreamRejected
from shared.queries.help import _MORE
from shared.queries.topics import ANSWERS
from shared.reasoning.budget import ModelBudget
from shared.reasoning.fallback import FallbackReasoner
from tests.support.building import EVERYTHING, NOTION
from tests.support.scripted_reasoner import ScriptedReasoner
from tests.support.simulation import OWNER, TENANT, World, embedded

MAKING = "I need an agent that posts the finished tasks of our sheet to Slack every Monday"
PROMISED = {
    MAKING: ("", MAKING, "hand you over to the Agent Builder"),
    "my reporter should also post to #team": (
        "",
        "my notion-reporter should also post to #team",
        "update your Notion Reporter",
    ),
    "Back to the assistant": (MAKING, "Back to the assistant", "You're back with me."),
    "continue": ("", "continue", ""),
    "what do you remember about me": ("", "what do you remember about me", "I remember"),
    "undo that": ("archive the newest email from Sarah Chen", "undo that", "Undone"),
    "forget my choices": ("", "forget my choices", "choice"),
    "search mail": ("", "search mail for the budget", "budget"),
    "who can use": ("", "who can use Notion Reporter?", "Everyone in your organisation may use"),
    "every Monday at 9am": (MAKING, "every Monday at 9am", ""),
    "which of my agents are scheduled": ("", "which of my agents are scheduled", "schedules"),
    "when did": ("", "when did Email last run?", "Email"),
    "which agents failed this week": ("", "which agents failed this week", ""),
    "list my agents": ("", "list my agents", "You can use 8 agents"),
    "I need an agent that ...": ("", MAKING, "hand you over to the Agent Builder"),
}
_UNTRUE = re.compile(
    r"not available|isn't available|in this version|no language model is", re.IGNORECASE
)


def sayings():
    """Return what help tells people to say."""
    return {said for text in (*ANSWERS.values(), _MORE) for said in re.findall(r'"([^"]+)"', text)}


def test_all_that_people_are_told_to_say_is_tried():
    assert sayings() == set(PROMISED)


@pytest.mark.parametrize("saying", PROMISED)
async def test_what_help_tells_people_to_say_works(saying):
    before, text, promised = PROMISED[saying]
    async with World(domains=EVERYTHING) as world:
        mine = NOTION.model_copy(update={"owner": OWNER})
        await world.services.agents.save(TENANT, mine, None)
        for number, said in enumerate(filter(None, (before, text))):
            await world.say(said, f"m{number}")
        role, answer = (await world.transcript())[-1]
    assert role == "assistant"
    assert promised in answer
    assert not _UNTRUE.search(answer)


async def test_who_one_is_needs_no_language_model():
    async with World(domains=EVERYTHING) as world:
        await world.say("who am I?", "m1")
        answer = (await world.transcript())[-1][1]
    assert answer.startswith("You are **alex.morgan@company.com**.")
    assert "Your organisation's mail domain is company.com." in answer


async def test_a_model_that_refuses_is_not_said_to_be_missing():
    refusing = ScriptedReasoner(embedded(), {"answer": [UpstreamRejected("401")]})
    async with World(domains=EVERYTHING) as world:
        budget = ModelBudget(0, world.clock)
        await world.with_reasoner(FallbackReasoner(refusing, embedded(), budget)).boot()
        await world.say("why is the sky blue?", "m1")
        answer = (await world.transcript())[-1][1]
    assert answer.startswith("I can't answer that right now: it takes the language model")
