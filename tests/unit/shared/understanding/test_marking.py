"""Spans of a message, from scores of its words."""

import numpy as np
import pytest

from shared.understanding.marking import cuts_in, spans_in
from shared.understanding.words import words_of

TAGS = [
    "O",
    *(f"{part}-{kind}" for kind in ("time", "person", "body", "topic", "next") for part in "BI"),
]


def scores(text, tags):
    found = []
    for tag in tags.split():
        if tag == "-":
            found.append(None)
            continue
        row = np.zeros(len(TAGS), np.float32)
        row[TAGS.index(tag)] = 9
        found.append(row)
    assert len(found) == len(words_of(text))
    return found


@pytest.mark.parametrize(
    ("text", "tags", "spans"),
    [
        ("mail Tom today", "O B-person B-time", ["Tom", "today"]),
        ("friday , at 3", "B-time O O B-time", ["friday , at 3"]),
        ("friday or monday", "B-time O B-time", ["friday", "monday"]),
        ("Tom and Tim", "B-person O B-person", ["Tom", "Tim"]),
        ("Tom Lee", "B-person I-person", ["Tom Lee"]),
        ("say we come by train ok", "O B-body O B-body I-body O", ["we come by train"]),
        ("say hi Tom soon", "O B-body B-person B-body", ["hi Tom soon"]),
        ("minutes of the board", "B-topic O O B-topic", ["minutes of the board"]),
        ('say " now', "O B-body O", []),
        ("mail Tom", "O -", []),
        ("I-person without B", "I-person O O O O", ["I"]),
    ],
)
def test_spans(text, tags, spans):
    found = spans_in(
        text, words_of(text), scores(text, tags), TAGS, ("time", "person", "body", "topic")
    )

    assert [span.text for span in found] == spans
    assert all(text[span.start : span.end] == span.text for span in found)


def test_only_kinds_that_a_task_has_are_found():
    text = "mail Tom today"

    assert [
        span.text
        for span in spans_in(
            text, words_of(text), scores(text, "O B-person B-time"), TAGS, ("time",)
        )
    ] == ["today"]


def test_words_that_may_join_commands_are_cuts():
    text = "star it , and go"

    (cut,) = cuts_in(words_of(text), scores(text, "O O B-next I-next -"), TAGS)

    assert text[cut.start : cut.end] == ", and"
    assert cut.likely > 0.9
