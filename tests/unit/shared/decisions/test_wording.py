import pytest

from shared.decisions import wording
from tests.unit.shared.decisions.values import OPTIONS, candidate, step


@pytest.mark.parametrize("reason", ["", "It does not say what to do."])
def test_a_vague_message_is_told_what_was_missing(reason):
    asked = wording.open_question(reason)

    assert asked.startswith("I want to make sure I understand correctly. ")
    assert reason in asked
    assert asked.endswith("you're trying to accomplish?")


@pytest.mark.parametrize(
    ("wanted", "others", "said"),
    [
        ("", (), "I don't have an agent for that yet."),
        ("slack", (), "I don't have slack connected for you, so I can't do that."),
        (
            "slack",
            (candidate("email"), candidate("contacts")),
            wording.no_agent("slack", ())
            + " What I can do instead:\n- Email: does email\n- Contacts: does contacts",
        ),
    ],
)
def test_what_cannot_be_done_names_what_can(wanted, others, said):
    assert wording.no_agent(wanted, others) == said


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ((), "There is no agent called @bob here."),
        (("email",), "There is no agent called @bob here. You have: @email."),
        (("a", "b"), "There is no agent called @bob here. You have: @a, @b."),
    ],
)
def test_an_unknown_agent_is_answered_with_the_known_ones(known, said):
    assert wording.unknown_agent("bob", known) == said


def test_options_are_listed_by_number():
    assert wording.numbered("Which John?", OPTIONS) == (
        "Which John?\n\n1. **John Doe** (client)\n2. **John Lee**"
    )


def test_a_question_without_options_stands_alone():
    assert wording.numbered("Which John?", ()) == "Which John?"


def test_a_question_put_again_says_that_the_reply_was_not_understood():
    assert wording.asked_again("Which John?") == "Sorry, I didn't get that. Which John?"


def test_a_preview_shows_every_argument():
    shown = wording.preview(step("send_mail", arguments={"to": "a@x.com", "body": "Hi"}))

    assert shown == "I'm about to run send_mail:\n- to: a@x.com\n- body: Hi\n\nShall I go ahead?"
