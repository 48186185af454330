"""What is said when something was asked for that a command cannot do without."""

import pytest

from shared.models.intent import Option
from shared.models.reasoning import ReplyRequest
from shared.reasoning.embedded.replying.missing import read_missing
from tests.support.marked import plain
from tests.support.readings import ReadBefore

COMMAND = "mail {person:Tom}"
MONDAY = "what's on {time:monday}"


def meaning(marked, alone=("other", 0.9), after=None, lacks="topic", options=()):
    reader = ReadBefore(
        {COMMAND: ("mail_send", 0.9), marked: alone}, {marked: after} if after else None
    )
    request = ReplyRequest(
        question="What should it say?",
        options=options,
        text=plain(marked)[0],
        kind="clarification",
        free_text=True,
        lacks=lacks,
        command=plain(COMMAND)[0],
    )
    return read_missing(request, reader).meaning


@pytest.mark.parametrize("text", ["", "?!", "..."])
def test_signs_alone_say_nothing(text):
    assert meaning(text) == "unclear"


@pytest.mark.parametrize(
    "text",
    [
        *("no", "no thanks", "never mind", "cancel that", "forget it"),
        "no no no, forget i said that, it stays as it is",
        "oh no, it stays where it is",
        "Right, Derek. No, his number is fine, leave it.",
    ],
)
def test_a_refusal_calls_it_off(text):
    assert meaning(text) == "none"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("none of those, what about Tuesday at 4?", "text"), ("none of those, thanks", "none")],
)
def test_another_answer_behind_a_refusal_of_those_on_offer_is_one(text, expected):
    options = (Option(id="1", label="Mon 30 Nov, 09:00-09:30"),)
    assert meaning(text, lacks="time", options=options) == expected


@pytest.mark.parametrize("text", ["see you at 5", "yes", "no idea, just hello", "lunch"])
def test_almost_anything_is_an_answer(text):
    assert meaning(text) == "text"


@pytest.mark.parametrize(
    ("lacks", "alone", "after", "expected"),
    [
        ("person", ("cal_list", 0.92), ("cal_list", 0.92), "new"),
        ("person", ("cal_list", 0.92), ("cal_list", 0.8), "text"),
        ("person", ("cal_list", 0.8), ("cal_list", 0.92), "text"),
        ("person", ("cal_list", 0.92), ("mail_send", 0.95), "text"),
        ("person", ("mail_send", 0.92), ("cal_list", 0.95), "text"),
        ("person", ("smalltalk", 0.99), ("smalltalk", 0.99), "text"),
        ("body", ("cal_list", 0.92), ("cal_list", 0.92), "text"),
        ("body", ("cal_list", 0.97), ("cal_list", 0.97), "new"),
    ],
)
def test_another_request_has_to_be_clear_and_clearer_where_free_words_are_asked_for(
    lacks, alone, after, expected
):
    assert meaning(MONDAY, alone, after, lacks) == expected


def test_a_request_that_names_nothing_is_an_answer():
    assert meaning("my day", ("cal_list", 0.97), lacks="person") == "text"
