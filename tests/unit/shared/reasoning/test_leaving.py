"""What is not to be done besides is no order."""

import pytest

from shared.reasoning.embedded.leaving import without_bounds
from shared.understanding.reader import Reader

READER = Reader()


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Don't bin them, just get them out of the inbox.", "just get them out of the inbox."),
        ("Don't star it, mark it as unread.", "mark it as unread."),
        ("Archive it, never delete it", "Archive it,"),
    ],
)
def test_what_is_forbidden_of_nothing_that_is_named_is_left_out(text, left):
    assert without_bounds(text, READER) == left


@pytest.mark.parametrize(
    "text",
    [
        "Archive Tom's mail, don't archive it yet",
        "Archive the newsletters, but don't touch the mail from Ann Lee",
        "Don't archive it.",
        'Answer him: "Fine, don\'t wait for me"',
        "Don't open it, what does it say?",
    ],
)
def test_whatever_else_is_said_stays(text):
    assert without_bounds(text, READER) == text
