"""Reading replies to questions without a model."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.models.intent import Option
from shared.models.reasoning import IntentRequest, ReplyRequest
from shared.reasoning.embedded import EmbeddedReasoner
from shared.reasoning.embedded.replies import read_reply
from shared.reasoning.embedded.words import distance, similar

JOHNS = (
    Option(id="1", label="John Smith", description="colleague, last emailed 2 days ago"),
    Option(id="2", label="John Doe", description="client, frequent contact"),
    Option(id="3", label="John Lee", description="vendor, occasional"),
)
PERIODS = tuple(Option(id=str(n), label=x) for n, x in enumerate(("Last day", "Last year"), 1))
SURE = (Option(id="y", label="Yes, do it"), Option(id="n", label="No, leave it"))


def read(text, options=JOHNS, kind="clarification"):
    return read_reply(ReplyRequest(question="Which one?", options=options, text=text, kind=kind))


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("2", "2"),
        ("#3", "3"),
        ("2.", "2"),
        ("two", "2"),
        ("b", "2"),
        ("option 1", "1"),
        ("number 3 please", "3"),
        ("the second one", "2"),
        ("first", "1"),
        ("last", "3"),
        ("the second to last", "2"),
        ("John Doe", "2"),
        ("john doe!", "2"),
        ("doe", "2"),
        ("smiht", "1"),
        ("The client", "2"),
        ("the vendor please", "3"),
        ("my colleague", "1"),
        ("the frequent one", "2"),
        ("the client, not the vendor", "2"),
    ],
)
def test_a_reply_that_fits_one_option_chooses_it(text, option):
    reading = read(text)
    assert (reading.meaning, reading.option) == ("option", option)


@pytest.mark.parametrize(
    "text",
    [
        "john",
        "hm",
        "?",
        "both",
        "first two",
        "Smith or Doe",
        "not sure",
        "you choose",
        "who is John Doe?",
        "9",
        "yes",
        "not the client",
        "purple",
    ],
)
def test_a_reply_that_fits_none_or_several_is_unclear(text):
    assert read(text).meaning == "unclear"


@pytest.mark.parametrize(
    "text", ["none of these", "neither", "cancel", "never mind", "no", "nope, cancel"]
)
def test_turning_all_down_is_none(text):
    assert read(text).meaning == "none"


@pytest.mark.parametrize(
    "text",
    [
        "show me unread mail",
        "actually, what's on my calendar tomorrow?",
        "never mind, find emails from Priya",
        "none, create an agent for that",
        "show me emails from John Doe about rent",
    ],
)
def test_another_request_is_new(text):
    assert read(text).meaning == "new"


def test_with_two_options_former_latter_and_not_decide():
    two = JOHNS[:2]
    assert read("the latter", two).option == "2"
    assert read("the former", two).option == "1"
    assert read("not the client", two).option == "1"


def test_last_is_unclear_where_options_begin_with_it():
    assert read("last", PERIODS).meaning == "unclear"
    assert read("last year", PERIODS).option == "2"


@pytest.mark.parametrize(
    ("text", "option"), [("yes", "y"), ("yep go ahead", "y"), ("no", "n"), ("👍", "y")]
)
def test_yes_and_no_choose_the_options_that_begin_so(text, option):
    assert read(text, SURE).option == option


def test_an_open_question_takes_free_text():
    assert read("the Berlin office", ()).meaning == "text"
    assert read("no idea", ()).meaning == "unclear"


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("yes", "accept"),
        ("Send it", "accept"),
        ("go ahead", "accept"),
        ("ok", "accept"),
        ("👍", "accept"),
        ("yeah why not", "accept"),
        ("no", "reject"),
        ("cancel", "reject"),
        ("don't", "reject"),
        ("don't send it", "reject"),
        ("forget it", "reject"),
        ("not yet", "unclear"),
        ("do not send it", "unclear"),
        ("no wait yes", "unclear"),
        ("yes but change the subject", "unclear"),
        ("hmm", "unclear"),
        ("...", "unclear"),
        ("show me unread mail instead", "new"),
    ],
)
def test_approvals_take_a_plain_yes_or_no(text, meaning):
    assert read(text, (), "approval").meaning == meaning


@given(st.text(max_size=60))
def test_only_offered_options_are_chosen(text):
    reading = read(text)
    assert (reading.option in {"1", "2", "3"}) == (reading.meaning == "option")


@given(st.text(max_size=60))
def test_an_approval_is_never_given_with_a_no_in_it(text):
    assert read(f"{text} no", (), "approval").meaning != "accept"


@given(st.text(alphabet="abc", max_size=6), st.text(alphabet="abc", max_size=6))
def test_distance_is_symmetric_and_zero_only_for_equal_words(left, right):
    assert distance(left, right) == distance(right, left)
    assert (distance(left, right) == 0) == (left == right)


def test_numbers_are_never_similar():
    assert not similar("1042", "1043")


async def test_reasoner_reads_and_understands():
    reasoner = EmbeddedReasoner()
    request = ReplyRequest(question="?", options=JOHNS, text="2", kind="clarification")
    assert (await reasoner.interpret_reply(request)).value.option == "2"
    asked = await reasoner.analyze_intent(IntentRequest(text="hi", today="2025-11-19"))
    assert asked.usage.calls == 0
