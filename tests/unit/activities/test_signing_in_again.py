"""An account that is lost reaches the person as a link."""

from dataclasses import replace

import pytest

from activities.execute_tool import execute_tool
from activities.plan_run import plan_run
from activities.prepare_step import prepare_step
from shared.decisions import wording
from shared.decisions.risk import ToolRules, reads
from shared.models.agent import Agent
from shared.models.base import Payload
from shared.models.principal import Principal
from shared.models.reasoning import PlannedStep, ToolPlan
from shared.models.steps import Progress
from shared.tools.tool import Prepared, Tool
from shared.workspace.email.port import Mailbox
from tests.support.connecting import Connecting
from tests.support.fakes import OWNER, TENANT, Conversation, OneWorkspace, to_agent
from tests.support.wire.peer import Answer

CLERK = Agent(id="clerk", name="Clerk", description="Reads", domain="email", tools=("look", "send"))


class Which(Payload):
    mail: str = "m1"


async def _look(desk, which):
    return await desk.workspace[Mailbox].get(which.mail)


async def _prepare(desk, which):
    raise AssertionError(Prepared(await _look(desk, which), None))


def _medium(_arguments, _profile):
    return "medium"


def _in_words(said):
    return f"Done: {said.result}"


LOOK = Tool("look", "Look", Which, ToolRules(reads), _look, _in_words)
SEND = Tool("send", "Send", Which, ToolRules(_medium, changes=True), _look, _in_words, _prepare)


@pytest.mark.parametrize(("tool", "work"), [("look", execute_tool), ("send", prepare_step)])
async def test_a_call_in_a_lost_account_fails_with_a_link_to_sign_in_again(tool, work):
    acme = Connecting()
    account = await acme.connect(person=Principal(tenant=TENANT, user=OWNER))
    acme.peer.on("GET", "/mails/.*", Answer(401))
    acme.peer.on("POST", "/token", Answer(400, json={"error": "invalid_grant"}))
    talk = Conversation(
        tools={"look": LOOK, "send": SEND}, domain_agents=(CLERK,), workspaces=acme.workspaces
    )
    talk.script(plan_tools=[ToolPlan(steps=(PlannedStep(tool=tool, arguments={}),))])
    ref = await talk.turn_for("@clerk look")
    await talk.follow(ref, to_agent("clerk"))
    await plan_run(ref, talk.services)

    assert await work(ref, talk.services) == Progress(move="compose")

    response = (await talk.run()).response
    link = f"https://app.example/acme?account={account.id}"
    assert (response.error.type, response.error.link) == ("auth", link)
    assert response.error.recoverable
    assert link in response.result.summary


async def test_an_agent_whose_accounts_are_not_connected_waits_for_one():
    nothing = OneWorkspace(domains=frozenset())
    look = replace(LOOK, domain="email")
    talk = Conversation(tools={"look": look}, domain_agents=(), workspaces=nothing)
    talk.script(plan_tools=[ToolPlan(cannot="I see no mail.")])
    await talk.services.agents.save(TENANT, CLERK.model_copy(update={"tools": ("look",)}), None)
    ref = await talk.turn_for("@clerk look")
    await talk.follow(ref, to_agent("clerk"))

    assert await plan_run(ref, talk.services) == Progress(move="compose")

    error = (await talk.run()).response.error
    assert error.connects
    assert error.message == wording.not_connected("Clerk", ["email"])
