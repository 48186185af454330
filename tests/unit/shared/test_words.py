"""Words as the matcher compares them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.words import either, fold, spans, stem, stems, tells, words_of


@pytest.mark.parametrize(
    "words",
    [
        "invoice invoices invoicing invoiced",
        "plan plans planned planning",
        "party parties",
        "chase chases chasing",
        "report reports reporter reporting",
        "demo demos demonstration demonstrations",
        "retro retros retrospective",
    ],
)
def test_inflections_share_a_stem(words):
    assert len(set(stems(words))) == 1


@pytest.mark.parametrize("word", ["bus", "glass", "is", "the", "4411", ""])
def test_short_words_keep_their_letters(word):
    assert stem(word) == word


@pytest.mark.parametrize(
    ("wanted", "text", "said"),
    [
        ("kickoff", "The Norwind kick-off, room 2", True),
        ("kick-off norwind", "Kickoff with Norwind", True),
        ("retrospectve", "Project retrospective", True),
        ("reviews of Ann", "Review: Ann Lee", True),
        ("1:1 Grace", "Grace, one-to-one", True),
        ("1:1", "1-on-1 with Ann", True),
        ("1:1 Grace", "11 Grace Street", False),
        ("board lunch", "Lunch with the team", False),
        ("art", "Start of the quarter", False),
        ("the", "The plan", False),
        ("", "The plan", False),
    ],
)
def test_a_text_says_words_also_where_they_are_written_otherwise(wanted, text, said):
    assert tells(wanted, text) is said


def test_words_are_folded_and_bare():
    assert words_of("Zoë's crème-brûlée, don\u2019t!") == ["zoe", "creme", "brulee", "don"]


@given(st.text(max_size=60))
def test_spans_find_the_words_and_where_they_stand(text):
    for word, start, end in spans(text):
        assert fold(text[start:end]) == word


@given(st.text(alphabet="abc'\u2019 -_éß", max_size=40))
def test_both_ways_of_reading_find_the_same_words(text):
    assert [word for word, _, _ in spans(text)] == words_of(text)


@pytest.mark.parametrize(
    ("names", "prose"),
    [((), ""), (("Ann",), "Ann"), (("Ann", "Bo"), "Ann or Bo"), (("A", "B", "C"), "A, B or C")],
)
def test_a_list_is_told_in_prose(names, prose):
    assert either(names, "or") == prose
