"""Tools that other servers lend, from the plan to the call: shown, agreed to, made once."""

import pytest

from activities.ask import ask
from activities.close_turn import close_turn
from activities.compose_reply import compose_reply
from activities.execute_tool import execute_tool
from activities.plan_run import plan_run
from activities.prepare_step import prepare_step
from shared.agents.lending import toolbox
from shared.agents.roster import candidates_for
from shared.errors import ToolFailed
from shared.models.agent import Agent, Skill
from shared.models.hooks import Hook
from shared.models.lent import ToolServer
from shared.models.principal import Principal
from shared.models.reasoning import Memory, PlannedStep, ReplyReading, ToolPlan
from shared.models.rows import TRANSCRIPT
from shared.models.steps import CloseTurn, Progress
from shared.storage.memory import MemoryRows
from shared.storage.registered import StoredToolServers
from shared.tools.effect import OutcomeUnknown
from shared.tools.lent.offers import looked_at, offered
from tests.support.fakes import NOON, OWNER, TENANT, Conversation, to_agent

TAKES = {"properties": {"title": {"type": "string"}}, "required": ["title"]}
OPEN, FIND = "mcp_tracker_open_issue", "mcp_tracker_find_issues"
CLERK = Agent(
    id="clerk", name="Clerk", description="Keeps the tracker", domain="email", tools=(OPEN, FIND)
)
YES = ReplyReading(meaning="accept")


def offers(description="Opens an issue"):
    return [
        offered("open_issue", "", description, TAKES, {}),
        offered("find_issues", "", "Finds issues", TAKES, {"readOnlyHint": True}),
    ]


def tracker(description="Opens an issue"):
    tools, _ = looked_at(offers(description))
    return ToolServer(
        id="tracker", name="Tracker", url="https://t.example", tools=tools, accepted_at=NOON
    )


class Lender:
    """Answers as it is told to, and remembers what was called."""

    def __init__(self):
        self.calls = []
        self.answers = []

    async def call(self, tenant, server, tool, arguments):
        self.calls.append((tenant, server.id, tool.name, arguments))
        answer = self.answers.pop(0) if self.answers else "Done"
        if isinstance(answer, BaseException):
            raise answer
        words = {"text": answer, "data": None, "cut": False, "sent": []}
        return answer if isinstance(answer, dict) else words


@pytest.fixture
async def servers():
    kept = StoredToolServers(MemoryRows())
    await kept.put(TENANT, tracker(), None)
    return kept


@pytest.fixture
def lender():
    return Lender()


@pytest.fixture
def talking(servers, lender):
    def begin(tool=OPEN, agent=CLERK, **scripts):
        talk = Conversation(tool_servers=servers, lender=lender, domain_agents=(agent,))
        step = PlannedStep(tool=tool, arguments={"title": "Fire"})
        talk.script(plan_tools=[ToolPlan(steps=(step,))], **scripts)
        return talk

    return begin


async def planned(talk):
    ref = await talk.turn_for("@clerk do it")
    await talk.follow(ref, to_agent("clerk"))
    await plan_run(ref, talk.services)
    return ref


async def shown(talk):
    ref = await planned(talk)
    return ref, await talk.shown(ref)


async def accept(servers, server):
    stored = await servers.get(TENANT, server.id)
    await servers.put(TENANT, server, stored.etag)


async def test_a_planner_sees_the_lent_tools_that_its_agent_is_allowed(talking):
    talk = talking(FIND, CLERK.model_copy(update={"tools": (FIND,)}))
    await planned(talk)
    [request] = talk.reasoner.requests("plan_tools")
    assert [(one.name, one.parameters["required"]) for one in request.tools] == [(FIND, ["title"])]


async def test_a_tool_that_only_reads_is_called_and_its_words_are_told_as_its_servers(
    talking, lender
):
    talk = talking(FIND)
    ref = await planned(talk)
    lender.answers = ["One ![x](https://evil.example)"]
    assert await execute_tool(ref, talk.services) == Progress(move="compose")
    assert lender.calls == [(TENANT, "tracker", "find_issues", {"title": "Fire"})]
    assert (await talk.run()).steps[0].text == (
        "Tracker (find_issues):\n\nOne ![x] (https://evil.example)"
    )


async def test_a_file_that_a_call_gives_is_one_of_the_conversation_and_of_its_answer(
    talking, lender
):
    talk = talking(FIND, synthesize=["Two issues."])
    ref = await planned(talk)
    file = {"name": "issues.csv", "type": "text/csv", "content": "YSxi", "url": ""}
    lender.answers = [{"text": "Two", "data": {"found": 2}, "cut": False, "sent": [file]}]

    await execute_tool(ref, talk.services)
    await compose_reply(ref, talk.services)
    await close_turn(CloseTurn(thread=ref.thread, turn=ref.turn), talk.services)

    turn = await talk.turn()
    assert [(one.name, one.data) for one in turn.given] == [
        ("find_issues", {"found": 2}),
        ("issues.csv", None),
    ]
    kept = turn.given[1].file
    assert await talk.services.files.get(ref.thread, kept.id) == b"a,b"
    said = await talk.threads.page(talk.key, TRANSCRIPT, 2, 1)
    assert [(one.role, one.files) for one in said] == [("assistant", (kept,))]
    assert "(It sent issues.csv.)" in (await talk.run()).steps[0].text
    told = [one for one in await talk.events() if one.get("name") == "files"]
    assert [one["value"][0]["name"] for one in told] == ["issues.csv"]


