"""Spans of a message, from scores of its words."""

import numpy as np
import pytest

from shared.understanding.marking import Span, cuts_in, explained, spans_in, unsaid
from shared.understanding.words import words_of

TAGS = [
    "O",
    *(
        f"{part}-{kind}"
        for kind in ("time", "person", "body", "topic", "value", "next")
        for part in "BI"
    ),
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
        ("Madame Lee", "B-person B-person", ["Madame Lee"]),
        ("Dr . Lee", "B-person O B-person", ["Dr . Lee"]),
        ("Tom Lee Ann", "B-person I-person B-person", ["Tom Lee", "Ann"]),
        ("say we come by train ok", "O B-body O B-body I-body O", ["we come by train"]),
        ("say hi Tom soon", "O B-body B-person B-body", ["hi Tom soon"]),
        ("minutes of the board", "B-topic O O B-topic", ["minutes of the board"]),
        ("go to Saigon Corner", "O O O B-topic", ["Saigon Corner"]),
        ("No . Put Corner there", "O O O B-topic O", ["Corner"]),
        ("say see you though", "O B-body I-body I-body", ["see you though"]),
        ("ask : can we go ? thanks", "O O B-body I-body I-body O O", ["can we go"]),
        ("ask: can we go? thanks", "O O B-body I-body I-body O O", ["can we go?"]),
        ("ask if we go? thanks", "O B-body I-body I-body O O", ["if we go"]),
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


@pytest.mark.parametrize(
    ("text", "tags", "spans"),
    [
        # what is behind "saying" is said, what stood before it is the topic
        (
            "mail Tom the van saying that it broke",
            "O B-person B-body I-body I-body I-body I-body I-body",
            [("person", "Tom"), ("topic", "the van"), ("body", "it broke")],
        ),
        (
            "mail Tom saying : it broke",
            "O B-person O O B-body I-body",
            [("person", "Tom"), ("body", "it broke")],
        ),
        (
            "mail saying Tom is in",
            "O O B-person B-body I-body",
            [("body", "Tom is in")],
        ),
        (
            "mail Tom the keys with a note back soon",
            "O B-person B-body I-body O O O B-body I-body",
            [("person", "Tom"), ("topic", "the keys"), ("body", "back soon")],
        ),
        (
            "mail Tom hello and tell Ann bye",
            "O B-person B-body B-next I-next B-person B-body",
            [
                ("person", "Tom"),
                ("body", "hello"),
                ("next", "and tell"),
                ("person", "Ann"),
                ("body", "bye"),
            ],
        ),
        # a quotation is said as far as it goes, unless it is not closed
        ('say " we are in " to Tom', "O O B-body O O O O B-person", ["we are in", "Tom"]),
        (
            "say \u201c the van is in \u201d now",
            "O O B-body I-body O O O O",
            ["the van is in"],
        ),
        ('say " we are in to Tom', "O O B-body I-body I-body O B-person", ["we are in", "Tom"]),
        # marks that open are not said
        ("say : - we are in", "O B-body I-body I-body I-body I-body", ["we are in"]),
        # a statement goes on, a command does not
        (
            "tell Tom yes , and Ann can come",
            "O B-person B-body B-next I-next B-person O O",
            ["Tom", "yes , and Ann can come"],
        ),
        (
            "tell Tom yes , and we are in",
            "O B-person B-body B-next I-next O O O",
            ["Tom", "yes , and we are in"],
        ),
        # what is said begins with its subject
        (
            "mail Tom , she will be late",
            "O B-person O O O B-body I-body",
            ["Tom", "she will be late"],
        ),
        ("mail Tom that we are in", "O B-person O O B-body I-body", ["Tom", "we are in"]),
        ("tell Tom we are in", "O B-person O B-body I-body", ["Tom", "we are in"]),
        ("ask Tom please be in", "O B-person O B-body I-body", ["Tom", "be in"]),
        (
            "tell Tom it broke . thanks so much",
            "O B-person B-body I-body I-body I-body I-body I-body",
            ["Tom", "it broke"],
        ),
        ("tell Tom thanks so much", "O B-person B-body I-body I-body", ["Tom", "thanks so much"]),
        # courtesy is not said, the rest of a sentence is
        ("say we are in , thank you", "O B-body I-body I-body O O O", ["we are in"]),
        ("say we are in please . Go", "O B-body I-body I-body O O O", ["we are in"]),
        ("say we are in the attic . Go", "O B-body I-body I-body O O O O", ["we are in the attic"]),
        ("say we are in with Tom", "O B-body I-body I-body O B-person", ["we are in", "Tom"]),
        ("say we are in with luck", "O B-body I-body I-body O O", ["we are in with luck"]),
        ("say we saw Tom there", "O B-body I-body B-person O", ["we saw Tom there"]),
        # a dot within a name ends no sentence
        ("say see README.md at once", "O B-body I-body O O O O", ["see README.md at once"]),
        # what stands behind "saying" is said, though nothing of it is marked
        ("mail Tom saying we lost", "O B-person O O O", ["Tom", "we lost"]),
        # likewise what stands in quotes at the end, whoever is named in it
        (
            'answer Tom , not now : " Ann is in . Bo is out "',
            "O B-person O O O O O B-person O O O B-person O O O",
            ["Tom", "Ann is in . Bo is out"],
        ),
        (
            'answer Tom : " Ann is in . Bo is out "',
            "O B-person O O B-person O O O B-body I-body I-body O",
            ["Tom", "Ann is in . Bo is out"],
        ),
        ('see Tom " Bo " there', "O B-person O B-person O O", ["Tom", "Bo"]),
        (
            "say hi there and star it",
            "O B-body O B-next I-next O",
            ["hi", "and star"],
        ),
    ],
)
def test_what_is_to_be_said_is_a_single_run(text, tags, spans):
    found = spans_in(
        text, words_of(text), scores(text, tags), TAGS, ("time", "person", "body", "topic")
    )

    if isinstance(spans[0], tuple):
        assert [(span.kind, span.text) for span in found] == spans
    else:
        assert [span.text for span in found] == spans


@pytest.mark.parametrize(
    ("text", "tags", "body"),
    [
        (
            "tell him Tom and Ann will call",
            "O O B-person O B-body I-body I-body",
            "Tom and Ann will call",
        ),
        ("say that Tom goes", "O O B-person B-body", "Tom goes"),
        ("say that Tom and I agree", "O O B-person O B-body I-body", "Tom and I agree"),
        (
            "mail Bo . The texts from Ann are in",
            "O B-person O O O O B-person B-body I-body",
            "The texts from Ann are in",
        ),
        ("mail Tom and Ann will call", "O B-person O B-body I-body I-body", "Ann will call"),
        ("send that on , ask him is it so", "O O O O O B-person B-body I-body I-body", "is it so"),
    ],
)
def test_whoever_is_the_subject_of_what_is_to_be_said_belongs_to_it(text, tags, body):
    found = spans_in(text, words_of(text), scores(text, tags), TAGS, ("person", "body"))

    assert [one.text for one in found if one.kind == "body"] == [body]


def test_words_without_a_score_end_the_cuts():
    text = "star it now and go"

    cuts = cuts_in(words_of(text), scores(text, "O B-next O B-next O"), TAGS, ())

    assert [text[cut.start : cut.end] for cut in cuts] == ["it", "and"]


@pytest.mark.parametrize(
    ("text", "tags", "cuts"),
    [
        ("star it and go", "O O B-next O", ["and"]),
        ("star it , about Tom", "O O B-next O B-person", []),
        ("star it and the other one", "O O B-next O O O", []),
        ("star it and we leave", "O O B-next O O", []),
    ],
)
def test_a_command_begins_neither_as_a_statement_nor_with_what_only_goes_on(text, tags, cuts):
    found = cuts_in(words_of(text), scores(text, tags), TAGS, ("body",))

    assert [text[cut.start : cut.end] for cut in found] == cuts


@pytest.mark.parametrize(
    ("text", "tags", "value"),
    [
        ("she is Chief of Staff now", "O O B-value O O O", "Chief of Staff"),
        ("she is Lead UX Designer", "O O B-value O I-value", "Lead UX Designer"),
        ("she is Head of IT", "O O B-value I-value O", "Head of IT"),
        ("she is Head of it", "O O B-value I-value O", "Head of"),
        ("she is chief of Staff", "O O B-value O O", "chief"),
        ("tell Ann of Tom", "O B-value O B-person", "Ann"),
    ],
)
def test_a_title_is_whole(text, tags, value):
    found = spans_in(text, words_of(text), scores(text, tags), TAGS, ("value", "person"))

    assert found[0].text == value


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

    (cut,) = cuts_in(words_of(text), scores(text, "O O B-next I-next -"), TAGS, ())

    assert text[cut.start : cut.end] == ", and"
    assert cut.likely > 0.9


@pytest.mark.parametrize(
    ("text", "tags", "spans", "whole"),
    [
        ("mail Tom today", "O B-person B-time", (), False),
        ("mail Tom today", "O B-person B-time", ("Tom",), False),
        ("mail Tom today", "O B-person B-time", ("Tom", "today"), True),
        ("mail and star !", "O B-next O B-body", (), True),
        ("mail Tom today", "O B-person -", ("Tom",), True),
    ],
)
def test_a_word_that_says_something_and_is_in_no_span_is_left_out(text, tags, spans, whole):
    marked = [Span("topic", one, text.index(one), text.index(one) + len(one)) for one in spans]
    sure = explained(words_of(text), unsaid(scores(text, tags), TAGS), marked)
    assert sure == 1 if whole else sure < 0.01


def test_a_word_that_rather_says_nothing_is_not_left_out():
    assert explained(words_of("so be it"), (0.51, 0.9, 1.0), ()) == 1
    assert explained(words_of("so be it"), (0.49, 0.2, 1.0), ()) == 0.2
