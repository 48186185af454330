"""The calls that the embedded planner would make itself, as a model is shown them."""

import json

import pytest

from shared.decisions.quoting import QUOTED
from shared.models.reasoning import PlanRequest, ReviseRequest, ToolSpec
from shared.reasoning.first_reading import first_reading, worded
from shared.reasoning.narrowing import Narrowing
from shared.understanding.reader import Reader
from tests.unit.shared.reasoning.test_marks import request, said

REPLY = said(
    "mail_reply",
    "Answer Bo on his laptop: I take it",
    person="Bo",
    topic="laptop",
    body="I take it",
)
FIND = said("contact_find", "and who is Ann", person="Ann")
UNTOLD = said("mail_send", "Write a mail to Bo", person="Bo")


def calls(told):
    begins = "First reading: "
    assert told.startswith(begins)
    return json.loads(told.removeprefix(begins))


def test_the_calls_are_in_the_form_in_which_a_model_answers():
    read = calls(first_reading([REPLY], request(REPLY.text)))

    assert [one["tool"] for one in read] == [
        "contacts_search",
        "gmail_search_messages",
        "gmail_reply_to_message",
    ]
    assert read[1]["arguments"]["query"].startswith("from:{1.contacts.0.email} laptop")
    assert read[2]["arguments"]["message_id"] == "{2.mails.0.id}"


def test_arguments_stand_as_a_model_has_to_write_them():
    """What is copied in another order than a server allows is lost: a mail went to nobody."""
    send = said("mail_send", "Mail Bo: I take it", person="Bo", body="I take it")
    [_, mail] = calls(first_reading([send], request(send.text)))

    assert [*mail["arguments"]] == ["body", "to", "subject"]


def test_calls_of_a_later_command_point_at_their_own_results():
    alone = calls(first_reading([REPLY], request(REPLY.text)))
    read = calls(first_reading([FIND, REPLY], request("")))

    assert read[1:][0] == alone[0]
    assert read[2]["arguments"]["query"].startswith("from:{2.contacts.0.email}")
    assert read[3]["arguments"]["message_id"] == "{3.mails.0.id}"


def test_it_is_shown_however_unsure_the_reader_is():
    unsure = said("contact_find", "who is Ann", person="Ann")
    unsure = type(unsure)(unsure.task, 0.05, unsure.text, unsure.spans)

    assert first_reading([unsure], request("")) == first_reading(
        [said("contact_find", "who is Ann", person="Ann")], request("")
    )


def test_what_would_be_asked_is_told():
    assert first_reading([UNTOLD], request("")) == "First reading: ask What should it say to Bo?"


@pytest.mark.parametrize("commands", [[], [said("no_such_task", "hm")]])
def test_where_nothing_was_read_nothing_is_shown(commands):
    assert first_reading(commands, request("hm")) == ""


def test_an_agents_procedure_is_not_replaced_by_what_its_command_seems_to_say():
    told = {"agent": "email", "command": REPLY.text, "today": "2026-11-27", "tools": ()}

    assert first_reading([REPLY], PlanRequest(**told)) != ""
    assert first_reading([REPLY], PlanRequest(**told, procedure=("Read the mail",))) == ""


def test_braces_that_somebody_wrote_are_shown_to_no_model_as_a_reading():
    assert worded({"text": f"{QUOTED}1.x"}) == ""
    assert worded(None) == ""
    assert worded({"a": 1}) == 'First reading: {"a":1}'


def test_a_wish_is_read_likewise():
    tool = ToolSpec(name="slack_post_message", description="", parameters={"type": "object"})
    wish = ReviseRequest(
        tool=tool,
        arguments={"channel": "general", "text": "Cake at 15:00"},
        wish="16:00, the cake is late",
        today="2026-11-27",
    )

    assert Narrowing(Reader()).revised(wish).arguments["text"] == "Cake at 16:00"
