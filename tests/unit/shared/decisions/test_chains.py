"""The agents that a request came through."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.decisions.chains import MARK_CHARACTERS, MOST, handed_on, mark
from shared.errors import ToolFailed

HERE = "https://a.example"


def test_a_chain_grows_by_the_mark_of_who_is_asked_next():
    assert handed_on(("before",), HERE, "A") == ("before", mark(HERE))
    assert HERE not in mark(HERE)
    assert len(mark(HERE)) == MARK_CHARACTERS


def test_nobody_is_asked_twice():
    with pytest.raises(ToolFailed, match="did not ask A: this request has come through it already"):
        handed_on((mark(HERE),), HERE, "A")


@given(st.lists(st.sampled_from(["https://a", "https://b", "https://c", "https://d"])))
def test_whoever_asks_whom_no_chain_grows_beyond_the_most(asked):
    chain = ()
    for one in asked:
        try:
            chain = handed_on(chain, one, one)
        except ToolFailed:
            continue
    assert len(chain) <= MOST
    assert len(set(chain)) == len(chain)
