"""What still stands of a message whose beginning its writer took back."""

import pytest

from shared.reasoning.embedded.planning import plan
from shared.understanding.reader import Reader
from shared.understanding.withdrawing import second_thought, standing
from tests.support.marked import request

READER = Reader()


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("archive Acme's mails... no scrap that", ""),
        ("star the mail from Ravi. Oh wait, forget it.", ""),
        ("mark all newsletters as read, hm, never mind", ""),
        ("star Ann's mail, sorry, forget it, show me my unread mails", "show me my unread mails"),
        (
            "mark Bo's mail as read - actually don't do that, show me my unread mails",
            "show me my unread mails",
        ),
        ("archive the digest... no scrap that, I'd read it first", "I'd read it first"),
        ("star it. No, scrap that. Star what? Wait, never mind", ""),
        ("tell Bo the van is here no wait dont post it ill ring him", ""),
        ("mail Ann that we are late, hang on, don't send it, I need to check", ""),
        ("book the gym for three. Actually, don't book it", ""),
    ],
)
def test_what_was_taken_back_is_not_wanted(text, stands):
    assert standing(text, READER) == stands


@pytest.mark.parametrize(
    "text",
    [
        "",
        "forget it",
        "no, scrap that",
        "tell Omar to forget it, the servers are fine",
        "we accept if he signs by Wednesday no wait scratch that if he signs by Friday",
        "drop that file into the project channel",
        "write Luis that we start at nine, but don't send it",
        "send Bo the notes, no, don't send it to Ann",
        "show me my unread mails",
    ],
)
def test_what_was_not_taken_back_stands(text):
    assert standing(text, READER) == text


@pytest.mark.parametrize("agent", ["email", "somebodys-own"])
def test_nothing_is_planned_of_what_was_taken_back_whoever_it_was_said_to(agent):
    planned = plan(request(agent, "archive Acme's mails... no scrap that"), READER)
    assert (planned.steps, planned.cannot) == ((), "All right, nothing happens.")


def test_what_stands_is_planned():
    text = "archive Acme's mails... no scrap that, show me my unread mails"
    [step] = plan(request("email", text), READER).steps
    assert (step.tool, step.arguments["query"]) == ("gmail_search_messages", "is:unread")


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("mail Bo the bus is here and there is tea no scrap the tea", "scrap the tea"),
        (
            "mail Bo i bring tea, wait, forget the tea i bring wine",
            "forget the tea, say i bring wine",
        ),
        ("mail Bo we bring a cat, oh drop the cat, he sneezes", "drop the cat he sneezes"),
        ("mail Bo that he can drop the tea", ""),
        ("mail Bo the bus is here. No, forget it", ""),
    ],
)
def test_what_is_taken_out_of_what_was_said_is_a_wish_about_it(text, wish):
    before, left = second_thought(text)
    assert left == wish
    assert text.startswith(before)
