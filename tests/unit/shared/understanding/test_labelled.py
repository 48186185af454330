"""Parts that a message labels itself."""

import pytest

from shared.understanding.labelled import labelled, outside_labelled, with_labelled
from shared.understanding.marking import Cut
from tests.support.marked import plain

KINDS = ("topic", "body", "file", "person")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "New page under Files. Title: Visiting Hull. Text: Ask for Wendy, then bring shoes.",
            [("topic", "Visiting Hull"), ("body", "Ask for Wendy, then bring shoes")],
        ),
        (
            "mail Ann, subject: The roof\nbody: it leaks. Come soon!",
            [
                ("topic", "The roof"),
                ("body", "it leaks. Come soon!"),
            ],
        ),
        ('title: "Visiting"', [("topic", "Visiting")]),
        ("Monday at 2 with Bo. Subject: Backups. Room 4.", [("topic", "Backups")]),
        ("change the subject to Budget", []),
        ("Block Friday 9 to 10, title Johnson page", [("topic", "Johnson page")]),
        ("Mail Bo, subject Invoices, saying all is paid.", [("topic", "Invoices")]),
        ("Letter to Bo, headed Interns in spring, saying yes", [("topic", "Interns in spring")]),
        ("Mail Bo, the subject is Lunch, and say yes", [("topic", "Lunch")]),
        ("mail Bo subject Lunch and the text is we come at one", [("body", "we come at one")]),
        ("Move the sync to 4, title stays", []),
        ("Move it to 4, subject to the room being free", []),
        ("answer Ann: first, it is on, then the rest", []),
        ("Re Ann's mail: 1) mark as read, 2) star it", []),
        ("Three things. One: reply to Ann. Two: archive the rest", []),
        ("send these mails. One: to Ann that I come. Two: to Bo that I don't", []),
        ("tell Ann: we start at 1. Bo comes at 2. Bye", []),
        ("answer Ann. One: yes, that is all", []),
        ("text: ", []),
        ("the context: none", []),
    ],
)
def test_what_is_labelled_is_marked_as_a_whole(text, parts):
    found = labelled(text, KINDS)

    assert [(one.kind, one.text) for one in found] == parts
    assert all(text[one.start : one.end] == one.text for one in found)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "Bo, 10 to 11, title Desk delivery, location Third floor.",
            [("topic", "Desk delivery"), ("place", "Third floor")],
        ),
        ("Dinner, place: Chez Max, at 7", [("place", "Chez Max")]),
        (
            "Title: Fire drill. Where: Car park. At 11",
            [("topic", "Fire drill"), ("place", "Car park")],
        ),
        ("Dinner at 7, venue the Blue Door", [("place", "the Blue Door")]),
        ("Dinner at 7, place to be decided", []),
        ("Dinner at 7, location stays", []),
        ("Dinner at 7, place it on Monday", []),
    ],
)
def test_a_place_is_labelled_where_a_task_has_one(text, parts):
    found = labelled(text, ("topic", "place"))

    assert [(one.kind, one.text) for one in found] == parts
    assert not [one for one in labelled(text, KINDS) if one.kind == "place"]


def test_nothing_else_is_marked_in_what_is_labelled():
    text, spans = plain(
        "page in {file:Files}. Title: {topic:Visiting} {file:Hull}. Text: ask {person:Bo}"
    )

    found = with_labelled(spans, labelled(text, KINDS))

    assert [(one.kind, one.text) for one in found] == [
        ("file", "Files"),
        ("topic", "Visiting Hull"),
        ("body", "ask Bo"),
    ]


def test_a_task_without_texts_has_none():
    assert labelled("title: x. text: y", ("person",)) == []


def test_no_command_begins_in_a_labelled_text():
    text = "page Hull. Text: ask Bo, then mail Ann"
    inside, before = (Cut(at, at + 1, 0.9) for at in (text.index(", then"), text.index(". Text")))

    assert outside_labelled([before, inside], labelled(text, KINDS), text) == [before]


def test_no_command_begins_with_a_title():
    text = "Block Friday 9 to 10, title Johnson page, and mail Bo"
    title, mail = (Cut(at, at + 1, 0.9) for at in (text.index(", title"), text.index(", and")))

    assert outside_labelled([title, mail], labelled(text, KINDS), text) == [mail]
