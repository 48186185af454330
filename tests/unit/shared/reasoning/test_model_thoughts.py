"""Thoughts that a server leaves in the text are told apart from the answer, however it comes."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.reasoning.model.thoughts import Splitting, split

TEXTS = {
    "<think>\nFirst. Then.\n</think>\n\nBlue.": ("First. Then.\n", "Blue."),
    " <thinking>If 1 < 2</thinking>Blue <b>.": ("If 1 < 2", "Blue <b>."),
    "<reasoning></reasoning>Blue.": ("", "Blue."),
    "Blue.": ("", "Blue."),
    "<thinly> sliced": ("", "<thinly> sliced"),
    "<th": ("", "<th"),
    "": ("", ""),
}


def pieces(text, cuts):
    places = sorted({0, len(text), *(cut % (len(text) + 1) for cut in cuts)})
    return [text[start:end] for start, end in pairwise(places)]


@given(st.sampled_from(list(TEXTS)), st.lists(st.integers(0, 60), max_size=12))
def test_an_answer_in_pieces_is_split_as_a_whole_one(text, cuts):
    splitting = Splitting()
    found = [splitting.split(piece) for piece in pieces(text, cuts)]
    thought = "".join(one for one, _ in found)
    said = "".join(one for _, one in found) + splitting.rest()
    assert (thought, said) == TEXTS[text] == split(text)


@pytest.mark.parametrize("text", TEXTS)
def test_an_answer_letter_by_letter_is_split_as_well(text):
    splitting = Splitting()
    found = [splitting.split(letter) for letter in text]
    said = "".join(one for _, one in found) + splitting.rest()
    assert ("".join(one for one, _ in found), said) == TEXTS[text]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("First.\n</think>\n\n{}", ("First.\n", "{}")),
        ("<think>First, and cut", ("First, and cut", "")),
    ],
)
def test_of_a_whole_answer_a_tag_may_be_missing(text, parts):
    assert split(text) == parts


def test_a_thought_that_never_ends_is_no_answer():
    splitting = Splitting()
    assert splitting.split("<think>First </thin") == ("First ", "")
    assert splitting.rest() == ""
