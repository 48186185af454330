"""Whatever becomes of the model, the person is answered, and the trace says why it had no say."""

import pytest

from tests.e2e.scripted_model import intent
from tests.support.http import spoken
from tests.support.model_server import TEXT, Fails, Says

BAD = Says({"action": "DANCE"})
CUT_OFF = Says({"action": "QUERY"}, finish="length")
WITHHELD = Says({"action": "QUERY"}, finish="content_filter")

FAILURES = {
    "busy": (Fails(429), 1),
    "broken": (Fails(500), 1),
    "refused": (Fails(403), 1),
    "no json": (Says("I would rather talk about the weather."), 2),
    "wrong shape": (BAD, 2),
    "cut off": (CUT_OFF, 2),
    "withheld": (WITHHELD, 2),
}


@pytest.mark.parametrize(("answer", "calls"), FAILURES.values(), ids=FAILURES.keys())
async def test_a_model_that_fails_leaves_the_embedded_answer_and_its_reason(
    modelled, model, request, answer, calls
):
    text = "what agents do I have" + "?" * (1 + list(FAILURES).index(request.node.callspec.id))
    model.teach(text, {"understanding": [answer] * calls, TEXT: [Fails(500)]})

    frames = await modelled.ask(text)

    assert "Email" in spoken(frames)
    assert model.calls(text) == ["understanding"] * calls
    (analysed,) = [e for e in (await modelled.get("/turns/1"))["trace"] if e["name"] == "intent"]
    assert analysed["detail"]["action"] == "QUERY"
    assert analysed["detail"]["fallback"]
    assert analysed["usage"]["calls"] == calls


async def test_a_message_said_again_within_a_minute_costs_no_second_call(modelled, model):
    text = "which agents can I use in this place?"
    model.teach(text, {"understanding": [intent("QUERY")]})

    first = spoken(await modelled.ask(text))
    again = type(modelled)(modelled.client)
    second = spoken(await again.ask(text))

    assert first == second
    assert model.calls(text) == ["understanding"]
    (analysed,) = [e for e in (await again.get("/turns/1"))["trace"] if e["name"] == "intent"]
    assert analysed["usage"]["calls"] == 0
