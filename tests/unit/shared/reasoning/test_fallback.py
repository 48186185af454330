"""What a failing model comes to, through the real openai package."""

from contextlib import AsyncExitStack, aclosing

import httpx2
import pytest
from openai import AsyncOpenAI

from shared.errors import LimitReached, UpstreamUnavailable
from shared.models.building import BuildSession, DraftReading, DraftRequest, Known
from shared.models.intent import ActionType, IntentAnalysis
from shared.models.principal import Principal
from shared.models.reasoning import (
    AnswerRequest,
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
from shared.payer import pays
from shared.reasoning.budget import ModelBudget
from shared.reasoning.fallback import (
    BUDGET_SPENT,
    NOTHING_WRITTEN,
    TOKENS_SPENT,
    FallbackReasoner,
)
from shared.reasoning.model.connecting import connected
from shared.reasoning.model.openai_model import OpenAIModel
from shared.reasoning.model.server import Server
from shared.reasoning.openai_reasoner import OpenAIReasoner
from tests.support.fakes import ManualClock
from tests.support.model_server import BreaksOff, Fails, Says, by_schema, calls, model_server
from tests.support.narrowing import NearNothing
from tests.support.scripted_reasoner import ScriptedReasoner, Text

TODAY = "2026-11-02"
INTENT = IntentRequest(text="show me mail from Ann", today=TODAY)
OWN = IntentAnalysis(action=ActionType.EXECUTE, primary_intent="own", confidence=0.4)
UNDERSTOOD = calls(("answer_question", {"question": "who?"}))
UNUSABLE = calls(("answer_question", {}))
ANSWER = AnswerRequest(text="hi", intent=OWN)
SYNTHESIS = SynthesisRequest(text="hi", today=TODAY, agent="email", done=())
NO_LIMIT = ModelBudget(0, ManualClock())


def embedded():
    """Return a stand-in for the embedded reasoner that has an answer for everything."""
    return ScriptedReasoner(
        scripts={
            "analyze_intent": [OWN],
            "plan_tools": [ToolPlan(cannot="own")],
            "revise": [Revision(why="own")],
            "draft_agent": [DraftReading(name="own")],
            "reassess": [Reassessment(verdict="complete", summary="own")],
            "interpret_reply": [ReplyReading(meaning="unclear", confidence=0.2)],
            "synthesize": ["own words"],
            "answer": [Text(("own ", "answer"))],
        }
    )


@pytest.fixture
async def serve():
    """Return a reasoner over a local server that plays one script per schema."""
    async with AsyncExitStack() as stack:

        def start(budget=NO_LIMIT, **script):
            server = stack.enter_context(model_server(by_schema(script)))
            model = connected("small", base_url=server.base_url)
            stack.push_async_callback(model.close)
            return FallbackReasoner(
                OpenAIReasoner(model, NearNothing()), embedded(), budget
            ), server

        yield start


def over(respond):
    """Return a reasoner whose model calls `respond` answers without a network."""
    http = httpx2.AsyncClient(transport=httpx2.MockTransport(respond))
    client = AsyncOpenAI(api_key="test", base_url="http://model.test/v1", http_client=http)
    model = OpenAIModel(Server(lambda: client), "small")
    return FallbackReasoner(OpenAIReasoner(model, NearNothing()), embedded(), NO_LIMIT)


async def read(stream):
    return [piece async for piece in stream]


async def test_a_clear_message_takes_one_model_call(serve):
    reasoner, server = serve(understanding=[UNDERSTOOD])
    understood = await reasoner.analyze_intent(INTENT)
    assert understood.value.action is ActionType.QUERY
    assert (understood.usage.calls, understood.fallback) == (1, "")
    assert len(server.calls) == 1


@pytest.mark.parametrize(
    ("answers", "reason", "made"),
    [
        ([Fails(429)], "is busy", 1),
        ([Fails(500)], "failed (500)", 1),
        ([Fails(401)], "refused the key (401)", 1),
        ([Says(refusal="I won't")] * 2, "I won't", 2),
        ([Says(pieces=("I",), finish="length")] * 2, "cut off", 2),
        ([Says(pieces=("I",), finish="content_filter")] * 2, "content filter", 2),
        ([Says(pieces=("words",))] * 2, "no tool", 2),
        ([UNUSABLE] * 2, "Field required", 2),
        ([BreaksOff(())], "sent no completion", 1),
        ([Says(refusal="I won't"), Fails(429)], "is busy", 2),
    ],
)
async def test_a_failing_model_ends_in_the_embedded_answer_with_the_reason(
    serve, answers, reason, made
):
    reasoner, server = serve(understanding=answers)
    understood = await reasoner.analyze_intent(INTENT)
    assert understood.value == OWN
    assert reason in understood.fallback
    assert (understood.usage.calls, understood.usage.model) == (made, "small")
    assert len(server.calls) == made


@pytest.mark.parametrize(
    ("failure", "reason"),
    [(httpx2.ReadTimeout, "did not answer in time"), (httpx2.ConnectError, "cannot be reached")],
)
async def test_a_model_that_is_silent_or_away_ends_in_the_embedded_answer(failure, reason):
    def respond(request):
        raise failure("no", request=request)

    reasoner = over(respond)
    understood = await reasoner.analyze_intent(INTENT)
    assert (understood.value, understood.usage.calls) == (OWN, 1)
    assert reason in understood.fallback
    text = reasoner.answer(ANSWER)
    assert await read(text) == ["own ", "answer"]
    assert reason in text.fallback


async def test_failed_calls_cost_their_tokens(serve):
    reasoner, _ = serve(understanding=[UNUSABLE] * 2)
    understood = await reasoner.analyze_intent(INTENT)
    assert understood.usage.input_tokens > 0
    assert understood.usage.output_tokens > 0


async def test_every_kind_of_request_falls_back(serve):
    reasoner, _ = serve()
    plan = await reasoner.plan_tools(
        PlanRequest(agent="email", command="find mail", today=TODAY, tools=())
    )
    verdict = await reasoner.reassess(
        ReassessRequest(agent="email", command="find mail", today=TODAY, tools=(), done=())
    )
    reading = await reasoner.interpret_reply(
        ReplyRequest(question="Which?", options=(), text="that", kind="clarification")
    )
    revision = await reasoner.revise(
        ReviseRequest(
            tool=ToolSpec(name="find", description="Find", parameters={}),
            arguments={},
            wish="fewer",
            today=TODAY,
        )
    )
    draft = await reasoner.draft_agent(
        DraftRequest(
            text="It's called Log",
            today="2026-11-02",
            session=BuildSession(),
            known=Known(),
        )
    )
    assert revision.value.why == draft.value.name == "own"
    assert plan.value.cannot == verdict.value.summary == "own"
    assert reading.value.meaning == "unclear"
    for reasoned in (plan, verdict, reading, revision, draft):
        assert "failed (500)" in reasoned.fallback
    for text in (reasoner.synthesize(SYNTHESIS), reasoner.answer(ANSWER)):
        assert "".join(await read(text)).startswith("own ")
        assert "failed (500)" in text.fallback


async def test_text_streams_from_the_model(serve):
    reasoner, _ = serve(text=[Says(pieces=("Nothing ", "was there"))])
    text = reasoner.synthesize(SYNTHESIS)
    assert await read(text) == ["Nothing was there"]
    assert (text.usage.calls, text.usage.output_tokens, text.fallback) == (1, 3, "")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Fails(429), "is busy"),
        (BreaksOff(()), "broke off"),
        (BreaksOff((), error_event=True), "broke off"),
        (Says(refusal="I won't"), "refused to answer"),
        (Says(pieces=("",), finish="content_filter"), "declined to go on"),
        (Says(pieces=("",)), NOTHING_WRITTEN),
        (Says(pieces=("",), finish="length"), NOTHING_WRITTEN),
    ],
)
async def test_text_that_fails_before_it_begins_is_the_embedded_one(serve, answer, reason):
    reasoner, _ = serve(text=[answer])
    text = reasoner.answer(ANSWER)
    assert await read(text) == ["own ", "answer"]
    assert reason in text.fallback
    assert (text.usage.calls, text.usage.model) == (1, "small")


