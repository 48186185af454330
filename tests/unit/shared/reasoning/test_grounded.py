"""A model's words, as far as what it was given bears them out."""

import pytest

from shared.errors import UpstreamMalformed
from shared.models.reasoning import Earlier, StepOutcome, SynthesisRequest, Usage
from shared.reasoning.grounded import grounded, known, sources_for
from tests.support.scripted_reasoner import ScriptedText, Text

DONE = StepOutcome(
    tool="pages_read",
    result={
        "title": "Project Alpha",
        "tasks": [{"name": "contract", "who": "Ann"}, {"name": "keys", "who": "Bo", "at": 12}],
    },
)
REQUEST = SynthesisRequest(
    text="what is open for Cy?",
    today="2026-03-04",
    agent="pages",
    done=(DONE,),
    earlier=(Earlier(agent="email", command="x", success=True, text="Tom waits."),),
)
"""Its sources: what Tom waits for, Ann's task, Bo's, and the title."""


async def told(*pieces):
    stream = grounded(ScriptedText(Text(pieces)), sources_for(REQUEST), REQUEST.text)
    return "".join([piece async for piece in stream])


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("The contract is for Ann [2].", "The contract is for Ann."),
        ("The keys are for Bo at 12 [3]. See Tom. [1]", "The keys are for Bo at 12. See Tom."),
        ("There are two tasks for Cy.", "There are two tasks for Cy."),
        ("It says so, in Alpha, and Ann has them.", ""),
        ("Here it is.\n- open: the keys of Bo [3]\n", "Here it is.\n- open: the keys of Bo\n"),
    ],
)
async def test_a_sentence_is_said_as_far_as_its_sources_bear_it_out(said, shown):
    if shown:
        assert await told(said) == shown
        assert await told(*said) == shown
        return
    with pytest.raises(UpstreamMalformed, match="nothing that was found"):
        await told(said)


@pytest.mark.parametrize(
    "made_up",
    [
        "It was sent to laura@company.com.",
        "There are 9 tasks.",
        "The contract is for Ann [3].",
        "The contract is for Ann [7].",
        "It was done by Laura [2].",
    ],
)
async def test_what_cannot_be_tied_to_a_source_is_not_said(made_up):
    assert (await told(f"So far, so good. {made_up} That is all.")).split() == (
        ["So", "far,", "so", "good.", "That", "is", "all."]
    )


async def test_what_it_cost_is_told():
    stream = grounded(
        ScriptedText(Text(("Fine.",), usage=Usage(calls=1))), sources_for(REQUEST), ""
    )
    assert [piece async for piece in stream] == ["Fine."]
    assert stream.usage.calls == 1


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Ask ann@acme.com, or ann@acme.example. Fine.", "Ask ann@acme.com, or (left out) Fine."),
        ("It is at www.evil.example/x \n- for all", "It is at (left out) \n- for all"),
        (
            "Paris has 2,100,000 people, says ISO-27001.",
            "Paris has 2,100,000 people, says ISO-27001.",
        ),
        ("eve@evil.example", "(left out)"),
        ("", ""),
    ],
)
async def test_a_general_answer_names_no_address_that_nobody_gave(said, shown):
    for pieces in ((said,), tuple(said)):
        stream = known(ScriptedText(Text(pieces)), {"agents": []}, "Who is ann@acme.com?")
        assert "".join([piece async for piece in stream]) == shown


async def test_a_general_answer_is_told_as_it_is_written_but_for_a_word_that_is_not_over():
    stream = known(ScriptedText(Text(("I fo", "und ", "it."))), "")
    assert [piece async for piece in stream] == ["I ", "found ", "it."]
