"""Several agents at once: whatever step the engine dies at, each is heard once and acts once."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field

import pytest

from devhost.engine import SimulatedCrash
from shared.decisions import wording
from shared.decisions.risk import ToolRules
from shared.models.agent import Agent
from shared.models.base import Payload
from shared.models.intent import ActionType, Command, IntentAnalysis
from shared.models.reasoning import PlannedStep, ToolPlan
from shared.models.rows import BRANCH
from shared.ports import Reasoned
from shared.reasoning.embedded import EmbeddedReasoner
from shared.tools.tool import Tool
from tests.support.disturbed import fault, go_quiet, outcome_of
from tests.support.simulation import ENCODER, SPELLING, World
from tests.support.ten_steps import answer_all

pytestmark = pytest.mark.no_cover  # what these many turns run, other tests cover

ASKED = "ask the regions about sales, and have the south move its stock"
READERS, WRITER = ("north", "east"), "south"
REGIONS = ("north", WRITER, "east")
MOVED = "The stock was moved."
WAYS = ("crash", "forget")
FIRST, LAST = "go_on", "answer_turn"
"""The steps from which, and to which, a turn is another than those that one agent works on."""


class Nothing(Payload):
    """A tool without parameters."""


@dataclass
class Company:
    """Regions that tell their sales, and one that moves stock when it may.

    `calls` counts who was asked, repeats included; `moved` the calls for each change by its id, of
    which a provider makes one. With a `door`, the north knocks and waits until it is open.
    """

    calls: Counter = field(default_factory=Counter)
    moved: Counter = field(default_factory=Counter)
    door: asyncio.Event | None = None
    knocked: asyncio.Event = field(default_factory=asyncio.Event)

    def world(self, journal):
        rules = ToolRules(lambda _arguments, _profile: "medium", changes=True)
        move = Tool("move_stock", "Move stock", Nothing, rules, self._move, lambda _: MOVED)
        tools = (*map(self._reading, READERS), move)
        return World(
            journal=journal,
            reasoner=Regions(),
            tools={tool.name: tool for tool in tools},
            agents=tuple(map(_agent, REGIONS)),
            domains=frozenset({"contacts"}),
        )

    def _reading(self, name):
        async def sales(_desk, _nothing):
            self.calls[name] += 1
            if name == "north" and self.door is not None:
                self.knocked.set()
                await self.door.wait()
            return sold(name)

        return Tool(f"{name}_sales", "Sales", Nothing, ToolRules(), sales, lambda said: said.result)

    async def _move(self, desk, _nothing):
        self.moved[desk.effect.id] += 1
        return {"moved": True}


def _agent(name):
    tools = ("move_stock",) if name == WRITER else (f"{name}_sales",)
    return Agent(id=name, name=name.title(), description="", domain="contacts", tools=tools)


def sold(name):
    return f"The {name} sold ten."


class Regions(EmbeddedReasoner):
    """Has every region use all its tools, whatever is said and however often it is asked."""

    def __init__(self):
        super().__init__(ENCODER, SPELLING)

    async def analyze_intent(self, request):
        commands = tuple(
            Command(agent=name, command=f"tell me about the {name}", order=number)
            for number, name in enumerate(REGIONS, 1)
        )
        intent = IntentAnalysis(
            action=ActionType.EXECUTE,
            primary_intent="ask the regions",
            confidence=0.95,
            commands=commands,
            strategy="parallel",
        )
        return Reasoned(intent)

    async def plan_tools(self, request):
        steps = tuple(PlannedStep(tool=tool.name) for tool in request.tools)
        return Reasoned(ToolPlan(steps=steps))


async def begin(world, disturbance=None):
    """Ask, and leave it to the engine; one that falls over at once is started again."""
    await world.boot(disturbance)
    await world.put(ASKED, "m1")
    try:
        await world.ring()
    except SimulatedCrash:
        await world.boot()
        await world.ring()


async def finish(world):
    """Recover, agree to what is asked, tidy up; return what is left and the approvals it took."""
    approvals = await answer_all(world)
    world.clock.advance(minutes=10)
    await world.sweep()
    assert await world.engine.query(prefix="branch-") == []
    await check_said_once(world)
    outcome = await outcome_of(world)
    await world.engine.stop()
    return outcome, approvals


async def play(world, disturbance=None):
    await begin(world, disturbance)
    return await finish(world)


async def check_said_once(world):
    """Each region's start and end, and each call's result, are logged once."""
    events = [entry.event for entry in await world.events()]
    told = [e["value"] for e in events if e.get("name") == "delegation"]
    known = Counter((one["agent"], one["state"] == "started") for one in told)
    assert known == Counter((name, started) for name in REGIONS for started in (True, False))
    results = Counter(e["toolCallId"] for e in events if e["type"] == "TOOL_CALL_RESULT")
    assert set(results.values()) == {1}


def answer(outcome):
    """Return the paragraphs of the last thing said."""
    return [line for line in outcome.transcript[-1][1].splitlines() if line]


def attributed(name, text):
    return wording.attributed(name.title(), text)


ALL = [*(attributed(name, sold(name)) for name in READERS), MOVED]


async def undisturbed(journal):
    """Return what is left of a conversation that nothing disturbs, and its durable steps."""
    world = Company().world(journal)
    left = await play(world)
    assert (left[1], sorted(answer(left[0]))) == (1, sorted(ALL))
    return left, [run.name for run in world.ran]


async def test_every_step_can_be_the_last(tmp_path):
    """Each in one of two ways: what is done several times over meets both."""
    calm, ran = await undisturbed(tmp_path / "calm")
    for step in range(ran.index(FIRST) + 1, ran.index(LAST) + 2):
        how = WAYS[ran[:step].count(ran[step - 1]) % len(WAYS)]
        company = Company()
        left = await play(company.world(tmp_path / str(step)), fault(how, step))

        where = f"{how} at step {step}: {ran[step - 1]}"
        assert left == calm, where
        assert len(company.moved) == 1, where
        assert max((company.calls | company.moved).values()) <= len(WAYS), where


async def test_nothing_is_lost_between_the_end_of_the_branches_and_their_joining(tmp_path):
    calm, ran = await undisturbed(tmp_path / "calm")
    joined = ran.index("join_branches") + 1
    for number, disturbance in enumerate(
        (fault("crash", joined - 1), fault("forget", joined), fault("crash", joined))
    ):
        company = Company()

        assert await play(company.world(tmp_path / str(number)), disturbance) == calm
        assert company.calls == Counter(READERS)


async def test_one_may_stand_before_its_question_while_another_works_and_the_engine_dies(tmp_path):
    company = Company(door=asyncio.Event())
    world = company.world(tmp_path / "journal")
    await begin(world)
    await company.knocked.wait()
    await branch(world, WRITER, lambda run: run.steps)
    await branch(world, "east", lambda run: run.response)  # or it may be asked again
    await world.boot()
    company.door.set()
    left, approvals = await finish(world)

    assert (approvals, sorted(answer(left))) == (1, sorted(ALL))
    assert company.calls == Counter(["north", "north", "east"])
    assert list(company.moved.values()) == [1]


async def branch(world, name, there):
    """Wait until a region's branch has come so far."""
    row = f"1-{REGIONS.index(name) + 1}"
    while not there(  # noqa: ASYNC110 - a row tells nobody that it has changed
        (await world.services.threads.get(world.key(), BRANCH, row)).value
    ):
        await asyncio.sleep(0)


