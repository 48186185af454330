"""Spans as wide as what they say."""

import pytest

from shared.models.world import Link
from shared.understanding.widening import whole
from tests.support.marked import plain


def widened(marked, *names):
    text, spans = plain(marked)
    links = [
        Link(kind=kind, start=(at := text.index(name)), end=at + len(name), things=())
        for kind, name in names
    ]
    found = whole(text, spans, links)
    assert all(text[one.start : one.end] == one.text for one in found)
    return [(one.kind, one.text) for one in found]


@pytest.mark.parametrize(
    ("marked", "spans"),
    [
        ("move my {topic:one-to-}one", [("topic", "one-to-one")]),
        ("move my one-{topic:to-one}, please", [("topic", "one-to-one")]),
        ("the {topic:kick-off}", [("topic", "kick-off")]),
    ],
)
def test_no_word_is_cut_in_half(marked, spans):
    assert widened(marked) == spans


@pytest.mark.parametrize(
    ("marked", "spans"),
    [
        (
            "{field:plan} should read {value:seventeen thousand five} hundred.",
            [("field", "plan"), ("value", "seventeen thousand five hundred")],
        ),
        ("make it two {value:hundred} and {count:fifty}", [("value", "two hundred and fifty")]),
        ("{value:two hundred pounds} it is", [("value", "two hundred pounds")]),
        ("{field:nine hundred} is {value:open}", [("field", "nine hundred"), ("value", "open")]),
    ],
)
def test_a_number_is_marked_as_a_whole(marked, spans):
    assert widened(marked) == spans


@pytest.mark.parametrize(
    ("marked", "names", "spans"),
    [
        ("tell {person:my sister Emma} no", ["Emma"], [("person", "Emma")]),
        ("{person:Mei Wong rang}, new number", ["Mei Wong"], [("person", "Mei Wong")]),
        ("lunch with {person:my brother} {person:Ben}", ["Ben"], [("person", "Ben")]),
        ("with {person:Ann} {person:Ben}", ["Ben"], [("person", "Ann"), ("person", "Ben")]),
        ("{person:Emma's brother}", ["Emma"], [("person", "Emma's brother")]),
        ("{person:Tom from sales}", ["Tom"], [("person", "Tom from sales")]),
        ("{person:Tom and Ann}", ["Tom", "Ann"], [("person", "Tom and Ann")]),
        ("{person:Dr Ann} called", ["Ann"], [("person", "Dr Ann")]),
        ("call {person:Mr.} {topic:Ann Lee}", ["Ann Lee"], [("person", "Ann Lee")]),
        ("{person:the boss}", [], [("person", "the boss")]),
    ],
)
def test_somebody_known_is_who_they_are_called(marked, names, spans):
    assert widened(marked, *(("person", name) for name in names)) == spans
