"""What is not to be done besides is no order."""

import pytest

from shared.models.world import Thing
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
        "Put tennis with Ben in my calendar, Friday from 7 to 9. Don't invite him, I'll tell him",
    ],
)
def test_whatever_else_is_said_stays(text):
    assert without_bounds(text, READER) == text


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (
            "Archive the Product Weeklies. Logistics Today stays where it is.",
            "Archive the Product Weeklies.",
        ),
        ("Archive Ann Lee's mails. Keep the one from Ann Lee on pay", None),
        ("Invite Ann Lee, leave Logistics Today as it is", None),
    ],
)
def test_what_stays_of_others_is_left_out_of_what_is_done_to_mail(text, left):
    firms = (
        Thing(kind="organisation", id=name, name=name)
        for name in ("Product Weekly", "Logistics Today")
    )
    known = READER.knowing((*firms, Thing(kind="person", id="p1", name="Ann Lee")))

    assert without_bounds(text, known) == (left or text)