async def test_the_engine_may_die_while_the_approval_is_waited_for(tmp_path):
    company = Company()
    world = company.world(tmp_path / "journal")
    await begin(world)
    await go_quiet(world)
    assert (await world.head()).phase == "waiting"
    await world.boot()
    left, approvals = await finish(world)

    assert (approvals, sorted(answer(left))) == (1, sorted(ALL))
    assert (company.calls, list(company.moved.values())) == (Counter(READERS), [1])


async def test_an_execution_that_is_lost_leaves_its_branches_to_the_next(tmp_path):
    """Whichever turn it is lost at since it began them: nothing of it stays behind."""
    calm, ran = await undisturbed(tmp_path / "calm")
    turns = [step for step, name in enumerate(ran, 1) if name == "thread_v2"]
    for step in range(ran.index(FIRST) + 1, ran.index("join_branches") + 1):
        if step in turns:
            company, left = await losing_the_turn(tmp_path, step)

            assert left == calm
            assert list(company.moved.values()) == [1]


async def losing_the_turn(folder, step):
    """Play with the turn's own execution lost at a step: branches work at once, in any order."""
    for attempt in range(50):
        company = Company()
        world = company.world(folder / f"{step}-{attempt}")
        left = await play(world, fault("fail", step))
        if world.ran[step - 1].name == "thread_v2":
            return company, left
    raise AssertionError(f"step {step} was never one of the turn's own")


async def test_a_branch_that_is_lost_is_late_and_the_others_are_there(tmp_path):
    _, ran = await undisturbed(tmp_path / "calm")
    world = Company().world(tmp_path / "journal")

    left, approvals = await play(world, fault("fail", ran.index("branch_v1") + 1))

    late = [attributed(name, wording.no_answer_in_time()) for name in READERS]
    said = answer(left)
    assert (approvals, len(said)) == (1, len(ALL))
    assert MOVED in said
    assert [sum(line in said for line in lines) for lines in (ALL, late)] == [2, 1]
