"""Names that only the person knows, read as names that everybody does."""

import pytest

from shared.models.world import Link, Thing
from shared.understanding.marking import Cut, Span
from shared.understanding.reader import Reader
from shared.understanding.wellknown import apart, outside, shown
from shared.understanding.words import words_of
from shared.understanding.world import World

THINGS = tuple(
    Thing(kind=kind, name=name, id=name)
    for kind, name in (
        ("person", "Xiulan Nakamura"),
        ("person", "Mark Reed"),
        ("channel", "nordhaus"),
        ("file", "Weekly Metrics"),
        ("page", "Nordhaus supplier portal"),
        ("event", "Delivery weekly"),
        ("label", "Travels"),
        ("organisation", "Alpine Brief"),
        ("organisation", "Kontron Systems GmbH"),
    )
)
WORLD = World(THINGS)


def seen(text):
    return [word.text for word in shown(text, words_of(text), WORLD.links(text))]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("ask Xiulan Nakamura for it", "ask Sarah for it"),
        ("xiulan's mails", "Sarah's mails"),
        ("xiulans mails", "Sarah's mails"),
        ("archive all alpine brief mails", "archive all Globex mails"),
        ("who is at kontron", "who is at Globex"),
        ("tell Xiulan and mark reed", "tell Sarah and Sarah"),
        ("add it to weekly metrics", "add it to the Budget sheet"),
        ("add it to the weekly metrics sheet", "add it to the Budget sheet"),
        ("my Weekly Metrics", "my Budget sheet"),
        ("open nordhaus supplier portal", "open the Onboarding page"),
        ("post in the nordhaus channel", "post in the #general channel"),
        ("what's new in nordhaus", "what's new in #general"),
    ],
)
def test_a_link_is_shown_as_a_well_known_name_of_its_kind(text, read):
    assert seen(text) == [word.text for word in words_of(read)]


@pytest.mark.parametrize(
    "text",
    [
        "mails about nordhaus supplier portal",
        "the Nordhaus supplier portal people",
        "move delivery weekly to 3",
        "say hi in #nordhaus",
        "nordhaus wrote",
        "the people of nordhaus",
    ],
)
def test_what_says_enough_or_may_be_a_subject_is_left_alone(text):
    assert WORLD.links(text)
    assert seen(text) == [word.text for word in words_of(text)]


def test_an_address_is_left_alone():
    known = World([Thing(kind="person", name="Ann Lee", id="a", address="ann@x.example")])
    text = "mail ann@x.example"
    [link] = known.links(text)
    assert shown(text, words_of(text), [link]) == words_of(text)


def test_each_word_shown_stands_where_the_whole_link_does():
    text = "open weekly metrics"
    places = [
        (text[word.start : word.end], word.text)
        for word in shown(text, words_of(text), WORLD.links(text))
    ]
    whole = "weekly metrics"
    assert places == [("open", "open"), (whole, "the"), (whole, "Budget"), (whole, "sheet")]


def test_pieces_of_a_link_are_the_whole_once():
    whole, later = Span("file", "weekly metrics", 5, 19), Span("value", "9", 20, 21)
    longer = Span("file", "weekly metrics sheet", 5, 25)
    assert apart([whole, Span("topic", "weekly metrics", 5, 19), later]) == [whole, later]
    assert apart([whole, longer]) == [longer]


def test_nothing_begins_within_a_link():
    link = Link(kind="event", start=5, end=19, things=())
    before, after = Cut(0, 5, 0.9), Cut(19, 23, 0.9)
    assert outside([link], [before, Cut(10, 13, 0.9), after]) == [before, after]


READER = Reader()


@pytest.mark.parametrize(
    ("text", "task", "span"),
    [
        ("open Nordhaus supplier portal", "page_read", ("file", "Nordhaus supplier portal")),
        ("add a row to weekly metrics: Anna, 5", "sheet_append", ("file", "weekly metrics")),
        ("what did Xiulan send last week", "mail_search", ("person", "Xiulan")),
        ("put mark reed's mails in the travels label", "mail_label", ("person", "mark reed's")),
    ],
)
def test_the_reader_marks_the_words_as_they_were_written(text, task, span):
    read = READER.read(text, links=WORLD.links(text))
    assert read.text == text
    assert read.task == task
    assert span in {(one.kind, one.text) for one in read.spans}
    assert all(text[one.start : one.end] == one.text for one in read.spans)
    assert READER.knowing(THINGS).read(text) == read
    assert span in {
        (one.kind, one.text) for one in READER.knowing(THINGS).read_as(task, text).spans
    }


def test_a_reader_reads_without_links_as_it_always_did():
    text = "open Nordhaus supplier portal"
    unlinked = READER.read(text)
    assert READER.knowing(()) is READER
    assert READER.knowing(THINGS).read(text) != unlinked
    assert READER.read(text) == unlinked


def test_who_they_are_does_not_stay_with_the_reader():
    reader = Reader()
    for ident in ("one", "other"):
        reader.knowing([Thing(kind="person", name="Xiulan Li", id=ident)]).read("ask Xiulan")
    remembered = reader._readings.cache_info()
    assert (remembered.hits, remembered.misses) == (1, 1)


def test_links_beyond_what_is_read_are_none():
    far = Link(kind="person", start=2995, end=3000, things=THINGS[:1])
    text = "find it " * 400
    assert READER.read(text, links=[far]) == READER.read(text)
