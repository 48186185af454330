"""Messages without what is only told beside an order."""

import pytest

from shared.models.world import Thing
from shared.understanding.asides import without_asides, without_exclamation
from shared.understanding.heads import SENTENCES
from shared.understanding.reader import Reader
from tests.support.readings import ReadBefore, Told

READER = Reader()


@pytest.mark.parametrize(
    ("text", "roles", "plain"),
    [
        (
            "Cancel the choir on Monday. I've missed too many trains.",
            "order aside",
            "Cancel the choir on Monday.",
        ),
        (
            "Cancel the choir next week. The rest of the series stays.",
            "order limit",
            "Cancel the choir next week. Only that one.",
        ),
        (
            "Can't make the choir next week. Scrap that one, the rest stay.",
            "order limit",
            "Can't make the choir next week. Scrap that one. Only that one.",
        ),
        (
            "Move the choir to five. The end stays.",
            "order limit",
            "Move the choir to five. The end stays.",
        ),
        (
            "Move the choir to five. Still ends at seven.",
            "order aside",
            "Move the choir to five. Still ends at seven.",
        ),
        (
            "Sheet Stock, set the paint to 4. Leave the Sum column alone.",
            "order limit",
            "Sheet Stock, set the paint to 4.",
        ),
        (
            "What a week. In the sheet Stock, set the paint to 4.",
            "aside order",
            "In the sheet Stock, set the paint to 4.",
        ),
        (
            "What does the page Roof say of costs? Nothing else.",
            "ask limit",
            "What does the page Roof say of costs? Nothing else.",
        ),
        (
            "Which mails came from Ann? Not the archived ones.",
            "ask limit",
            "Which mails came from Ann? Not the archived ones.",
        ),
        (
            "I move the choir to five. Book the hall on Monday at six.",
            "aside order",
            "I move the choir to five. Book the hall on Monday at six.",
        ),
        (
            "Trying to find out where I can hide and paint. What's on my calendar on Friday?",
            "aside ask",
            "What's on my calendar on Friday?",
        ),
        (
            "Cara Doyle and Ned Moss ran the show. Move the lunch with him to two o'clock.",
            "aside order",
            "Move the lunch with him to two o'clock.",
        ),
        (
            "I feel that two of my meetings bump into each other on Monday. Would you have a look?",
            "aside ask",
            "I feel that two of my meetings bump into each other on Monday. Would you have a look?",
        ),
        ("Strategy day. Location.", "order aside", "Strategy day. Location."),
        (
            "There's a dodgy one that a file was shared. Bin it please",
            "aside order",
            "There's a dodgy one that a file was shared. Bin it please",
        ),
        ("Tickets closed. Total.", "aside order", "Tickets closed. Total."),
        (
            "What a week. What a day.",
            "aside aside",
            "What a week. What a day.",
        ),
        (
            "Tell Ann the hall is free. She has waited long.",
            "order aside",
            "Tell Ann the hall is free. She has waited long.",
        ),
    ],
)
def test_an_order_stands_without_what_is_told_beside_it(text, roles, plain):
    assert without_asides(text, READER, Told(*roles.split())) == plain


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("How lovely; then answer her yes", "then answer her yes"),
        ("Oh, what a pity! Tell Ann we come", "Tell Ann we come"),
        ("How many; and who?", None),
        ("What a week it was", None),
        ("How kind of her.", None),
    ],
)
def test_an_exclamation_asks_nothing(text, left):
    assert without_exclamation(text) == (left or text)


def test_what_alone_names_somebody_is_told_beside_nothing():
    text = "I have someone here who needs to ring Ann Berg. Which number may I give?"
    knowing = READER.knowing([Thing(kind="person", name="Ann Berg", id="ann")])

    assert without_asides(text, knowing, Told("aside", "ask")) == text
    assert without_asides(text, READER, Told("aside", "ask")) == "Which number may I give?"


def perhaps(sentences):
    """Tell that a first sentence is rather an aside, and the others are orders."""
    order = dict.fromkeys(SENTENCES, 0.0) | {"order": 1.0}
    return [{**order, "order": 0.3, "aside": 0.7}, *([order] * (len(sentences) - 1))]


@pytest.mark.parametrize(
    ("lead", "kept"),
    [("Two goats got out of the shed.", False), ("Tomorrow the shed is locked.", True)],
)
def test_a_doubtful_sentence_is_left_out_where_it_tells_nothing_of_the_order(lead, kept):
    order = "Move the choir to five o'clock."

    left = without_asides(f"{lead} {order}", READER, perhaps)

    assert left == (f"{lead} {order}" if kept else order)


def test_what_is_for_no_service_stays_as_it_is():
    text = "Check the invoices. They are late again."
    told = Told("order", "aside")

    assert without_asides(text, ReadBefore({}), told) == text
