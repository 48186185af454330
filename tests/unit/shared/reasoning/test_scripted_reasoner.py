"""The scripted reasoner other tests rely on."""

import pytest

from shared.errors import UpstreamUnavailable
from shared.models.intent import ActionType, IntentAnalysis
from shared.models.reasoning import IntentRequest, SynthesisRequest, ToolPlan, Usage
from shared.ports import Reasoned
from tests.support.scripted_reasoner import ScriptedReasoner, Text

INTENT = IntentRequest(text="hi", today="2025-11-19")
SYNTHESIS = SynthesisRequest(text="x", today="2025-11-19", agent="email", done=())


async def read_into(pieces, stream):
    async for piece in stream:
        pieces.append(piece)


async def test_scripts_are_played_recorded_and_used_up():
    value = IntentAnalysis(action=ActionType.CREATE, primary_intent="x", confidence=1)
    spent = Reasoned(value, Usage(calls=1))
    reasoner = ScriptedReasoner(scripts={"analyze_intent": [value, spent, lambda _: value]})
    assert (await reasoner.analyze_intent(INTENT)).value is value
    with pytest.raises(AssertionError, match="not played"):
        reasoner.assert_used_up()
    assert (await reasoner.analyze_intent(INTENT)).usage.calls == 1
    assert (await reasoner.analyze_intent(INTENT)).value is value
    reasoner.assert_used_up()
    assert reasoner.requests("analyze_intent") == [INTENT] * 3
    with pytest.raises(AssertionError, match="once more"):
        await reasoner.analyze_intent(INTENT)


async def test_errors_and_texts_that_break_off_are_played():
    down = UpstreamUnavailable("down")
    cut = Text(("I ", "found "), down, Usage(calls=1))
    reasoner = ScriptedReasoner(
        scripts={"plan_tools": [down, ToolPlan()], "synthesize": [cut, "whole", down]}
    )
    with pytest.raises(UpstreamUnavailable):
        await reasoner.plan_tools(INTENT)
    stream, pieces = reasoner.synthesize(SYNTHESIS), []
    with pytest.raises(UpstreamUnavailable):
        await read_into(pieces, stream)
    assert (pieces, stream.usage.calls) == (["I ", "found "], 1)
    assert [piece async for piece in reasoner.synthesize(SYNTHESIS)] == ["whole"]
    with pytest.raises(UpstreamUnavailable):
        [piece async for piece in reasoner.synthesize(SYNTHESIS)]


async def test_methods_without_a_script_go_to_the_inner_reasoner():
    value = IntentAnalysis(action=ActionType.QUERY, primary_intent="x", confidence=1)
    inner = ScriptedReasoner(scripts={"analyze_intent": [value], "synthesize": ["whole"]})
    reasoner = ScriptedReasoner(inner)
    assert (await reasoner.analyze_intent(INTENT)).value is value
    assert [piece async for piece in reasoner.synthesize(SYNTHESIS)] == ["whole"]
    with pytest.raises(AssertionError, match="no script"):
        await ScriptedReasoner().analyze_intent(INTENT)


def test_a_script_for_no_method_is_refused():
    with pytest.raises(ValueError, match="guess"):
        ScriptedReasoner(scripts={"guess": []})
