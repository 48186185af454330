"""A model's words, as far as what it was given bears them out."""

import pytest

from shared.errors import UpstreamMalformed
from shared.models.reasoning import Earlier, StepOutcome, SynthesisRequest, Usage
from shared.reasoning.grounded import grounded, known, sources_for
from shared.reasoning.model.streaming import LEFT_OUT
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
    stream = known(ScriptedText(Text(("It is fo", "und ", "there."))), "")
    assert [piece async for piece in stream] == ["It is ", "found ", "there."]


CLAIMS = (
    "I've sent it.",
    "Sure, I have now scheduled the call with Ann.",
    "Done! Your e-mail to Ann Lee has been successfully sent.",
    "Good news.\nSent to Laura.",
    "I found 5 emails from Sarah Chen about the budget.",
)
HARMLESS = (
    "I am fine. I can find mails, and I have not sent any.",
    "Messages were sent by pigeon, and later by telegraph.",
    "The page was renamed. I think, therefore I am.",
    "Letters sent to Rome took weeks. I found it hard.",
    "I",
)


async def read_into(shown, stream):
    async for piece in stream:
        shown.append(piece)


@pytest.mark.parametrize("said", CLAIMS)
async def test_a_general_answer_that_tells_of_something_done_is_none(said):
    for pieces in ((said,), tuple(said)):
        stream = known(ScriptedText(Text(pieces)), "email Ann that I'm late")
        shown = []
        with pytest.raises(UpstreamMalformed, match="something done"):
            await read_into(shown, stream)
        assert not {"sent", "scheduled", "found"} & set("".join(shown).casefold().split())


@pytest.mark.parametrize("said", CLAIMS)
async def test_what_was_told_before_may_be_told_again(said):
    told = ("I have sent it. Scheduled and found.",)
    stream = known(ScriptedText(Text((said,))), "Sarah Chen", told=told)
    assert "".join([piece async for piece in stream]) == said


@pytest.mark.parametrize("said", HARMLESS)
async def test_what_tells_of_nothing_done_is_told(said):
    for pieces in ((said,), tuple(said)):
        stream = known(ScriptedText(Text(pieces)), "")
        assert "".join([piece async for piece in stream]) == said


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("The budget is due. I've archived the mail.", "The budget is due."),
        ("The budget is due. Your last mail to Tom has been archived [1].", "The budget is due."),
        (
            "It is due. The contract call has been moved [2].",
            "It is due. The contract call has been moved.",
        ),
        ("I sent nothing. I found it.", " I found it."),
    ],
)
async def test_a_wording_tells_of_nothing_done_that_no_result_does(said, shown):
    assert (await told(said)).strip() == shown.strip()


async def test_where_nothing_is_left_that_more_was_cut_off_is_not_said_alone():
    with pytest.raises(UpstreamMalformed, match="nothing that was found"):
        await told("It is for Laura. And Eve Smi", f"…\n\n{LEFT_OUT}")
    assert await told("It is for Ann [2]. The ke", f"…\n\n{LEFT_OUT}") == (
        f"It is for Ann. The ke…\n\n{LEFT_OUT}"
    )
