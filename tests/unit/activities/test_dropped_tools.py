"""A call that waited, of a tool that a later deployment has no more: it is said, and not made."""

from dataclasses import replace

import pytest

from activities.execute_tool import execute_tool
from activities.plan_run import plan_run
from activities.prepare_step import prepare_step
from activities.reassess_run import reassess_run
from shared.decisions.risk import ToolRules
from shared.models.agent import Agent
from shared.models.base import Payload
from shared.models.reasoning import PlannedStep, ReplyReading, ToolPlan
from shared.tools.tool import Tool
from shared.workspace.registry import TOOLS
from tests.support.fakes import Conversation, to_agent

FILE, LOOK = "papers_file", "papers_look"
GONE = "I can't do this any more: the tool {}, which does it, is gone."


class Given(Payload):
    title: str


@pytest.fixture
def calls():
    return []


@pytest.fixture
def talk(calls):
    async def call(_desk, given):
        calls.append(given.title)
        return {"found": given.title}

    filing = ToolRules(lambda _given, _who: "high", changes=True)
    looking = ToolRules(lambda _given, _who: "low")
    own = (
        Tool(FILE, "File it", Given, filing, call, lambda _said: "Filed"),
        Tool(LOOK, "Look", Given, looking, call, lambda _said: "Looked"),
    )
    clerk = Agent(id="clerk", name="Clerk", description="Files", domain="email", tools=(FILE, LOOK))
    tools = {**TOOLS, **{tool.name: tool for tool in own}}
    made = Conversation(domain_agents=(clerk,), tools=tools)
    made.script(
        plan_tools=[
            ToolPlan(
                steps=tuple(
                    PlannedStep(tool=tool, arguments={"title": "Fire"}) for tool in (LOOK, FILE)
                )
            )
        ],
        interpret_reply=[ReplyReading(meaning="accept")],
    )
    return made


def deploy(talk, *without):
    """Go on with a later deployment, which lacks some tools."""
    left = {name: tool for name, tool in talk.services.tools.items() if name not in without}
    talk.services = replace(talk.services, tools=left)


async def planned(talk):
    ref = await talk.turn_for("@clerk file it")
    await talk.follow(ref, to_agent("clerk"))
    await plan_run(ref, talk.services)
    return ref


async def looked(talk, ref):
    """Have the reading step done, so that the change comes next."""
    if (await execute_tool(ref, talk.services)).move == "reassess":
        await reassess_run(ref, talk.services)


@pytest.mark.parametrize("when", ["planned", "shown", "agreed"])
async def test_a_change_whose_tool_is_gone_is_not_made_and_the_reason_said(talk, calls, when):
    ref = await planned(talk)
    await looked(talk, ref)
    if when == "planned":
        deploy(talk, FILE)
        await prepare_step(ref, talk.services)
    else:
        asked = await talk.shown(ref)
        if when == "agreed":
            await talk.reply(ref, asked)
        deploy(talk, FILE)
        if when == "shown":
            await talk.reply(ref, asked)
        await execute_tool(ref, talk.services)

    error = (await talk.run()).response.error
    assert (error.type, error.message) == ("permission", GONE.format(FILE))
    assert calls == ["Fire"]  # the look


async def test_a_reading_call_whose_tool_is_gone_says_so(talk, calls):
    ref = await planned(talk)
    deploy(talk, LOOK)

    await execute_tool(ref, talk.services)

    assert (await talk.run()).response.error.message == GONE.format(LOOK)
    assert calls == []


async def test_what_a_gone_tool_found_is_gone_on_with(talk, calls):
    ref = await planned(talk)
    await looked(talk, ref)
    deploy(talk, LOOK)

    asked = await talk.shown(ref)
    await talk.reply(ref, asked)
    await execute_tool(ref, talk.services)

    assert calls == ["Fire", "Fire"]
