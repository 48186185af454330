import pytest

from shared.models.reasoning import ConversationContext
from shared.understanding.reader import Reader
from shared.understanding.taking_back import undo_in

READER = Reader()


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("undo that", "undo that"),
        ("oops, wrong button in my head. undo that please", "undo that please"),
        ("Undo that. And send Bob the report", ""),
        ("star Emma's mail", ""),
        ("fix it", ""),
        ("take that meeting with Laura on Friday out of my calendar", ""),
        ("...", ""),
    ],
)
def test_only_the_words_that_want_something_undone_are_kept(text, wish):
    assert undo_in(text, ConversationContext(), READER) == wish
