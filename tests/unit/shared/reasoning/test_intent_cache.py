import asyncio
from dataclasses import dataclass, field

import pytest

from shared.errors import UpstreamUnavailable
from shared.models.building import BuildSession, DraftReading, DraftRequest, Known
from shared.models.intent import ActionType, Candidate, IntentAnalysis
from shared.models.reasoning import (
    AnswerRequest,
    ConversationContext,
    Exchange,
    IntentRequest,
    PlanRequest,
    Reassessment,
    ReassessRequest,
    ReplyReading,
    ReplyRequest,
    ReviseRequest,
    Revision,
    SynthesisRequest,
    ToolPlan,
    ToolSpec,
    Usage,
)
from shared.ports import Reasoned
from shared.reasoning.intent_cache import MAX_ANALYSES, IntentCache
from tests.support.fakes import ManualClock
from tests.support.scripted_reasoner import ScriptedReasoner

EMAIL = Candidate(agent="email", name="Email", description="Mail", score=0.8, reasons=("mail",))
SLACK = Candidate(agent="slack", name="Slack", description="Chat", score=0.3)
REQUEST = IntentRequest(text="mail from Ann", today="2026-11-02", agents=(EMAIL, SLACK))
CALL = Usage(calls=1, model="small")


@dataclass
class Counting(ScriptedReasoner):
    """Understands everything, for one call each, once it is let go on."""

    begun: asyncio.Event = field(default_factory=asyncio.Event)
    go_on: asyncio.Event = field(default_factory=asyncio.Event)
    outcomes: list = field(default_factory=list)
    asked_for: list = field(default_factory=list)

    async def analyze_intent(self, request):
        self.asked_for.append(request)
        self.begun.set()
        await self.go_on.wait()
        outcome = self.outcomes.pop(0) if self.outcomes else ""
        if isinstance(outcome, Exception):
            raise outcome
        said = f"understood {len(self.asked_for)}"
        value = IntentAnalysis(action=ActionType.EXECUTE, primary_intent=said, confidence=0.9)
        return Reasoned(value, CALL, outcome)


@pytest.fixture
def inner():
    model = Counting()
    model.go_on.set()
    return model


def request(**change):
    return REQUEST.model_copy(update=change)


async def test_a_repeat_within_a_minute_costs_nothing(inner):
    clock = ManualClock()
    cache = IntentCache(inner, clock)
    first = await cache.analyze_intent(REQUEST)
    clock.advance(seconds=59)
    second = await cache.analyze_intent(REQUEST)
    assert (first.usage, second) == (CALL, Reasoned(first.value))
    assert len(inner.asked_for) == 1


async def test_after_a_minute_it_is_analysed_again(inner):
    clock = ManualClock()
    cache = IntentCache(inner, clock)
    await cache.analyze_intent(REQUEST)
    clock.advance(seconds=60)
    assert (await cache.analyze_intent(REQUEST)).usage == CALL


@pytest.mark.parametrize(
    "change",
    [
        {"text": "mail from Bo"},
        {"today": "2026-11-03"},
        {"agents": (EMAIL,)},
        {"agents": (EMAIL, SLACK.model_copy(update={"description": "Other"}))},
        {"agents": (EMAIL, SLACK.model_copy(update={"available": False}))},
        {"context": ConversationContext(exchanges=(Exchange(role="user", text="hi"),))},
        {"context": ConversationContext(question="Which?")},
    ],
)
async def test_another_situation_is_another_analysis(inner, change):
    cache = IntentCache(inner, ManualClock())
    await cache.analyze_intent(REQUEST)
    assert (await cache.analyze_intent(request(**change))).usage == CALL


async def test_how_the_agents_are_ranked_makes_no_difference(inner):
    cache = IntentCache(inner, ManualClock())
    await cache.analyze_intent(REQUEST)
    ranked = (
        SLACK.model_copy(update={"score": 0.9, "reasons": ("used lately",)}),
        EMAIL.model_copy(update={"score": 0.1}),
    )
    assert (await cache.analyze_intent(request(agents=ranked))).usage == Usage()


