"""Questions about a card, answered from it."""

import pytest

from shared.decisions import about, wording
from shared.models.run import Card, Difference

MAIL = Card(
    title="Send this email",
    fields=(("To", "Sarah Chen <sarah@x.com>"), ("Cc", ""), ("Subject", "Slides")),
    body="Hi Sarah,\nhere they are.",
)
MOVED = Card(
    title='Change "Standup"',
    fields=(("When", "Mon 10:00"),),
    differences=(Difference(label="Location", before="Room 1", after="Room 2"),),
)


@pytest.mark.parametrize(
    ("card", "question", "says", "omits"),
    [
        (MAIL, "who is it going to?", "To: Sarah Chen", "here they are"),
        (MAIL, "what's the subject?", "Subject: Slides", "Sarah Chen"),
        (MAIL, "what does it say exactly", "> here they are.", wording.ASK_AFTER),
        (MAIL, "how many people get that?", "To: Sarah Chen", wording.ASK_AFTER),
        (MAIL, "did you attach the file", "Nothing is attached.", "Sarah"),
        (MAIL, "is the budget alright?", wording.ASK_AFTER, "\0"),
        (MOVED, "ok when is that again?", "When: Mon 10:00", "Room"),
        (MOVED, "where?", "Location: Room 1 → Room 2", "Mon 10:00"),
    ],
)
def test_a_question_is_answered_from_the_card(card, question, says, omits):
    told = about.answered(card, question)

    assert says in told
    assert omits not in told


def test_what_has_no_such_field_is_shown_whole():
    assert "> Hi Sarah," in about.answered(MAIL, "when does it go out?")


@pytest.mark.parametrize(
    ("card", "question", "known"),
    [
        (MAIL, "who gets it?", True),
        (MAIL, "when does it begin?", False),
        (MAIL, "what was attached to her mail?", False),
        (MAIL, "what does it say?", True),
        (MAIL, "how many get that?", True),
        (MAIL, "is the budget alright?", False),
        (MOVED, "which room?", True),
        (MAIL, "is anything attached?", True),
        (MOVED, "where is it?", True),
        (MOVED, "who is in it, actually?", False),
    ],
)
def test_whether_a_card_has_what_is_asked_is_known(card, question, known):
    assert about.knows(card, question) is known
