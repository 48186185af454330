import pytest

from shared.models.building import BuildSession, DraftReading, DraftRequest, Known
from shared.models.intent import ActionType, IntentAnalysis
from shared.models.reasoning import (
    AnswerRequest,
    IntentRequest,
    PlannedStep,
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
)
from shared.reasoning.cascade import CALIBRATED, CascadeReasoner, Thresholds
from tests.support.scripted_reasoner import ScriptedReasoner

TODAY = "2026-11-02"
INTENT = IntentRequest(text="show me mail from Ann", today=TODAY)
PLAN = PlanRequest(agent="email", command="find mail", today=TODAY, tools=())
REASSESS = ReassessRequest(agent="email", command="find mail", today=TODAY, tools=(), done=())
REPLY = ReplyRequest(question="Which?", options=(), text="that", kind="clarification")
REVISE = ReviseRequest(
    tool=ToolSpec(name="find", description="Find", parameters={}),
    arguments={},
    wish="fewer",
    today=TODAY,
)
DRAFT = DraftRequest(
    text="It's called Log", today="2026-11-02", session=BuildSession(), known=Known()
)
STEP = PlannedStep(tool="gmail_search_messages")


def analysis(confidence, by="own"):
    return IntentAnalysis(action=ActionType.QUERY, primary_intent=by, confidence=confidence)


def cascade(thresholds=CALIBRATED, model=None, **own):
    scripts = {method: [value] for method, value in own.items()}
    asked = ScriptedReasoner(scripts={method: [value] for method, value in (model or {}).items()})
    return CascadeReasoner(ScriptedReasoner(scripts=scripts), asked, thresholds), asked


@pytest.mark.parametrize(
    ("confidence", "by"), [(0.0, "model"), (0.599, "model"), (0.6, "own"), (1.0, "own")]
)
async def test_an_uncertain_analysis_is_the_models(confidence, by):
    reasoner, _ = cascade(
        Thresholds(intent=0.6, reply=1),
        {"analyze_intent": analysis(0.9, "model")},
        analyze_intent=analysis(confidence),
    )
    assert (await reasoner.analyze_intent(INTENT)).value.primary_intent == by


@pytest.mark.parametrize(("confidence", "meaning"), [(0.699, "option"), (0.7, "none")])
async def test_an_uncertain_reading_is_the_models(confidence, meaning):
    reasoner, _ = cascade(
        Thresholds(intent=1, reply=0.7),
        {"interpret_reply": ReplyReading(meaning="option", option="1")},
        interpret_reply=ReplyReading(meaning="none", confidence=confidence),
    )
    assert (await reasoner.interpret_reply(REPLY)).value.meaning == meaning


async def test_a_plan_of_the_rules_stands():
    reasoner, model = cascade(plan_tools=ToolPlan(steps=(STEP,)))
    assert (await reasoner.plan_tools(PLAN)).value.steps == (STEP,)
    assert model.asked == []


async def test_where_the_rules_have_no_plan_the_model_plans():
    reasoner, _ = cascade(
        model={"plan_tools": ToolPlan(steps=(STEP,))}, plan_tools=ToolPlan(cannot="no rule")
    )
    assert (await reasoner.plan_tools(PLAN)).value.steps == (STEP,)


@pytest.mark.parametrize("verdict", ["continue", "complete", "clarify"])
async def test_a_verdict_of_the_rules_stands(verdict):
    reasoner, model = cascade(reassess=Reassessment(verdict=verdict))
    assert (await reasoner.reassess(REASSESS)).value.verdict == verdict
    assert model.asked == []


async def test_before_giving_up_the_model_is_asked():
    reasoner, _ = cascade(
        model={"reassess": Reassessment(verdict="complete")},
        reassess=Reassessment(verdict="failed"),
    )
    assert (await reasoner.reassess(REASSESS)).value.verdict == "complete"


async def test_a_revision_of_the_rules_stands():
    reasoner, model = cascade(revise=Revision(arguments={"limit": 1}))
    assert (await reasoner.revise(REVISE)).value.arguments == {"limit": 1}
    assert model.asked == []


async def test_a_wish_the_rules_cannot_follow_is_the_models():
    reasoner, _ = cascade(
        model={"revise": Revision(arguments={"limit": 2})}, revise=Revision(why="no rule")
    )
    assert (await reasoner.revise(REVISE)).value.arguments == {"limit": 2}


@pytest.mark.parametrize(("confidence", "name"), [(0.2, "model"), (1.0, "own")])
async def test_an_uncertain_reading_for_the_builder_is_the_models(confidence, name):
    reasoner, _ = cascade(
        model={"draft_agent": DraftReading(name="model")},
        draft_agent=DraftReading(name="own", confidence=confidence),
    )
    assert (await reasoner.draft_agent(DRAFT)).value.name == name


async def test_words_are_the_models():
    reasoner, _ = cascade(model={"synthesize": "I found 5", "answer": "Hello"})
    synthesis = SynthesisRequest(text="mail", today=TODAY, agent="email", done=())
    answer = AnswerRequest(text="hi", intent=analysis(1))
    assert [piece async for piece in reasoner.synthesize(synthesis)] == ["I found 5"]
    assert [piece async for piece in reasoner.answer(answer)] == ["Hello"]


def test_the_calibrated_thresholds_are_probabilities():
    assert 0 < CALIBRATED.intent < 1
    assert 0 < CALIBRATED.reply < 1


@pytest.mark.parametrize(("reading", "by"), [(0.599, "model"), (0.6, "own")])
async def test_a_message_whose_task_is_doubtful_is_the_models(reading, by):
    own = analysis(0.99).model_copy(update={"reading": reading})
    reasoner, _ = cascade(
        Thresholds(intent=0.6, reply=1, reading=0.6),
        {"analyze_intent": analysis(0.9, "model")},
        analyze_intent=own,
    )
    assert (await reasoner.analyze_intent(INTENT)).value.primary_intent == by


OTHER = PlannedStep(tool="gmail_get_message")


@pytest.mark.parametrize(
    ("sure", "model", "taken", "asked"),
    [
        (0.6, ToolPlan(steps=(OTHER,)), STEP, 0),
        (0.59, ToolPlan(steps=(OTHER,)), OTHER, 1),
        (0.59, ToolPlan(cannot="no tool can"), STEP, 1),
    ],
)
async def test_a_models_plan_never_takes_the_place_of_a_sure_one(sure, model, taken, asked):
    own = ToolPlan(steps=(STEP,), confidence=sure)
    reasoner, other = cascade(
        Thresholds(intent=0, reply=0, reading=0.6), {"plan_tools": model}, plan_tools=own
    )
    assert (await reasoner.plan_tools(PLAN)).value.steps == (taken,)
    assert len(other.asked) == asked