async def test_requests_at_the_same_time_share_a_call():
    inner = Counting()
    cache = IntentCache(inner, ManualClock())
    async with asyncio.TaskGroup() as group:
        asked = [group.create_task(cache.analyze_intent(REQUEST)) for _ in range(5)]
        await inner.begun.wait()
        inner.go_on.set()
    results = [task.result() for task in asked]
    assert len(inner.asked_for) == 1
    assert len({result.value.primary_intent for result in results}) == 1
    assert sum(result.usage.calls for result in results) == 1


async def test_whoever_waits_does_not_depend_on_who_began():
    inner = Counting()
    cache = IntentCache(inner, ManualClock())
    began = asyncio.create_task(cache.analyze_intent(REQUEST))
    waits = asyncio.create_task(cache.analyze_intent(REQUEST))
    await inner.begun.wait()
    began.cancel()
    with pytest.raises(asyncio.CancelledError):
        await began
    inner.go_on.set()
    assert (await waits).value.primary_intent == "understood 1"


async def test_a_failure_is_not_kept(inner):
    cache = IntentCache(inner, ManualClock())
    inner.outcomes.append(UpstreamUnavailable("away"))
    with pytest.raises(UpstreamUnavailable):
        await cache.analyze_intent(REQUEST)
    assert (await cache.analyze_intent(REQUEST)).usage == CALL


async def test_what_stands_in_for_the_model_is_not_kept(inner):
    cache = IntentCache(inner, ManualClock())
    inner.outcomes.append("the model is busy")
    assert (await cache.analyze_intent(REQUEST)).fallback == "the model is busy"
    assert (await cache.analyze_intent(REQUEST)).fallback == ""
    assert len(inner.asked_for) == 2


async def test_the_analysis_not_used_for_longest_is_dropped_first(inner):
    cache = IntentCache(inner, ManualClock())
    requests = [request(text=f"message {number}") for number in range(MAX_ANALYSES + 1)]
    for one in requests[:-1]:
        await cache.analyze_intent(one)
    await cache.analyze_intent(requests[0])
    await cache.analyze_intent(requests[-1])
    assert (await cache.analyze_intent(requests[0])).usage == Usage()
    assert (await cache.analyze_intent(requests[1])).usage == CALL


async def test_everything_else_is_passed_on():
    plan, verdict = ToolPlan(cannot="no"), Reassessment(verdict="complete")
    reading, revision = ReplyReading(meaning="none"), Revision(why="no")
    inner = ScriptedReasoner(
        scripts={
            "plan_tools": [plan],
            "reassess": [verdict],
            "revise": [revision],
            "interpret_reply": [reading],
            "draft_agent": [DraftReading(name="log")],
            "synthesize": ["I found 5"],
            "answer": ["Hello"],
        }
    )
    cache = IntentCache(inner, ManualClock())
    about = {"agent": "email", "command": "find mail", "today": "2026-11-02", "tools": ()}
    intent = IntentAnalysis(action=ActionType.QUERY, primary_intent="greet", confidence=1)
    assert (await cache.plan_tools(PlanRequest(**about))).value == plan
    assert (await cache.reassess(ReassessRequest(**about, done=()))).value == verdict
    spec = ToolSpec(name="find", description="Find", parameters={})
    wish = ReviseRequest(tool=spec, arguments={}, wish="fewer", today="2026-11-02")
    assert (await cache.revise(wish)).value == revision
    reply = ReplyRequest(question="Which?", options=(), text="none", kind="clarification")
    assert (await cache.interpret_reply(reply)).value == reading
    draft = DraftRequest(text="x", today="2026-11-02", session=BuildSession(), known=Known())
    assert (await cache.draft_agent(draft)).value.name == "log"
    synthesis = SynthesisRequest(text="mail", today="2026-11-02", agent="email", done=())
    assert [piece async for piece in cache.synthesize(synthesis)] == ["I found 5"]
    answer = AnswerRequest(text="hi", intent=intent)
    assert [piece async for piece in cache.answer(answer)] == ["Hello"]
    inner.assert_used_up()
