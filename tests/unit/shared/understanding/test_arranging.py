"""A message that has something written: its orders first, then what is to be written."""

from types import SimpleNamespace

import pytest

from shared.understanding.arranging import (
    arranged,
    only_said,
    sentences_in,
    with_whole_body,
    without_limits,
)
from shared.understanding.marking import Span
from shared.understanding.reader import Reader
from shared.understanding.said import Said
from tests.support.readings import Told

READER = Reader()


@pytest.mark.parametrize(
    ("text", "roles", "expected"),
    [
        (
            "The lift is out of order. Put that in #house please.",
            "said order",
            "Put that in #house please. Text: The lift is out of order.",
        ),
        (
            "Answer Tom: yes. See you there. He never reads to the end.",
            "both said aside",
            "Answer Tom. Text: Yes. See you there.",
        ),
        (
            "Answer Tom: yes. See you there.",
            "order said",
            "Answer Tom. Text: Yes. See you there.",
        ),
        (
            "Mail Ann. The room is booked. Not a word about the price.",
            "order said limit",
            "Mail Ann. Text: The room is booked.",
        ),
        (
            "Mail Ann. The room is booked. Only to her, not to Bo.",
            "order said limit",
            "Mail Ann. Only to her. Text: The room is booked.",
        ),
        (
            "Mail Ann. The room is booked. Bo in copy.",
            "order said said",
            "Mail Ann. Bo in copy. Text: The room is booked.",
        ),
        (
            "Mail Ann. We need a copy of the contract. Bo in copy, he must know.",
            "order said aside",
            "Mail Ann. Bo in copy, he must know. Text: We need a copy of the contract.",
        ),
        (
            "Would you answer Ravi's mail? We take the two testers. He is waiting.",
            "said said aside",
            "Would you answer Ravi's mail? Text: We take the two testers.",
        ),
        (
            "Margaret waits for her page. Answer her now. You get it on Thursday.",
            "aside order said",
            "Margaret waits for her page. Answer her now. Text: You get it on Thursday.",
        ),
        (
            "Mail Ann. What would another 500 cost, on matt paper?",
            "order ask",
            "Mail Ann. Text: What would another 500 cost, on matt paper?",
        ),
        (
            "Answer Tom. Please write that we will be happy to come.",
            "order said",
            "Answer Tom. Text: We will be happy to come.",
        ),
        (
            "Answer Tom: yes. Only to him, please.",
            "both limit",
            "Answer Tom. Only to him. Text: Yes.",
        ),
        (
            "So reply Bo and I take the van. We start at six.",
            "both said",
            "So reply. Text: Bo and I take the van. We start at six.",
        ),
        (
            "Ok, answer Ida Lee has the key. She is in at nine.",
            "order said",
            "Ok, answer. Text: Ida Lee has the key. She is in at nine.",
        ),
        (
            "Reply Bo yes to both. We start at six.",
            "order said",
            "Reply Bo yes to both. Text: We start at six.",
        ),
        (
            "Answer Bo and Ida that we come. We start at six.",
            "order said",
            "Answer Bo and Ida that we come. Text: We start at six.",
        ),
        (
            "Drop Mr. Hale a line. We agree.",
            "order said",
            "Drop Mr. Hale a line. Text: We agree.",
        ),
    ],
)
def test_what_is_to_be_written_comes_last(text, roles, expected):
    assert arranged(text, READER, Told(*roles.split())) == expected


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("Mail Ann that the room is booked.", "both"),
        ("Mail Ann that it is booked. She likes that.", "both aside"),
        ("Move the sync to nine. It is too late for Omar.", "order said"),
        ('Mail Ann. "The room is booked." He said so.', "order said aside"),
        ("Mail Ann. Text: The room is booked. See you.", "order said said"),
        ("The room is booked. See you there.", "said said"),
        ("Late again! Ann asked about the hall, answer her that it is booked.", "order said"),
        ("Mail Ann:\nThe room is booked.\nSee you.", "order said said"),
    ],
)
def test_anything_else_stays_as_it_is(text, roles):
    assert arranged(text, READER, Told(*roles.split())) == text


def test_long_texts_are_texts_themselves():
    text = "Mail Ann. " + "It is so. " * 12
    assert arranged(text, READER, Told(*["order"] * 13)) == text


def test_the_number_of_a_step_ends_no_sentence():
    assert sentences_in("Nice. Put a line under it: 5. Ring Ann.") == [
        "Nice.",
        "Put a line under it: 5. Ring Ann.",
    ]
    assert len(sentences_in("We are 5. Ring Ann. Bye.")) == 3


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("The gate is gone, so that step may come off. The report must stay.", 1),
        ("Let the retro run until four. Start and room stay as they are.", 1),
        ("Write this for it: We meet at noon. The others stay as they are.", 1),
        ("Write below the steps: Ring Ann first. Then ring the porter.", 2),
        ("The rest stays.", 1),
    ],
)
def test_what_only_says_what_stays_is_left_out_at_the_end(text, left):
    kept = without_limits(text, READER)
    assert text.startswith(kept)
    assert len(sentences_in(kept) or [kept]) == left


def written(text, body, task="mail_reply"):
    at = text.index(body)
    return Said(task, 1.0, text, (Span("body", body, at, at + len(body)),))


@pytest.mark.parametrize(
    ("task", "roles", "left"),
    [
        ("mail_reply", "order limit", "it's fine."),
        ("mail_reply", "order said", "it's fine. Keep his remarks from her."),
        ("mail_star", "order limit", "it's fine. Keep his remarks from her."),
    ],
)
def test_what_is_to_be_said_ends_before_what_only_orders(task, roles, left):
    text = "Answer Ann that it's fine. Keep his remarks from her."
    command = written(text, "it's fine. Keep his remarks from her.", task)

    reader = SimpleNamespace(revisions=SimpleNamespace(sentences=Told(*roles.split())))
    assert only_said(command, reader).one("body") == left


def test_a_name_in_the_midst_of_what_is_said_does_not_cut_it():
    text = "dm nina n say the keyboard thing on the tracking table is sooo good"
    cut, whole = "tracking table is sooo good", "keyboard thing on the tracking table is sooo good"

    assert with_whole_body(written(text, cut, "slack_dm"), READER).one("body") == whole
    star = written(text, cut, "mail_star")
    assert with_whole_body(star, READER) is star
