"""What is said while a card is open."""

import pytest

from shared.models.reasoning import ReplyRequest
from shared.understanding.cards import said_over
from tests.support.readings import ReadBefore


def over(text, alone, shown, tool="gmail_send_email"):
    reader = ReadBefore({text: alone}, {text: shown})
    reply = text.replace("{person:", "").replace("{time:", "").replace("}", "")
    request = ReplyRequest(
        question="Send it?",
        options=(),
        text=reply,
        kind="approval",
        tool=tool,
        command="mail Tom hello",
    )
    return said_over(request, reader)[0]


@pytest.mark.parametrize(
    ("text", "alone", "shown", "tool", "expected"),
    [
        ("cc {person:Grace}", ("mail_send", 0.5), ("mail_send", 0.8), "gmail_send_email", "wish"),
        (
            "make it {time:3pm}",
            ("cal_create", 0.6),
            ("cal_update", 0.7),
            "calendar_create_event",
            "wish",
        ),
        (
            "what's on {time:monday}",
            ("cal_list", 0.95),
            ("cal_list", 0.9),
            "gmail_send_email",
            "new",
        ),
        (
            "what's on {time:monday}",
            ("cal_list", 0.95),
            ("mail_send", 0.4),
            "gmail_send_email",
            "",
        ),
        ("hmm", ("smalltalk", 0.6), ("smalltalk", 0.6), "gmail_send_email", ""),
        (
            "Bo reads it too. Better only to {person:Sofia}, as a direct message",
            ("slack_dm", 0.9),
            ("slack_post", 0.9),
            "slack_post_message",
            "instead",
        ),
        (
            "DM {person:Sofia} the same as well",
            ("slack_dm", 0.9),
            ("slack_post", 0.9),
            "slack_post_message",
            "wish",
        ),
        (
            "add that they can DM me",
            ("slack_dm", 0.9),
            ("slack_post", 0.9),
            "slack_post_message",
            "",
        ),
        ("add {person:Grace}", ("contact_add", 0.6), ("mail_send", 0.8), "undo", ""),
    ],
)
def test_a_reply_is_about_the_call_shown_or_about_something_else(
    text, alone, shown, tool, expected
):
    assert over(text, alone, shown, tool) == expected