async def test_text_that_breaks_off_before_it_may_be_told_is_not_the_embedded_one_either(serve):
    reasoner, _ = serve(text=[BreaksOff(("I found ",))])
    text = reasoner.answer(ANSWER)
    with pytest.raises(UpstreamUnavailable):
        assert "".join([piece async for piece in text]) == ""
    assert (text.usage.calls, text.fallback) == (1, "")


async def test_text_that_breaks_off_later_is_not_begun_again(serve):
    reasoner, _ = serve(text=[BreaksOff(("Paris is ",))])
    text = reasoner.answer(ANSWER)
    pieces = aiter(text)
    assert await anext(pieces) == "Paris is "
    with pytest.raises(UpstreamUnavailable):
        await anext(pieces)
    assert (text.usage.calls, text.fallback) == (1, "")


async def test_text_nobody_reads_on_closes_the_connection(serve):
    reasoner, _ = serve(text=[Says(pieces=("one ", "two ", "three"))])
    text = reasoner.answer(ANSWER)
    async with aclosing(aiter(text)) as pieces:
        assert await anext(pieces) == "one "
    assert text.usage.calls == 1


async def test_a_spent_budget_is_the_embedded_answer_and_no_call(serve):
    reasoner, server = serve(ModelBudget(1, ManualClock()), understanding=[UNDERSTOOD])
    assert (await reasoner.analyze_intent(INTENT)).fallback == ""
    understood = await reasoner.analyze_intent(INTENT)
    assert (understood.value, understood.usage, understood.fallback) == (OWN, Usage(), BUDGET_SPENT)
    text = reasoner.answer(ANSWER)
    assert await read(text) == ["own ", "answer"]
    assert (text.usage, text.fallback) == (Usage(), BUDGET_SPENT)
    assert len(server.calls) == 1


