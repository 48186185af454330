import pytest

from shared.errors import Fault, UpstreamUnavailable
from shared.models.reasoning import AnswerRequest, ReplyRequest, Usage
from shared.reasoning.sound import SoundReasoner
from tests.support.scripted_reasoner import METHODS, ScriptedReasoner, Text

TEXTS = ("synthesize", "answer")
REQUEST = ReplyRequest(question="q", options=(), text="t", kind="clarification")
SPENT = Usage(calls=1)


async def collected(stream, said):
    async for piece in stream:
        said.append(piece)


@pytest.mark.parametrize("error", [IndexError("x"), KeyError("x"), RecursionError("x")])
@pytest.mark.parametrize("method", METHODS)
async def test_whatever_breaks_is_a_fault(method, error):
    reasoner = SoundReasoner(ScriptedReasoner(scripts={method: [error]}))

    asked = getattr(reasoner, method)(REQUEST)
    with pytest.raises(Fault, match=f"{type(error).__name__} in {method}"):
        await (collected(asked, []) if method in TEXTS else asked)


async def test_what_failed_outside_stays_what_it_is():
    gone = UpstreamUnavailable("gone")
    reasoner = SoundReasoner(ScriptedReasoner(scripts={"plan_tools": [gone]}))
    with pytest.raises(UpstreamUnavailable) as raised:
        await reasoner.plan_tools(REQUEST)
    assert raised.value is gone


async def test_a_text_that_breaks_on_the_way_has_cost_what_it_cost():
    script = Text(("a", "b"), ValueError("x"), SPENT)
    stream = SoundReasoner(ScriptedReasoner(scripts={"answer": [script]})).answer(AnswerRequest)
    said = []
    with pytest.raises(Fault):
        await collected(stream, said)
    assert said == ["a", "b"]
    assert stream.usage == SPENT


class Unbegun:
    """A text stream that cannot even be begun, over an iterator that cannot be closed."""

    usage = SPENT
    fallback = "so"

    def __aiter__(self):
        return self

    async def __anext__(self):
        raise StopAsyncIteration


class Plain(ScriptedReasoner):
    def synthesize(self, request):
        return Unbegun()


async def test_a_text_is_passed_on_with_what_it_cost():
    stream = SoundReasoner(Plain()).synthesize(REQUEST)
    assert [piece async for piece in stream] == []
    assert (stream.usage, stream.fallback) == (SPENT, "so")
