"""What of a command points at a mail, and what describes it."""

import pytest

from shared.understanding.described import (
    one_of_those,
    placed,
    single,
    telling,
    with_descriptions,
    without_reasons,
)
from tests.support.marked import plain


@pytest.mark.parametrize(
    ("marked", "told"),
    [
        (
            "mark {which:the one about the site managers} as read",
            [("which", "the one about the site managers")],
        ),
        ("star {which:the one} where {which:he} signs", [("which", "the one")]),
        ("{which:the second one}", [("which", "the second one")]),
        ("what I {flag:sent} to Ann", [("flag", "sent")]),
        ("mail {person:Ben's team}", [("person", "Ben's team")]),
        ("on his {person:desks} mail", [("topic", "desks")]),
        ("his mail with {person:the desks}", [("topic", "the desks")]),
        ("mail from {person:the auditors}", [("person", "the auditors")]),
        ("mail {person:Ann Lee's}", [("person", "Ann Lee's")]),
    ],
)
def test_what_points_is_told_apart_from_what_describes(marked, told):
    text, spans = plain(marked)

    found = with_descriptions(spans, text)

    assert [(one.kind, one.text) for one in found] == told
    assert all(text[one.start : one.end] == one.text for one in found)


@pytest.mark.parametrize(
    ("order", "left"),
    [
        ("star it, i have read all of it", ["star", "it"]),
        ("archive them, they are all old", ["archive", "them,", "they", "are", "all", "old"]),
        ("star the one where he says all is well, now", ["star", "the", "one", ",", "now"]),
        ("i'm done with all of it. archive that", [".", "archive", "that"]),
    ],
)
def test_why_something_is_wanted_says_nothing_of_how_many(order, left):
    assert without_reasons(order).split() == left


@pytest.mark.parametrize(
    ("which", "place"),
    [
        ("the oldest of them", "the last one"),
        ("the newest of those", "the first one"),
        ("the latest one", "the first one"),
        ("the latest mail", "the latest mail"),
        ("The second of these", "the second one"),
        ("the longest of them", "the longest one"),
        ("all of them", "all of them"),
    ],
)
def test_by_age_a_mail_is_told_by_its_place_in_a_list_of_the_newest_first(which, place):
    assert placed(which) == place


def test_one_is_meant_where_one_is_pointed_at():
    ones = ("the one", "that mail", "the oldest of them", "this newsletter", "the very last one")
    many = ("them", "all of them", "the mails", "the ones", "those", "")

    assert all(map(single, ones))
    assert not any(map(single, many))
    assert one_of_those("the one")
    assert not one_of_those("the second one")


def test_words_that_only_point_tell_nothing_of_a_mail():
    assert telling("the insurance one") == ["insurance"]
    assert telling("the second newest mail 3") == []
