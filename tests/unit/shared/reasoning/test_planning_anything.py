"""Whatever a task is read with, its frame plans calls or asks: it never breaks off."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from shared.models.reasoning import ToolPlan
from shared.reasoning.embedded.planning.command import AGENT_OF, planned
from shared.understanding.folding import word_set
from shared.understanding.marking import Span
from shared.understanding.said import Said
from tests.support.marked import request

WORDS = sorted(
    word_set(
        "set the status of Toledo to Done, not to 5, in Weekly Metrics on Friday at 3 with Ann's"
        " team: we agree. Then all of them, the second one and ann@x.org for an hour please?"
    )
)
KINDS = sorted(
    word_set(
        "person organisation time newtime duration repeat topic body channel label file field value"
        " count place flag which"
    )
)


@st.composite
def readings(draw: st.DrawFn) -> tuple[str, tuple[Span, ...]]:
    """Return some words, and kinds of span for some of them."""
    words = draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=14))
    spans, at = list[Span](), 0
    for word in words:
        kind = draw(st.sampled_from((None, None, *KINDS)))
        if kind is not None:
            spans.append(Span(kind, word, at, at + len(word)))
        at += len(word) + 1
    return " ".join(words), tuple(spans)


@pytest.mark.parametrize("task", sorted(AGENT_OF))
@settings(max_examples=60, derandomize=True)  # the same in every run; more by hand
@given(now=readings(), before=readings())
@example(
    now=("and", (Span("which", "and", 0, 3),)),
    before=("not Ann's", (Span("channel", "Ann's", 4, 9),)),
)
def test_a_frame_plans_or_asks(task, now, before):
    text, spans = now
    for own in (spans, ()):
        for carried in ((), before[1]):
            command = Said(task, 1.0, text, own, carried)
            plan = planned(command, request(AGENT_OF[task], text))
            assert isinstance(plan, ToolPlan)
            assert plan.steps or plan.cannot
