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
        ("undo this, and move the meeting to Friday", ""),
        ("oh no that's not the one I meant, undo it", "undo it"),
        ("That was hasty. Turn it back as it was.", "Turn it back as it was"),
        ("silly me, I've answered her by phone. Take back what you did", "Take back what you did"),
        ("leave it as it was", ""),
        ("star Emma's mail", ""),
        ("fix it", ""),
        ("take that meeting with Laura on Friday out of my calendar", ""),
        ("...", ""),
    ],
)
def test_only_the_words_that_want_something_undone_are_kept(text, wish):
    assert undo_in(text, ConversationContext(), READER) == wish
