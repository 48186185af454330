"""Planning, calling tools, and judging what they gave."""

import asyncio
import json
from dataclasses import replace
from datetime import timedelta

import pytest
from pydantic import Field

from activities.analyze_intent import analyze_intent
from activities.execute_tool import execute_tool
from activities.plan_run import plan_run
from activities.prepare_step import prepare_step
from activities.reassess_run import reassess_run
from shared.decisions import wording
from shared.decisions.risk import ToolRules, argument_hash, reads
from shared.errors import LimitReached, ToolFailed, UpstreamUnavailable
from shared.models.agent import Agent, Skill
from shared.models.base import Payload
from shared.models.hooks import Hook
from shared.models.intent import ActionType, Command, IntentAnalysis
from shared.models.principal import Principal
from shared.models.reasoning import PlannedStep, Reassessment, ToolPlan, Usage
from shared.models.steps import Progress
from shared.tools.tool import TIMEOUT_SECONDS, Tool
from tests.support.fakes import OWNER, TENANT, Conversation, one_call, to_agent
from tests.support.leaping import in_no_time
from tests.support.scripted_reasoner import Text

FINDER = Agent(
    id="finder", name="Finder", description="Finds", domain="email", tools=("find", "send")
)


class Wanted(Payload):
    name: str = Field(default="", max_length=10)


class Shelf:
    """A tool that gives what it is told to, and remembers what it was asked."""

    def __init__(self, *gives):
        self.gives = list(gives)
        self.asked = []

    async def __call__(self, desk, wanted):
        self.asked.append(wanted.name)
        given = self.gives.pop(0)
        if isinstance(given, Exception):
            raise given
        return given

    @property
    def tool(self):
        return reading("find", self)


def reading(name, call):
    return Tool(name, "Find", Wanted, ToolRules(reads, items="things"), call, in_words)


def in_words(said):
    return f"Found {len(said.result['things'])}."


def found(*names):
    return {"things": [{"id": name, "name": name} for name in names]}


def risky(_arguments, _profile):
    return "high"


def talking(shelf, *plans, **scripts):
    send = Tool("send", "Send", Wanted, ToolRules(risky, changes=True), shelf, in_words)
    other = reading("other", shelf)
    toolbox = {tool.name: tool for tool in (shelf.tool, send, other)}
    talk = Conversation(tools=toolbox, domain_agents=(FINDER,))
    talk.script(plan_tools=list(plans), **scripts)
    return talk


async def planned(talk):
    ref = await talk.turn_for("@finder find it")
    await talk.follow(ref, to_agent("finder"))
    await plan_run(ref, talk.services)
    return ref


async def with_calls(talk, *steps, **scripts):
    """Bring a turn to where its message was understood as one order with these calls."""
    ref = await talk.turn_for("find it")
    command = Command(agent="finder", command="find it", steps=steps)
    understood = IntentAnalysis(
        action=ActionType.EXECUTE, primary_intent="find", confidence=0.9, commands=(command,)
    )
    talk.script(analyze_intent=[understood], **scripts)
    await analyze_intent(ref, talk.services)
    await talk.follow(ref, to_agent("finder"))
    return ref


async def test_what_was_planned_with_the_message_is_not_planned_again():
    talk = talking(Shelf())
    ref = await with_calls(talk, PlannedStep(tool="find", arguments={"name": "x"}))

    assert await plan_run(ref, talk.services) == Progress(move="execute")

    assert talk.reasoner.requests("plan_tools") == []
    assert [step.tool for step in (await talk.run()).steps] == ["find"]


async def test_a_call_of_a_tool_that_the_agent_lacks_is_planned_anew():
    talk = talking(Shelf())
    anew = [one_call("find", name="x")]
    ref = await with_calls(talk, PlannedStep(tool="other"), plan_tools=anew)

    await plan_run(ref, talk.services)

    assert len(talk.reasoner.requests("plan_tools")) == 1
    assert [step.tool for step in (await talk.run()).steps] == ["find"]


