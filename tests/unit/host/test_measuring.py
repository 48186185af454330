"""One trace a turn, and a figure for each promise; never what anybody said."""

import pytest
from opentelemetry import trace
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from activities.steps.guard import perform
from host.manifest import ACTIVITIES
from host.measuring import measure, send
from host.settings import read_settings
from shared.conversation.stopwatch import Stopwatch
from shared.models.intent import ActionType, IntentAnalysis
from shared.models.reasoning import Usage
from shared.models.steps import CloseTurn, ThreadStart, TurnRef
from shared.ports import Reasoned
from shared.telemetry import joins, measured
from tests.support.fakes import Conversation

SAID = "walnut layoffs"


@pytest.fixture(scope="module")
def sent():
    """What would be sent: spans, and figures by name. A process has one such place."""
    spans, figures = InMemorySpanExporter(), InMemoryMetricReader()
    measure(spans, figures)

    class Sent:
        def spans(self):
            trace.get_tracer_provider().force_flush()
            found = spans.get_finished_spans()
            spans.clear()
            return found

        def figures(self):
            there = figures.get_metrics_data()
            if there is None:
                return {}
            return {
                one.name: list(one.data.data_points)
                for resource in there.resource_metrics
                for scope in resource.scope_metrics
                for one in scope.metrics
            }

    return Sent()


class Understanding:
    async def analyze_intent(self, request):
        value = IntentAnalysis(action=ActionType.QUERY, primary_intent=SAID, confidence=0.9)
        usage = Usage(calls=1, input_tokens=70, output_tokens=5, model="small")
        return Reasoned(value, usage, "busy with walnut")


async def played(talk):
    """Let the steps of a turn be done as the host has them done."""
    works = {work.name: (work.activity, work.body) for work in ACTIVITIES}
    await talk.say(SAID)
    start = ThreadStart(thread=talk.key, execution="e")
    ref = TurnRef(thread=talk.key, turn=1)
    await perform(*works["open_turn"], start, talk.services)
    await perform(*works["analyze_intent"], ref, talk.services)
    await perform(*works["close_turn"], CloseTurn(thread=talk.key, turn=1), talk.services)


async def test_every_step_of_a_turn_is_in_its_one_trace_and_says_nothing_of_it(sent):
    talk = Conversation(reasoner=Understanding())
    with measured("request messages"):
        joins(talk.key, "run-m1")
    await played(talk)

    spans = sent.spans()
    assert {span.name for span in spans} == {
        "request messages",
        "activity open_turn",
        "activity analyze_intent",
        "step intent",
        "turn",
        "activity close_turn",
    }
    assert len({span.context.trace_id for span in spans}) == 1
    [step] = [span for span in spans if span.name == "step intent"]
    assert step.attributes == {
        "fallback": True,
        "gen_ai.request.model": "small",
        "gen_ai.usage.input_tokens": 70,
        "gen_ai.usage.output_tokens": 5,
    }
    assert "walnut" not in "".join(span.to_json() for span in spans)


async def test_another_turn_is_another_trace_and_what_is_outside_one_is_none(sent):
    for run in ("r1", "r2"):
        with measured("request messages"):
            joins("k", run)
    with measured("request agents"):
        pass
    spans = sent.spans()
    assert len(spans) == len({span.context.trace_id for span in spans}) == 2


async def test_a_step_that_fails_is_told_so(sent):
    def broken():
        with measured("activity x"):
            joins("k", "r")
            int("walnut")

    with pytest.raises(ValueError, match="walnut"):
        broken()
    [span] = sent.spans()
    assert span.attributes == {"failed": True}
    assert "walnut" not in span.to_json()


async def test_spans_of_libraries_are_not_sent(sent):
    with trace.get_tracer("azure.core").start_as_current_span("GET /?q=walnut"):
        pass
    assert sent.spans() == ()


async def test_what_was_promised_is_a_figure(sent):
    talk = Conversation(reasoner=Understanding())
    await talk.say(SAID)
    talk.clock.advance(seconds=7)
    await played(Conversation(reasoner=Understanding()))
    Stopwatch(talk.clock).trace("plan", Usage(), {}, "busy")

    figures = sent.figures()
    assert {point.attributes["step"] for point in figures["omniforge.model.fallbacks"]} >= {
        "intent",
        "plan",
    }
    tokens = {p.attributes["kind"]: p.value for p in figures["omniforge.model.tokens"]}
    assert tokens["input"] >= 70
    assert tokens["input"] == 14 * tokens["output"]
    assert figures["omniforge.turn.waited"][0].count >= 1
    assert {p.attributes["outcome"] for p in figures["omniforge.turn.worked"]} == {"cancelled"}


def test_without_an_address_nothing_is_sent_and_nothing_loaded():
    send(read_settings({}))