async def test_repairs_count_against_the_budget(serve):
    unusable = UNUSABLE
    reasoner, server = serve(
        ModelBudget(3, ManualClock()), understanding=[unusable, UNDERSTOOD, unusable, unusable]
    )
    assert (await reasoner.analyze_intent(INTENT)).usage.calls == 2
    assert (await reasoner.analyze_intent(INTENT)).usage.calls == 2
    text = reasoner.answer(ANSWER)
    assert await read(text) == ["own ", "answer"]
    assert text.fallback == BUDGET_SPENT
    assert len(server.calls) == 4


async def test_a_reply_that_needs_no_model_leaves_the_budget_alone():
    plain = ScriptedReasoner(
        scripts={"interpret_reply": [ReplyReading(meaning="none")] * 2, "answer": ["Hi"]}
    )
    reasoner = FallbackReasoner(plain, embedded(), ModelBudget(1, ManualClock()))
    reply = ReplyRequest(question="Which?", options=(), text="none", kind="clarification")
    await reasoner.interpret_reply(reply)
    await reasoner.interpret_reply(reply)
    assert await read(reasoner.answer(ANSWER)) == ["Hi"]


async def test_a_mistake_of_ours_is_not_covered_up():
    broken = ScriptedReasoner(scripts={"analyze_intent": [KeyError("ours")]})
    with pytest.raises(KeyError):
        await FallbackReasoner(broken, embedded(), NO_LIMIT).analyze_intent(INTENT)


async def test_a_model_that_broke_off_for_good_is_not_asked_and_nothing_is_hidden(serve):
    reasoner, server = serve(text=[Says(pieces=("Hi",))])
    answer = reasoner.answer(ANSWER.model_copy(update={"standing_in": "it broke off"}))
    assert await read(answer) == ["own ", "answer"]
    assert server.calls == []


class Counted:
    """Budgets that remember what was asked of them; `spent` people get no more tokens."""

    def __init__(self):
        self.spent, self.charged = set(), []

    async def take(self, principal, wanted):
        assert wanted == {"tokens": 0}
        if principal in self.spent:
            raise LimitReached("enough", "tokens", 60.0)

    def charge(self, principal, kind, amount):
        self.charged.append((principal.user, kind, amount))


async def test_tokens_are_on_the_account_of_whose_turn_it_is(serve):
    reasoner, _ = serve(understanding=[UNDERSTOOD], text=[Says(pieces=("Hi ", "there"))])
    budgets = Counted()
    counting = FallbackReasoner(reasoner._model, embedded(), NO_LIMIT, budgets)
    pays(Principal(tenant="acme", user="ann"))

    understood = await counting.analyze_intent(INTENT)
    pays(Principal(tenant="acme", user="ben"))
    written = counting.answer(ANSWER)
    await read(written)

    assert budgets.charged == [
        ("ann", "tokens", understood.usage.input_tokens + understood.usage.output_tokens),
        ("ben", "tokens", written.usage.input_tokens + written.usage.output_tokens),
    ]
    assert all(amount for _, _, amount in budgets.charged)


async def test_whose_tokens_are_spent_is_answered_without_the_model_and_others_are_not(serve):
    reasoner, server = serve(understanding=[UNDERSTOOD])
    budgets, ann = Counted(), Principal(tenant="acme", user="ann")
    budgets.spent.add(ann)
    counting = FallbackReasoner(reasoner._model, embedded(), NO_LIMIT, budgets)
    pays(ann)
    own = await counting.analyze_intent(INTENT)
    stream = counting.answer(ANSWER)
    assert (own.fallback, own.usage, server.calls) == (TOKENS_SPENT, Usage(), [])
    assert (await read(stream), stream.fallback) == (["own ", "answer"], TOKENS_SPENT)

    pays(Principal(tenant="acme", user="ben"))
    assert (await counting.analyze_intent(INTENT)).fallback == ""
