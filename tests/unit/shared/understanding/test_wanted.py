"""What an unclear message wants, by its order and by what its times are for."""

import pytest

from shared.understanding.reader import Reader
from shared.understanding.wanted import read_as_wanted

READER = Reader()


@pytest.mark.parametrize(
    ("text", "task"),
    [
        ("I'll be stood in a warehouse up north at three. Turn that Lumière demo down.", "respond"),
        ("I'll be stood in a warehouse up north at three. Nobody told me.", ""),
        ("move Carlos's half year review on Friday of next week to three", "update"),
        ("my half year review was on Friday of last week", ""),
    ],
)
def test_an_unclear_message_wants_what_it_orders(text, task):
    found = read_as_wanted(text, None, READER).task
    assert found == f"cal_{task}" if task else found not in {"cal_respond", "cal_update"}