async def test_a_plan_is_made_with_the_agents_own_tools():
    talk = talking(Shelf(), one_call("find", name="x"))
    ref = await planned(talk)
    (request,) = talk.reasoner.requests("plan_tools")
    assert (request.agent, request.command) == ("finder", "find it")
    assert [spec.name for spec in request.tools] == ["find", "send"]
    assert request.tools[0].parameters["properties"]["name"]["maxLength"] == 10
    assert (await talk.run()).steps[0].arguments == {"name": "x"}
    assert (await talk.turn(ref.turn)).trace[-1].name == "plan"


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        (ToolPlan(cannot="I can't do that."), "I can't do that."),
        (one_call("other"), "no tool called other"),
        (one_call("nonsense"), "no tool called nonsense"),
        (UpstreamUnavailable("busy"), wording.NOT_UNDERSTOOD),
    ],
)
async def test_without_a_usable_plan_the_run_fails_and_says_why(plan, says):
    talk = talking(Shelf(), plan)
    await planned(talk)
    run = await talk.run()
    assert run.status == "failed"
    assert says in run.response.result.summary


@pytest.mark.parametrize(
    ("agent", "says"),
    [
        ("nobody", wording.unknown_agent("nobody", ())),
        ("secret", wording.unknown_agent("secret", ())),
        ("off", wording.unknown_agent("off", ())),
        ("bare", wording.no_tools("Bare")),
        ("stale", wording.no_tools("Stale")),
    ],
)
async def test_an_agent_that_cannot_work_says_so_without_asking_the_reasoner(agent, says):
    talk = talking(Shelf())
    await talk.services.agents.save(TENANT, kept("secret", users=("bob",)), None)
    await talk.services.agents.save(TENANT, kept("off", enabled=False), None)
    await talk.services.agents.save(TENANT, kept("bare", tools=()), None)
    await talk.services.agents.save(TENANT, kept("stale", tools=("gone",)), None)
    ref = await talk.turn_for("hi")
    await talk.follow(ref, to_agent(agent))

    assert await plan_run(ref, talk.services) == Progress(move="compose")

    assert (await talk.run()).response.result.summary == says
    assert talk.reasoner.asked == []


def kept(agent, **changes):
    return FINDER.model_copy(update={"id": agent, "name": agent.title(), **changes})


async def test_an_agent_works_on_with_those_of_its_tools_that_still_exist():
    talk = talking(Shelf(), one_call("find", name="it"))
    await talk.services.agents.save(TENANT, kept("stale", tools=("gone", "find")), None)
    ref = await talk.turn_for("hi")
    await talk.follow(ref, to_agent("stale"))

    assert await plan_run(ref, talk.services) == Progress(move="execute")

    (request,) = talk.reasoner.requests("plan_tools")
    assert [spec.name for spec in request.tools] == ["find"]


async def test_a_plan_is_asked_for_with_what_the_agent_was_made_to_do():
    skill = Skill(id="s", name="Look", description="", instructions="1. Find it\n2. Send it")
    asks = Hook(event="pre", matcher="find", require_approval=True)
    made = kept("made", instructions="Be quick.", skills=(skill,), hooks=(asks,))
    talk = talking(Shelf(), one_call("find", name="it"))
    await talk.services.agents.save(TENANT, made, None)
    ref = await talk.turn_for("@made go")
    await talk.follow(ref, to_agent("made"))

    assert await plan_run(ref, talk.services) == Progress(move="prepare")

    (request,) = talk.reasoner.requests("plan_tools")
    assert (request.agent_name, request.procedure) == ("Made", ("Find it", "Send it"))
    assert request.instructions == "Be quick.\n\n## Look\n\n1. Find it\n2. Send it"
    assert (await talk.run()).hooks == (asks,)
    await prepare_step(ref, talk.services)
    assert (await talk.run()).steps[0].card.title == "Find"


PASSED_ON = ToolPlan(
    steps=(
        PlannedStep(tool="read", reason="to sum it up"),
        PlannedStep(tool="send", arguments={"name": "{1}"}),
    )
)


