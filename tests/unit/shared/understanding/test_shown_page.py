"""What a message changes of the page that was just shown, read beside its text."""

import pytest

from shared.models.reasoning import ConversationContext, Exchange, Reference
from shared.understanding.reader import Reader
from shared.understanding.shown_page import added, change_marked, changes_it, page_shown

READER = Reader()
PAGE = (
    "**Fire drill**\n\n# Fire drill\n1. Ring the bell within five minutes.\n"
    "2. Leave by the north stairs.\n3. Meet at gate B.\n4. Write the report the next morning."
)


def context(*labels):
    return ConversationContext(
        exchanges=(
            Exchange(role="user", text="show me the page"),
            Exchange(role="assistant", text=PAGE),
        ),
        references=tuple(
            Reference(kind="page", id=one, label=one, ordinal=at) for at, one in enumerate(labels)
        ),
    )


def read(text):
    return changes_it(text, context("Fire drill"), READER.revisions)


@pytest.mark.parametrize(
    ("text", "change"),
    [
        (
            "Five is not realistic, I know from the site. Change it there to ten minutes.",
            ("", "five minutes", "ten minutes"),
        ),
        ("take out the third step", ("the third step", "", "")),
        (
            "the report should be written the same evening, not the next morning",
            ("", "the next morning", "the same evening"),
        ),
    ],
)
def test_what_goes_and_what_stands_for_it_is_marked(text, change):
    wished = read(text)
    assert wished is not None
    told = change_marked(text, page_shown(context("Fire drill")), wished)
    assert told is not None
    assert told[:3] == change
    assert added(text, wished) is None


@pytest.mark.parametrize(
    ("text", "more"),
    [
        (
            "I should so like one more line at the foot of it: 5. Thank whoever was up.",
            "5. Thank whoever was up.",
        ),
        ("and at the bottom: call your mum", "call your mum"),
    ],
)
def test_what_is_to_be_written_besides_is_whole(text, more):
    wished = read(text)
    assert wished is not None
    span = added(text, wished)
    assert span is not None
    assert span.text == more
    assert change_marked(text, page_shown(context("Fire drill")), wished) is None


@pytest.mark.parametrize("text", ["what does it say about the stairs?", "send it to Ravi"])
def test_what_changes_nothing_of_it_is_none(text):
    assert read(text) is None


def test_of_several_pages_none_is_meant():
    assert page_shown(context("Fire drill", "Holidays")) == ""
    assert changes_it("take out step 2", context("A", "B"), READER.revisions) is None