async def test_no_file_comes_past_a_policy_that_takes_something_out_of_results(talking, lender):
    hook = Hook(event="post", matcher="mcp_*", redact=("email",))
    talk = talking(FIND, CLERK.model_copy(update={"hooks": (hook,)}))
    ref = await planned(talk)
    file = {"name": "people.csv", "type": "text/csv", "content": "YSxi", "url": ""}
    data = {"who": "ann@acme.example"}
    lender.answers = [{"text": "One", "data": data, "cut": False, "sent": [file]}]

    await execute_tool(ref, talk.services)

    [given] = (await talk.turn()).given
    assert "ann@acme.example" not in str(given.data)
    assert (await talk.head()).uploads == 0
    assert "(It also sent 1 file, left out here.)" in (await talk.run()).steps[0].text


async def test_a_change_is_shown_agreed_to_and_made_once(talking, lender):
    talk = talking(interpret_reply=[YES])
    ref, asked = await shown(talk)
    request = await talk.request()
    assert (request.card.title, request.risk) == ("open_issue (Tracker)", "high")
    assert ("title", "Fire") in request.card.fields
    assert request.editable["properties"].keys() == {"title"}
    assert lender.calls == []
    assert await talk.reply(ref, asked) == Progress(move="execute", effect=True)
    await execute_tool(ref, talk.services)
    await execute_tool(ref, talk.services)
    assert lender.calls == [(TENANT, "tracker", "open_issue", {"title": "Fire"})]


async def test_a_call_that_nobody_answered_is_unknown_and_never_made_again(talking, lender):
    talk = talking(interpret_reply=[YES])
    ref, asked = await shown(talk)
    await talk.reply(ref, asked)
    lender.answers = [OutcomeUnknown("Tracker did not answer within 20 seconds.")]
    await execute_tool(ref, talk.services)
    error = (await talk.run()).response.error
    assert error.message == (
        "I don't know whether it was done: Tracker did not answer within 20 seconds. "
        "Please check before you ask me again."
    )
    assert len(lender.calls) == 1


class Crash(BaseException):
    """The worker dies."""


async def test_a_call_that_the_worker_died_in_is_unknown_and_never_made_again(talking, lender):
    talk = talking(interpret_reply=[YES])
    ref, asked = await shown(talk)
    await talk.reply(ref, asked)
    lender.answers = [Crash()]
    with pytest.raises(Crash):
        await execute_tool(ref, talk.services)
    await execute_tool(ref, talk.services)
    error = (await talk.run()).response.error
    assert "I don't know whether it was done: an earlier attempt broke off." in error.message
    assert len(lender.calls) == 1


async def test_an_approval_of_a_tool_as_it_was_is_not_used_for_what_was_accepted_since(
    talking, lender, servers
):
    talk = talking(interpret_reply=[YES, YES])
    ref, asked = await shown(talk)
    await accept(servers, tracker("Opens an issue, and closes all others"))
    await talk.reply(ref, asked)
    assert await execute_tool(ref, talk.services) == Progress(move="ask")
    assert lender.calls == []
    again = await ask(ref, talk.services)
    assert again.request != asked.request
    await talk.reply(ref, again, message_id="m3")
    await execute_tool(ref, talk.services)
    assert len(lender.calls) == 1


async def test_what_a_server_swapped_is_refused_with_a_sentence(talking, lender):
    talk = talking(interpret_reply=[YES])
    ref, asked = await shown(talk)
    await talk.reply(ref, asked)
    lender.answers = [ToolFailed("I did not use open_issue: it was swapped.", "permission")]
    assert await execute_tool(ref, talk.services) == Progress(move="compose")
    error = (await talk.run()).response.error
    assert (error.type, error.message) == (
        "permission",
        "I did not use open_issue: it was swapped.",
    )


@pytest.mark.parametrize("when", ["planned", "shown", "agreed"])
async def test_a_server_that_is_given_up_lends_nothing_any_more(talking, lender, servers, when):
    talk = talking(interpret_reply=[YES])
    if when == "planned":
        ref = await planned(talk)
        await servers.delete(TENANT, "tracker")
        await prepare_step(ref, talk.services)
    else:
        ref, asked = await shown(talk)
        if when == "agreed":
            await talk.reply(ref, asked)
        await servers.delete(TENANT, "tracker")
        if when == "shown":
            await talk.reply(ref, asked)
        await execute_tool(ref, talk.services)
    assert "not lent to us any more" in (await talk.run()).response.error.message
    assert lender.calls == []


@pytest.mark.parametrize(("tool", "changes"), [(OPEN, True), (FIND, False)])
async def test_whether_an_agent_changes_something_counts_its_lent_tools(talking, tool, changes):
    services = talking().services
    daily = Skill(id="daily", name="Daily", description="Rents", instructions="1. Do it")
    agent = Agent(
        id="rents", name="Rent Desk", description="Collects rents", tools=(tool,), skills=(daily,)
    )
    await services.agents.save(TENANT, agent, None)
    who = Principal(tenant=TENANT, user=OWNER)
    found = await candidates_for(services, who, "collect the rents", Memory())
    assert {one.agent: one.changes for one in found}["rents"] is changes


async def test_the_tools_of_one_organisation_are_not_anothers(servers, talking):
    talk = talking()
    assert OPEN in await toolbox(talk.services, TENANT)
    assert OPEN not in await toolbox(talk.services, "evil")
