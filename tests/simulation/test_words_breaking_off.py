"""What was done is told whatever becomes of a model's words: nobody is invited to do it twice."""

import pytest

from shared.decisions import wording
from shared.errors import UpstreamMalformed, UpstreamUnavailable
from shared.models.reasoning import PlannedStep, ToolPlan
from tests.support.building import EVERYTHING
from tests.support.scripted_reasoner import ScriptedReasoner, Text
from tests.support.simulation import World, embedded

LATE = PlannedStep(
    tool="gmail_send_email",
    arguments={"to": ["sarah.chen@company.com"], "subject": "Late", "body": "I am late."},
)
LOOK = PlannedStep(tool="gmail_search_messages", arguments={"query": "budget", "limit": 1})
OPEN = PlannedStep(tool="gmail_get_thread", arguments={"thread_id": "{1.mails.0.thread_id}"})
ASKED = "mail Sarah Chen that I am late and tell me what the newest mail about the budget says"
GONE = UpstreamUnavailable("it is gone")


@pytest.mark.parametrize(
    "words",
    [
        Text(("I sent ", "nothing"), GONE),
        Text((), GONE),
        Text((), UpstreamMalformed("the model said nothing that was found")),
    ],
)
async def test_what_was_done_is_told_in_its_tools_words_where_a_models_break_off(words):
    plans = [ToolPlan(steps=(LATE,)), ToolPlan(steps=(LOOK, OPEN))]
    model = ScriptedReasoner(embedded(), {"plan_tools": plans, "synthesize": [words]})
    async with World(reasoner=model, domains=EVERYTHING) as world:
        await world.say(ASKED, "m1")
        await world.say("yes, send it", "m2")

        said = (await world.transcript())[-1][1]
        turn = await world.turn(1)

    model.assert_used_up()
    assert said.startswith("Sent")
    assert "sarah.chen@company.com" in said
    assert "budget" in said.casefold()
    assert "nothing" not in said
    assert wording.APOLOGY not in said
    assert turn.outcome == "answered"
    assert turn.trace[-1].name == "reply"
    assert turn.trace[-1].detail["fallback"] == str(words.error)
