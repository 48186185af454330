"""What an unclear message wants, by its order and by what its times are for."""

import pytest

from shared.understanding.reader import Reader
from shared.understanding.wanted import read_as_wanted

READER = Reader()
LONG = (
    "that mail from the document centre saying theres a document waiting for me looks like a wrong"
    " un put it in the bin"
)


@pytest.mark.parametrize(
    ("text", "task"),
    [
        (
            "I'll be stood in a warehouse up north at three. Turn that Lumière demo down.",
            "cal_respond",
        ),
        ("I'll be stood in a warehouse up north at three. Nobody told me.", ""),
        ("move Carlos's half year review on Friday of next week to three", "cal_update"),
        (LONG, "mail_delete"),
        ("has the invoice with the file arrived", ""),
        ("my half year review was on Friday of last week", ""),
    ],
)
def test_an_unclear_message_wants_what_it_orders(text, task):
    found = read_as_wanted(text, None, READER).task
    assert found == task if task else found not in {"cal_respond", "cal_update", "mail_delete"}
