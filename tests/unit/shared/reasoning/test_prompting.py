"""Prompts within their budgets."""

from hypothesis import given
from hypothesis import strategies as st

from shared.reasoning.examples import examples, near
from shared.reasoning.prompting import compact, fitted, prompt
from shared.reasoning.tokens import tokens_in

LEAVES = st.none() | st.integers() | st.text(max_size=900)
DATA = st.recursive(
    LEAVES, lambda each: st.lists(each) | st.dictionaries(st.text(max_size=5), each), max_leaves=9
)


@given(DATA, st.integers(-50, 500))
def test_cutting_to_fit_always_ends(data, room):
    assert tokens_in(str(fitted(data, room))) <= tokens_in(str(data)) + 3


def test_what_is_longest_is_cut_first():
    data = {"a": "word " * 400, "b": "short"}
    [_, user] = prompt("Rules.", data, "Message: hi", budget=200)
    assert tokens_in(user.text) < 250
    assert "short" in user.text
    assert user.text.endswith("Message: hi")


def test_nothing_empty_is_sent():
    assert compact({"a": "", "b": [], "c": {"d": None}, "e": [0, {"f": False, "g": ()}]}) == {
        "e": [0, {"f": False}]
    }
    [_, user] = prompt("Rules.", {"a": ""}, "Message: hi", budget=200)
    assert user.text == "Message: hi"


def test_examples_are_of_the_likeliest_task_that_the_tools_can_do():
    tools = {"contacts_search", "gmail_search_messages"}
    shown = near("anything from Globex since Monday", ("mail_search", "cal_list"), tools)
    assert shown
    assert {one.task for one in shown} == {"mail_search"}
    assert "umbrella" in shown[-1].said, "the nearest is last"
    assert near("x", (), tools) == ()
    assert all(one.calls for one in examples())
