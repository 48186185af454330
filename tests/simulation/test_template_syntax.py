"""What people type, and what stands in their mail, is text, whatever it looks like."""

import pytest

from shared.models.reasoning import PlannedStep, ToolPlan
from shared.models.rows import AGENT_RUN
from tests.support.accounts_world import ADDRESS, AccountsWorld
from tests.support.accounts_world import at_google as google
from tests.support.scripted_reasoner import ScriptedReasoner
from tests.support.simulation import World, embedded
from tests.support.wire.gmail import Gmail, part

TYPED = ("{1.mails.0.id}", "{1.contacts.0.email}", "{2.title}", "{1}")


async def asked(world):
    return (await world.request()).value


@pytest.mark.parametrize("typed", TYPED)
async def test_what_a_message_says_is_sent_as_it_was_typed(typed):
    async with World() as world:
        await world.say(f"email sarah saying the code is {typed}", "m1")

        shown = await asked(world)
        assert typed in shown.card.body
        assert shown.arguments["to"] != [typed]


@pytest.mark.parametrize("typed", TYPED)
async def test_what_a_person_wants_changed_is_taken_as_it_was_typed(typed):
    async with World() as world:
        await world.say("email sarah saying hello", "m1")
        await world.say(f"change the subject to {typed}", "m2")

        assert (await asked(world)).arguments["subject"] == typed


async def test_a_model_that_repeats_what_was_typed_refers_to_nothing():
    typed = "{1.contacts.0.email}"
    search = PlannedStep(tool="contacts_search", arguments={"name": "sarah"})
    send = PlannedStep(
        tool="gmail_send_email",
        arguments={"to": ["{1.contacts.*.email}"], "subject": "Hi", "body": f"Use {typed}"},
    )
    model = ScriptedReasoner(embedded(), {"plan_tools": [ToolPlan(steps=(search, send))]})
    async with World(reasoner=model) as world:
        await world.say(f"email sarah saying use {typed}", "m1")

        shown = await asked(world)
        assert shown.arguments["body"] == f"Use {typed}"
        assert "@" in str(shown.arguments["to"][0])


async def test_a_subject_that_looks_like_a_reference_is_passed_on_as_it_is():
    planted = "{1.mails.1.snippet}"
    search = PlannedStep(tool="gmail_search_messages", arguments={"query": "x"})
    send = PlannedStep(
        tool="gmail_send_email",
        arguments={"to": [ADDRESS], "subject": "{1.mails.0.subject}", "body": "{1}"},
    )
    model = ScriptedReasoner(embedded(), {"plan_tools": [ToolPlan(steps=(search, send))]})
    async with AccountsWorld(reasoner=model) as world:
        box = Gmail()
        box.receive(part("one"), From="a@acme.example", To=ADDRESS, Subject=planted)
        box.found["x"] = ["m1"]
        world.connect(google(box.peer, world.clock))
        await world.say("mail me what you find from a@acme.example", "m1")

        shown = await asked(world)
        assert shown.arguments["subject"] == planted
        assert planted in shown.arguments["body"]
        run = (await world.services.threads.get(world.key(), AGENT_RUN, 1)).value
        assert run.steps[1].bound