@pytest.mark.parametrize(
    ("written", "text", "fallback"),
    [
        (Text(("A ", "[digest](https://x)")), "A [digest] (https: //x)", ""),
        (" ", "Found 1.", ""),
        (Text(("Half",), UpstreamUnavailable("busy")), "Found 1.", "busy"),
    ],
)
async def test_what_is_long_is_condensed_before_it_is_passed_on(written, text, fallback):
    shelf = Shelf(found("a"))
    talk = talking(shelf, PASSED_ON, synthesize=[written])
    known = reading("read", shelf)
    read = replace(known, rules=replace(known.rules, digest=True))
    toolbox = {**talk.services.tools, "read": read}
    talk.services = replace(talk.services, tools=toolbox)
    await talk.services.agents.save(TENANT, kept("made", tools=("read", "send")), None)
    ref = await talk.turn_for("@made go")
    await talk.follow(ref, to_agent("made"))
    await plan_run(ref, talk.services)

    await execute_tool(ref, talk.services)

    (request,) = talk.reasoner.requests("synthesize")
    assert request.text == "go\nto sum it up"
    assert [outcome.text for outcome in request.done] == ["Found 1."]
    steps = (await talk.run()).steps
    assert (steps[0].text, steps[1].arguments["name"]) == (text, text)
    assert (await talk.turn(ref.turn)).trace[-1].detail.get("fallback", "") == fallback


async def test_a_result_is_redacted_before_it_is_kept_or_shown():
    shelf = Shelf(found("Ann <ann@x.com>"), found("Ann <ann@x.com>"))
    talk = talking(shelf, one_call("find", name="x"), one_call("find", name="x"))
    cached = replace(shelf.tool, keep=timedelta(minutes=5))
    toolbox = {**talk.services.tools, "find": cached}
    talk.services = replace(talk.services, tools=toolbox)
    clean = Hook(event="post", matcher="*", redact=("email",))
    await talk.services.agents.save(TENANT, kept("made", hooks=(clean,)), None)
    ref = await talk.turn_for("@made go")
    await talk.follow(ref, to_agent("made"))
    await plan_run(ref, talk.services)

    await execute_tool(ref, talk.services)

    (thing,) = (await talk.run()).steps[0].result["things"]
    assert thing["name"] == "Ann <[EMAIL]>"
    shown = [e for e in await talk.events() if e["type"] == "TOOL_CALL_RESULT"]
    assert 'name": "Ann <ann' not in json.dumps(shown)
    who = Principal(tenant=TENANT, user=OWNER)
    run = await talk.run()
    fingerprint = argument_hash("find", run.steps[0].arguments)
    assert await talk.services.results.get(who, cached.domain, fingerprint) is None


async def test_a_second_plan_does_not_replace_the_first():
    talk = talking(Shelf(), one_call("find", name="mine"), one_call("find", name="theirs"))
    ref = await talk.turn_for("@finder find it")
    await talk.follow(ref, to_agent("finder"))

    async def overtake():
        await plan_run(ref, talk.services)

    talk.threads.rivals = [overtake]
    await plan_run(ref, talk.services)
    assert (await talk.run()).steps[0].arguments == {"name": "theirs"}


async def test_a_call_is_shown_made_for_the_person_and_kept():
    shelf = Shelf(found("a", "b"))
    talk = talking(shelf, one_call("find", name="x"))
    ref = await planned(talk)

    assert await execute_tool(ref, talk.services) == Progress(move="compose")

    assert shelf.asked == ["x"]
    assert set(talk.services.workspaces.opened) == {Principal(tenant=TENANT, user=OWNER)}
    run = await talk.run()
    assert (run.status, run.steps[0].result) == ("complete", found("a", "b"))
    shown = [e for e in await talk.events() if e["type"].startswith("TOOL_CALL")]
    assert [e["type"] for e in shown] == [
        "TOOL_CALL_START",
        "TOOL_CALL_ARGS",
        "TOOL_CALL_END",
        "TOOL_CALL_RESULT",
    ]
    assert {e["toolCallId"] for e in shown} == {"call-1-1"}
    assert not [e for e in await talk.events() if e.get("name") == "partial_result"]
    assert json.loads(shown[1]["delta"]) == {"name": "x"}
    assert json.loads(shown[3]["content"]) == found("a", "b")


async def test_what_is_found_on_the_way_to_an_answer_is_shown_at_once():
    two = ToolPlan(steps=(PlannedStep(tool="find"), PlannedStep(tool="find")))
    talk = talking(Shelf(found("a", "b"), found("c")), two)
    ref = await planned(talk)

    await execute_tool(ref, talk.services)
    await execute_tool(ref, talk.services)

    (partial,) = [e["value"] for e in await talk.events() if e.get("name") == "partial_result"]
    assert partial == {
        "agent": "finder",
        "command": "find it",
        "toolCallId": "call-1-1",
        "text": "Found 2.",
    }


