"""What breaks in this code itself costs its own step: said at once, and never tried in vain."""

import logging
from collections import Counter
from dataclasses import replace

import pytest

from shared.decisions import wording
from shared.models.reasoning import PlannedStep, ToolPlan
from shared.workspace.registry import TOOLS
from tests.support.scripted_reasoner import ScriptedReasoner, Text
from tests.support.simulation import World, embedded

FAULTS = [IndexError("of 'my secret'"), KeyError("my secret"), RecursionError("my secret")]
MAIL = ToolPlan(
    steps=(
        PlannedStep(
            tool="gmail_send_email",
            arguments={"to": ["sarah@company.com"], "subject": "Hi", "body": "Hello"},
        ),
    )
)
SARAH = ToolPlan(steps=(PlannedStep(tool="contacts_search", arguments={"name": "Sarah"}),))
NOBODY = ToolPlan(steps=(PlannedStep(tool="contacts_search", arguments={"name": "Xyzzy Q"}),))
TWO = "find contact info for Grace Kim and find contact info for David Brown"
MAKING = "create an agent that posts the finished tasks of our sheet to Slack"


class Breaking:
    """Whatever is asked of it, it breaks."""

    def __init__(self, error):
        self._error = error

    def __getattr__(self, name):
        async def broken(*_args, **_more):
            raise self._error

        return broken


async def said(world, thread="t"):
    return [text for role, text in await world.transcript(thread) if role == "assistant"]


def nothing_failed(world):
    """Tell whether no activity and no orchestration failed: what fails is run again."""
    return not [one for one in world.ran if one.outcome == "failed"]


async def plain_sailing(world):
    """Check that nothing was tried again, and that the next message is answered as ever."""
    assert nothing_failed(world)
    assert Counter(one.name for one in world.ran)["answer_turn"] == (await world.head()).turns
    first = await world.turn(1)
    assert (first.attempts, first.status) == (1, "closed")
    assert (await world.head()).phase == "parked"
    await world.with_reasoner(embedded()).boot()
    await world.say("thanks", "later")
    assert (await said(world))[-1].startswith("You're welcome")


def reasoning(error, method, **scripts):
    return ScriptedReasoner(embedded(), {**scripts, method: [error] * 9})


