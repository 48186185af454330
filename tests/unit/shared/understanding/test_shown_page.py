"""What a message changes of a page that it names or that was just shown, read beside its card."""

import pytest

from shared.models.reasoning import ConversationContext, Exchange, Reference
from shared.models.world import Link
from shared.understanding.reader import Reader
from shared.understanding.shown_page import (
    added,
    changes_it,
    exchanged,
    named_pages,
    of_named_page,
    page_shown,
    taken_out,
    text_shown,
    wished_of_page,
    written_instead,
)

READER = Reader()
PAGE = (
    "**Fire drill**\n\n# Fire drill\n1. Ring the bell within five minutes.\n"
    "2. Leave by the north stairs.\n3. Meet at gate B.\n4. Write the report the next morning."
)
NOBODY = ConversationContext()


def context(*labels, answer=PAGE, told=""):
    return ConversationContext(
        exchanges=(
            Exchange(role="user", text="show me the page"),
            Exchange(role="assistant", text=answer),
        ),
        references=tuple(
            Reference(kind="page", id=one, label=one, ordinal=at, told=one == told)
            for at, one in enumerate(labels)
        ),
    )


SHOWN = context("Fire drill")


def links(text, name="Fire drill", kind="page"):
    at = text.find(name)
    return (Link(kind=kind, start=at, end=at + len(name), things=()),) if at >= 0 else ()


def read(text, shown=SHOWN):
    named = named_pages(text, links(text), (), shown)
    return wished_of_page(text, named, shown, READER.revisions)


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("Not realistic. Change it there to ten minutes.", "five minutes", "ten minutes"),
        (
            "the report should be written the same evening, not the next morning",
            "the next morning",
            "the same evening",
        ),
    ],
)
def test_what_goes_and_what_stands_for_it_is_marked(text, old, new):
    assert changes_it(text, SHOWN, READER.revisions)
    change = exchanged(text, page_shown(SHOWN), read(text))
    assert change is not None
    assert (change.old, change.text) == (old, new)
    assert added(text, read(text)) is None


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("take out the third step", "the third step"),
        ("The gate is gone, so that step may come off.",) * 2,
        ("Drop the stairs line from the Fire drill page", "the stairs line"),
    ],
)
def test_what_is_to_go_is_told(text, line):
    change = taken_out(text, read(text))
    assert change is not None
    assert change.line == line
    assert added(text, read(text)) is None


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("one more line at the foot of it: 5. Thank whoever was up.", "Thank whoever was up."),
        ("and at the bottom: call your mum", "call your mum"),
        ("Fire drill ends too soon. Give it a fifth point: Thank the porter.", "Thank the porter."),
        ("Append a step 5: Update the status page within an hour.", "Update the status page"),
        ("add to the Fire drill page: lock the door", "lock the door"),
    ],
)
def test_what_is_to_be_written_besides_is_whole(text, more):
    for shown in (SHOWN, NOBODY) if links(text) else (SHOWN,):
        span = added(text, read(text, shown))
        assert span is not None
        assert span.text.removeprefix("5. ").startswith(more)
        assert text[span.start : span.end] == span.text
        assert taken_out(text, read(text, shown)) is None


def test_a_sentence_is_written_for_another():
    text = 'Instead of this sentence about the gate write: "Ann waits at gate C."'
    change = written_instead(text, read(text))
    assert change is not None
    assert change.text == "Ann waits at gate C."
    assert "the gate" in change.line


def test_of_a_page_not_shown_the_message_tells_what_goes():
    text = "fix the Fire drill page: it should say four minutes instead of five minutes"
    change = exchanged(text, "", read(text, NOBODY))
    assert change is not None
    assert (change.old, change.text) == ("five minutes", "four minutes")
    assert text_shown(text, named_pages(text, links(text), (), NOBODY), NOBODY) == ""


@pytest.mark.parametrize("text", ["what does it say about the stairs?", "send it to Ravi"])
def test_what_changes_nothing_of_it_is_none(text):
    assert not changes_it(text, SHOWN, READER.revisions)


def test_of_several_pages_the_one_that_tells_most_is_meant():
    assert page_shown(context("Fire drill", "Holidays")) == ""
    assert not changes_it("take out step 2", context("A", "B"), READER.revisions)
    found = "Look:\n1. page **Holidays**: Two weeks.\n2. page **Fire drill**: Ring the bell."
    shown = page_shown(context("Fire drill", "Holidays", answer=found, told="Holidays"))
    assert shown == "page: Holidays | text: 1. page **Holidays**: Two weeks."


@pytest.mark.parametrize(
    ("text", "ranked", "writes"),
    [
        (
            'That Fire drill page ends abruptly. Give it a fifth point: "Thank the porter."',
            [("page_read", 0.5), ("page_write", 0.3)],
            True,
        ),
        ("Can the last line of Fire drill be removed?", [("page_read", 0.7)], True),
        ("the mail about Fire drill, delete it", [("mail_delete", 0.6)], False),
        ("What are the steps of Fire drill?", [("page_read", 0.6), ("page_write", 0.3)], False),
        ("take step 2 off Fire drill", [("page_read", 0.9)], True),
        ("take step 2 off it", [("undo", 0.5)], False),
    ],
)
def test_an_order_to_change_a_named_page_is_one(text, ranked, writes):
    tasks = of_named_page(text, links(text), ranked, READER.revisions)
    assert (tasks[0][0] == "page_write") is writes


def test_a_name_of_nothing_they_have_may_be_of_the_page_shown():
    text = "under the open items a new one"
    marked = READER.read_as("page_write", text).spans
    assert named_pages(text, (), marked, SHOWN) == []