@pytest.mark.parametrize(
    ("arguments", "outcome", "kind", "says", "recoverable"),
    [
        ({"name": "x"}, ToolFailed("No entry.", "permission"), "permission", "No entry.", False),
        (
            {"name": "x"},
            ToolFailed("Wait.", "rate_limit", recoverable=True),
            "rate_limit",
            "W",
            True,
        ),
        ({"name": "x" * 11}, None, "params", "I can't use what I have for the name. Please", False),
        (
            {"name": "x", "nme": "y"},
            None,
            "params",
            "I can't use what I have for the nme. Please",
            False,
        ),
        ({"name": "x"}, TimeoutError(), "network", "It did not answer", True),
        ({"name": "x"}, found("y" * 1_000_000), "tool_error", "That is more than I can", True),
    ],
)
async def test_a_tool_that_fails_ends_the_run_with_its_reason(
    arguments, outcome, kind, says, recoverable
):
    shelf = Shelf(outcome)
    talk = talking(shelf, one_call("find", **arguments))
    ref = await planned(talk)

    assert await execute_tool(ref, talk.services) == Progress(move="compose")

    run = await talk.run()
    assert run.status == "failed"
    assert run.steps[0].error == run.response.error
    assert (run.response.error.type, run.response.error.recoverable) == (kind, recoverable)
    assert run.response.error.message.startswith(says)
    (shown,) = [e for e in await talk.events() if e["type"] == "TOOL_CALL_RESULT"]
    assert json.loads(shown["content"])["error"]["type"] == kind


async def test_who_has_called_tools_often_enough_is_told_and_the_agent_is_not_to_blame():
    class Spent:
        async def take(self, principal, wanted):
            assert (principal.user, wanted) == (OWNER, {"tools": 1})
            raise LimitReached("You have reached the limit.", "tools", 9.0)

    shelf = Shelf(found("a"))
    talk = talking(shelf, one_call("find"))
    ref = await planned(talk)
    talk.services = replace(talk.services, budgets=Spent())

    await execute_tool(ref, talk.services)

    run = await talk.run()
    assert shelf.asked == []
    assert (run.response.error.type, run.response.error.message) == (
        "params",
        "You have reached the limit.",
    )


def test_a_tool_that_hangs_is_given_up():
    async def hang(desk, wanted):
        await asyncio.Event().wait()

    async def scenario():
        talk = talking(Shelf(), one_call("find", name="x"))
        ref = await planned(talk)
        talk.services.tools["find"] = reading("find", hang)
        await execute_tool(ref, talk.services)
        return (await talk.run()).response.error

    error, waited = in_no_time(scenario())
    assert waited == pytest.approx(TIMEOUT_SECONDS)
    assert error.message == "It did not answer within 30 seconds. Please ask me again in a moment."


async def test_a_call_that_another_worker_finished_meanwhile_counts_once():
    shelf = Shelf(found("a"), found("b"))
    talk = talking(shelf, one_call("find", name="x"))
    ref = await planned(talk)

    async def overtake():
        await execute_tool(ref, talk.services)

    talk.threads.rivals = [overtake]
    assert await execute_tool(ref, talk.services) == Progress(move="compose")

    assert shelf.asked == ["x", "x"]
    assert (await talk.run()).steps[0].result == found("b")
    results = [e for e in await talk.events() if e["type"] == "TOOL_CALL_RESULT"]
    assert len(results) == 1


async def test_a_call_that_another_worker_finished_first_moves_the_run_on_once():
    shelf = Shelf(found("a"), found("b"))
    two = ToolPlan(steps=(PlannedStep(tool="find"), PlannedStep(tool="find")))
    talk = talking(shelf, two)
    ref = await planned(talk)

    async def overtake():
        await execute_tool(ref, talk.services)

    talk.threads.rivals = [overtake]
    await execute_tool(ref, talk.services)

    run = await talk.run()
    assert run.cursor == 1
    assert [step.result for step in run.steps] == [found("b"), None]


