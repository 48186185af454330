"""What is said when something was asked for that a command cannot do without."""

import pytest

from shared.models.intent import Option
from shared.models.reasoning import ReplyRequest
from shared.reasoning.embedded.planning.which import TASK
from shared.reasoning.embedded.replying.missing import read_missing
from tests.support.marked import plain
from tests.support.readings import ReadBefore

COMMAND = "mail {person:Tom}"
MONDAY = "the day of {time:monday}"


def meaning(marked, alone=("other", 0.9), after=None, lacks="topic", options=()):
    return reading(marked, alone, after, lacks, options).meaning


def reading(marked, alone=("other", 0.9), after=None, lacks="topic", options=()):
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
    return read_missing(request, reader)


@pytest.mark.parametrize("text", ["", "?!", "..."])
def test_signs_alone_say_nothing(text):
    assert meaning(text) == "unclear"


@pytest.mark.parametrize(
    "text",
    [
        *("no", "no thanks", "never mind", "cancel that", "forget it"),
        "oh no, it stays where it is",
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


@pytest.mark.parametrize(
    ("text", "lacks", "expected"),
    [
        ("job withdrawn. she stays on the list.", "person", "none"),
        ("that is not needed any more, thanks", "time", "none"),
        ("nobody from sales, only {person:the Acme people}", "person", "text"),
        ("any day but {time:not Friday} please", "newtime", "text"),
        ("i can't come, it's not going to work", "body", "text"),
        ("Scrap that. The spare key was in the drawer. Don't message her.", "body", "none"),
        ("Leave the keys under the mat. I'm not coming in today.", "body", "text"),
    ],
)
def test_what_refuses_all_that_is_asked_about_and_tells_none_of_it_calls_it_off(
    text, lacks, expected
):
    assert meaning(text, lacks=lacks) == expected


@pytest.mark.parametrize(
    ("text", "alone", "expected"),
    [
        ("{time:Friday at nine}, put it in {place:Room Tyne}", "cal_create", "text"),
        ("move {which:it} to {newtime:Wednesday}", "cal_update", "text"),
        ("move {topic:the review} to {newtime:Friday}", "cal_update", "new"),
        ("cancel the {time:3pm} meeting", "cal_cancel", "new"),
    ],
)
def test_what_says_when_and_not_what_is_an_answer_however_much_of_an_order(text, alone, expected):
    assert meaning(text, (alone, 0.95), lacks="time") == expected


@pytest.mark.parametrize(
    ("text", "lacks", "expected"),
    [
        ("what is {person:her} number by the way?", "value", "new"),
        ("what is on {time:monday}?", "person", "new"),
        ("how big is it again?", "person", "new"),
        ("what is on {time:monday}?", "body", "text"),
        ("how about {time:monday}?", "time", "text"),
    ],
)
def test_a_question_tells_nothing_but_what_is_to_be_said_to_somebody(text, lacks, expected):
    assert meaning(text, ("contact_find", 0.6), lacks=lacks) == expected


TASKS = (
    Option(id="1", label="Keep a draft", value="mail_draft"),
    Option(id="2", label="Send a mail", value="mail_send"),
)


@pytest.mark.parametrize(
    ("text", "after", "expected"),
    [
        ("just send it", ("mail_send", 0.9), ("option", "2")),
        ("mail {person:Ann} that I'm late", ("mail_send", 0.9), ("new", None)),
        ("just send it", ("mail_send", 0.3), ("new", None)),
        ("what's on tomorrow", ("cal_list", 0.9), ("new", None)),
        ("yes", ("mail_send", 0.9), ("unclear", None)),
        ("no, never mind", ("mail_send", 0.9), ("none", None)),
    ],
)
def test_a_task_is_chosen_by_its_verb_alone_and_all_else_is_for_itself(text, after, expected):
    read = reading(text, after=after, lacks=TASK, options=TASKS)

    assert (read.meaning, read.option or None) == expected