@pytest.mark.parametrize("error", FAULTS, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize(
    ("method", "text", "plan", "answer"),
    [
        ("analyze_intent", "find John", None, wording.NOT_UNDERSTOOD),
        ("plan_tools", "find John Doe's phone number", None, wording.NOT_UNDERSTOOD),
        ("reassess", "find contact info for Xyzzy", NOBODY, None),
        ("synthesize", TWO, None, None),
        ("answer", "why is the sky blue?", None, wording.APOLOGY),
        ("draft_agent", MAKING, None, None),
    ],
)
async def test_a_reasoner_that_breaks_costs_its_own_step(error, method, text, plan, answer, caplog):
    scripts = {"plan_tools": [plan]} if plan else {}
    async with World(reasoner=reasoning(error, method, **scripts)) as world:
        with caplog.at_level(logging.ERROR):
            await world.say(text, "m1")

        last = (await said(world))[-1]
        assert last == answer if answer else last
        if method != "draft_agent":
            await plain_sailing(world)
    assert "my secret" not in caplog.text


@pytest.mark.parametrize("error", FAULTS, ids=lambda error: type(error).__name__)
async def test_a_reply_that_breaks_its_reader_is_asked_about_again(error, caplog):
    model = ScriptedReasoner(embedded(), {"interpret_reply": [error]})
    async with World(reasoner=model) as world:
        await world.say("Show me emails from John", "m1")
        with caplog.at_level(logging.ERROR):
            await world.say("mumble", "m2")

        assert (await said(world))[-1].startswith("Sorry, I didn't get that.")
        assert (await world.turn(1)).attempts == 1
        assert Counter(one.name for one in world.ran)["take_reply"] == 1
        kind = type(error).__name__
        (logged,) = [r.getMessage() for r in caplog.records if r.name == "shared.faults"]
        assert logged.startswith(f"interpret_reply broke in take_reply of {world.key()}/1: {kind}")
        assert "my secret" not in caplog.text
        await world.say("the client", "m3")
        assert "John Doe" in (await said(world))[-1]


async def test_a_wish_that_breaks_its_reader_leaves_the_card_as_it_was():
    model = ScriptedReasoner(embedded(), {"plan_tools": [MAIL], "revise": [KeyError("x")]})
    async with World(reasoner=model) as world:
        await world.say("email sarah@company.com saying hello", "m1")
        await world.say("make it shorter", "m2")

        assert wording.NOT_CHANGED in (await said(world))[-1]
        assert (await world.head()).phase == "waiting"


def breaking_words(_said):
    raise KeyError("my secret")


async def breaking_call(_desk, _arguments):
    raise IndexError("my secret")


async def test_a_call_that_breaks_was_called_and_ended():
    tools = {**TOOLS, "contacts_search": replace(TOOLS["contacts_search"], call=breaking_call)}
    model = ScriptedReasoner(embedded(), {"plan_tools": [SARAH]})
    async with World(reasoner=model, tools=tools) as world:
        await world.say("find Sarah", "m1")

        kinds = Counter(one.event["type"] for one in await world.events())
        assert kinds["TOOL_CALL_START"] == kinds["TOOL_CALL_END"] == kinds["TOOL_CALL_RESULT"] == 1
        assert (await said(world))[-1] == wording.BROKEN
        await plain_sailing(world)


@pytest.mark.parametrize("part", ["say", "suggest"])
async def test_a_tool_without_words_for_a_change_says_that_it_is_done(part):
    name = "gmail_send_email"
    tools = {**TOOLS, name: replace(TOOLS[name], **{part: breaking_words})}
    model = ScriptedReasoner(embedded(), {"plan_tools": [MAIL]})
    async with World(reasoner=model, tools=tools) as world:
        await world.say("email sarah@company.com saying hello", "m1")
        await world.say("yes", "m2")

        assert "that is done" in (await said(world))[-1]
        assert Counter(one.name for one in world.ran)["execute_tool"] == 1
        await plain_sailing(world)


async def test_a_tool_without_words_for_what_it_found_says_that():
    tools = {**TOOLS, "contacts_search": replace(TOOLS["contacts_search"], say=breaking_words)}
    model = ScriptedReasoner(embedded(), {"plan_tools": [SARAH]})
    async with World(reasoner=model, tools=tools) as world:
        await world.say("find contact info for Sarah", "m1")

        assert (await said(world))[-1] == wording.WITHOUT_WORDS
        await plain_sailing(world)


@pytest.mark.parametrize("part", ["call", "prepare"])
async def test_a_tool_that_breaks_ends_its_command(part):
    tool = "contacts_search" if part == "call" else "gmail_send_email"
    plan = SARAH if part == "call" else MAIL
    tools = {**TOOLS, tool: replace(TOOLS[tool], **{part: breaking_call})}
    model = ScriptedReasoner(embedded(), {"plan_tools": [plan]})
    async with World(reasoner=model, tools=tools) as world:
        await world.say(
            "find contact info for Sarah"
            if part == "call"
            else "email sarah@company.com saying hello",
            "m1",
        )

        assert (await said(world))[-1] == wording.BROKEN
        entry = next(e for e in (await world.turn(1)).trace if e.name == "fault")
        assert entry.detail["error"].startswith("IndexError")
        await plain_sailing(world)


async def test_a_change_that_breaks_on_the_way_is_not_said_to_have_failed():
    name = "gmail_send_email"
    tools = {**TOOLS, name: replace(TOOLS[name], call=breaking_call)}
    model = ScriptedReasoner(embedded(), {"plan_tools": [MAIL]})
    async with World(reasoner=model, tools=tools) as world:
        await world.say("email sarah@company.com saying hello", "m1")
        await world.say("yes", "m2")

        assert (await said(world))[-1].startswith("I don't know whether it was done")
        assert Counter(one.name for one in world.ran)["execute_tool"] == 1
        await plain_sailing(world)


async def test_a_query_handler_that_breaks_leaves_the_question_to_the_next(caplog):
    async with World() as world:
        people = world.services.people
        world.services = replace(world.services, people=Breaking(KeyError("my secret")))
        await world.boot()
        with caplog.at_level(logging.ERROR):
            await world.say("hello", "m1")

        assert len(await said(world)) == 1
        assert "my secret" not in caplog.text
        world.services = replace(world.services, people=people)
        await world.boot()
        await plain_sailing(world)


async def test_learning_that_breaks_costs_nothing(caplog):
    async with World() as world:
        world.services = replace(world.services, routings=Breaking(TypeError("my secret")))
        await world.boot()
        with caplog.at_level(logging.ERROR):
            await world.say("find contact info for Grace Kim", "m1")

        assert "Grace" in (await said(world))[-1]
        assert "learning broke in close_turn" in caplog.text
        await plain_sailing(world)


async def test_two_things_done_are_told_when_the_words_break_off():
    model = ScriptedReasoner(
        embedded(), {"synthesize": [Text(("Both are",), ConnectionError("gone"))] * 9}
    )
    domains = frozenset({"email", "calendar", "contacts"})
    async with World(reasoner=model, domains=domains) as world:
        await world.say(
            "send an email to grace.kim@company.com saying hi, and send an email to "
            "sarah.chen@company.com saying hello",
            "m1",
        )
        for number in range(2, 6):
            if (await world.head()).phase == "waiting":
                await world.say("yes", f"m{number}")

        last = (await said(world))[-1]
        assert last.count("Sent") == 2 or last.lower().count("sent") >= 2
        assert "try again" not in last
        await plain_sailing(world)