async def test_a_call_finished_and_waiting_for_judgement_is_not_shown_again():
    talk = talking(Shelf(found("b"), found()), one_call("find"))
    ref = await planned(talk)

    async def overtake():
        await execute_tool(ref, talk.services)

    talk.threads.rivals = [overtake]
    assert await execute_tool(ref, talk.services) == Progress(move="reassess")
    assert (await talk.run()).steps[0].result == found()


async def test_results_feed_the_next_call():
    shelf = Shelf(found("a"), found("b"))
    two = ToolPlan(
        steps=(
            PlannedStep(tool="find", arguments={"name": "x"}),
            PlannedStep(tool="find", arguments={"name": "{1.things.0.id}"}),
        )
    )
    talk = talking(shelf, two)
    ref = await planned(talk)
    assert await execute_tool(ref, talk.services) == Progress(move="execute")
    assert await execute_tool(ref, talk.services) == Progress(move="compose")
    assert shelf.asked == ["x", "a"]


async def test_a_risky_call_is_not_made_before_a_person_accepts_it():
    shelf = Shelf()
    talk = talking(shelf, one_call("send", name="x"))
    ref = await planned(talk)
    assert await execute_tool(ref, talk.services) == Progress(move="prepare")
    assert shelf.asked == []


@pytest.mark.parametrize("work", [plan_run, execute_tool, reassess_run])
async def test_a_turn_without_a_run_is_left_alone(talk, work):
    ref = await talk.turn_for()
    stored = await talk.stored()
    assert await work(ref, talk.services) == Progress(move="route")
    assert await talk.stored() == stored


TWO = ToolPlan(
    steps=(
        PlannedStep(tool="find"),
        PlannedStep(tool="find", arguments={"name": "{1.things.0.id}"}),
    )
)


async def test_which_of_several_was_meant_is_asked_without_a_reasoner():
    talk = talking(Shelf(found("a", "b")), TWO)
    ref = await planned(talk)
    await execute_tool(ref, talk.services)

    assert await reassess_run(ref, talk.services) == Progress(move="ask")

    assert [o.label for o in (await talk.run()).clarification.options] == ["a", "b"]
    assert (await talk.turn()).trace[-1].usage == Usage()


async def judged(verdict):
    """Let the reasoner judge a result that leaves the rest of the plan open."""
    two = ToolPlan(steps=(PlannedStep(tool="find"), PlannedStep(tool="find")))
    talk = talking(Shelf(found()), two, reassess=[verdict])
    ref = await planned(talk)
    assert await execute_tool(ref, talk.services) == Progress(move="reassess")
    return talk, await reassess_run(ref, talk.services)


async def test_the_judge_sees_what_was_done_and_what_remains():
    talk, _ = await judged(Reassessment(verdict="complete"))

    (request,) = talk.reasoner.requests("reassess")
    assert [(outcome.result, outcome.text) for outcome in request.done] == [(found(), "Found 0.")]
    assert [step.tool for step in request.remaining] == ["find"]
    assert {spec.name for spec in request.tools} == {"find", "send"}


async def test_a_verdict_moves_the_run_on_and_what_was_found_keeps_its_tools_words():
    talk, where = await judged(Reassessment(verdict="complete", summary="Found 12 of them."))
    assert where == Progress(move="compose")
    response = (await talk.run()).response
    assert (response.success, response.result.summary) == (True, "")
    assert (await talk.turn()).trace[-1].name == "reassess"


async def test_a_judge_that_fails_fails_the_run():
    talk, where = await judged(UpstreamUnavailable("busy"))
    assert where == Progress(move="compose")
    run = await talk.run()
    assert (run.status, run.response.result.summary) == ("failed", wording.APOLOGY)


async def test_of_two_verdicts_the_first_stays():
    first = Reassessment(verdict="failed", summary="first")
    second = Reassessment(verdict="failed", summary="second")
    two = ToolPlan(steps=(PlannedStep(tool="find"), PlannedStep(tool="find")))
    talk = talking(Shelf(found()), two, reassess=[second, first])
    ref = await planned(talk)
    await execute_tool(ref, talk.services)

    async def overtake():
        await reassess_run(ref, talk.services)

    talk.threads.rivals = [overtake]
    await reassess_run(ref, talk.services)
    assert (await talk.run()).response.result.summary == "first"
